import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { goTo, waitUntilLoaded } from './kit/pages.ts'
import { ADA, type ConsoleSystem, connectAll, startConsole } from './kit/system.ts'

/** Steps wait for syncs, popups and other people (ms). */
jest.setTimeout(120_000)

const BILAL = 'bilal@meridian.example'
/** Renewed every few seconds, so that a session that has ended is noticed soon. */
const TOKEN_SECONDS = 65
/** Where the pictures of docs/console.md are written. By default they are made and thrown away. */
const PICTURES = process.env.CONSOLE_PICTURES ?? mkdtempSync(join(tmpdir(), 'console-pictures-'))
const OPPORTUNITIES = '?columns=Name:StageName:Amount:AccountId:CloseDate'

/** Each step goes on where the one before it ended. */
inBrowser('the whole story', () => {
  let app: ConsoleSystem
  /** Ada's window, and Bilal's. */
  let ada: Page
  let bilal: Page
  let noteId: string
  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true })
    app = await startConsole({ accessTokenSeconds: TOKEN_SECONDS })
  }, 180_000)
  afterAll(() => app?.stop())

  const dialog = () => ada.getByRole('dialog')
  const picture = async (name: string) => {
    const path = join(PICTURES, `console-${name}.png`)
    // Something may still fade in, and messages of earlier steps may still be there.
    await ada.screenshot({ path, animations: 'disabled', style: '.mantine-Notifications-root { display: none }' })
    expect(readFileSync(path).length).toBeGreaterThan(20_000)
  }
  const clickInWindow = async (open: () => Promise<void>, button: string) => {
    const opened = ada.context().waitForEvent('page')
    await open()
    const popup = await opened
    await popup.getByRole('button', { name: button }).click()
  }
  const findId = async (query: string): Promise<string> => {
    const data = await app.ada.execute<Record<string, { _id: string }[]>>(`{ found: ${query} { _id } }`)
    return data.found?.[0]?._id ?? ''
  }

  test('1. Ada opens the address of the demo and is signed in', async () => {
    ada = await app.open(ADA)
    await ada.getByText('Account of Ada Moreau').waitFor({ state: 'attached' })
  })

  test('2. she is led to what can be connected', async () => {
    await ada.waitForURL(/\/welcome$/)
    await ada.getByRole('button', { name: 'Connect: Gmail', exact: true }).waitFor()
    await waitUntilLoaded(ada, '/welcome')
    await picture('welcome')
  })

  test('3. she connects her calendar on the vendor’s own page', async () => {
    const connect = ada.getByRole('button', { name: 'Connect: Google Calendar', exact: true })
    await clickInWindow(() => connect.click(), 'Allow')
    await dialog().getByText(ADA).first().waitFor()
  })

  test('4. she confirms that it is her account', async () => {
    await dialog().getByRole('button', { name: 'Yes, import it' }).click()
    await ada.getByRole('region', { name: 'What arrives from Google Calendar' }).waitFor()
  })

  test('5. she watches her events arrive', async () => {
    const arrivals = ada.getByRole('region', { name: 'What arrives from Google Calendar' })
    await arrivals.getByRole('heading', { name: 'What arrived from Google Calendar' }).waitFor()
    await arrivals.getByText(/^[1-9][\d,]* new events/).waitFor()
  })

  test('6. her other accounts are connected too, and the list shows them without a reload', async () => {
    await goTo(ada, '/connections')
    await connectAll(app.system, app.ada, ['gmail', 'google-meet', 'google-docs', 'salesforce'])
    const list = ada.getByRole('list', { name: 'Connections' })
    for (const name of [/^Gmail/, /^Google Meet/, /^Salesforce/]) await list.getByRole('link', { name }).waitFor()
  })

  test('7. today shows her meetings, mail and tasks', async () => {
    await goTo(ada, '/')
    await ada
      .getByRole('list', { name: /^Meetings: / })
      .first()
      .waitFor()
    await ada.getByRole('slider', { name: /^Items per day and kind/ }).waitFor()
    await picture('today')
  })

  test('8. she accepts a task that was promised in a meeting', async () => {
    const proposed = ada.getByRole('list', { name: 'Proposed tasks' })
    const name =
      (await proposed
        .getByRole('button', { name: /^Accept/ })
        .first()
        .getAttribute('aria-label')) ?? ''
    await proposed.getByRole('button', { name, exact: true }).click()
    await proposed.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
  })

  test('9. she searches as she types, and narrows the results', async () => {
    await goTo(ada, '/search')
    await ada.getByRole('searchbox').first().fill('plan')
    await ada.getByRole('list', { name: 'Results' }).locator('mark').first().waitFor()
    await ada.getByRole('button', { name: 'Kind' }).click()
    await ada.getByRole('checkbox', { name: 'Emails' }).click()
    await ada.keyboard.press('Escape')
    await ada.waitForURL(/kind=email/)
  })

  test('10. she opens an e-mail, in a frame in which nothing runs', async () => {
    await goTo(
      ada,
      `/blocks/${await findId('searchGraph(input: { blockTypes: [email], search: "Kestrel", size: 1 })')}`,
    )
    const frame = ada.locator('iframe[title^="Message from"]')
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-scripts')
    await ada.getByText('From', { exact: true }).first().waitFor()
    await picture('email')
  })

  test('11. she opens a meeting, and its transcript', async () => {
    await goTo(ada, `/blocks/${await findId('searchGraph(input: { blockTypes: [transcription], size: 1 })')}`)
    await ada.getByRole('list', { name: 'Transcript' }).getByRole('listitem').first().waitFor()
    await ada.getByRole('textbox', { name: 'Search what was said' }).fill('e')
    await ada.getByText(/^1 of \d+$/).waitFor()
  })

  test('12. she writes a note, which is saved by itself', async () => {
    const { upsertOneNote } = await app.ada.execute<{ upsertOneNote: { _id: string } }>(
      'mutation { upsertOneNote(input: { title: "Plan for Kestrel" }) { _id } }',
    )
    noteId = upsertOneNote._id
    await goTo(ada, `/blocks/${noteId}`)
    await ada.getByRole('textbox', { name: 'Text of the note' }).click()
    await ada.keyboard.type('Forty seats, from March.')
    await ada.getByText('Saved', { exact: true }).waitFor()
  })

  test('13. she shares it with Bilal, who sees it where he is', async () => {
    bilal = await app.open(BILAL, { path: `/blocks/${noteId}` })
    await bilal
      .getByText(/not shared with you/)
      .first()
      .waitFor()
    await ada.getByRole('textbox', { name: 'Share with' }).fill(BILAL)
    await ada.getByRole('option', { name: /bilal/i }).first().click()
    await ada.getByRole('button', { name: 'Share', exact: true }).last().click()
    await bilal.getByRole('heading', { level: 1, name: 'Plan for Kestrel' }).waitFor()
    await bilal.getByText('Forty seats, from March.').waitFor()
  })

  test('14. Bilal comments, and she sees it', async () => {
    await bilal.getByLabel('Write a comment').fill('Why March?')
    await bilal.getByRole('button', { name: 'Comment', exact: true }).click()
    await ada.getByRole('listitem').filter({ hasText: 'Why March?' }).waitFor()
    await picture('note')
  })

  test('15. she stops sharing, and it is gone where Bilal looks', async () => {
    await ada.getByRole('button', { name: /^Access of .*bilal.*: Can/i }).click()
    await ada.getByRole('menuitem', { name: 'Stop sharing' }).click()
    await dialog().getByRole('button', { name: 'Stop sharing' }).click()
    await bilal
      .getByText(/not shared with you|no longer shared/)
      .first()
      .waitFor()
    expect(await bilal.getByText('Forty seats').count()).toBe(0)
    await bilal.context().close()
  })

  test('16. she opens the page of a person, with everything they had to do with each other', async () => {
    const person = 'searchGraphTags(input: { tagTypes: [person], size: 1 })'
    await goTo(ada, `/tags/${await findId(person)}`)
    await ada.getByRole('tab', { name: 'Fields' }).waitFor()
    await ada.locator('main a[href^="/blocks/"]').first().waitFor()
    await picture('person')
  })

  test('17. she looks at the graph: who knows whom', async () => {
    await goTo(ada, '/graph')
    await ada.locator('main [role="img"] canvas').first().waitFor()
    await ada.getByRole('region', { name: 'What the picture shows' }).getByRole('button').first().waitFor()
    await ada.locator('main [data-settled]').waitFor()
    await picture('graph')
  })

  test('18. she asks through what two are linked, and since when', async () => {
    const strongest = ada.getByRole('heading', { name: 'Strongest links' }).locator('..').getByRole('button').first()
    await strongest.click()
    const panel = ada.getByRole('region', { name: 'Selected' })
    await panel.getByRole('list', { name: 'In common' }).getByRole('link').first().waitFor()
  })

  test('19. she changes a record in the grid, which the vendor stores', async () => {
    const { recordTypes } = await app.ada.execute<{
      recordTypes: { tableId: string; operations: { update: boolean } }[]
    }>('{ recordTypes(input: { metadataType: "Opportunity" }) { tableId operations { update } } }')
    const { tableId } = recordTypes.find(({ operations }) => operations.update) ?? { tableId: '' }
    await goTo(ada, `/tables/${tableId}${OPPORTUNITIES}`)
    const row = ada.getByRole('grid').getByRole('row', { name: /warehouse pilot/ })
    await row.getByRole('gridcell').nth(2).click()
    await ada.keyboard.type('19750.5')
    await ada.keyboard.press('Enter')
    await row.getByRole('img', { name: 'Saved' }).waitFor()
    const rows = [...app.system.sandbox.salesforce.account(ADA).org.database.rows('Opportunity')]
    expect(rows.find(({ Name }) => Name === 'Halden – warehouse pilot')?.Amount).toBe(19_750.5)
    await picture('table')
  })

  test('20. she finds what to do next, and accepts it', async () => {
    await app.ada.execute('mutation ($input: AddRecommendationInput!) { addRecommendation(input: $input) { _id } }', {
      input: {
        recommendationType: 'upsert_note',
        displayTitle: 'Write the agenda',
        upsertRecommendation: { title: 'Agenda of Monday' },
      },
    })
    await goTo(ada, '/recommendations')
    const card = ada.getByRole('article', { name: 'Write the agenda' })
    await card.getByRole('button').first().click()
    await ada.getByText('Done: Write the agenda.').waitFor()
  })

  test('21. the network is cut and mended: the page says so, and what happened meanwhile is there', async () => {
    await goTo(ada, '/search?q=lighthouse')
    await ada.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await ada.context().setOffline(true)
    await ada.getByText('This page is behind. Reconnecting …').waitFor()
    await app.ada.execute('mutation { upsertOneNote(input: { title: "Lighthouse" }) { _id } }')
    await ada.context().setOffline(false)
    await ada.getByText('Live', { exact: true }).waitFor()
    await ada.getByRole('list', { name: 'Results' }).getByText('Lighthouse').waitFor()
  })

  test('22. her session ends while she writes: she signs in again, and what she wrote is there', async () => {
    await goTo(ada, `/blocks/${noteId}`)
    await ada.getByRole('textbox', { name: 'Text of the note' }).waitFor()
    app.system.oidc.endSessions()
    await ada.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    await ada.getByRole('button', { name: 'Sign in again' }).click()
    await ada.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'detached' })
    await ada.getByText('Forty seats, from March.').waitFor()
    await ada.getByText('Live', { exact: true }).waitFor()
  })

  test('23. a connection has expired: the list says so, and she connects it again', async () => {
    app.system.sandbox.google.oauth.grants.revoke(() => true)
    app.system.sandbox.clock.advance(2 * 3_600_000)
    await goTo(ada, `/connections/${await findId('connections(input: { application: "gmail" })')}`)
    await ada.getByRole('button', { name: 'Run now: Mail' }).click()
    const notice = ada.getByRole('group', { name: `Connect ${ADA} again` })
    await notice.waitFor()
    await clickInWindow(() => notice.getByRole('button', { name: 'Connect again' }).click(), 'Allow')
    await ada.getByRole('dialog', { name: 'Gmail is connected' }).getByRole('button', { name: 'Done' }).click()
    await notice.waitFor({ state: 'detached' })
  })

  test('24. she signs out, and nothing of her is left in the browser', async () => {
    await ada.getByRole('button', { name: /^Account of/ }).click()
    await ada.getByRole('menuitem', { name: 'Sign out' }).click()
    await ada.getByRole('button', { name: 'Sign out' }).click()
    await ada.getByRole('heading', { name: 'You are signed out' }).waitFor()
    const stored = await ada.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(stored).not.toMatch(/eyJ|token|ada@|Kestrel/)
    expect(app.refused).toEqual([])
  })
})
