import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { type ConsoleSystem, startConsole } from './kit/system.ts'

const HOUR = 3_600_000

/** The operations that the page sends, a list for each request. */
function watchRequests(page: Page): string[][] {
  const requests: string[][] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/graph') || request.method() !== 'POST') return
    const body = request.postDataJSON() as { query: string } | { query: string }[]
    requests.push([body].flat().map(({ query }) => /^\w+ (\w+)/.exec(query)?.[1] ?? ''))
  })
  return requests
}

inBrowser('today', () => {
  let app: ConsoleSystem
  beforeAll(async () => {
    app = await startConsole({ connect: ['google-calendar', 'gmail', 'google-meet'] })
  }, 180_000)
  afterAll(() => app?.stop())

  const addTask = (title: string, fields: string) =>
    app.ada.execute(`mutation { upsertOneTask(input: { title: "${title}", ${fields} }) { _id } }`)
  const region = (page: Page, name: string) => page.getByRole('region', { name })

  test('shows what is first of use by one request', async () => {
    const page = await app.open()
    const requests = watchRequests(page)
    await page.goto(app.url)
    await page
      .getByRole('list', { name: /^Meetings: / })
      .first()
      .waitFor()
    await page.getByRole('slider', { name: /^Items per day and kind/ }).waitFor()
    const first = requests.findIndex((names) => names.includes('UpcomingMeetings'))
    expect(requests[first]).toEqual(expect.arrayContaining(['RecentMail', 'TasksOfToday', 'NewestRecommendations']))
    expect(requests.findIndex((names) => names.includes('SearchGraphTimeline'))).toBeGreaterThan(first)
    await page.context().close()
  })

  test('opens a meeting, and the people of it', async () => {
    const page = await app.open()
    const meetings = region(page, 'Next meetings')
    await meetings.locator('a[href^="/tags/"]').first().click()
    await page.waitForURL(/\/tags\/[0-9a-f-]+$/)
    await page.goBack()
    await meetings.locator('a[href^="/blocks/"]').first().click()
    await page.waitForURL(/\/blocks\/[0-9a-f-]+$/)
    await page.context().close()
  })

  test('completes a task where it is listed, with the reason why it is', async () => {
    await addTask('Send the offer', `dateDue: ${Date.now() - 50 * HOUR}`)
    const page = await app.open()
    const row = page
      .getByRole('list', { name: 'Your tasks' })
      .getByRole('listitem')
      .filter({ hasText: 'Send the offer' })
    await row.getByText(/^Overdue for \d days$/).waitFor()
    await row.getByRole('checkbox', { name: 'Complete Send the offer' }).click()
    await row.waitFor({ state: 'detached' })
    const { searchGraph } = await app.ada.execute<{ searchGraph: unknown[] }>(
      '{ searchGraph(input: { blockTypes: [task], statuses: [completed], searchString: "offer" }) { title } }',
    )
    expect(searchGraph).toContainEqual({ title: 'Send the offer' })
    await page.context().close()
  })

  test('shows a proposed task as it comes in, accepts one and dismisses another', async () => {
    const page = await app.open()
    await region(page, 'Tasks').getByText('Nothing is overdue').waitFor()
    await addTask('Call them back', `proposed: true, dateDue: ${Date.now() + HOUR}`)
    await addTask('Forget about it', 'proposed: true')
    const proposed = page.getByRole('list', { name: 'Proposed tasks' })
    await proposed.getByRole('button', { name: 'Accept Call them back' }).click()
    await page.getByRole('list', { name: 'Your tasks' }).getByText('Call them back').waitFor()
    await proposed.getByRole('button', { name: 'Dismiss Forget about it' }).click()
    await proposed.getByText('Forget about it').waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('the chart is read by the arrow keys and as a table, and opens a day', async () => {
    const page = await app.open()
    const chart = page.getByRole('slider', { name: /^Items per day and kind/ })
    await chart.focus()
    const last = await chart.getAttribute('aria-valuetext')
    await chart.press('ArrowLeft')
    expect(await chart.getAttribute('aria-valuetext')).not.toBe(last)
    await page.getByRole('button', { name: 'Show as a table' }).click()
    const table = region(page, 'Items per day and kind in the last 30 days').getByRole('table')
    await table.getByRole('row').nth(30).waitFor()
    expect(await table.getByRole('row').count()).toBe(31)
    await page.getByRole('button', { name: 'Show as a chart' }).click()
    await chart.focus()
    await chart.press('Enter')
    await page.waitForURL(/\/search\?from=(\d{4}-\d{2}-\d{2})&to=\1$/)
    await page.context().close()
  })

  test('counts the meetings of the period that was chosen', async () => {
    const page = await app.open()
    await region(page, 'People you meet most').getByText('90 days', { exact: true }).click()
    await page.waitForURL(/met=90/)
    const people = page.getByRole('list', { name: 'People you meet most' })
    await people
      .getByText(/^\d+ meetings?$/)
      .first()
      .waitFor()
    await page.context().close()
  })

  test('names what has to be connected again, and leads there', async () => {
    const page = await app.open()
    await page.route('**/api/v1/graph', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replace('"status":"active"', '"status":"reconnect_required"') })
    })
    await page.goto(app.url)
    await page.getByText(/^1 of \d accounts needs you$/).waitFor()
    await page.getByRole('link', { name: /^Connect again: / }).click()
    await page.waitForURL(/\/connections\/[0-9a-f-]+$/)
    await page.context().close()
  })

  test('leads somebody who has nothing to what can be connected, and says what would be here', async () => {
    const page = await app.open('bilal@meridian.example')
    await page.waitForURL(/\/welcome$/)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Today' }).click()
    await page.getByRole('heading', { name: 'Your day starts here' }).waitFor()
    await page.getByRole('link', { name: 'Connect an account' }).click()
    await page.waitForURL(/\/welcome$/)
    await page.context().close()
  })
})
