import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, authorizationUrl, BILAL, CALLBACK, callback, redeem } from '../harness.ts'

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
  test('shows a page with the application, the accounts and the scopes in words', async () => {
    const response = await open()
    const page = await response.text()
    expect(response.status).toBe(200)
    for (const words of ['Provider Hub', 'Ada Moreau', 'View your email messages and settings'])
      expect(page).toContain(words)
  })

  test.each([
    [{ client_id: 'somebody' }, 'invalid_client'],
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
  ])('keeps the person on its own page for %p', async (changes, code) => {
    google.oauth.settings.autoConsent = true
    const response = await open(changes)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(await response.text()).toContain(code)
  })

  test('demands a challenge when PKCE is required, and only then', async () => {
    google.oauth.settings.autoConsent = true
    const without = { code_challenge: undefined, code_challenge_method: undefined }
    expect((await open(without)).status).toBe(302)
    google.oauth.settings.pkce = 'required'
    expect((await open(without)).status).toBe(400)
  })

  test('calls back with the state as it was sent, the code and Google’s own parameters', async () => {
    google.oauth.settings.autoConsent = true
    const parameters = await callback(google, { state: 'a.b c&d=é/+.gmail' })
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

  test('tells the application of the person’s no, and of nothing else', async () => {
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
  test('grants what stays ticked, and always who one is', async () => {
    const response = await submit([
      ['decision', 'allow'],
      ['account', BILAL],
      ['scope', SCOPE.gmailReadonly],
    ])
    const granted = await redeem(google, parametersOf(response).code ?? '')
    expect(granted.body.scope.split(' ').sort()).toEqual([SCOPE.gmailReadonly, SCOPE.email, 'openid'].sort())
    expect(google.oauth.grants.inspect(granted.body.access_token)?.grant.account).toBe(BILAL)
  })

  test('grants no scope that was not asked for', async () => {
    const fields: [string, string][] = [
      ['decision', 'allow'],
      ['account', ADA],
      ['scope', SCOPE.mail],
      ['scope', SCOPE.calendarReadonly],
    ]
    const response = await submit(fields, { scope: SCOPE.calendarReadonly })
    expect(parametersOf(response).scope).toBe(SCOPE.calendarReadonly)
  })

  test('knows no accounts but its own', async () => {
    const response = await submit([
      ['decision', 'allow'],
      ['account', 'mallory@evil.example'],
    ])
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })

  test('is left out for an account that has agreed before, unless consent is asked for again', async () => {
    google.oauth.settings.autoConsent = true
    await callback(google)
    google.oauth.settings.autoConsent = false
    expect((await open()).status).toBe(200)
    const again = parametersOf(await open({ prompt: undefined }))
    expect(again.prompt).toBe('none')
    expect((await open({ prompt: undefined, login_hint: BILAL })).status).toBe(200)
  })
})

describe('automatic consent', () => {
  test('signs in whom it is told to, or whom the application names', async () => {
    google.oauth.settings.autoConsent = true
    const account = async (changes = {}) => {
      const code = (await callback(google, changes)).get('code') ?? ''
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
    expect((await callback(google)).get('scope')).not.toContain('gmail')
  })
})
