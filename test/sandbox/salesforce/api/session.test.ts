import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, BILAL, ESTHER, idOf, LARS, replyOf, withToken } from '../harness.ts'

let salesforce: SalesforceSandbox

beforeEach(async () => {
  salesforce = await startSalesforce()
})
afterEach(() => salesforce.stop())

const HOUR = 60 * 60_000
const EXPIRED = [{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired or invalid' }]

describe('access to the API', () => {
  test('the list of versions requires no session', async () => {
    const { status, body } = await replyOf(await fetch(`${salesforce.origin}/services/data`))
    expect(status).toBe(200)
    expect(body[0]).toEqual({ label: "Winter '11", url: '/services/data/v20.0', version: '20.0' })
    expect(body.at(-1)).toEqual({ label: "Summer '26", url: '/services/data/v67.0', version: '67.0' })
  })

  test.each(['/limits', '/sobjects', '/query?q=SELECT+Id+FROM+Account', '/no/such/resource'])(
    'without a session %s is 401',
    async (path) => {
      const { status, body } = await withToken(salesforce, 'nonsense').get(path)
      expect([status, body]).toEqual([401, EXPIRED])
    },
  )

  test.each([
    [ESTHER, 'API_CURRENTLY_DISABLED', 'API is disabled for this user'],
    [LARS, 'API_DISABLED_FOR_ORG', 'The REST API is not enabled for this Organization.'],
  ])('%s has a session but no API access: %s', async (account, errorCode, message) => {
    const { status, body } = await as(salesforce, account).get('/sobjects')
    expect([status, body]).toEqual([403, [{ errorCode, message }]])
  })

  test('a user whose password has expired has a session but no API access', async () => {
    salesforce.account(ADA).profile.passwordExpired = true
    const { status, body } = await as(salesforce).get('/sobjects')
    expect([status, body[0].errorCode]).toEqual([403, 'INVALID_OPERATION_WITH_EXPIRED_PASSWORD'])
  })

  test.each(['/services/data/v19.0/limits', '/services/data/v68.0/limits', '/services/data/62.0/limits'])(
    '%s is a version that does not exist',
    async (path) => {
      const { status, body } = await as(salesforce).get(path)
      expect(status).toBe(404)
      expect(body).toEqual([{ errorCode: 'NOT_FOUND', message: 'The requested resource does not exist' }])
    },
  )

  test('other methods are 405, other paths 404, and ids of other orgs are not found', async () => {
    const ada = as(salesforce)
    const put = await fetch(`${salesforce.origin}/services/data/v62.0/limits`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ada.token}` },
    })
    expect([put.status, (await replyOf(put)).body[0].errorCode]).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect((await ada.get('/no/such/resource')).status).toBe(404)
    const foreign = await idOf(as(salesforce, 'maya@kestrel.example'), 'Account', 'Meridian Works')
    expect((await ada.get(`/sobjects/Account/${foreign}`)).status).toBe(404)
  })
})

describe('API calls', () => {
  test('are counted per org, in a header of every response and in the ledger', async () => {
    const [ada, bilal] = [as(salesforce), as(salesforce, BILAL)]
    await ada.get('/sobjects')
    const bad = await bilal.query('SELECT nonsense')
    expect([bad.status, bad.headers.get('sforce-limit-info')]).toEqual([400, 'api-usage=2/15000'])
    const { body } = await ada.get('/limits')
    expect(body.DailyApiRequests).toEqual({ Max: 15_000, Remaining: 14_997 })
    expect([salesforce.ledger.units(ADA), salesforce.ledger.units(BILAL)]).toEqual([2, 1])
    const maya = await as(salesforce, 'maya@kestrel.example').get('/limits')
    expect(maya.headers.get('sforce-limit-info')).toBe('api-usage=1/15000')
  })

  test('are limited within a sliding window of 24 hours, without Retry-After', async () => {
    salesforce.settings.dailyApiRequests = 2
    salesforce.oauth.settings.accessTokenLifetimeMs = 100 * HOUR
    const ada = as(salesforce)
    await ada.get('/limits')
    salesforce.clock.advance(HOUR)
    await ada.get('/limits')
    const { status, headers, body } = await ada.get('/limits')
    expect(status).toBe(403)
    expect(body).toEqual([{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' }])
    expect(headers.get('sforce-limit-info')).toBe('api-usage=2/2')
    expect(headers.has('retry-after')).toBe(false)
    salesforce.clock.advance(23 * HOUR)
    expect((await ada.get('/limits')).status).toBe(200)
    expect((await ada.get('/limits')).status).toBe(403)
  })

  test('are rejected above the limit of concurrent calls', async () => {
    salesforce.settings.concurrentRequests = 1
    const ada = as(salesforce)
    const fault = salesforce.faults.add({ path: '/services/data/*/limits', fault: { kind: 'hang' } })
    const first = ada.get('/limits')
    await fault.triggered()
    const { status, body } = await ada.get('/sobjects')
    expect([status, body[0].message]).toEqual([403, 'ConcurrentPerOrgLongTxn Limit exceeded.'])
    salesforce.faults.remove(fault.id)
    expect((await first).status).toBe(200)
    expect(salesforce.ledger.maxInFlight(ADA, 'data')).toBe(2)
  })
})

describe('the limit of 16 KB for URI and headers', () => {
  const soqlOf = (ids: number) =>
    `SELECT Id FROM Account WHERE Id IN (${Array(ids).fill(`'0015e0000004C92AAE'`).join()})`

  test('permits a query for 300 ids', async () => {
    expect((await as(salesforce).query(soqlOf(300))).status).toBe(200)
  })

  test('does not permit one for 700: 414', async () => {
    expect((await as(salesforce).query(soqlOf(700))).status).toBe(414)
  })

  test('also applies to headers: 431', async () => {
    const { status } = await as(salesforce).query(soqlOf(300), { 'x-padding': 'x'.repeat(9_000) })
    expect(status).toBe(431)
  })

  test('does not apply to the subrequests of a composite request', async () => {
    const url = `/services/data/v62.0/query?q=${encodeURIComponent(soqlOf(700))}`
    const { body } = await as(salesforce).post('/composite', {
      compositeRequest: [{ method: 'GET', url, referenceId: 'wide' }],
    })
    expect(body.compositeResponse[0]).toMatchObject({ httpStatusCode: 200, body: { totalSize: 1 } })
  })
})
