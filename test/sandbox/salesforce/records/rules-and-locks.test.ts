import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, type Client, idOf } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

describe('rules and locks', () => {
  const duplicate = { FirstName: 'M.', LastName: 'WHITFIELD', Email: 'Maya@kestrel.example' }

  test('a duplicate is rejected with the existing rows', async () => {
    const { status, body } = await ada.post('/sobjects/Contact', duplicate)
    const [existing] = (await ada.query("SELECT Id FROM Contact WHERE LastName = 'Whitfield'")).body.records
    expect(status).toBe(400)
    expect(body[0]).toMatchObject({
      errorCode: 'DUPLICATES_DETECTED',
      message: 'Use one of these records?',
      duplicateResut: {
        allowSave: true,
        duplicateRule: 'Standard_Contact_Duplicate_Rule',
        matchResults: [{ size: 1, matchRecords: [{ record: { Id: existing.Id, attributes: { type: 'Contact' } } }] }],
      },
    })
  })

  test('a duplicate is permitted by a header when the rule only alerts', async () => {
    const allow = { 'sforce-duplicate-rule-header': 'allowSave=true' }
    expect((await ada.post('/sobjects/Contact', duplicate, allow)).status).toBe(201)
    for (const rule of salesforce.account(ADA).org.duplicateRules) rule.action = 'block'
    expect((await ada.post('/sobjects/Contact', duplicate, allow)).body[0].duplicateResut.allowSave).toBe(false)
  })

  test('people who only share an address are not duplicates', async () => {
    const { status } = await ada.post('/sobjects/Contact', { LastName: 'New', Email: 'dispatch@kestrel.example' })
    expect(status).toBe(201)
  })

  test('a validation rule also applies to updates', async () => {
    const id = await idOf(ada, 'Opportunity', 'Halden – warehouse pilot')
    const { body } = await ada.patch(`/sobjects/Opportunity/${id}`, { Amount: -0.01 })
    expect(body[0]).toMatchObject({ errorCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', fields: ['Amount'] })
  })

  test('a row lock makes a number of writes fail, also those of its children', async () => {
    const id = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    salesforce.account(ADA).org.locks.hold(id, 2)
    for (const reply of [
      await ada.patch(`/sobjects/Account/${id}`, { Site: 'x' }),
      await ada.post('/sobjects/Contact', { LastName: 'Child', AccountId: id }),
    ]) {
      const message = `unable to obtain exclusive access to this record or 1 records: ${id}`
      expect([reply.status, reply.body[0]]).toEqual([400, { errorCode: 'UNABLE_TO_LOCK_ROW', message, fields: [] }])
    }
    expect((await ada.patch(`/sobjects/Account/${id}`, { Site: 'x' })).status).toBe(204)
  })
})
