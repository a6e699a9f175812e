import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, BILAL, type Client, idOf } from '../harness.ts'

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

describe('a create is refused', () => {
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
    const before = await count(object)
    const reply = await ada.post(`/sobjects/${object}`, body)
    expect([reply.status, reply.body]).toEqual([400, [{ errorCode, message, fields }]])
    expect(await count(object)).toBe(before)
  })

  test('for all its faults at once', async () => {
    const { body } = await ada.post('/sobjects/Contact', { FirstName: 'n'.repeat(41), Email: 'nope' })
    expect(body.map((error: { errorCode: string }) => error.errorCode)).toEqual([
      'REQUIRED_FIELD_MISSING',
      'STRING_TOO_LONG',
      'INVALID_EMAIL_ADDRESS',
    ])
  })

  test('when it points to something that was deleted', async () => {
    const { body } = await ada.queryAll("SELECT Id FROM Account WHERE Name = 'Old Mill Paper'")
    const reply = await ada.post('/sobjects/Contact', { LastName: 'x', AccountId: body.records[0].Id })
    expect([reply.status, reply.body[0].errorCode]).toEqual([404, 'ENTITY_IS_DELETED'])
  })

  test('when a unique value is taken, upper or lower case', async () => {
    const taken = await ada.query("SELECT Id FROM Project__c WHERE Project_Code__c = 'HAL-2026-01'")
    const { status, body } = await ada.post('/sobjects/Project__c', { ...PROJECT, Project_Code__c: 'hal-2026-01' })
    const where = `duplicates value on record with id: ${taken.body.records[0].Id}`
    expect([status, body[0].errorCode]).toEqual([400, 'DUPLICATE_VALUE'])
    expect(body[0].message).toBe(`duplicate value found: Project_Code__c ${where}`)
  })
})

describe('JSON', () => {
  test.each([
    ['text for a number', 'Account', { Name: 'x', AnnualRevenue: '5' }, 'double'],
    ['text for a boolean', 'Contact', { LastName: 'x', DoNotCall: 'true' }, 'boolean'],
    ['a number for text', 'Account', { Name: 5 }, 'string'],
    ['an object for a reference', 'Contact', { LastName: 'x', AccountId: {} }, 'string'],
    ['a day that does not exist', 'Opportunity', { ...DEAL, CloseDate: '2026-02-30' }, 'date'],
    ['a datetime for a date', 'Opportunity', { ...DEAL, CloseDate: '2026-02-01T00:00:00Z' }, 'date'],
    [
      'an offset without colon or milliseconds',
      'Project__c',
      { ...PROJECT, Kick_Off__c: '2013-08-12T15:20:00+0000' },
      'datetime',
    ],
    ['text that is no base64', 'ContentNote', { Title: 'x', Content: '<p>' }, 'base64'],
  ])('%s cannot be read', async (_, object, body, type) => {
    const reply = await ada.post(`/sobjects/${object}`, body)
    expect([reply.status, reply.body[0].errorCode]).toEqual([400, 'JSON_PARSER_ERROR'])
    expect(reply.body[0].message).toContain(`Cannot deserialize instance of ${type} from`)
  })

  test.each(['{"Name":', '[]', 'null', ''])('that is no object cannot be read: %j', async (body) => {
    const { status, body: errors } = await ada.post('/sobjects/Account', body)
    expect([status, errors[0].errorCode]).toEqual([400, 'JSON_PARSER_ERROR'])
  })

  test('as text is taken when the switch says so', async () => {
    salesforce.settings.textForNumbers = 'accept'
    const { body } = await ada.post('/sobjects/Account', {
      Name: 'x',
      AnnualRevenue: '1250.5',
      NumberOfEmployees: ' 4 ',
    })
    expect((await ada.get(`/sobjects/Account/${body.id}`)).body).toMatchObject({
      AnnualRevenue: 1250.5,
      NumberOfEmployees: 4,
    })
    expect((await ada.post('/sobjects/Account', { Name: 'x', AnnualRevenue: 'many' })).status).toBe(400)
  })

  test('is kept as it came: dates, times, choices, unicode', async () => {
    const body = {
      ...PROJECT,
      Name: '𠮷野 — 🚢\u200d',
      Kick_Off__c: '2026-03-29T02:30:00+02:00',
      Daily_Meeting__c: '09:15:00',
      Start_Date__c: '2028-02-29',
      Regions__c: 'APAC;EMEA',
      Keywords__c: 'not on the list',
      Summary__c: 'a\r\nb\t"\'\\',
    }
    const { body: made } = await ada.post('/sobjects/Project__c', body)
    expect((await ada.get(`/sobjects/Project__c/${made.id}`)).body).toMatchObject({
      ...body,
      Kick_Off__c: '2026-03-29T00:30:00.000+0000',
      Daily_Meeting__c: '09:15:00.000Z',
    })
  })
})

describe('rights', () => {
  test('a hidden field does not exist, a read-only one cannot be written', async () => {
    const bilal = as(salesforce, BILAL)
    const id = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    const hidden = await bilal.patch(`/sobjects/Account/${id}`, { AnnualRevenue: 5 })
    expect(hidden.body[0]).toMatchObject({
      errorCode: 'INVALID_FIELD',
      message: "No such column 'AnnualRevenue' on sobject of type Account",
    })
    const closed = await bilal.patch(`/sobjects/Account/${id}`, { Name: 'Mine', Site: 'x' })
    expect(closed.body[0]).toMatchObject({ message: writeError('Name'), fields: ['Name'] })
    expect((await ada.get(`/sobjects/Account/${id}`)).body).toMatchObject({ Name: 'Kōwhai Foods Ltd', Site: null })
  })

  test('an object that may only be read refuses every write', async () => {
    const bilal = as(salesforce, BILAL)
    const id = await idOf(ada, 'Opportunity', 'Halden – warehouse pilot')
    for (const reply of [
      await bilal.remove(`/sobjects/Opportunity/${id}`),
      await bilal.post('/sobjects/Opportunity', {}),
    ]) {
      expect([reply.status, reply.body[0].errorCode]).toEqual([403, 'INSUFFICIENT_ACCESS_OR_READONLY'])
    }
    const user = await ada.post('/sobjects/User', {})
    expect([user.status, user.body[0].errorCode]).toEqual([403, 'INSUFFICIENT_ACCESS_OR_READONLY'])
  })

  test('nothing is linked to a row the user may not see', async () => {
    const project = await idOf(ada, 'Project__c', 'Halden warehouse')
    const { body } = await as(salesforce, BILAL).post('/sobjects/Task', { Subject: 'Call', WhatId: project })
    expect(body[0]).toMatchObject({
      errorCode: 'INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY',
      message: `insufficient access rights on cross-reference id: ${project.slice(0, 15)}`,
    })
  })

  test('converted leads and rows in approval cannot be edited, and an id cannot be changed', async () => {
    const lead = (await ada.query('SELECT Id FROM Lead WHERE IsConverted = true')).body.records[0].Id
    const converted = await ada.patch(`/sobjects/Lead/${lead}`, { Title: 'x' })
    expect(converted.body[0]).toMatchObject({ errorCode: 'CANNOT_UPDATE_CONVERTED_LEAD' })
    const account = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    salesforce.account(ADA).org.lockedForEditing.add(account)
    const locked = await ada.patch(`/sobjects/Account/${account}`, { Site: 'x' })
    expect(locked.body[0]).toMatchObject({ errorCode: 'ENTITY_IS_LOCKED', message: 'the entity is locked for editing' })
    const named = await ada.patch(`/sobjects/Lead/${lead}`, { Id: lead })
    expect(named.body[0].message).toBe('The Id field should not be specified in the sobject data.')
  })
})

describe('rules and locks', () => {
  const twin = { FirstName: 'M.', LastName: 'WHITFIELD', Email: 'Maya@kestrel.example' }

  test('a duplicate is refused with what it duplicates', async () => {
    const { status, body } = await ada.post('/sobjects/Contact', twin)
    const [known] = (await ada.query("SELECT Id FROM Contact WHERE LastName = 'Whitfield'")).body.records
    expect(status).toBe(400)
    expect(body[0]).toMatchObject({
      errorCode: 'DUPLICATES_DETECTED',
      message: 'Use one of these records?',
      duplicateResut: {
        allowSave: true,
        duplicateRule: 'Standard_Contact_Duplicate_Rule',
        matchResults: [{ size: 1, matchRecords: [{ record: { Id: known.Id, attributes: { type: 'Contact' } } }] }],
      },
    })
  })

  test('a duplicate passes by header where the rule only warns', async () => {
    const allow = { 'sforce-duplicate-rule-header': 'allowSave=true' }
    expect((await ada.post('/sobjects/Contact', twin, allow)).status).toBe(201)
    for (const rule of salesforce.account(ADA).org.duplicateRules) rule.action = 'block'
    expect((await ada.post('/sobjects/Contact', twin, allow)).body[0].duplicateResut.allowSave).toBe(false)
  })

  test('people who only share an address are no duplicates', async () => {
    const { status } = await ada.post('/sobjects/Contact', { LastName: 'New', Email: 'dispatch@kestrel.example' })
    expect(status).toBe(201)
  })

  test('a rule of an administrator applies to updates, too', async () => {
    const id = await idOf(ada, 'Opportunity', 'Halden – warehouse pilot')
    const { body } = await ada.patch(`/sobjects/Opportunity/${id}`, { Amount: -0.01 })
    expect(body[0]).toMatchObject({ errorCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', fields: ['Amount'] })
  })

  test('a row that someone else is writing is locked for so many writes, for its children, too', async () => {
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
