import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { as, type Client, column, idOf } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

const contactOf = async (id: string) =>
  column(await ada.query(`SELECT ContactId FROM Opportunity WHERE Id = '${id}'`), 'ContactId')
const primaryOf = async (id: string) =>
  column(
    await ada.query(`SELECT ContactId FROM OpportunityContactRole WHERE OpportunityId = '${id}' AND IsPrimary = true`),
    'ContactId',
  )

test('the contact of a new opportunity is its primary role, which another one replaces', async () => {
  const [ingrid, lars] = [await idOf(ada, 'Contact', 'Ingrid Sørensen'), await idOf(ada, 'Contact', 'Lars Ødegård')]
  const deal = { Name: 'Deal', StageName: 'Prospecting', CloseDate: '2026-05-01', ContactId: ingrid, Amount: 200 }
  const { id } = (await ada.post('/sobjects/Opportunity', deal)).body
  expect([await contactOf(id), await primaryOf(id)]).toEqual([[ingrid], [ingrid]])
  await ada.post('/sobjects/OpportunityContactRole', { OpportunityId: id, ContactId: lars, IsPrimary: true })
  expect([await contactOf(id), await primaryOf(id)]).toEqual([[lars], [lars]])
  const { body } = await ada.patch(`/sobjects/Opportunity/${id}`, { ContactId: ingrid })
  expect(body[0].errorCode).toBe('INVALID_FIELD_FOR_INSERT_UPDATE')
  const rows = await ada.query(`SELECT ExpectedRevenue, FiscalYear, FiscalQuarter FROM Opportunity WHERE Id = '${id}'`)
  expect(rows.body.records).toMatchObject([{ ExpectedRevenue: 20, FiscalYear: 2026, FiscalQuarter: 2 }])
})
