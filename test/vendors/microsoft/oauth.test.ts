import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { Call } from '../../../src/kit/application.ts'
import { outlookCalendar } from '../../../vendors/microsoft/outlook-calendar/index.ts'
import { outlookMail } from '../../../vendors/microsoft/outlook-mail/index.ts'
import type { MicrosoftSettings } from '../../../vendors/microsoft/settings.ts'
import { cutNetwork } from '../../kit/network.ts'
import { adminLinkOf, mailCall, problemOf, SETTINGS } from './builders.ts'
import { replay } from './recordings.ts'

cutNetwork()

const STATE = 'connection-1.outlook-mail'
const NONCE = 'the-nonce-of-the-attempt'

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

  test('uses the address in a guest’s id token, and never the principal name', async () => {
    replay('sign-in-of-a-guest')
    expect(await comeBack({ code: '0.AX-code' })).toMatchObject({ credential: { email: 'bob@example.org' } })
  })

  test('registers no connection of a guest without an address', async () => {
    replay('sign-in-of-a-guest-without-an-address')
    expect(await problemOf(comeBack({ code: '0.AX-code' }))).toMatchObject({ status: 403 })
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
      /Start again/,
    ],
    [{ error: 'access_denied', error_subcode: 'cancel' }, 400, /administrator/],
    [{ error: 'access_denied', error_description: 'AADSTS90094: …' }, 400, /^An administrator .* must approve/],
    [{ error: 'consent_required' }, 400, /administrator/],
    [{ error: 'interaction_required' }, 400, /another step/],
    [{ error: 'invalid_scope', error_description: 'AADSTS70011: …' }, 500, /MICROSOFT_CLIENT_ID/],
    [{ error: 'server_error' }, 502, /currently unavailable/],
  ])('with %j returns %i without a token request', async (parameters, status, message) => {
    const call = mailCall()
    const problem = await problemOf(comeBack(parameters, call))
    expect(problem).toMatchObject({ status, message: expect.stringMatching(message) })
    expect(call.meter.calls).toBe(0)
  })

  test.each([
    ['common', '/organizations/'],
    ['72f988bf-86f1-41af-91ab-2d7cd011db47', '/72f988bf-86f1-41af-91ab-2d7cd011db47/'],
  ])('hands over a link for the administrator, who cannot use every tenant: %s', async (tenant, path) => {
    const call = mailCall({ application: 'outlook-mail', settings: { ...SETTINGS, tenant } })
    const problem = await problemOf(comeBack({ error: 'access_denied', error_subcode: 'cancel' }, call))
    const url = new URL(adminLinkOf(problem))
    expect(url.origin + url.pathname).toBe(`https://login.microsoftonline.com${path}v2.0/adminconsent`)
    expect(url.searchParams.get('redirect_uri')).toBe('https://hub.example.com/auth/callback')
    expect(url.searchParams.get('state')).toBe('~admin-consent.outlook-mail')
  })

  test('hands over no link for personal accounts, which have no administrator', async () => {
    const call = mailCall({ settings: { ...SETTINGS, tenant: 'consumers' } })
    expect(adminLinkOf(await problemOf(comeBack({ error: 'access_denied' }, call)))).toBe('')
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

const LOGIN = 'https://login.microsoftonline.com'

const TOKEN = '/common/oauth2/v2.0/token'

async function connect(application: typeof outlookMail, call: Call<MicrosoftSettings>): Promise<URL> {
  const query = {
    application: application.name,
    connectionId: 'connection-1',
    state: `connection-1.${application.name}`,
    nonce: NONCE,
  }
  const response = await application.auth?.connect(query, call)
  return new URL(response?.type === 'redirect' ? response.url : '')
}

function comeBack(parameters: Record<string, string>, call: Call<MicrosoftSettings> = mailCall()) {
  const input = {
    connectionId: 'connection-1',
    application: 'outlook-mail',
    state: STATE,
    nonce: NONCE,
    parameters: { state: STATE, ...parameters },
  }
  return outlookMail.auth?.callback(input, call) ?? Promise.reject(new Error('no handler'))
}
