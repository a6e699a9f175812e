import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { Call } from '../../../src/kit/application.ts'
import { Budget } from '../../../src/kit/budget.ts'
import { gmail } from '../../../vendors/google/gmail/index.ts'
import { googleCalendar } from '../../../vendors/google/google-calendar/index.ts'
import { googleAuth } from '../../../vendors/google/oauth.ts'
import type { GoogleSettings } from '../../../vendors/google/settings.ts'
import { impatient } from '../../kit/call.ts'
import { cutNetwork, slowResponse } from '../../kit/network.ts'
import { aConnection, aCredential, mailCall, problemOf, SETTINGS } from './builders.ts'
import { replay } from './recordings.ts'

cutNetwork()

const STATE = 'connection-1.gmail'
const NONCE = 'the-nonce-of-the-attempt'

describe('connecting', () => {
  test('redirects the user to Google with all required parameters', async () => {
    const response = await gmail.auth?.connect(
      { application: 'gmail', connectionId: 'connection-1', state: STATE, nonce: NONCE },
      mailCall(),
    )
    const url = new URL(response?.type === 'redirect' ? response.url : '')
    expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'hub.apps.example',
      redirect_uri: 'https://hub.example.com/auth/callback',
      scope: 'openid email https://www.googleapis.com/auth/gmail.readonly',
      state: STATE,
      access_type: 'offline',
      prompt: 'consent select_account',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  test('requests the scope that listing calendars requires', async () => {
    const query = {
      application: 'google-calendar',
      connectionId: 'connection-1',
      state: 'connection-1.google-calendar',
      nonce: NONCE,
    }
    const response = await googleCalendar.auth?.connect(query, mailCall())
    const url = new URL(response?.type === 'redirect' ? response.url : '')
    expect(url.searchParams.get('scope')).toBe('openid email https://www.googleapis.com/auth/calendar.readonly')
  })
})

describe('coming back', () => {
  test('returns a credential of the account that Google has verified', async () => {
    const waiting = replay('sign-in')
    const clock = () => Date.parse('2026-01-12T09:00:00Z')
    expect(await comeBack({ code: '4/0AX-code' }, mailCall({ clock }))).toEqual({
      connectionId: 'connection-1',
      credential: {
        accessToken: 'ya29.new-access-token',
        refreshToken: '1//0g-new-refresh-token',
        dateExpiry: clock() + 3_599_000 - 120_000,
        email: 'ann@example.com',
        profile: {
          accountId: '110248495921238986420',
          name: 'Ann Example',
          hostedDomain: 'example.com',
          scopes: expect.arrayContaining(['https://www.googleapis.com/auth/gmail.readonly']),
        },
      },
    })
    expect(waiting()).toEqual([])
  })

  test("names the permission that was not granted, without requesting the user's identity", async () => {
    replay('sign-in-with-a-box-unticked')
    const problem = await problemOf(comeBack({ code: '4/0AX-code' }))
    expect(problem).toMatchObject({ status: 403, problem: 'scope-required' })
    expect(problem.message).toContain('“View your email messages and settings”')
  })

  test('registers no connection without a refresh token', async () => {
    replay('sign-in-without-refresh-token')
    expect(await problemOf(comeBack({ code: '4/0AX-code' }))).toMatchObject({ status: 502, problem: 'vendor-error' })
  })

  test('registers no connection with an unverified address', async () => {
    replay('sign-in-with-an-unverified-address')
    expect(await problemOf(comeBack({ code: '4/0AX-code' }))).toMatchObject({ status: 403 })
  })

  test('asks the user to sign in again if the code was already used', async () => {
    replay('sign-in-with-a-used-code')
    expect(await problemOf(comeBack({ code: '4/0AX-code' }))).toMatchObject({ status: 400 })
  })

  test.each([
    ['access_denied', 400],
    ['admin_policy_enforced', 403],
    ['org_internal', 403],
    ['invalid_scope', 500],
    ['server_error', 502],
  ])('with %s returns %i without a token request', async (error, status) => {
    const call = mailCall()
    expect(await problemOf(comeBack({ error }, call))).toMatchObject({ status })
    expect(call.meter.calls).toBe(0)
  })

  test('sends the code only once, even if the response is lost', async () => {
    nock(TOKEN).post('/token').reply(503, {})
    const call = mailCall()
    expect(await problemOf(comeBack({ code: '4/0AX-code' }, call))).toMatchObject({ status: 503 })
    expect(call.meter.calls).toBe(1)
  })
})

describe('refreshing', () => {
  test('keeps the old refresh token when Google omits one', async () => {
    replay('refresh')
    const clock = () => Date.parse('2026-01-12T09:00:00Z')
    const credential = aCredential({ refreshToken: aToken(), profile: { any: 'thing' }, instanceId: 'kept' })
    expect(await refresh(credential, mailCall({ clock }))).toEqual({
      ...credential,
      accessToken: 'ya29.new-access-token',
      dateExpiry: clock() + 3_599_000 - 120_000,
    })
  })

  test('stores a new refresh token if Google returns one', async () => {
    replay('refresh-that-rotates')
    expect(await refresh(aCredential({ refreshToken: aToken() }))).toMatchObject({
      refreshToken: '1//0g-rotated-refresh-token',
    })
  })

  test.each([
    ['refresh-revoked', 401, 'Connect the account again.'],
    ['refresh-after-the-session-ended', 401, 'limits how long a sign-in lasts'],
    ['refresh-with-a-wrong-secret', 500, 'GOOGLE_CLIENT_SECRET'],
  ])('that is rejected says who must act: %s', async (name, status, words) => {
    replay(name)
    const problem = await problemOf(refresh(aCredential({ refreshToken: aToken() })))
    expect(problem).toMatchObject({ status, message: expect.stringContaining(words) })
  })

  test.each([500, 502, 503, 429])('never ends a connection when the token endpoint returns %i', async (status) => {
    nock(TOKEN).post('/token').reply(status, 'not now')
    const problem = await problemOf(refresh(aCredential({ refreshToken: aToken() }), mailCall({ budget: impatient() })))
    expect(problem.problem).not.toBe('credentials-expired')
  })

  test('is retried after a temporary failure', async () => {
    nock(TOKEN).post('/token').reply(503, {}, { 'Retry-After': '0' })
    replay('refresh')
    expect(await refresh(aCredential({ refreshToken: aToken() }))).toMatchObject({
      accessToken: 'ya29.new-access-token',
    })
  })

  test('classifies an error with status 200 by its code', async () => {
    nock(TOKEN).post('/token').reply(200, { error: 'invalid_grant' })
    expect(await problemOf(refresh(aCredential({ refreshToken: aToken() })))).toMatchObject({ status: 401 })
  })

  test('times out when Google hangs, and starts over the next time', async () => {
    const { reply, release } = slowResponse()
    nock(TOKEN).post('/token').reply(reply)
    const credential = aCredential({ refreshToken: aToken() })
    const problem = await problemOf(refresh(credential, mailCall({ budget: new Budget(40) })))
    expect(problem).toMatchObject({ problem: 'vendor-error' })
    release()
    replay('refresh')
    expect(await refresh(credential)).toMatchObject({ accessToken: 'ya29.new-access-token' })
  })

  test('without a refresh token asks to connect again and sends no request', async () => {
    const { refreshToken: _, ...credential } = aCredential()
    const call = mailCall()
    expect(await problemOf(refresh(credential, call))).toMatchObject({ status: 401, problem: 'credentials-expired' })
    expect(call.meter.calls).toBe(0)
  })

  test('with one refresh token many times concurrently sends one request', async () => {
    replay('refresh-that-rotates')
    const credential = aCredential({ refreshToken: aToken() })
    const call = mailCall()
    const credentials = await Promise.all(Array.from({ length: 50 }, () => refresh(credential, call)))
    expect(new Set(credentials.map(({ refreshToken }) => refreshToken))).toEqual(
      new Set(['1//0g-rotated-refresh-token']),
    )
    expect(call.meter.calls).toBe(1)
  })
})

describe('checking', () => {
  test('returns the stable id of an account with the permission', async () => {
    replay('token-info')
    expect(await check(gmail)).toEqual({ status: 'ok', accountId: '110248495921238986420' })
  })

  test('names the permission that is missing', async () => {
    replay('token-info')
    const result = await check(googleCalendar)
    expect(result).toMatchObject({ status: 'scope_required', message: expect.stringContaining('any calendar') })
  })

  test('recognizes a permission by its short name', async () => {
    replay('token-info')
    const auth = googleAuth([{ scope: 'email', label: 'See your address' }])
    const request = { application: 'gmail', credential: aCredential() }
    expect(await auth.check?.(request, mailCall())).toMatchObject({ status: 'ok' })
  })

  test('asks to connect again for an expired token', async () => {
    replay('token-info-of-a-dead-token')
    expect(await problemOf(check(gmail))).toMatchObject({ status: 401, problem: 'credentials-expired' })
  })

  test.each([
    [{ error_description: 'Invalid Value' }],
    [{ error: 'invalid_request', error_description: 'Invalid Value' }],
    [{}],
  ])('of a dead token is told as such, whatever Google calls it: %j', async (body) => {
    nock(TOKEN).post('/tokeninfo').reply(400, body)
    expect(await problemOf(check(gmail))).toMatchObject({ status: 401, problem: 'credentials-expired' })
  })

  test('sends the token in a header and not in the URL', async () => {
    nock(TOKEN, { reqheaders: { authorization: 'Bearer ya29.ann-access-token' } })
      .post('/tokeninfo', '')
      .reply(200, { scope: 'https://www.googleapis.com/auth/gmail.readonly' })
    expect(await check(gmail)).toEqual({ status: 'ok' })
  })

  test('rejects a token that is not allowed in a header, with a pointer to it', async () => {
    const problem = await problemOf(check(gmail, { accessToken: 'two\nlines' }))
    expect(problem).toMatchObject({ status: 400, options: { errors: [{ pointer: '#/credential/accessToken' }] } })
  })
})

const TOKEN = 'https://oauth2.googleapis.com'

/** Recent refreshes and rejected refresh tokens are cached, so every test has a token of its own. */
let tokens = 0
function aToken(): string {
  tokens += 1
  return `1//0g-refresh-token-${tokens}`
}

function comeBack(parameters: Record<string, string>, call: Call<GoogleSettings> = mailCall()) {
  const input = {
    connectionId: 'connection-1',
    application: 'gmail',
    state: STATE,
    nonce: NONCE,
    parameters: { state: STATE, ...parameters },
  }
  return gmail.auth?.callback(input, call) ?? Promise.reject(new Error('no handler'))
}

function refresh(credential: ReturnType<typeof aCredential>, call: Call<GoogleSettings> = mailCall()) {
  const request = { connectedProvider: aConnection('gmail', credential) }
  return gmail.auth?.refresh(request, call) ?? Promise.reject(new Error('no handler'))
}

function check(application: typeof gmail, credential: Partial<ReturnType<typeof aCredential>> = {}) {
  const request = { application: application.name, credential: aCredential(credential) }
  return application.auth?.check?.(request, mailCall({ settings: SETTINGS })) ?? Promise.reject(new Error('no handler'))
}
