import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { Call } from '../../../src/kit/application.ts'
import { Budget } from '../../../src/kit/budget.ts'
import { outlookCalendar } from '../../../vendors/microsoft/outlook-calendar/index.ts'
import { outlookMail } from '../../../vendors/microsoft/outlook-mail/index.ts'
import type { MicrosoftSettings } from '../../../vendors/microsoft/settings.ts'
import { impatient } from '../../kit/call.ts'
import { aSlowAnswer, cutNetwork } from '../../kit/network.ts'
import { aConnection, aCredential, mailCall, problemOf, SETTINGS } from './builders.ts'
import { replay } from './recordings.ts'

cutNetwork()

const STATE = 'connection-1.outlook-mail'

describe('connecting', () => {
  test('redirects the user to Microsoft with all required parameters', async () => {
    const url = await connect(outlookMail, mailCall())
    expect(url.origin + url.pathname).toBe('https://login.microsoftonline.com/common/oauth2/v2.0/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      response_mode: 'query',
      client_id: '6731de76-14a6-49ae-97bc-6eba6914391e',
      redirect_uri: 'https://hub.example.com/auth/callback',
      scope: 'openid email profile offline_access User.Read Mail.Read',
      state: STATE,
      prompt: 'select_account',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  test('requests the calendars, and optionally the mailbox’s time zone', async () => {
    const { searchParams } = await connect(outlookCalendar, mailCall())
    const scopes = 'openid email profile offline_access User.Read MailboxSettings.Read Calendars.Read'
    expect(searchParams.get('scope')).toBe(scopes)
  })

  test.each([
    ['consumers', '/consumers/'],
    ['72f988bf-86f1-41af-91ab-2d7cd011db47', '/72f988bf-86f1-41af-91ab-2d7cd011db47/'],
    ['../evil', '/..%2Fevil/'],
  ])('admits the accounts of the configured tenant: %s', async (tenant, path) => {
    const { pathname } = await connect(outlookMail, mailCall({ settings: { ...SETTINGS, tenant } }))
    expect(pathname).toBe(`${path}oauth2/v2.0/authorize`)
  })
})

describe('coming back', () => {
  test('returns a credential of the account that Graph returns', async () => {
    const waiting = replay('sign-in')
    const clock = () => Date.parse('2026-01-12T09:00:00Z')
    expect(await comeBack({ code: '0.AX-code', session_state: 'a-session' }, mailCall({ clock }))).toEqual({
      connectionId: 'connection-1',
      credential: {
        accessToken: 'EwB4A8l6BAAU-new-access-token',
        refreshToken: 'M.C5xx_new-refresh-token-0123456789',
        dateExpiry: clock() + 3_736_000 - 120_000,
        email: 'ann@example.com',
        profile: {
          accountId: '8a1f0c7e-2f5d-4b0a-9d1e-3c5b7a9e1f20',
          name: 'Ann Example',
          tenantId: '72f988bf-86f1-41af-91ab-2d7cd011db47',
          objectId: '8a1f0c7e-2f5d-4b0a-9d1e-3c5b7a9e1f20',
          scopes: ['Mail.Read', 'User.Read', 'profile', 'openid', 'email'],
        },
      },
    })
    expect(waiting()).toEqual([])
  })

  test('recognizes a scope in any form', async () => {
    replay('sign-in-with-scopes-spelled-in-full')
    expect(await comeBack({ code: '0.AX-code' })).toMatchObject({ credential: { email: 'ann@example.com' } })
  })

  test('uses a guest’s principal name if there is no address', async () => {
    replay('sign-in-of-a-guest')
    const email = 'bob_example.org#ext#@example.onmicrosoft.com'
    expect(await comeBack({ code: '0.AX-code' })).toMatchObject({ credential: { email } })
  })

  test('does not require an id token for a personal account', async () => {
    replay('sign-in-of-a-personal-account')
    const registration = await comeBack({ code: '0.AX-code' })
    expect(registration.credential).toMatchObject({
      email: 'bob@outlook.example',
      profile: { accountId: '48d31889f53c356e' },
    })
  })

  test('names the permission that an administrator must approve, without requesting the user’s identity', async () => {
    replay('sign-in-without-a-permission')
    const problem = await problemOf(comeBack({ code: '0.AX-code' }))
    expect(problem).toMatchObject({ status: 403, problem: 'scope-required' })
    expect(problem.message).toMatch(/administrator.*“Read your mail”/)
  })

  test('registers no connection without a refresh token', async () => {
    replay('sign-in-without-refresh-token')
    expect(await problemOf(comeBack({ code: '0.AX-code' }))).toMatchObject({ status: 502, problem: 'vendor-error' })
  })

  test('registers no connection without any address', async () => {
    replay('sign-in-without-an-address')
    expect(await problemOf(comeBack({ code: '0.AX-code' }))).toMatchObject({ status: 403 })
  })

  test('asks the user to sign in again if the code was already used', async () => {
    replay('sign-in-with-a-used-code')
    expect(await problemOf(comeBack({ code: '0.AX-code' }))).toMatchObject({ status: 400 })
  })

  test.each([
    [
      { error: 'access_denied', error_description: 'AADSTS65004: User declined to consent to access the app.' },
      400,
      /Start it again/,
    ],
    [{ error: 'access_denied', error_subcode: 'cancel' }, 400, /administrator/],
    [{ error: 'access_denied', error_description: 'AADSTS90094: …' }, 400, /^An administrator .* has to approve/],
    [{ error: 'consent_required' }, 400, /administrator/],
    [{ error: 'interaction_required' }, 400, /further step/],
    [{ error: 'invalid_scope', error_description: 'AADSTS70011: …' }, 500, /MICROSOFT_CLIENT_ID/],
    [{ error: 'server_error' }, 502, /not available/],
  ])('with %j returns %i without a token request', async (parameters, status, message) => {
    const call = mailCall()
    const problem = await problemOf(comeBack(parameters, call))
    expect(problem).toMatchObject({ status, message: expect.stringMatching(message) })
    expect(call.meter.calls).toBe(0)
  })

  test('never repeats the error description in the URL, which anyone may have written', async () => {
    const problem = await problemOf(
      comeBack({ error: 'access_denied', error_description: '<script>alert(1)</script>' }),
    )
    expect(problem.message).not.toContain('script')
  })

  test('sends the code only once, even if the response is lost', async () => {
    nock(LOGIN).post(TOKEN).reply(503, {})
    const call = mailCall()
    expect(await problemOf(comeBack({ code: '0.AX-code' }, call))).toMatchObject({ status: 503 })
    expect(call.meter.calls).toBe(1)
  })
})

describe('refreshing', () => {
  test('stores the new refresh token that Microsoft returns each time', async () => {
    replay('refresh-that-rotates')
    const clock = () => Date.parse('2026-01-12T09:00:00Z')
    const credential = aCredential({ refreshToken: aToken(), profile: { any: 'thing' }, instanceId: 'kept' })
    expect(await refresh(credential, mailCall({ clock }))).toEqual({
      ...credential,
      accessToken: 'EwB4A8l6BAAU-new-access-token',
      refreshToken: 'M.C5xx_rotated-refresh-token-0123456789',
      dateExpiry: clock() + 3_736_000 - 120_000,
    })
  })

  test('keeps the old refresh token if Microsoft omits one', async () => {
    replay('refresh')
    const refreshToken = aToken()
    expect(await refresh(aCredential({ refreshToken }))).toMatchObject({ refreshToken })
  })

  test.each([
    ['refresh-revoked', 401, 'password is reset'],
    ['refresh-asleep', 401, 'was not used for a long time'],
    ['refresh-after-the-session-ended', 401, 'limited time'],
    ['refresh-without-consent', 401, 'no longer allowed'],
    ['refresh-that-needs-a-second-factor', 401, 'further proof'],
    ['refresh-that-needs-interaction', 401, 'further proof'],
    ['refresh-of-a-disabled-account', 401, 'disabled'],
    ['refresh-under-a-new-number', 401, 'Connect the account again.'],
    ['refresh-with-a-wrong-secret', 500, 'MICROSOFT_CLIENT_SECRET'],
    ['refresh-with-an-expired-secret', 500, 'has expired'],
    ['refresh-of-an-unknown-client', 500, 'MICROSOFT_CLIENT_ID'],
  ])('that is rejected says who must act: %s', async (name, status, words) => {
    replay(name)
    const problem = await problemOf(refresh(aCredential({ refreshToken: aToken() })))
    expect(problem).toMatchObject({ status, message: expect.stringContaining(words) })
  })

  test.each(['refresh-that-needs-a-second-factor', 'refresh-that-needs-interaction'])(
    'that an organization temporarily rejected is retried: %s',
    async (name) => {
      const credential = aCredential({ refreshToken: aToken() })
      replay(name)
      expect(await problemOf(refresh(credential))).toMatchObject({ status: 401 })
      replay('refresh-that-rotates')
      expect(await refresh(credential)).toMatchObject({ accessToken: 'EwB4A8l6BAAU-new-access-token' })
    },
  )

  test('of an expired token sends one request, and then none', async () => {
    const credential = aCredential({ refreshToken: aToken() })
    replay('refresh-revoked')
    await problemOf(refresh(credential))
    const call = mailCall()
    expect(await problemOf(refresh(credential, call))).toMatchObject({ status: 401 })
    expect(call.meter.calls).toBe(0)
  })

  test.each([
    [500, { error: 'server_error' }],
    [503, { error: 'temporarily_unavailable' }],
    [400, { error: 'temporarily_unavailable' }],
    [429, 'limiting the number of requests'],
    [502, '<html>Bad Gateway</html>'],
  ])('never ends a connection when the token endpoint returns %i %j', async (status, body) => {
    nock(LOGIN).post(TOKEN).reply(status, body)
    const problem = await problemOf(refresh(aCredential({ refreshToken: aToken() }), mailCall({ budget: impatient() })))
    expect(problem.problem).not.toBe('credentials-expired')
  })

  test('is retried after a temporary failure', async () => {
    nock(LOGIN).post(TOKEN).reply(503, { error: 'temporarily_unavailable' }, { 'Retry-After': '0' })
    replay('refresh')
    expect(await refresh(aCredential({ refreshToken: aToken() }))).toMatchObject({
      accessToken: expect.stringContaining('new'),
    })
  })

  test('times out when Microsoft hangs, and starts over the next time', async () => {
    const { reply, release } = aSlowAnswer()
    nock(LOGIN).post(TOKEN).reply(reply)
    const credential = aCredential({ refreshToken: aToken() })
    const problem = await problemOf(refresh(credential, mailCall({ budget: new Budget(40) })))
    expect(problem).toMatchObject({ problem: 'vendor-error' })
    release()
    replay('refresh')
    expect(await refresh(credential)).toMatchObject({ accessToken: 'EwB4A8l6BAAU-new-access-token' })
  })

  test('with one refresh token many times concurrently sends one request', async () => {
    replay('refresh-that-rotates')
    const credential = aCredential({ refreshToken: aToken() })
    const call = mailCall()
    const credentials = await Promise.all(Array.from({ length: 50 }, () => refresh(credential, call)))
    expect(new Set(credentials.map(({ refreshToken }) => refreshToken)).size).toBe(1)
    expect(call.meter.calls).toBe(1)
  })
})

describe('checking', () => {
  test.each([
    ['mail', outlookMail],
    ['calendars', outlookCalendar],
  ])('returns the stable id of an account with the permission for %s', async (name, application) => {
    const waiting = replay(`check-of-${name}`)
    expect(await check(application)).toEqual({ status: 'ok', accountId: '8a1f0c7e-2f5d-4b0a-9d1e-3c5b7a9e1f20' })
    expect(waiting()).toEqual([])
  })

  test('names the permission that is missing', async () => {
    replay('check-without-the-permission')
    const result = await check(outlookMail)
    expect(result).toMatchObject({
      status: 'scope_required',
      message: expect.stringMatching(/administrator.*“Read your mail”/),
    })
  })

  test('explains that an account has no mailbox', async () => {
    replay('check-without-a-mailbox')
    expect(await problemOf(check(outlookMail))).toMatchObject({
      status: 403,
      problem: 'mailbox-unavailable',
      message: expect.stringContaining('on-premises'),
    })
  })

  test('asks to connect again for an expired token', async () => {
    replay('check-of-a-dead-token')
    expect(await problemOf(check(outlookMail))).toMatchObject({ status: 401, problem: 'credentials-expired' })
  })

  test('rejects a token that is not allowed in a header, with a pointer to it', async () => {
    const problem = await problemOf(check(outlookMail, { accessToken: 'two\nlines' }))
    expect(problem).toMatchObject({ status: 400, options: { errors: [{ pointer: '#/credential/accessToken' }] } })
  })
})

const LOGIN = 'https://login.microsoftonline.com'
const TOKEN = '/common/oauth2/v2.0/token'

/** Recent refreshes and rejected refresh tokens are cached, so every test has a token of its own. */
let tokens = 0
function aToken(): string {
  tokens += 1
  return `M.C5xx_refresh-token-${tokens}-0123456789`
}

async function connect(application: typeof outlookMail, call: Call<MicrosoftSettings>): Promise<URL> {
  const query = {
    application: application.name,
    connectionId: 'connection-1',
    state: `connection-1.${application.name}`,
  }
  const response = await application.auth?.connect(query, call)
  return new URL(response?.type === 'redirect' ? response.url : '')
}

function comeBack(parameters: Record<string, string>, call: Call<MicrosoftSettings> = mailCall()) {
  const input = {
    connectionId: 'connection-1',
    application: 'outlook-mail',
    state: STATE,
    parameters: { state: STATE, ...parameters },
  }
  return outlookMail.auth?.callback(input, call) ?? Promise.reject(new Error('no handler'))
}

function refresh(credential: ReturnType<typeof aCredential>, call: Call<MicrosoftSettings> = mailCall()) {
  const request = { connectedProvider: aConnection('outlook-mail', credential) }
  return outlookMail.auth?.refresh(request, call) ?? Promise.reject(new Error('no handler'))
}

function check(application: typeof outlookMail, credential: Partial<ReturnType<typeof aCredential>> = {}) {
  const request = { application: application.name, credential: aCredential(credential) }
  return application.auth?.check?.(request, mailCall()) ?? Promise.reject(new Error('no handler'))
}
