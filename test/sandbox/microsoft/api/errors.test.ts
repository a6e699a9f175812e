import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, as, callback, type Get, ME, replyOf, token, withToken } from '../harness.ts'

const LARS = 'lars@halden.example'
let microsoft: MicrosoftSandbox
let get: Get

beforeEach(async () => {
  microsoft = await startMicrosoft()
  get = as(microsoft, ADA)
})
afterEach(() => microsoft.stop())

describe('every response', () => {
  test('has a request id and returns the client’s own', async () => {
    const sent = { 'client-request-id': '7f2f0a0e-0000-4000-8000-000000000001' }
    const fine = await get(ME, {}, sent)
    expect(fine.headers.get('client-request-id')).toBe(sent['client-request-id'])
    expect(fine.headers.get('request-id')).toMatch(/^[\da-f-]{36}$/)
    const { headers, body } = await get(`${ME}/messages/nonsense`, {}, sent)
    expect(body.error.innerError).toEqual({
      date: '2026-03-16T09:00:00',
      'request-id': headers.get('request-id'),
      'client-request-id': sent['client-request-id'],
    })
    expect(JSON.parse(headers.get('x-ms-ags-diagnostic') ?? '')).toHaveProperty('ServerInfo')
  })
})

describe('a token', () => {
  test.each([
    [undefined, 'Access token is empty.'],
    ['nonsense', 'IDX14100: JWT is not well formed, there are no dots (.).'],
    ['a.b.c', 'CompactToken parsing failed with error code: 80049217'],
  ])('%j is rejected', async (text, message) => {
    const { status, body } = await withToken(microsoft, text)(`${ME}/messages`)
    expect([status, body.error.code, body.error.message]).toEqual([401, 'InvalidAuthenticationToken', message])
  })

  test.each([
    [ADA, 'Lifetime validation failed, the token is expired.'],
    ['omar@kestrel.example', 'Access token has expired or is not yet valid.'],
  ])('of %s expires with the message of its kind of account', async (account, message) => {
    const late = as(microsoft, account)
    microsoft.clock.advance(90 * 60_000)
    expect((await late(ME)).body.error.message).toBe(message)
  })
})

describe('a mailbox', () => {
  test('that a guest does not have makes every request fail but those to the directory', async () => {
    const lars = as(microsoft, LARS)
    expect((await lars(ME)).status).toBe(200)
    for (const path of ['messages', 'calendars', 'mailboxSettings/timeZone', 'mailFolders/inbox']) {
      const { status, body } = await lars(`${ME}/${path}`)
      expect([status, body.error.code]).toEqual([404, 'MailboxNotEnabledForRESTAPI'])
    }
  })

  test('can be broken and repaired', async () => {
    microsoft.breakMailbox(ADA, 'ErrorAccountDisabled')
    expect((await get(`${ME}/calendars`)).body.error.code).toBe('ErrorAccountDisabled')
    microsoft.breakMailbox(ADA, null)
    expect((await get(`${ME}/calendars`)).status).toBe(200)
  })
})

describe('a path', () => {
  test.each([
    ['/v1.0/me/inbox', "Resource not found for the segment 'inbox'."],
    ['/v1.0/me/messages/AAMkAGabcdefgh=/nothing', "Resource not found for the segment 'nothing'."],
    ['/beta/me', "Resource not found for the segment 'beta'."],
    ['/v1.0', "Resource not found for the segment 'v1.0'."],
  ])('%s is unknown', async (path, message) => {
    const { status, body } = await get(path)
    expect([status, body.error.code, body.error.message]).toEqual([400, 'BadRequest', message])
    expect((await withToken(microsoft, undefined)(path)).status).toBe(401)
  })

  test('does not support every method', async () => {
    const { access } = microsoft.grant({ account: ADA, scopes: ['Mail.Read'] })
    const headers = { authorization: `Bearer ${access.token}` }
    const reply = await replyOf(await fetch(`${microsoft.origin}${ME}/messages`, { method: 'DELETE', headers }))
    expect([reply.status, reply.body.error.code]).toEqual([405, 'Request_BadRequest'])
  })

  test('outside of both hosts returns a page with status 404', async () => {
    expect((await get('/favicon.ico')).status).toBe(404)
  })
})

describe('scripted errors of Graph', () => {
  test.each([
    ['tokenForOthers', 401, 'InvalidAuthenticationToken'],
    ['continuousAccess', 401, 'InvalidAuthenticationToken'],
    ['Authorization_RequestDenied', 403, 'Authorization_RequestDenied'],
    ['withoutCode', 403, ''],
    ['mailboxNotEnabledOlder', 404, 'MailboxNotEnabledForRESTAPI'],
    ['ResourceNotFound', 404, 'ResourceNotFound'],
    ['emptyError', 400, ''],
    ['SyncStateNotFound', 410, 'SyncStateNotFound'],
    ['ApplicationThrottled', 429, 'ApplicationThrottled'],
    ['activityLimitReached', 429, 'activityLimitReached'],
    ['ErrorInternalServerError', 500, 'ErrorInternalServerError'],
    ['serviceNotAvailable', 503, 'serviceNotAvailable'],
    ['timeout', 504, 'UnknownError'],
  ])('%s is returned once', async (name, status, code) => {
    microsoft.faults.add({ path: `${ME}/messages`, fault: { kind: 'error', name } })
    const struck = await get(`${ME}/messages`)
    expect([struck.status, struck.body.error.code]).toEqual([status, code])
    expect((await get(`${ME}/messages`)).status).toBe(200)
  })

  test('may have no body or an HTML body', async () => {
    microsoft.faults.add({ path: ME, fault: { kind: 'error', name: 'unauthorizedWithoutBody' } })
    const empty = await get(ME)
    expect([empty.status, empty.body]).toEqual([401, ''])
    microsoft.faults.add({ path: ME, fault: { kind: 'error', name: 'gatewayTimeout' } })
    const page = await get(ME)
    expect([page.status, page.headers.get('content-type'), page.body]).toEqual([
      504,
      'text/html; charset=utf-8',
      expect.stringContaining('<h1>'),
    ])
  })

  test('have a Retry-After', async () => {
    for (const [name, seconds] of [
      ['serviceNotAvailable', '120'],
      ['TooManyRequests', '10'],
      ['activityLimitReached', '30'],
    ]) {
      microsoft.faults.add({ path: ME, fault: { kind: 'error', name: name ?? '' } })
      expect((await get(ME)).headers.get('retry-after')).toBe(seconds)
    }
  })

  test('must be known', () => {
    expect(() => microsoft.faults.add({ fault: { kind: 'error', name: 'AADSTS1' } })).toThrow(/Unknown error/)
  })
})

describe('scripted errors of sign-in', () => {
  test.each([
    ['AADSTS50173', 400, 'invalid_grant', 'bad_token'],
    ['AADSTS70043', 400, 'invalid_grant', 'token_expired'],
    ['AADSTS50076', 400, 'invalid_grant', 'basic_action'],
    ['AADSTS50079', 400, 'interaction_required', 'basic_action'],
    ['AADSTS53003', 400, 'invalid_grant', 'message_only'],
    ['AADSTS50057', 400, 'invalid_grant', undefined],
    ['AADSTS7000222', 401, 'invalid_client', undefined],
    ['AADSTS50194', 400, 'invalid_request', undefined],
    ['AADSTS90033', 400, 'temporarily_unavailable', undefined],
    ['AADSTS90055', 429, 'temporarily_unavailable', undefined],
    ['AADSTS90006', 503, 'temporarily_unavailable', undefined],
    ['AADSTS50033', 500, 'server_error', undefined],
  ])('%s is returned by the token endpoint', async (name, status, error, suberror) => {
    microsoft.faults.add({ path: '/*/oauth2/v2.0/token', fault: { kind: 'error', name } })
    const reply = await token(microsoft, { grant_type: 'refresh_token', refresh_token: 'x' })
    expect([reply.status, reply.body.error, reply.body.suberror]).toEqual([status, error, suberror])
    expect(reply.body.error_codes).toEqual([Number(name.slice('AADSTS'.length))])
    expect(reply.body.error_description).toMatch(new RegExp(`^${name}: `))
  })

  test('contain the claims of a Conditional Access challenge', async () => {
    microsoft.faults.add({ path: '/*/oauth2/v2.0/token', fault: { kind: 'error', name: 'AADSTS50076' } })
    const { body } = await token(microsoft, {})
    expect(JSON.parse(body.claims)).toHaveProperty('access_token')
  })

  test.each([
    ['AADSTS50033', 'server_error'],
    ['AADSTS90033', 'temporarily_unavailable'],
    ['AADSTS500011', 'invalid_resource'],
    ['AADSTS50058', 'login_required'],
    ['AADSTS50074', 'interaction_required'],
    ['AADSTS65001', 'consent_required'],
    ['AADSTS700016', 'unauthorized_client'],
    ['AADSTS90094', 'access_denied'],
  ])('%s is sent to the application as %s', async (name, error) => {
    microsoft.faults.add({ path: '/common/oauth2/v2.0/authorize', fault: { kind: 'error', name } })
    expect(await callback(microsoft)).toMatchObject({ error, state: 'connection-1.outlook-mail' })
  })

  test('consume a code when only the response is lost', async () => {
    microsoft.oauth.settings.autoConsent = true
    const { code = '' } = await callback(microsoft)
    microsoft.faults.add({
      path: '/*/oauth2/v2.0/token',
      fault: { kind: 'error', name: 'AADSTS90006', processed: true },
    })
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'http://localhost:5000/auth/callback',
      code_verifier: 'v'.repeat(43),
    }
    expect((await token(microsoft, form)).status).toBe(503)
    expect((await token(microsoft, form)).body.error_codes).toEqual([54005])
  })
})
