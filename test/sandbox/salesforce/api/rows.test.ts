import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { normalizeId } from '../../../../sandbox/salesforce/org/ids.ts'
import { ADA, as, BILAL, type Client, column, idOf, MAYA } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

const ERROR = (errorCode: string, message: string) => [{ errorCode, message, fields: [] }]
const NOT_FOUND = ERROR('NOT_FOUND', 'The requested resource does not exist')

describe('a row', () => {
  test('is created with 201, its id and its location', async () => {
    const { status, headers, body } = await ada.post('/sobjects/Account', { Name: 'Nordlys', NumberOfEmployees: 4 })
    expect([status, body]).toEqual([201, { id: expect.any(String), success: true, errors: [] }])
    expect(normalizeId(body.id)).toBe(body.id)
    expect(headers.get('location')).toBe(`/services/data/v62.0/sobjects/Account/${body.id}`)
    const reply = await ada.get(`/sobjects/Account/${body.id}?fields=Name,NumberOfEmployees,Owner.Name,CreatedDate`)
    expect(reply.body).toEqual({
      attributes: { type: 'Account', url: headers.get('location') },
      Name: 'Nordlys',
      NumberOfEmployees: 4,
      Owner: { attributes: expect.objectContaining({ type: 'User' }), Name: 'Ada Moreau' },
      CreatedDate: '2026-03-16T09:00:00.000+0000',
    })
  })

  test('is updated with 204 and an empty body, and has new audit fields', async () => {
    const id = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    salesforce.clock.advance(61_500)
    const { status, body } = await as(salesforce, BILAL).patch(`/sobjects/Account/${id}`, { Type: 'Other', Site: '' })
    expect([status, body]).toEqual([204, ''])
    expect((await ada.get(`/sobjects/Account/${id}`)).body).toMatchObject({
      Type: 'Other',
      Site: null,
      CreatedDate: '2026-03-16T09:00:00.000+0000',
      LastModifiedDate: '2026-03-16T09:01:01.000+0000',
      SystemModstamp: '2026-03-16T09:01:01.000+0000',
      LastModifiedById: salesforce.account(BILAL).userId,
      CreatedById: salesforce.account(ADA).userId,
    })
  })

  test('contains exactly the fields that the user can see', async () => {
    const id = await idOf(ada, 'Account', 'Halden Trelast AS')
    const { body } = await as(salesforce, BILAL).get(`/sobjects/Account/${id}`)
    expect(body.Name).toBe('Halden Trelast AS')
    expect(body).not.toHaveProperty('AnnualRevenue')
    expect((await ada.get(`/sobjects/Account/${id}`)).body.AnnualRevenue).toBe(84_000_000)
  })

  test('is found by an id of 15 characters, but not with a wrong checksum', async () => {
    const id = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    expect((await ada.get(`/sobjects/Account/${id.slice(0, 15)}`)).body.Id).toBe(id)
    const wrong = `${id.slice(0, 15)}ZZZ`
    expect((await ada.get(`/sobjects/Account/${wrong}`)).body).toEqual(ERROR('MALFORMED_ID', `malformed id ${wrong}`))
  })

  test('that was deleted has another error than one that never existed', async () => {
    const id = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    expect((await ada.remove(`/sobjects/Account/${id}`)).status).toBe(204)
    for (const reply of [
      await ada.get(`/sobjects/Account/${id}`),
      await ada.patch(`/sobjects/Account/${id}`, { Name: 'x' }),
      await ada.remove(`/sobjects/Account/${id}`),
    ]) {
      expect([reply.status, reply.body]).toEqual([404, ERROR('ENTITY_IS_DELETED', 'entity is deleted')])
    }
    const never = normalizeId('0015e00000zzzzz') as string
    expect(await ada.get(`/sobjects/Account/${never}`)).toMatchObject({ status: 404, body: NOT_FOUND })
  })

  test('is deleted with its dependents, and other references to it are cleared', async () => {
    const id = await idOf(ada, 'Account', 'Kestrel Freight, Inc.')
    await ada.remove(`/sobjects/Account/${id}`)
    expect((await ada.query("SELECT COUNT() FROM Contact WHERE Email LIKE '%@kestrel.example'")).body.totalSize).toBe(0)
    const deleted = await ada.queryAll(`SELECT Name FROM Opportunity WHERE AccountId = '${id}' AND IsDeleted = true`)
    expect(deleted.body.totalSize).toBe(2)
    const mentions = await ada.query("SELECT ParentId FROM Account WHERE Name LIKE 'Kestrel Freight%'")
    expect(column(mentions, 'ParentId')).toEqual([null])
  })

  test.each([
    ['of an object nobody has', ADA, 'Nonsense'],
    ['of an object the org lacks', MAYA, 'Case'],
    ['of an object the user may not read', BILAL, 'Project__c'],
  ])('%s cannot be created: 404', async (_, account, object) => {
    const { status, body } = await as(salesforce, account).post(`/sobjects/${object}`, { Name: 'x' })
    expect([status, body]).toEqual([404, NOT_FOUND])
  })
})

describe('derived fields', () => {
  test('a stage sets the probability and outcome, unless the write changes them', async () => {
    const id = await idOf(ada, 'Opportunity', 'Halden – warehouse pilot')
    const fetchOpportunity = async () => (await ada.get(`/sobjects/Opportunity/${id}`)).body
    expect(await fetchOpportunity()).toMatchObject({ Probability: 10, IsClosed: false, IsWon: false })
    await ada.patch(`/sobjects/Opportunity/${id}`, { StageName: 'Closed Won' })
    expect(await fetchOpportunity()).toMatchObject({
      Probability: 100,
      IsClosed: true,
      IsWon: true,
      ForecastCategory: 'Closed',
    })
    await ada.patch(`/sobjects/Opportunity/${id}`, { StageName: 'Negotiation/Review', Probability: 55 })
    expect(await fetchOpportunity()).toMatchObject({ Probability: 55, IsClosed: false })
    await ada.patch(`/sobjects/Opportunity/${id}`, { NextStep: 'Call' })
    expect(await fetchOpportunity()).toMatchObject({ Probability: 55, NextStep: 'Call' })
  })

  test('contain names, case numbers, and the closed flags of cases and tasks', async () => {
    const created = await ada.post('/sobjects/Contact', { FirstName: 'Zoë', LastName: 'Ağaoğlu' })
    expect((await ada.get(`/sobjects/Contact/${created.body.id}`)).body.Name).toBe('Zoë Ağaoğlu')
    const first = await ada.post('/sobjects/Case', { Status: 'Closed' })
    const second = await ada.post('/sobjects/Case', {})
    const numbers = await ada.query(
      `SELECT CaseNumber, IsClosed, Status FROM Case WHERE Id IN ('${first.body.id}', '${second.body.id}')`,
    )
    const [firstCase, secondCase] = numbers.body.records
    expect(Number(secondCase.CaseNumber)).toBe(Number(firstCase.CaseNumber) + 1)
    expect(firstCase).toMatchObject({ CaseNumber: expect.stringMatching(/^\d{8}$/), IsClosed: true })
    expect(secondCase).toMatchObject({ IsClosed: false, Status: 'New' })
  })
})

describe('a row by external id', () => {
  const path = '/sobjects/Project__c/Project_Code__c'

  test('is created the first time and updated the second', async () => {
    const made = await ada.patch(`${path}/X%2F1`, { Name: 'First', Sponsor__c: 'Ada' })
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.any(String), success: true, errors: [], created: true },
    ])
    const changed = await ada.patch(`${path}/X%2F1`, { Name: 'Second' })
    expect([changed.status, changed.body]).toEqual([200, { ...made.body, created: false }])
    expect((await ada.get(`${path}/X%2F1`)).body).toMatchObject({ Name: 'Second', Project_Code__c: 'X/1' })
  })

  test('returned no body for an update before version 46', async () => {
    const old = `/services/data/v45.0${path}/HAL-2026-01`
    expect(await ada.patch(old, { Headcount__c: 8 })).toMatchObject({ status: 204, body: '' })
  })

  test('is not created with updateOnly', async () => {
    expect((await ada.patch(`${path}/NEW?updateOnly=true`, { Sponsor__c: 'Ada' })).status).toBe(404)
    expect((await ada.get(`${path}/NEW`)).status).toBe(404)
  })

  test('that several rows have returns 300 and their locations', async () => {
    for (const reply of [
      await ada.get('/sobjects/Project__c/Legacy_Number__c/77'),
      await ada.patch('/sobjects/Project__c/Legacy_Number__c/77', { Headcount__c: 1 }),
    ]) {
      expect(reply.status).toBe(300)
      expect(reply.body).toHaveLength(2)
      expect(reply.body[0]).toMatch(/^\/services\/data\/v62.0\/sobjects\/Project__c\/a00.{15}$/)
    }
  })

  test('requires an external id field', async () => {
    const { status, body } = await ada.patch('/sobjects/Project__c/Name/x', { Sponsor__c: 'Ada' })
    const message = 'Provided external ID field does not exist or is not accessible: Name'
    expect([status, body]).toEqual([404, ERROR('NOT_FOUND', message)])
  })
})

describe('the page of a record', () => {
  test.each(['', '/lightning/r/', '/lightning/r/Account/'])('is at %s', async (prefix) => {
    const id = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    const suffix = prefix === '' ? '' : '/view'
    const response = await fetch(`${salesforce.origin}${prefix || '/'}${id}${suffix}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Kōwhai Foods Ltd')
  })

  test('is not found without a record', async () => {
    expect((await fetch(`${salesforce.origin}/lightning/r/Account/nonsense/view`)).status).toBe(404)
  })
})
