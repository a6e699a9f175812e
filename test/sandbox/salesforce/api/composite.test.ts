import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, type Client, DATA } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

interface Part {
  method: string
  url: string
  referenceId: string
  body?: unknown
  httpHeaders?: Record<string, string>
}

const create = (referenceId: string, object: string, body: object): Part => ({
  method: 'POST',
  url: `${DATA}/sobjects/${object}`,
  referenceId,
  body,
})
const query = (referenceId: string, soql: string): Part => ({
  method: 'GET',
  url: `${DATA}/query?q=${encodeURIComponent(soql)}`,
  referenceId,
})
const send = async (compositeRequest: Part[], allOrNone = false) => {
  const { status, body } = await ada.post('/composite', { allOrNone, compositeRequest })
  expect(status).toBe(200)
  return body.compositeResponse
}
const count = async (object: string) => (await ada.query(`SELECT COUNT() FROM ${object}`)).body.totalSize
const halted = (referenceId: string, message: string) => ({
  body: [{ errorCode: 'PROCESSING_HALTED', message }],
  httpHeaders: {},
  httpStatusCode: 400,
  referenceId,
})
const ROLLED_BACK = 'The transaction was rolled back since another operation in the same transaction failed.'

describe('a composite request', () => {
  test('resolves references to results of earlier subrequests', async () => {
    const responses = await send([
      create('account', 'Account', { Name: 'Nordlys' }),
      create('contact', 'Contact', { LastName: 'Lie', AccountId: '@{account.id}', Title: 'At @{account.id}!' }),
      query('found', "SELECT Id FROM Account WHERE Name = 'Nordlys'"),
      {
        method: 'PATCH',
        url: `${DATA}/sobjects/Account/@{found.records[0].Id}`,
        referenceId: 'change',
        body: { Site: 'x' },
      },
      { method: 'GET', url: `${DATA}/sobjects/Contact/@{contact.id}?fields=Name,Title`, referenceId: 'read' },
    ])
    const [account, contact, , change, readResponse] = responses
    expect(account).toEqual({
      body: { id: expect.stringMatching(/^001/), success: true, errors: [] },
      httpHeaders: { Location: `${DATA}/sobjects/Account/${account.body.id}` },
      httpStatusCode: 201,
      referenceId: 'account',
    })
    expect(change).toEqual({ body: null, httpHeaders: {}, httpStatusCode: 204, referenceId: 'change' })
    expect(readResponse.body).toMatchObject({ Name: 'Lie', Title: `At ${account.body.id}!` })
    expect((await ada.get(`/sobjects/Contact/${contact.body.id}`)).body.AccountId).toBe(account.body.id)
  })

  test('is one API call; its subrequests are in the ledger and have no latency', async () => {
    salesforce.context.latency = 30
    salesforce.ledger.clear()
    await send(Array.from({ length: 5 }, (_, index) => create(`n${index}`, 'Account', { Name: 'x' })))
    expect(salesforce.ledger.units(ADA)).toBe(1)
    expect(salesforce.ledger.count({ part: true, status: 201 })).toBe(5)
    expect(salesforce.ledger.maxInFlight(ADA, 'data')).toBe(1)
  })

  test('continues after a failure, except with subrequests that depend on it', async () => {
    const responses = await send([
      create('broken', 'Account', {}),
      create('dependent', 'Contact', { LastName: 'x', AccountId: '@{broken.id}' }),
      create('free', 'Account', { Name: 'x' }),
      { method: 'GET', url: `${DATA}/sobjects/Account/@{free.nothing}`, referenceId: 'lost' },
    ])
    expect(responses.map((response: { httpStatusCode: number }) => response.httpStatusCode)).toEqual([
      400, 400, 201, 400,
    ])
    expect(responses[0].body[0].errorCode).toBe('REQUIRED_FIELD_MISSING')
    expect(responses[1]).toEqual(
      halted('dependent', 'Invalid reference specified. No value for broken.id found in broken.'),
    )
    expect(responses[3]).toEqual(
      halted('lost', 'Invalid reference specified. No value for free.nothing found in free.'),
    )
  })

  test('with allOrNone rolls everything back when one subrequest fails', async () => {
    const initialCount = await count('Account')
    const responses = await send(
      [create('a', 'Account', { Name: 'a' }), create('b', 'Contact', {}), create('c', 'Account', { Name: 'c' })],
      true,
    )
    expect(responses[0]).toEqual(halted('a', ROLLED_BACK))
    expect(responses[1].body[0].errorCode).toBe('REQUIRED_FIELD_MISSING')
    expect(responses[2]).toEqual(halted('c', ROLLED_BACK))
    expect(await count('Account')).toBe(initialCount)
    await send([create('a', 'Account', { Name: 'a' }), create('c', 'Account', { Name: 'c' })], true)
    expect(await count('Account')).toBe(initialCount + 2)
  })

  test('with allOrNone makes other calls wait until the transaction has ended', async () => {
    const initialCount = await count('Account')
    const [responses, seen, own] = await Promise.all([
      send(
        [create('a', 'Account', { Name: 'a' }), create('b', 'Account', { Name: 'b' }), create('c', 'Account', {})],
        true,
      ),
      count('Account'),
      ada.post('/sobjects/Account', { Name: 'Somebody else’s' }),
    ])
    expect(responses[0].httpStatusCode).toBe(400)
    expect([initialCount, initialCount + 1]).toContain(seen)
    expect(own.status).toBe(201)
    expect(await count('Account')).toBe(initialCount + 1)
    expect((await ada.get(`/sobjects/Account/${own.body.id}`)).status).toBe(200)
  })

  test('accepts up to 25 subrequests', async () => {
    const subrequests = Array.from({ length: 26 }, (_, index) => create(`n${index}`, 'Account', { Name: 'x' }))
    const initialCount = await count('Account')
    expect(await send(subrequests)).toEqual([
      {
        body: [{ errorCode: 'LIMIT_EXCEEDED', message: 'The request can’t contain more than 25 operations.' }],
        httpHeaders: {},
        httpStatusCode: 400,
        referenceId: null,
      },
    ])
    expect(await count('Account')).toBe(initialCount)
    expect(await send(subrequests.slice(1))).toHaveLength(25)
  })

  test('accepts up to five queries or collections', async () => {
    const subrequests = Array.from({ length: 6 }, (_, index) => query(`q${index}`, 'SELECT Id FROM Account LIMIT 1'))
    expect((await send(subrequests))[0].body[0].errorCode).toBe('LIMIT_EXCEEDED')
    expect(await send(subrequests.slice(1))).toHaveLength(5)
  })

  test.each([
    ['a blank', 'my ref'],
    ['a dot', 'a.b'],
  ])('rejects a reference id with %s', async (_, referenceId) => {
    const { status, body } = await ada.post('/composite', { compositeRequest: [create(referenceId, 'Account', {})] })
    expect([status, body[0].errorCode]).toEqual([400, 'INVALID_INPUT'])
  })

  test('rejects duplicate reference ids, paths outside of the API, and nested composite requests', async () => {
    const twice = { compositeRequest: [create('a', 'Account', {}), create('a', 'Account', {})] }
    expect((await ada.post('/composite', twice)).body[0].errorCode).toBe('INVALID_INPUT')
    const urls = ['/services/oauth2/userinfo', `//evil.example${DATA}/limits`, `${DATA}/composite`]
    const responses = await send(urls.map((url, index) => ({ method: 'GET', url, referenceId: `u${index}` })))
    for (const { httpStatusCode } of responses) expect(httpStatusCode).toBe(404)
  })

  test('passes on the headers of a subrequest', async () => {
    const twin = create('twin', 'Contact', { LastName: 'Whitfield', Email: 'maya@kestrel.example' })
    expect((await send([twin]))[0].body[0].errorCode).toBe('DUPLICATES_DETECTED')
    const httpHeaders = { 'Sforce-Duplicate-Rule-Header': 'allowSave=true' }
    expect((await send([{ ...twin, httpHeaders }]))[0].httpStatusCode).toBe(201)
  })

  test('has subrequests that are subject to faults', async () => {
    salesforce.faults.add({
      method: 'PATCH',
      path: '/services/data/**',
      fault: { kind: 'error', name: 'unableToLockRow' },
    })
    salesforce.faults.add({ path: `${DATA}/limits`, fault: { kind: 'html' } })
    const [made, locked, page] = await send([
      create('a', 'Account', { Name: 'a' }),
      { method: 'PATCH', url: `${DATA}/sobjects/Account/@{a.id}`, referenceId: 'b', body: { Site: 'x' } },
      { method: 'GET', url: `${DATA}/limits`, referenceId: 'c' },
    ])
    expect(made.httpStatusCode).toBe(201)
    expect([locked.httpStatusCode, locked.body[0].errorCode]).toEqual([400, 'UNABLE_TO_LOCK_ROW'])
    expect([page.httpStatusCode, page.body]).toEqual([502, expect.stringContaining('Bad Gateway')])
  })
})
