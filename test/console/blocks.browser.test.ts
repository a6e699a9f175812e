import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { EMAIL, forgeBlocks, goTo, TRANSCRIPTION } from './blocks/forged-blocks.ts'
import { type ConsoleSystem, startConsole } from './kit/system.ts'

const LONG_MS = 120_000

inBrowser('the page of a block', () => {
  let app: ConsoleSystem
  beforeAll(async () => {
    app = await startConsole({ connect: ['gmail', 'google-calendar', 'salesforce'] })
  }, 240_000)
  afterAll(() => app?.stop())

  const open = (id: string) => app.open(undefined, { path: `/blocks/${id}` })
  const content = (page: Page) => page.getByRole('tabpanel', { name: 'Content' })

  /** Creates a block through the graph and returns its id. */
  const create = async (mutation: string, variables: object = {}): Promise<string> => {
    const data = await app.ada.execute<Record<string, { _id: string }>>(mutation, variables)
    return Object.values(data)[0]?._id ?? ''
  }
  const idOfFirst = async (type: string, withText = ''): Promise<string> => {
    const { tenant } = await app.ada.execute<{ tenant: { tagId: string } }>('{ tenant { tagId } }')
    const { searchGraph } = await app.ada.execute<{ searchGraph: { _id: string }[] }>(
      `query ($tag: String, $search: String) {
         searchGraph(input: { tagIds: [$tag], blockTypes: [${type}], search: $search, size: 1 }) { _id }
       }`,
      { tag: tenant.tagId, search: withText },
    )
    return searchGraph[0]?._id ?? `there is no ${type}`
  }

  test(
    'shows each kind in its own form',
    async () => {
      const note = await create('mutation { upsertOneNote(input: { title: "Plan of the week" }) { _id } }')
      const task = await create('mutation { upsertOneTask(input: { title: "Send the offer" }) { _id } }')
      const thread = await create('mutation { upsertOneThread(input: { title: "About the offer" }) { _id } }')
      const variables = { thread, note }
      const message = await create(
        'mutation ($thread: String) { upsertOneMessage(input: { threadId: $thread, bodyHtml: "<p>It is <b>ready</b></p>" }) { _id } }',
        variables,
      )
      const agent = await create(
        'mutation ($note: String!) { upsertOneAgent(input: { title: "Offers", instructions: "Say when it changes.", watching: [{ id: $note }] }) { _id } }',
        variables,
      )
      const workflow = await create(
        'mutation ($note: String!) { upsertOneWorkflow(input: { title: "Signing", steps: [{ title: "Print", text: "Twice" }], startsFrom: [{ id: $note }] }) { _id } }',
        variables,
      )
      const reference = await create(
        'mutation ($note: String!) { upsertOneReference(input: { title: "See", referenceBlock: { id: $note } }) { _id } }',
        variables,
      )
      const text = { type: 'paragraph', content: [{ type: 'text', text: 'Payment within 30 days' }] }
      const document = await create(
        'mutation ($document: String!) { upsertOneDocument(input: { document: $document }) { _id } }',
        { document: JSON.stringify({ type: 'doc', content: [text] }) },
      )
      const page = await open(note)
      await page.getByRole('heading', { level: 1, name: 'Plan of the week' }).waitFor()
      await goTo(page, `/blocks/${task}`)
      await page.getByRole('heading', { level: 1, name: 'Send the offer' }).waitFor()
      await goTo(page, `/blocks/${thread}`)
      await page.getByRole('log', { name: 'Messages' }).getByText('It is ready').waitFor()
      await goTo(page, `/blocks/${message}`)
      await page.frameLocator('iframe[title="Message from You"]').getByText('ready', { exact: true }).waitFor()
      await goTo(page, `/blocks/${agent}`)
      await content(page).getByText('Say when it changes.').waitFor()
      await content(page).getByRole('link', { name: 'Plan of the week' }).waitFor()
      await goTo(page, `/blocks/${workflow}`)
      await content(page).getByRole('listitem').getByText('Twice').waitFor()
      await goTo(page, `/blocks/${document}`)
      await content(page).getByRole('region', { name: 'Text' }).getByText('Payment within 30 days').waitFor()
      await goTo(page, `/blocks/${reference}`)
      await page.getByRole('link', { name: 'Open the note' }).click()
      await page.getByRole('heading', { level: 1, name: 'Plan of the week' }).waitFor()
      await page.context().close()
    },
    LONG_MS,
  )

  test(
    'shows what vendors have: e-mail with its conversation, event, calendar, record and table',
    async () => {
      const page = await open(await idOfFirst('email', 'Forecast'))
      await content(page).getByText('From', { exact: true }).waitFor()
      const mails = content(page).getByRole('list', { name: 'Conversation' }).getByRole('link')
      await mails.first().click()
      await content(page).getByText('(shown above)').waitFor()
      await goTo(page, `/blocks/${await idOfFirst('event', 'Kestrel')}`)
      await content(page).getByText('When', { exact: true }).waitFor()
      await content(page).getByRole('heading', { name: 'People', exact: true }).waitFor()
      await content(page).getByText('Calendar', { exact: true }).waitFor()
      await goTo(page, `/blocks/${await idOfFirst('calendar')}`)
      await content(page)
        .getByRole('heading', { name: 'Events' })
        .or(content(page).getByText('No events yet'))
        .waitFor()
      await goTo(page, `/blocks/${await idOfFirst('record', 'Halden')}`)
      await content(page)
        .getByText(/^A row of/)
        .waitFor()
      await goTo(page, `/blocks/${await idOfFirst('table', 'Opportunity')}`)
      await page.getByRole('link', { name: 'Open the table' }).click()
      await page.waitForURL('**/tables/*')
      await page.context().close()
    },
    LONG_MS,
  )

  test('loads pictures of an e-mail after a click only, and says where its links lead', async () => {
    const page = await open('none')
    const html = `<p>News</p><img data-src="http://news.example/top.png" alt="Top" width="50" height="20">
      <a href="http://evil.example/login" target="_self">www.bank.example</a>`
    await forgeBlocks(page, (id) => (id === 'forged' ? { ...EMAIL, cleanBodyHtml: html } : undefined))
    await goTo(page, '/blocks/forged')
    const frame = page.frameLocator('iframe[title^="Message from"]')
    await frame.getByText('News').waitFor()
    expect(app.refused).toEqual([])
    const link = frame.getByRole('link', { name: 'www.bank.example' })
    await link.hover()
    await page.getByRole('status').getByText('Not www.bank.example:').waitFor()
    expect(await link.getAttribute('target')).toBe('_blank')
    const requested = page.waitForRequest('http://news.example/top.png')
    await page.getByRole('button', { name: 'Show pictures' }).click()
    expect((await requested).headers().referer).toBeUndefined()
    await page.context().close()
  })

  test('goes to the place in a transcript that an outline names, and finds what was said', async () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, second) => `[${toTime(second)}] ${second % 2 ? 'Ada' : 'Bo'}: Sentence ${second}`,
    )
    const outline = [{ title: 'Prices', text: null, startOffset: 7_500_000, endOffset: null, children: [] }]
    const page = await open('none')
    const meeting = { ...TRANSCRIPTION, transcript: { title: null, text: lines.join('\n') }, outline }
    await forgeBlocks(page, (id) => (id === 'meeting' ? meeting : undefined))
    await goTo(page, '/blocks/meeting')
    const transcript = page.getByRole('list', { name: 'Transcript' })
    await transcript.getByText('Sentence 0', { exact: true }).waitFor()
    expect(await transcript.getByRole('listitem').count()).toBeLessThan(100)
    await page.getByRole('button', { name: 'Go to 2:05:00: Prices' }).click()
    await transcript.locator('[aria-current="true"]').getByText('Sentence 7500').waitFor()
    expect(page.url()).toContain('t=7500')
    await page.getByRole('textbox', { name: 'Search what was said' }).fill('sentence 9999')
    await page.getByText('1 of 1').waitFor()
    await transcript.locator('[aria-current="true"]').getByText('9999').waitFor()
    await page.context().close()
  })

  test('writes a message in a thread, which the thread shows', async () => {
    const thread = await create('mutation { upsertOneThread(input: { title: "Lunch" }) { _id } }')
    const page = await open(thread)
    await page.getByText('No messages yet').waitFor()
    const field = page.getByRole('textbox', { name: 'New message' })
    await field.fill('Twelve <b>sharp</b>')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('log', { name: 'Messages' }).getByText('Twelve <b>sharp</b>').waitFor()
    expect(await field.inputValue()).toBe('')
    await page.context().close()
  })

  test('accepts a proposed task', async () => {
    const task = await create('mutation { upsertOneTask(input: { title: "Maybe", proposed: true }) { _id } }')
    const page = await open(task)
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('This task is a proposal').waitFor({ state: 'detached' })
    await page.context().close()
  })

  test(
    'says at once that something is no longer shared, without a reload',
    async () => {
      const note = await create('mutation { upsertOneNote(input: { title: "Between us" }) { _id } }')
      const share = `mutation ($id: String!, $email: String) {
        addSharingTag(input: { referenceBlock: { id: $id }, sharingTag: { email: $email, shared: true, sharingLevel: 0, sharingApproach: 1 } }) {
          block { sharingTags { tagId tag { email } } }
        }
      }`
      const { addSharingTag } = await app.ada.execute<{
        addSharingTag: { block: { sharingTags: { tagId: string; tag: { email: string } }[] } }
      }>(share, { id: note, email: GUEST })
      const tagId = addSharingTag.block.sharingTags.find(({ tag }) => tag.email === GUEST)?.tagId
      const page = await app.open(GUEST, { path: `/blocks/${note}` })
      await page.getByRole('heading', { level: 1, name: 'Between us' }).waitFor()
      await page.getByText('Read-only').first().waitFor()
      await app.ada.execute(
        'mutation ($id: String!, $tag: String!) { deleteSharingTag(input: { referenceBlock: { id: $id }, tagId: $tag }) { block { _id } } }',
        { id: note, tag: tagId },
      )
      await page.getByRole('heading', { name: 'This is no longer shared with you' }).waitFor()
      expect(await page.getByText('Between us').count()).toBe(0)
      await page.getByRole('button', { name: 'Go back' }).waitFor()
      await page.context().close()
    },
    LONG_MS,
  )
})

const GUEST = 'dmitri@meridian.example'

/** Seconds as in a transcript. */
function toTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
