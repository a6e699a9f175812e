import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { ADA, type ConsoleSystem, startConsole } from './kit/system.ts'

/** Two windows and a dozen steps take longer than other tests (ms). */
const TIMEOUT_MS = 90_000
const OBJECT = 'Opportunity'

inBrowser('tables', () => {
  let app: ConsoleSystem
  let tableId: string
  beforeAll(async () => {
    app = await startConsole({ connect: ['salesforce'] })
    const { recordTypes } = await app.ada.execute<{
      recordTypes: { tableId: string; operations: { update: boolean } }[]
    }>(`{ recordTypes(input: { metadataType: "${OBJECT}" }) { tableId operations { update } } }`)
    tableId = recordTypes.find(({ operations }) => operations.update)?.tableId ?? ''
  }, 180_000)
  afterAll(() => app?.stop())
  afterEach(async () => {
    for (const context of app.browser.contexts()) await context.close()
  })

  const openTable = (search = '') =>
    app.open(ADA, { path: `/tables/${tableId}?columns=Name:StageName:Amount:AccountId:CloseDate${search}` })
  /** The row of an opportunity as the vendor has it. */
  const stored = (name: string) =>
    [...app.system.sandbox.salesforce.account(ADA).org.database.rows(OBJECT)].find((row) => row.Name === name)

  test(
    'are found by name, and say which of them cannot be written',
    async () => {
      const page = await app.open(ADA, { path: '/tables' })
      const list = page.getByRole('list', { name: 'Tables' })
      await list.getByText('Read-only').first().waitFor()
      await page.getByRole('searchbox', { name: 'Find a table' }).fill('lead')
      await page.getByText('1 table', { exact: true }).waitFor()
      await list.getByRole('link', { name: 'Lead' }).click()
      await page.getByRole('heading', { name: 'Lead', level: 1 }).waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'have cells that are edited by keyboard, stored at the vendor, and shown in another window',
    async () => {
      const [page, other] = await Promise.all([openTable(), openTable()])
      await cell(page, /warehouse pilot/, 'Amount').click()
      await page.keyboard.type('19750.5')
      await page.keyboard.press('Enter')
      await cell(page, /warehouse pilot/, 'Amount')
        .getByRole('img', { name: 'Saved' })
        .waitFor()
      await cell(other, /warehouse pilot/, 'Amount')
        .getByText('19,750.50')
        .waitFor()
      expect(stored('Halden – warehouse pilot')?.Amount).toBe(19_750.5)

      await cell(page, /route planning/, 'Stage').click()
      await page.keyboard.type('propos')
      await page.getByRole('option', { name: 'Proposal/Price Quote' }).waitFor()
      await page.keyboard.press('Enter')
      await cell(other, /route planning/, 'Stage')
        .getByText('Proposal/Price Quote')
        .waitFor()
      expect(stored('Kestrel – route planning')?.StageName).toBe('Proposal/Price Quote')
    },
    TIMEOUT_MS,
  )

  test(
    'say at the cell why the vendor refuses a value, and do not lose it',
    async () => {
      const message = 'Amounts above one million need an approval.'
      app.system.sandbox.salesforce
        .account(ADA)
        .org.validationRules.push({ object: OBJECT, errorWhen: 'Amount > 1000000', message, field: 'Amount' })
      const page = await openTable()
      const amount = cell(page, /2025 order/, 'Amount')
      await amount.click()
      await page.keyboard.type('2500000')
      await page.keyboard.press('Enter')
      await amount.getByRole('img', { name: `Refused: ${message}` }).waitFor()
      expect(await amount.getAttribute('aria-invalid')).toBe('true')
      await amount.getByText('2,500,000.00').waitFor()
      expect(stored('Halden – 2025 order')?.Amount).toBe(96_000)

      await page.getByRole('link', { name: 'Tables' }).click()
      await page.goBack()
      await amount.getByText('2,500,000.00').waitFor()
      await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Discard', exact: true }).click()
      await amount.getByText('96,000.00').waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'leave a cell as it was on Escape, and move like a spreadsheet',
    async () => {
      const page = await openTable()
      const name = cell(page, /framework renewal/, 'Opportunity Name')
      await name.click()
      await page.keyboard.press('F2')
      await page.keyboard.type(' and more')
      await page.keyboard.press('Escape')
      await name.getByText('Halden – framework renewal', { exact: true }).waitFor()
      await page.keyboard.press('ArrowRight')
      expect(await focusedColumn(page)).toBe('Stage')
      await page.keyboard.press('Control+End')
      expect(await focusedColumn(page)).toBe('Close Date')
      await page.keyboard.press('Control+Home')
      expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('rowheader')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/blocks\//)
    },
    TIMEOUT_MS,
  )

  test(
    'collect changes of several records and tell the outcome of each',
    async () => {
      const page = await openTable('&sort=Name&q=Halden')
      await page.getByText('3 records', { exact: true }).waitFor()
      await page.getByRole('switch', { name: 'Collect changes' }).check()
      await cell(page, /2025 order/, 'Close Date').click()
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Delete')
      await page.getByText('2 refused', { exact: true }).waitFor()
      const changes = page.getByRole('region', { name: 'Changes' })
      await changes.getByText('Close Date cannot be empty.').first().waitFor()
      await changes.getByRole('button', { name: 'Discard', exact: true }).first().click()

      await cell(page, /2025 order/, 'Stage').click()
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('F2')
      await page.getByRole('option', { name: 'Needs Analysis' }).click()
      await changes.getByText('2 changes not written yet').waitFor()
      expect(stored('Halden – framework renewal')?.StageName).not.toBe('Needs Analysis')
      await changes.getByRole('button', { name: 'Write to the application' }).click()
      await changes.getByText('2 saved', { exact: true }).waitFor()
      expect(stored('Halden – framework renewal')?.StageName).toBe('Needs Analysis')
      expect(stored('Halden – 2025 order')?.StageName).toBe('Needs Analysis')
    },
    TIMEOUT_MS,
  )

  test(
    'are filtered by fields, and the URL says how',
    async () => {
      const page = await openTable()
      await page.getByRole('grid').waitFor()
      await page.getByRole('button', { name: 'Filter' }).click()
      const form = page.getByRole('dialog', { name: 'Filter' })
      await form.getByRole('combobox', { name: 'Field' }).fill('close date')
      await page.getByRole('option', { name: 'Close Date', exact: true }).click()
      await form.getByRole('combobox', { name: 'Condition' }).selectOption('is before')
      await form.getByLabel('Value').fill('2020-01-01')
      await form.getByRole('button', { name: 'Add filter' }).click()
      await page.getByRole('heading', { name: 'No record matches' }).waitFor()
      expect(new URL(page.url()).searchParams.get('filter')).toBe('CloseDate:before:2020-01-01')
      await page.getByRole('button', { name: 'Show all records' }).click()
      await page.getByRole('row', { name: /warehouse pilot/ }).waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'get a new record, with its required fields and a record that it refers to',
    async () => {
      const page = await openTable()
      await page.getByRole('button', { name: 'Add a record' }).click()
      const form = page.getByRole('dialog', { name: `Add to ${OBJECT}` })
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await form.getByText('Opportunity Name cannot be empty.').waitFor()
      await form.getByRole('textbox', { name: 'Opportunity Name' }).fill('Nordlys – trial')
      await form.getByRole('combobox', { name: 'Stage', exact: true }).click()
      await page.getByRole('option', { name: 'Prospecting' }).click()
      await form.getByLabel('Close Date').fill('2027-03-01')
      await form.getByRole('combobox', { name: 'Account ID' }).fill('kestrel')
      await page.getByRole('option', { name: 'Kestrel Freight, Inc.' }).click()
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await cell(page, /Nordlys – trial/, 'Account ID')
        .getByRole('link', { name: 'Kestrel Freight, Inc.' })
        .waitFor()
      expect(stored('Nordlys – trial')).toMatchObject({ StageName: 'Prospecting', CloseDate: '2027-03-01' })
    },
    TIMEOUT_MS,
  )

  test(
    'are queried at the vendor, which says what it does not accept',
    async () => {
      app.system.sandbox.salesforce.insert(ADA, OBJECT, [
        { Name: 'Not synced', StageName: 'Closed Won', CloseDate: '2026-01-01', Amount: 7 },
      ])
      const page = await openTable()
      await page.getByRole('button', { name: 'Run a query' }).click()
      const form = page.getByRole('form', { name: 'Query' })
      await form.getByRole('combobox', { name: 'Condition' }).selectOption('contains')
      await form.getByLabel('Value').fill('Not syn')
      await form.getByRole('button', { name: 'Run' }).click()
      await page
        .getByRole('grid', { name: /^Records in/ })
        .getByRole('row', { name: /Not synced/ })
        .waitFor()
      await page.reload()
      await page.getByText('1 record.', { exact: true }).waitFor()
      app.system.sandbox.salesforce.account(ADA).org.apiEnabled = false
      await form.getByLabel('Value').fill('Nothing')
      await form.getByRole('button', { name: 'Run' }).click()
      await page.getByRole('alert').waitFor()
      app.system.sandbox.salesforce.account(ADA).org.apiEnabled = true
    },
    TIMEOUT_MS,
  )
})

/** The cell of a record in a column. */
function cell(page: Page, record: RegExp, column: string): Locator {
  const columns = ['Opportunity Name', 'Stage', 'Amount', 'Account ID', 'Close Date']
  const row = page.getByRole('grid').getByRole('row', { name: record })
  return row.getByRole('gridcell').nth(columns.indexOf(column))
}

/** The name of the column of the cell that has the focus. */
function focusedColumn(page: Page): Promise<string | null> {
  return page.evaluate<string | null>(`(() => {
    const column = document.activeElement.getAttribute('aria-colindex')
    return document.querySelector('[role="columnheader"][aria-colindex="' + column + '"]')?.textContent ?? null
  })()`)
}
