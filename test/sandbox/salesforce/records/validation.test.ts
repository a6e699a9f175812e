import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { as, type Client } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

const count = async (object: string) => (await ada.query(`SELECT COUNT() FROM ${object}`)).body.totalSize
const PROJECT = { Sponsor__c: 'Ada' }
const DEAL = { Name: 'x', StageName: 'Prospecting', CloseDate: '2026-05-01' }
const writeError = (names: string) =>
  `Unable to create/update fields: ${names}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.`

describe('a create fails', () => {
  test.each([
    ['Account', {}, 'REQUIRED_FIELD_MISSING', 'Required fields are missing: [Name]', ['Name']],
    [
      'Opportunity',
      { Name: 'x' },
      'REQUIRED_FIELD_MISSING',
      'Required fields are missing: [StageName, CloseDate]',
      ['StageName', 'CloseDate'],
    ],
    ['Account', { Name: '' }, 'REQUIRED_FIELD_MISSING', 'Required fields are missing: [Name]', ['Name']],
    [
      'Lead',
      { LastName: 'x', Company: 'y', Status: null },
      'REQUIRED_FIELD_MISSING',
      'Required fields are missing: [Status]',
      ['Status'],
    ],
    ['Account', { Name: 'x', foo: 1 }, 'INVALID_FIELD', "No such column 'foo' on sobject of type Account", []],
    [
      'Account',
      { Name: 'x', Id: 'y' },
      'INVALID_FIELD_FOR_INSERT_UPDATE',
      'cannot specify Id in an insert call',
      ['Id'],
    ],
    ['Contact', { LastName: 'x', Name: 'y' }, 'INVALID_FIELD_FOR_INSERT_UPDATE', writeError('Name'), ['Name']],
    [
      'Account',
      { Name: 'x', CreatedDate: '2020-01-01T00:00:00Z' },
      'INVALID_FIELD_FOR_INSERT_UPDATE',
      writeError('CreatedDate'),
      ['CreatedDate'],
    ],
    [
      'Account',
      { Name: 'x', AccountNumber: 'n'.repeat(41) },
      'STRING_TOO_LONG',
      `Account Number: data value too large: ${'n'.repeat(41)} (max length=40)`,
      ['AccountNumber'],
    ],
    [
      'Project__c',
      { ...PROJECT, Phase__c: 'Someday' },
      'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
      'Phase: bad value for restricted picklist field: Someday',
      ['Phase__c'],
    ],
    [
      'Project__c',
      { ...PROJECT, Phase__c: 'Parked' },
      'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
      'Phase: bad value for restricted picklist field: Parked',
      ['Phase__c'],
    ],
    [
      'Project__c',
      { ...PROJECT, Regions__c: 'EMEA,APAC' },
      'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
      'Regions: bad value for restricted picklist field: EMEA,APAC',
      ['Regions__c'],
    ],
    [
      'Contact',
      { LastName: 'x', Email: 'not-an-address' },
      'INVALID_EMAIL_ADDRESS',
      'Email: invalid email address: not-an-address',
      ['Email'],
    ],
    [
      'Contact',
      { LastName: 'x', AccountId: '006B000002nBrQ' },
      'MALFORMED_ID',
      'Account ID: id value of incorrect type: 006B000002nBrQ',
      ['AccountId'],
    ],
    [
      'Contact',
      { LastName: 'x', AccountId: '0065e0000004C92' },
      'MALFORMED_ID',
      'Account ID: id value of incorrect type: 0065e0000004C92',
      ['AccountId'],
    ],
    [
      'Contact',
      { LastName: 'x', AccountId: '0015e00000zzzzz' },
      'INVALID_CROSS_REFERENCE_KEY',
      'invalid cross reference id',
      [],
    ],
    [
      'Opportunity',
      { ...DEAL, Amount: -1 },
      'FIELD_CUSTOM_VALIDATION_EXCEPTION',
      'An amount may not be negative.',
      ['Amount'],
    ],
    [
      'Project__c',
      { ...PROJECT, Phase__c: 'Done' },
      'FIELD_CUSTOM_VALIDATION_EXCEPTION',
      'A project that is done needs an end date.',
      [],
    ],
  ])('%s %j: %s', async (object, body, errorCode, message, fields) => {
    const initialCount = await count(object)
    const reply = await ada.post(`/sobjects/${object}`, body)
    expect([reply.status, reply.body]).toEqual([400, [{ errorCode, message, fields }]])
    expect(await count(object)).toBe(initialCount)
  })

  test('with all its errors at once', async () => {
    const { body } = await ada.post('/sobjects/Contact', { FirstName: 'n'.repeat(41), Email: 'nope' })
    expect(body.map((error: { errorCode: string }) => error.errorCode)).toEqual([
      'REQUIRED_FIELD_MISSING',
      'STRING_TOO_LONG',
      'INVALID_EMAIL_ADDRESS',
    ])
  })

  test('when it references a deleted row', async () => {
    const { body } = await ada.queryAll("SELECT Id FROM Account WHERE Name = 'Old Mill Paper'")
    const reply = await ada.post('/sobjects/Contact', { LastName: 'x', AccountId: body.records[0].Id })
    expect([reply.status, reply.body[0].errorCode]).toEqual([404, 'ENTITY_IS_DELETED'])
  })

  test('when a unique value exists, ignoring case', async () => {
    const existing = await ada.query("SELECT Id FROM Project__c WHERE Project_Code__c = 'HAL-2026-01'")
    const { status, body } = await ada.post('/sobjects/Project__c', { ...PROJECT, Project_Code__c: 'hal-2026-01' })
    const where = `duplicates value on record with id: ${existing.body.records[0].Id}`
    expect([status, body[0].errorCode]).toEqual([400, 'DUPLICATE_VALUE'])
    expect(body[0].message).toBe(`duplicate value found: Project_Code__c ${where}`)
  })
})
