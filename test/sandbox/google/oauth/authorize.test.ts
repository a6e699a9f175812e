import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, authorizationUrl, authorize, BILAL, CALLBACK, redeem } from '../harness.ts'

let google: GoogleSandbox

beforeEach(async () => {
  google = await startGoogle()
})
afterEach(() => google.stop())

const open = (changes = {}) => fetch(authorizationUrl(google, changes), { redirect: 'manual' })
const submit = (fields: [string, string][], changes = {}) =>
  fetch(authorizationUrl(google, changes), { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
const parametersOf = (response: Response) =>
  Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)

describe('the authorization endpoint', () => {
  test('shows a page with the application, the accounts and the labels of the scopes', async () => {
    const response = await open()
    const page = await response.text()
    expect(response.status).toBe(200)
    for (const text of ['Provider Hub', 'Ada Moreau', 'View your email messages and settings'])
      expect(page).toContain(text)
  })

  test.each([
    [{ client_id: 'unknown' }, 'invalid_client'],
    [{ client_id: undefined }, 'invalid_request'],
    [{ redirect_uri: `${CALLBACK}/` }, 'redirect_uri_mismatch'],
    [{ redirect_uri: undefined }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: undefined }, 'invalid_request'],
    [{ scope: 'openid https://www.googleapis.com/auth/everything' }, 'invalid_scope'],
    [{ scope: 'constructor' }, 'invalid_scope'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
  ])('shows an error page instead of redirecting for %p', async (changes, code) => {
    google.oauth.settings.autoConsent = true
    const response = await open(changes)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(await response.text()).toContain(code)
  })

  test('requires a challenge only if PKCE is required', async () => {
    google.oauth.settings.autoConsent = true
    const without = { code_challenge: undefined, code_challenge_method: undefined }
    expect((await open(without)).status).toBe(302)
    google.oauth.settings.pkce = 'required'
    expect((await open(without)).status).toBe(400)
  })

  test('redirects with the unchanged state, the code and Google’s own parameters', async () => {
    google.oauth.settings.autoConsent = true
    const parameters = await authorize(google, { state: 'a.b c&d=é/+.gmail' })
    expect(Object.fromEntries(parameters)).toEqual({
      state: 'a.b c&d=é/+.gmail',
      code: expect.stringMatching(/^4\/0A/),
      scope: `email ${SCOPE.calendarReadonly} ${SCOPE.gmailReadonly} ${SCOPE.email} openid`,
      authuser: '0',
      hd: 'meridian.example',
      prompt: 'consent',
      iss: 'https://accounts.google.com',
    })
  })

  test('reports only the user’s denial to the application', async () => {
    const denied = { error: 'access_denied', state: 'connection-1.gmail' }
    expect(parametersOf(await submit([['decision', 'cancel']]))).toEqual(denied)
    google.oauth.settings.deny = true
    expect(parametersOf(await open())).toEqual(denied)
    google.oauth.settings.deny = false
    google.oauth.settings.requireAdminConsent = true
    expect(await (await open()).text()).toContain('admin_policy_enforced')
  })
})

describe('the consent page', () => {
  test('grants the ticked scopes, and always the identity', async () => {
    const response = await submit([
      ['decision', 'allow'],
      ['account', BILAL],
      ['scope', SCOPE.gmailReadonly],
    ])
    const granted = await redeem(google, parametersOf(response).code ?? '')
    expect(granted.body.scope.split(' ').sort()).toEqual([SCOPE.gmailReadonly, SCOPE.email, 'openid'].sort())
    expect(google.oauth.grants.inspect(granted.body.access_token)?.grant.account).toBe(BILAL)
  })

  test('does not grant scopes that were not requested', async () => {
    const fields: [string, string][] = [
      ['decision', 'allow'],
      ['account', ADA],
      ['scope', SCOPE.mail],
      ['scope', SCOPE.calendarReadonly],
    ]
    const response = await submit(fields, { scope: SCOPE.calendarReadonly })
    expect(parametersOf(response).scope).toBe(SCOPE.calendarReadonly)
  })

  test('rejects unknown accounts', async () => {
    const response = await submit([
      ['decision', 'allow'],
      ['account', 'mallory@evil.example'],
    ])
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })

  test('is skipped for an account that has consented before, unless consent is requested', async () => {
    google.oauth.settings.autoConsent = true
    await authorize(google)
    google.oauth.settings.autoConsent = false
    expect((await open()).status).toBe(200)
    const again = parametersOf(await open({ prompt: undefined }))
    expect(again.prompt).toBe('none')
    expect((await open({ prompt: undefined, login_hint: BILAL })).status).toBe(200)
    expect((await open({ prompt: 'select_account' })).status).toBe(200)
  })
})

describe('automatic consent', () => {
  test('uses the account of the settings, or the one that the application suggests', async () => {
    google.oauth.settings.autoConsent = true
    const account = async (changes = {}) => {
      const code = (await authorize(google, changes)).get('code') ?? ''
      return google.oauth.grants.inspect((await redeem(google, code)).body.access_token)?.grant.account
    }
    expect(await account()).toBe(ADA)
    google.oauth.settings.signedIn = BILAL
    expect(await account()).toBe(BILAL)
    expect(await account({ login_hint: ADA })).toBe(ADA)
  })

  test('can untick scopes', async () => {
    google.oauth.settings.autoConsent = true
    google.oauth.settings.grantOnly = [SCOPE.calendarReadonly]
    expect((await authorize(google)).get('scope')).not.toContain('gmail')
  })
})
