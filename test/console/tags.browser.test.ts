import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { ADA, type ConsoleSystem, startConsole } from './kit/system.ts'

/** Two windows and a dozen steps take longer than other tests (ms). */
const TIMEOUT_MS = 90_000

inBrowser('people and companies', () => {
  let app: ConsoleSystem
  beforeAll(async () => {
    app = await startConsole({ connect: ['salesforce'] })
  }, 180_000)
  afterAll(() => app?.stop())
  afterEach(async () => {
    for (const context of app.browser.contexts()) await context.close()
  })

  const addTag = async (input: object): Promise<string> => {
    const mutation = 'mutation ($input: UpsertTagInput!) { upsertOneTag(input: $input) { _id } }'
    const { upsertOneTag } = await app.ada.execute<{ upsertOneTag: { _id: string } }>(mutation, { input })
    return upsertOneTag._id
  }
  const addPerson = (alias: string, email: string) => addTag({ tagType: 'person', alias, email })
  const openTag = (id: string, tab = '') => app.open(ADA, { path: `/tags/${id}${tab && `?tab=${tab}`}` })

  test(
    'are found as one types, opened by keyboard, and still searched for after going back',
    async () => {
      await addPerson('Noa Stern', 'noa@lumen.example')
      await addPerson('Nora Quist', 'nora@lumen.example')
      const page = await app.open(ADA, { path: '/people' })
      await page.getByRole('textbox', { name: 'Search people' }).fill('noa')
      await page.getByRole('link', { name: 'Nora Quist' }).waitFor({ state: 'detached' })
      await page.waitForURL('**/people?*noa*')
      await page.getByRole('link', { name: 'Noa Stern' }).press('Enter')
      await title(page, 'Noa Stern').waitFor()
      await page.goBack()
      await page.getByRole('link', { name: 'Noa Stern' }).waitFor()
      expect(await page.getByRole('textbox', { name: 'Search people' }).inputValue()).toBe('noa')
      await page.getByRole('button', { name: 'Clear the search' }).click()
      await page.getByRole('link', { name: 'Nora Quist' }).waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'are edited, and another window shows it at once',
    async () => {
      const id = await addPerson('Ines Prado', 'ines@lumen.example')
      const [page, other, list] = await Promise.all([
        openTag(id),
        openTag(id),
        app.open(ADA, { path: '/people?q=lumen' }),
      ])
      await edit(page, 'Name', 'Inês Prado')
      await title(other, 'Inês Prado').waitFor()
      await list.getByRole('link', { name: 'Inês Prado' }).waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'are told at the field what is refused, and where the address is used already',
    async () => {
      await addPerson('Ugo Valli', 'ugo@lumen.example')
      const page = await openTag(await addPerson('Ugo V.', 'ugo.valli@lumen.example'))
      await edit(page, 'Email', 'nobody')
      await page.getByText('Email must be an email address.').waitFor()
      expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
      await page.getByLabel('Email').fill('ugo@lumen.example')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('link', { name: 'Open Ugo Valli' }).click()
      await title(page, 'Ugo Valli').waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'are created, and a known address opens who has it',
    async () => {
      await addTag({ tagType: 'topic', tagSubType: 'organization', alias: 'Lumen', emailDomain: 'lumen.example' })
      const page = await app.open(ADA, { path: '/people' })
      await page.getByRole('button', { name: 'New person' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Pia Holm')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByText('Email is required for a new person.').waitFor()
      await page.getByRole('dialog').getByLabel('Email').fill('pia@lumen.example')
      await page.getByRole('button', { name: 'Create' }).click()
      await title(page, 'Pia Holm').waitFor()
      await page.getByRole('link', { name: 'Lumen', exact: true }).click()
      await title(page, 'Lumen').waitFor()
      await page.getByRole('tab', { name: 'People' }).click()
      await page.getByRole('list', { name: 'People' }).getByRole('link', { name: 'Pia Holm' }).waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'are merged after what it does was said',
    async () => {
      const keepTagId = await addPerson('Tom Berg', 'tom@lumen.example')
      const other = await addPerson('T. Berg', 'tberg@lumen.example')
      await app.ada.execute('mutation ($input: AddRecommendationInput!) { addRecommendation(input: $input) { _id } }', {
        input: {
          recommendationType: 'merge_tags',
          displayTitle: 'Merge two people',
          tagIds: [keepTagId, other],
          mergeTagsRecommendation: { keepTagId, tagIds: [other] },
        },
      })
      const page = await openTag(other)
      const merge = page.getByRole('region', { name: 'Merge two people' })
      await merge.getByText(/^Tom Berg \(tom@lumen\.example\) remains/).waitFor()
      await merge.getByText(/^T\. Berg .* is archived/).waitFor()
      await merge.getByRole('button', { name: 'Merge' }).click()
      await title(page, 'Tom Berg').waitFor()
      await page.goBack()
      await page.getByText('This is archived').waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'are added to a connected system, whose fields can be pinned',
    async () => {
      const id = await addPerson('Vera Lindt', 'vera@lumen.example')
      const [page, other] = await Promise.all([openTag(id), openTag(id)])
      await page.getByRole('button', { name: 'Add to Salesforce' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(/has no such record yet/).waitFor()
      expect(await dialog.getByLabel('Last Name').inputValue()).toBe('Lindt')
      await dialog.getByRole('button', { name: 'Add to Salesforce' }).click()
      await other
        .getByRole('complementary', { name: 'Details' })
        .getByRole('link', { name: /^Contact/ })
        .waitFor()

      await page.getByRole('tab', { name: 'Fields' }).click()
      const pin = page.getByRole('button', { name: 'Pin Email' })
      await pin.click()
      await page.locator('button[aria-label="Pin Email"][aria-pressed="true"]').waitFor()
      const query = 'query ($id: String!) { tag(input: { _id: $id }) { signals { fieldName value pinned } } }'
      const { tag } = await app.ada.execute<{ tag: { signals: object[] } }>(query, { id })
      expect(tag.signals).toEqual([{ fieldName: 'Email', value: 'vera@lumen.example', pinned: true }])
    },
    TIMEOUT_MS,
  )

  test(
    'have notes and tasks from their page, and the notes can be published',
    async () => {
      const id = await addPerson('Karl Ost', 'karl@lumen.example')
      const [page, other] = await Promise.all([openTag(id), openTag(id)])
      await page.getByRole('button', { name: 'New note' }).click()
      await page.getByRole('dialog').getByLabel('Title').fill('What Karl needs')
      await page.getByRole('button', { name: 'Create note' }).click()
      await entry(other, 'What Karl needs').waitFor()

      await page.goBack()
      await page.getByRole('button', { name: 'New task' }).click()
      await page.getByRole('dialog').getByLabel('Title').fill('Call Karl')
      await page.getByRole('button', { name: 'Create task' }).click()
      await entry(other, 'Call Karl').waitFor()
      await other.getByRole('tab', { name: /^Tasks/ }).click()
      await other.getByRole('checkbox', { name: 'Done: Call Karl' }).click()
      await other.getByText('No open tasks').waitFor()

      await other.getByRole('tab', { name: 'Notes' }).click()
      await other.getByRole('button', { name: 'Publish to Salesforce' }).click()
      await other.getByRole('checkbox', { name: 'What Karl needs' }).check()
      await other.getByRole('button', { name: 'Publish 1 note' }).click()
      await other.getByText('1 note published to Salesforce.').waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'are archived and restored',
    async () => {
      const id = await addPerson('Lea Frost', 'lea@lumen.example')
      const list = await app.open(ADA, { path: '/people?q=lea' })
      await list.getByRole('link', { name: 'Lea Frost' }).waitFor()
      const page = await openTag(id)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Archive Lea Frost' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
      await list.getByText('No person matches “lea”').waitFor()
      await page.getByRole('button', { name: 'Restore' }).click()
      await list.getByRole('link', { name: 'Lea Frost' }).waitFor()
    },
    TIMEOUT_MS,
  )
})

function title(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

function entry(page: Page, name: string) {
  return page.getByRole('list', { name: 'Time line' }).getByRole('link', { name })
}

/** Changes one field of the tag whose page is open. */
async function edit(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByRole('button', { name: 'Save' }).click()
}
