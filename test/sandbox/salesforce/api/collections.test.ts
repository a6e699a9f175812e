import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, type Client, column, idOf } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

const ALL = '/composite/sobjects'
const record = (type: string, fields: object) => ({ attributes: { type }, ...fields })
const count = async (object: string) => (await ada.query(`SELECT COUNT() FROM ${object}`)).body.totalSize
const error = (statusCode: string, message: string, fields: string[] = []) => ({
  success: false,
  errors: [{ statusCode, message, fields }],
})

describe('creating many', () => {
  const mixed = [
    record('Contact', { LastName: 'One' }),
    record('Contact', { FirstName: 'Nameless' }),
    record('Account', { Name: 'Two' }),
    record('Contact', { LastName: 'Whitfield', Email: 'maya@kestrel.example' }),
    record('Nonsense', { Name: 'Three' }),
  ]

  test('returns one result each, in order, and status 200 even for failures', async () => {
    const { status, body } = await ada.post(ALL, { allOrNone: false, records: mixed })
    expect(status).toBe(200)
    expect(body).toEqual([
      { id: expect.stringMatching(/^003/), success: true, errors: [] },
      error('REQUIRED_FIELD_MISSING', 'Required fields are missing: [LastName]', ['LastName']),
      { id: expect.stringMatching(/^001/), success: true, errors: [] },
      error('DUPLICATES_DETECTED', 'Use one of these records?'),
      error('INVALID_TYPE', "sObject type 'Nonsense' is not supported."),
    ])
    expect((await ada.get(`/sobjects/Contact/${body[0].id}`)).body.Name).toBe('One')
  })

  test('with allOrNone rolls everything back when one fails', async () => {
    const initialCounts = [await count('Contact'), await count('Account')]
    const { status, body } = await ada.post(ALL, { allOrNone: true, records: mixed.slice(0, 3) })
    const rolledBack = error(
      'ALL_OR_NONE_OPERATION_ROLLED_BACK',
      'Record rolled back because not all records were valid and the request was using AllOrNone header',
    )
    expect(status).toBe(200)
    expect(body).toEqual([
      rolledBack,
      error('REQUIRED_FIELD_MISSING', 'Required fields are missing: [LastName]', ['LastName']),
      rolledBack,
    ])
    expect([await count('Contact'), await count('Account')]).toEqual(initialCounts)
    const good = await ada.post(ALL, { allOrNone: true, records: [mixed[0], mixed[2]] })
    expect(good.body.every((result: { success: boolean }) => result.success)).toBe(true)
    expect([await count('Contact'), await count('Account')]).toEqual(initialCounts.map((number) => number + 1))
  })

  test('accepts up to 200 records', async () => {
    const records = Array.from({ length: 201 }, (_, index) => record('Account', { Name: `Number ${index}` }))
    const { status, body } = await ada.post(ALL, { records })
    const message = 'record limit reached. cannot submit more than 200 records into this call'
    expect([status, body]).toEqual([400, [{ errorCode: 'EXCEEDED_ID_LIMIT', message }]])
    const initialCount = await count('Account')
    const maximum = await ada.post(ALL, { records: records.slice(0, 200) })
    expect(maximum.body).toHaveLength(200)
    expect(await count('Account')).toBe(initialCount + 200)
  })

  test('accepts up to ten chunks of one type', async () => {
    const turns = (number: number) =>
      Array.from({ length: number }, (_, index) =>
        index % 2 === 0 ? record('Account', { Name: `A${index}` }) : record('Contact', { LastName: `C${index}` }),
      )
    expect((await ada.post(ALL, { records: turns(10) })).status).toBe(200)
    const { status, body } = await ada.post(ALL, { records: turns(11) })
    expect([status, body[0].errorCode]).toEqual([400, 'LIMIT_EXCEEDED'])
  })

  test('fails as a whole when the JSON of one record has a wrong type', async () => {
    const initialCount = await count('Account')
    const records = [record('Account', { Name: 'Fine' }), record('Account', { Name: 'Bad', AnnualRevenue: 'much' })]
    const { status, body } = await ada.post(ALL, { records })
    expect([status, body[0].errorCode]).toEqual([400, 'JSON_PARSER_ERROR'])
    expect(await count('Account')).toBe(initialCount)
  })

  test('counts as one call', async () => {
    salesforce.ledger.clear()
    await ada.post(ALL, { records: [record('Account', { Name: 'a' }), record('Account', { Name: 'b' })] })
    expect(salesforce.ledger.units(ADA)).toBe(1)
  })

  test('fails only for records that need a locked row', async () => {
    const id = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    salesforce.account(ADA).org.locks.hold(id)
    const records = [record('Contact', { LastName: 'Free' }), record('Contact', { LastName: 'Child', AccountId: id })]
    const { body } = await ada.post(ALL, { records })
    expect([body[0].success, body[1].errors[0].statusCode]).toEqual([true, 'UNABLE_TO_LOCK_ROW'])
  })
})

describe('changing many', () => {
  test('accepts the id in either spelling, but only once', async () => {
    const [a, b] = [await idOf(ada, 'Account', 'Kōwhai Foods Ltd'), await idOf(ada, 'Account', '100% Organic_Foods')]
    const { body } = await ada.patch(ALL, {
      records: [
        record('Account', { id: a, Site: 'first' }),
        record('Account', { Id: b.slice(0, 15), Site: 'second' }),
        record('Account', { id: a, Site: 'again' }),
        record('Account', { Site: 'nobody’s' }),
        record('Account', { id: a.replace('001', '003'), Site: 'other' }),
      ],
    })
    expect(body.slice(0, 2)).toEqual([a, b].map((id) => ({ id, success: true, errors: [] })))
    expect(body.slice(2).map((result: { errors: { statusCode: string }[] }) => result.errors[0]?.statusCode)).toEqual([
      'DUPLICATE_VALUE',
      'MISSING_ARGUMENT',
      'NOT_FOUND',
    ])
    const sites = await ada.query('SELECT Site FROM Account WHERE Site != null ORDER BY Site')
    expect(column(sites, 'Site')).toEqual(['first', 'second'])
  })

  test('by external id creates missing rows', async () => {
    const { body } = await ada.patch(`${ALL}/Project__c/Project_Code__c`, {
      records: [
        record('Project__c', { Project_Code__c: 'HAL-2026-01', Headcount__c: 9 }),
        record('Project__c', { Project_Code__c: 'NEW-1', Sponsor__c: 'Ada' }),
        record('Project__c', { Sponsor__c: 'Ada' }),
      ],
    })
    expect(body).toEqual([
      { id: expect.any(String), success: true, errors: [], created: false },
      { id: expect.any(String), success: true, errors: [], created: true },
      error('MISSING_ARGUMENT', 'Project_Code__c not specified'),
    ])
  })
})

describe('deleting many', () => {
  test('returns one result each', async () => {
    const id = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    const { status, body } = await ada.remove(`${ALL}?ids=${id},${id},nonsense&allOrNone=false`)
    expect(status).toBe(200)
    expect(body[0]).toEqual({ id, success: true, errors: [] })
    expect([body[1].errors[0].statusCode, body[2].errors[0].statusCode]).toEqual(['ENTITY_IS_DELETED', 'MALFORMED_ID'])
  })

  test('with allOrNone also restores the dependents', async () => {
    const id = await idOf(ada, 'Account', 'Halden Trelast AS')
    const initialCount = await count('Contact')
    await ada.remove(`${ALL}?ids=${id},nonsense&allOrNone=true`)
    expect(await count('Contact')).toBe(initialCount)
    await ada.remove(`${ALL}?ids=${id}&allOrNone=true`)
    expect(await count('Contact')).toBe(initialCount - 3)
  })

  test('requires an id', async () => {
    const { status, body } = await ada.remove(`${ALL}?ids=`)
    expect([status, body]).toEqual([
      400,
      [{ errorCode: 'REQUIRED_FIELD_MISSING', message: 'At least 1 Id is required.' }],
    ])
  })
})

describe('reading many', () => {
  test('returns null for missing rows', async () => {
    const id = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    const gone = (await ada.queryAll('SELECT Id FROM Account WHERE IsDeleted = true')).body.records[0].Id
    const { body } = await ada.post(`${ALL}/Account`, {
      ids: [gone, id.slice(0, 15), 'nonsense'],
      fields: ['Name', 'Owner.Name'],
    })
    expect(body).toEqual([null, expect.objectContaining({ Id: id, Name: 'Kōwhai Foods Ltd' }), null])
    expect((await ada.get(`${ALL}/Account?ids=${id}&fields=Id,Name`)).body).toHaveLength(1)
  })

  test('accepts up to 2,000 ids, and rejects unknown fields', async () => {
    const ids = Array.from({ length: 2_001 }, () => '0015e0000004C92AAE')
    const { body } = await ada.post(`${ALL}/Account`, { ids, fields: ['Name'] })
    expect(body[0].errorCode).toBe('EXCEEDED_ID_LIMIT')
    const maximum = await ada.post(`${ALL}/Account`, { ids: ids.slice(1), fields: ['Name'] })
    expect(maximum.body).toHaveLength(2_000)
    expect((await ada.post(`${ALL}/Account`, { ids: [], fields: ['Nope'] })).body[0].errorCode).toBe('INVALID_FIELD')
  })
})
