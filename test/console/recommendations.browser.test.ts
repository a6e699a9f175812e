import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { ADA, type ConsoleSystem, startConsole } from './kit/system.ts'

/** Two windows and a dozen steps take longer than other tests (ms). */
const TIMEOUT_MS = 90_000

inBrowser('recommendations', () => {
  let app: ConsoleSystem
  beforeAll(async () => {
    app = await startConsole({ platform: { RECOMMENDATION_INTERVAL_MS: '0' } })
  }, 180_000)
  afterAll(() => app?.stop())
  afterEach(async () => {
    for (const context of app.browser.contexts()) await context.close()
  })

  const open = () => app.open(ADA, { path: '/recommendations' })
  const add = (input: object) =>
    app.ada.execute('mutation ($input: AddRecommendationInput!) { addRecommendation(input: $input) { _id } }', {
      input,
    })
  const addTag = async (alias: string, email: string): Promise<string> => {
    const mutation = 'mutation ($input: UpsertTagInput!) { upsertOneTag(input: $input) { _id } }'
    const input = { tagType: 'person', alias, email }
    return (await app.ada.execute<{ upsertOneTag: { _id: string } }>(mutation, { input })).upsertOneTag._id
  }
  const draft = (displayTitle: string, title: string) =>
    add({ recommendationType: 'upsert_note', displayTitle, upsertRecommendation: { title } })

  test(
    'arrive while one looks, are accepted by keyboard, lead to what came of them, and can be undone',
    async () => {
      const [page, other] = await Promise.all([open(), open()])
      await page.getByRole('heading', { name: 'Nothing to recommend' }).waitFor()
      await draft('Write the agenda', 'Agenda of Monday')
      await card(page, 'Write the agenda').getByText('Creates the note “Agenda of Monday”. Only you see it.').waitFor()
      await card(other, 'Write the agenda').waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('a')
      await page.getByText('Done: Write the agenda.').waitFor()
      await card(other, 'Write the agenda').waitFor({ state: 'detached' })
      const notes = () =>
        app.ada.execute('{ searchGraph(input: { blockTypes: [note], searchString: "Agenda" }) { title } }')
      expect(await notes()).toEqual({ searchGraph: [{ title: 'Agenda of Monday' }] })
      const link = page.getByRole('link', { name: 'Open the note' })
      expect(await link.getAttribute('href')).toMatch(/^\/blocks\//)
      await page.getByRole('button', { name: 'Undo' }).click()
      await link.waitFor({ state: 'detached' })
      expect(await notes()).toEqual({ searchGraph: [] })
    },
    TIMEOUT_MS,
  )

  test(
    'say which of two people stays, and merge them',
    async () => {
      const [target, merged] = [
        await addTag('Iris Berg', 'iris@lumen.example'),
        await addTag('I. Berg', 'berg@lumen.example'),
      ]
      await add({
        recommendationType: 'merge_tags',
        displayTitle: 'One person?',
        mergeTagsRecommendation: { keepTagId: target, tagIds: [merged] },
      })
      const page = await open()
      await card(page, 'One person?')
        .getByText(/^Iris Berg stays\. .* I\. Berg is archived/)
        .waitFor()
      await card(page, 'One person?').getByRole('button', { name: 'Merge' }).click()
      await page.getByRole('link', { name: 'Open the page' }).click()
      await page.waitForURL(`**/tags/${target}`)
      const find = (id: string) => app.ada.execute(`{ tag(input: { _id: "${id}" }) { alias } }`)
      expect(await find(target)).toEqual({ tag: { alias: 'Iris Berg' } })
      await expect(find(merged)).rejects.toThrow('The tag was not found.')
    },
    TIMEOUT_MS,
  )

  test(
    'are dismissed with a reason and snoozed, and the focus goes on to the next one',
    async () => {
      for (const name of ['First', 'Second', 'Third']) await draft(name, name)
      const page = await open()
      await card(page, 'Third').focus()
      await page.keyboard.press('d')
      await page.getByRole('button', { name: 'Not relevant' }).click()
      await page.getByText('Dismissed: Third.').waitFor()
      // Not a text: the content security policy forbids to evaluate one.
      await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Second'))
      await page.keyboard.press('s')
      await page.getByRole('button', { name: /^Tomorrow morning/ }).click()
      await card(page, 'Second').waitFor({ state: 'detached' })
      expect(await titles(page)).toEqual(['First'])
      await page.getByRole('button', { name: 'Undo' }).first().click()
      await card(page, 'Second').waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'are filtered by kind in the URL, and stay when the platform refuses them',
    async () => {
      const tagId = await addTag('Ole Dahl', 'ole@lumen.example')
      await addTag('Ole B. Dahl', 'taken@lumen.example')
      const fields = [{ name: 'email', value: 'taken@lumen.example' }]
      await add({
        recommendationType: 'upsert_tag',
        displayTitle: 'Another address',
        tagRecommendation: { tagId, fields },
      })
      const page = await open()
      await page.getByText('People and companies', { exact: true }).first().click()
      await page.waitForURL('**/recommendations?kind=people')
      await card(page, 'First').waitFor({ state: 'detached' })
      const refused = card(page, 'Another address')
      await refused.getByText('ole@lumen.example').waitFor()
      await refused.getByRole('button', { name: 'Change' }).click()
      await refused.getByRole('alert').waitFor()
      expect(await titles(page)).toEqual(['Another address'])
    },
    TIMEOUT_MS,
  )
})

function card(page: Page, title: string) {
  return page.getByRole('article', { name: title })
}

function titles(page: Page): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allTextContents()
}
