import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { ADA, as, type Client, callback, DATA, idOf, redeem, refresh } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

const strike = (name: string, path = `${DATA}/**`) => salesforce.faults.add({ path, fault: { kind: 'error', name } })

describe('errors by name', () => {
  test.each([
    ['sessionExpired', 401, 'INVALID_SESSION_ID'],
    ['notAttachedToAgent', 401, 'INVALID_SESSION_ID'],
    ['requestLimitExceeded', 403, 'REQUEST_LIMIT_EXCEEDED'],
    ['securityPolicy', 403, 'TXN_SECURITY_NO_ACCESS'],
    ['entityIsDeleted', 404, 'ENTITY_IS_DELETED'],
    ['unableToLockRow', 400, 'UNABLE_TO_LOCK_ROW'],
    ['queryTimeout', 400, 'QUERY_TIMEOUT'],
    ['serverUnavailable', 503, 'SERVER_UNAVAILABLE'],
    ['unknownException', 500, 'UNKNOWN_EXCEPTION'],
  ])('%s is %i %s, and the next call succeeds', async (name, status, errorCode) => {
    strike(name)
    const reply = await ada.query('SELECT Id FROM Account')
    expect([reply.status, reply.body[0].errorCode]).toEqual([status, errorCode])
    expect(reply.headers.get('sforce-limit-info')).toMatch(/^api-usage=\d+\/15000$/)
    expect((await ada.query('SELECT Id FROM Account')).status).toBe(200)
  })

  test.each([
    ['edgeNotReady', 420, /^text\/html/],
    ['maintenance', 503, /^text\/html/],
    ['badOAuthToken', 403, /^text\/html/],
    ['notAcceptable', 406, /^$/],
  ])('%s is %i and not JSON', async (name, status, type) => {
    strike(name)
    const reply = await ada.get('/limits')
    expect(reply.status).toBe(status)
    expect(reply.headers.get('content-type') ?? '').toMatch(type)
  })

  test.each([
    ['expiredToken', 'invalid_grant', 'expired access/refresh token'],
    ['authenticationFailure', 'invalid_grant', 'authentication failure'],
    ['inactiveUser', 'invalid_grant', 'inactive user'],
    ['inactiveOrganization', 'invalid_grant', 'inactive organization'],
    ['ipRestricted', 'invalid_grant', 'ip restricted'],
    ['invalidClientId', 'invalid_client_id', 'client identifier invalid'],
    ['invalidClient', 'invalid_client', 'invalid client credentials'],
    ['invalidAppAccess', 'invalid_app_access', 'user is not admin approved to access this app'],
  ])('at the token endpoint %s is 400 %s', async (name, error, error_description) => {
    strike(name, '/services/oauth2/token')
    const { status, body } = await refresh(salesforce, 'any')
    expect([status, body]).toEqual([400, { error, error_description }])
  })

  test('that do not exist cannot be scripted', () => {
    expect(() => strike('rateLimitExceeded')).toThrow(/Unknown error "rateLimitExceeded"/)
  })
})

describe('a lost response', () => {
  test('does not undo the create: a retry creates a second row', async () => {
    salesforce.faults.add({
      method: 'POST',
      path: `${DATA}/sobjects/Account`,
      fault: { kind: 'reset', processed: true },
    })
    await expect(ada.post('/sobjects/Account', { Name: 'Lost' })).rejects.toThrow()
    await ada.post('/sobjects/Account', { Name: 'Lost' })
    expect((await ada.query("SELECT COUNT() FROM Account WHERE Name = 'Lost'")).body.totalSize).toBe(2)
  })

  test('of the token endpoint has consumed the code', async () => {
    salesforce.oauth.settings.autoConsent = true
    const code = (await callback(salesforce)).get('code') ?? ''
    salesforce.faults.add({ path: '/services/oauth2/token', fault: { kind: 'html', processed: true } })
    expect((await redeem(salesforce, code)).status).toBe(502)
    expect((await redeem(salesforce, code)).body.error_description).toBe('expired authorization code')
  })
})

describe('responses', () => {
  test('are compressed on request', async () => {
    const url = `${salesforce.origin}${DATA}/sobjects`
    const headers = { authorization: `Bearer ${ada.token}` }
    const packed = await fetch(url, { headers: { ...headers, 'accept-encoding': 'gzip' } })
    const plain = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } })
    expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null])
    expect(await packed.json()).toEqual(await plain.json())
  })

  test('can be invalid, truncated or delayed on any route', async () => {
    for (const kind of ['truncated', 'gzip-garbage'] as const) {
      salesforce.faults.add({ path: `${DATA}/sobjects/*/describe`, fault: { kind } })
      await expect(ada.get('/sobjects/Account/describe')).rejects.toThrow()
    }
    const hung = salesforce.faults.add({ path: '/services/oauth2/userinfo', fault: { kind: 'hang' } })
    const pending = ada.get('/services/oauth2/userinfo')
    await hung.triggered()
    salesforce.faults.remove(hung.id)
    expect((await pending).body.email).toBe(ADA)
  })
})

describe('controls over HTTP', () => {
  const control = (method: string, path: string, body?: object) =>
    fetch(`${salesforce.origin}/_sandbox/${path}`, {
      method,
      ...omitUndefined({ body: body ? JSON.stringify(body) : undefined }),
    })

  test('change settings, and name the one that does not exist', async () => {
    expect((await control('PATCH', 'salesforce', { searchLagMs: 7 })).status).toBe(200)
    expect(salesforce.settings.searchLagMs).toBe(7)
    const wrong = await control('PATCH', 'salesforce', { searchLag: 7 })
    expect([wrong.status, await wrong.json()]).toEqual([400, { error: 'Unknown setting "searchLag"' }])
    await control('PATCH', 'org', { account: ADA, notesEnabled: false })
    expect(salesforce.account(ADA).org.notesEnabled).toBe(false)
  })

  test('insert rows, generate rows, lock rows and add rules', async () => {
    const rows = [{ Name: 'Old', CreatedDate: '2015-01-01T00:00:00Z' }]
    const { ids } = (await (await control('POST', 'rows', { account: ADA, object: 'Account', rows })).json()) as {
      ids: string[]
    }
    expect((await ada.get(`/sobjects/Account/${ids[0]}`)).body.CreatedDate).toBe('2015-01-01T00:00:00.000+0000')
    await control('POST', 'rows/generate', { account: ADA, object: 'Lead', count: 30, seed: 2 })
    expect((await ada.query('SELECT COUNT() FROM Lead')).body.totalSize).toBe(34)
    await control('POST', 'locks', { account: ADA, id: ids[0] })
    expect((await ada.patch(`/sobjects/Account/${ids[0]}`, { Site: 'x' })).body[0].errorCode).toBe('UNABLE_TO_LOCK_ROW')
    const rule = { account: ADA, object: 'Account', errorWhen: "Site = 'nowhere'", message: 'Not there.' }
    await control('POST', 'validation-rules', rule)
    const id = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    expect((await ada.patch(`/sobjects/Account/${id}`, { Site: 'Nowhere' })).body[0].message).toBe('Not there.')
  })
})
