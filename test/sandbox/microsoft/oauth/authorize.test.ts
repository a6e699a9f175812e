import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import {
  type MicrosoftSandbox,
  PERSONAL_TENANT,
  startMicrosoft,
  tenantIdOf,
} from '../../../../sandbox/microsoft/index.ts'
import { ADA, authorizationUrl, authorizePath, BILAL, CALLBACK, callback, redeem } from '../harness.ts'

let microsoft: MicrosoftSandbox

beforeEach(async () => {
  microsoft = await startMicrosoft()
})
afterEach(() => microsoft.stop())

const open = (changes = {}, tenant = 'common') =>
  fetch(authorizationUrl(microsoft, changes, tenant), { redirect: 'manual' })
const submit = (fields: [string, string][], changes = {}) =>
  fetch(authorizationUrl(microsoft, changes), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  })
const parametersOf = (response: Response) =>
  Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)

describe('the authorization endpoint', () => {
  test('shows the application, the accounts, and the labels of the scopes, none of which can be unticked', async () => {
    const response = await open()
    const page = await response.text()
    expect(response.status).toBe(200)
    for (const text of ['Provider Hub', 'Ada Moreau', 'Read your mail', 'Sign you in']) expect(page).toContain(text)
    expect(page.match(/type="checkbox"/g)).toHaveLength(6)
    expect(page.match(/checked disabled/g)).toHaveLength(6)
  })

  test('redirects to the application with a code, the unchanged state and a session_state', async () => {
    const response = await submit([
      ['account', ADA],
      ['decision', 'allow'],
    ])
    expect(response.headers.get('location')).toMatch(new RegExp(`^${CALLBACK}\\?`))
    const { code, state, session_state, ...rest } = parametersOf(response)
    expect([state, rest]).toEqual(['connection-1.outlook-mail', {}])
    expect(session_state).toMatch(/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/)
    expect((await redeem(microsoft, code)).status).toBe(200)
  })

  test.each([
    [{ client_id: 'somebody' }, 'AADSTS700016'],
    [{ client_id: undefined }, 'AADSTS900144'],
    [{ redirect_uri: `${CALLBACK}/` }, 'AADSTS50011'],
    [{ redirect_uri: undefined }, 'AADSTS900144'],
    [{ scope: undefined }, 'AADSTS900144'],
  ])('shows an error page for %j', async (changes, code) => {
    microsoft.oauth.settings.autoConsent = true
    const response = await open(changes)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(await response.text()).toContain(code)
  })

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type', 'AADSTS70005'],
    [{ scope: 'openid Everything.Read' }, 'invalid_scope', 'AADSTS70011'],
    [{ scope: 'https://graph.microsoft.com/.default' }, 'invalid_scope', 'AADSTS70011'],
    [{ code_challenge_method: undefined }, 'invalid_request', 'AADSTS501491'],
    [{ code_challenge: 'short' }, 'invalid_request', 'AADSTS501491'],
    [{ prompt: 'none' }, 'consent_required', 'AADSTS65001'],
  ])('redirects to the application with an error for %j', async (changes, error, code) => {
    const parameters = await callback(microsoft, changes)
    expect([parameters.error, parameters.state]).toEqual([error, 'connection-1.outlook-mail'])
    expect(parameters.error_description).toMatch(new RegExp(`^${code}: `))
  })

  test('requires a challenge only when PKCE is required', async () => {
    microsoft.oauth.settings.autoConsent = true
    const without = { code_challenge: undefined, code_challenge_method: undefined }
    expect(await callback(microsoft, without)).toHaveProperty('code')
    microsoft.oauth.settings.pkce = 'required'
    expect((await callback(microsoft, without)).error_description).toContain('AADSTS50147')
  })

  test('returns a refusal in two forms', async () => {
    microsoft.oauth.settings.deny = true
    const declined = await callback(microsoft)
    expect([declined.error, declined.error_subcode]).toEqual(['access_denied', undefined])
    expect(declined.error_description).toContain('AADSTS65004')
    microsoft.settings.refusalForm = 'cancelled'
    expect(await callback(microsoft)).toEqual({
      error: 'access_denied',
      error_subcode: 'cancel',
      state: 'connection-1.outlook-mail',
    })
  })

  test('returns the same refusal for the cancel button', async () => {
    const response = await submit([['decision', 'cancel']])
    expect(parametersOf(response).error).toBe('access_denied')
  })

  test('shows the admin approval page, whose link redirects with error_subcode=cancel', async () => {
    microsoft.oauth.settings.requireAdminConsent = true
    const response = await open()
    const page = await response.text()
    expect([response.status, response.headers.get('location')]).toEqual([200, null])
    expect(page).toContain('Need admin approval')
    expect(page).toContain('AADSTS90094')
    const back = new URL(/href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '')
    expect(back.href).toContain(CALLBACK)
    expect(back.searchParams.get('error_subcode')).toBe('cancel')
    microsoft.oauth.settings.autoConsent = true
    expect((await callback(microsoft)).error_subcode).toBe('cancel')
  })

  test('refuses users of work accounts the consent to mail and calendars, as the default policy does', async () => {
    microsoft.oauth.settings.autoConsent = true
    const consentOf = async (account: string, scope: string) => {
      microsoft.oauth.settings.signedIn = account
      return (await callback(microsoft, { scope })).error ?? 'allowed'
    }
    for (const restricted of ['Mail.Read', 'Calendars.Read', 'MailboxSettings.Read']) {
      expect(await consentOf('kenji@sakurai.example', `openid ${restricted}`)).toBe('access_denied')
    }
    expect(await consentOf('kenji@sakurai.example', 'openid offline_access User.Read')).toBe('allowed')
    expect(await consentOf('omar@kestrel.example', 'openid Mail.Read')).toBe('allowed')
    expect(await consentOf(ADA, 'openid Mail.Read')).toBe('allowed')
    microsoft.settings.userConsent = 'allowed'
    expect(await consentOf('kenji@sakurai.example', 'openid Mail.Read')).toBe('allowed')
  })

  test('skips the page for users who have consented to the same scopes, and shows it for further scopes', async () => {
    microsoft.oauth.settings.autoConsent = true
    await callback(microsoft)
    microsoft.oauth.settings.autoConsent = false
    expect((await open()).status).toBe(302)
    expect((await open({ prompt: 'none' })).status).toBe(302)
    expect((await open({ prompt: 'consent' })).status).toBe(200)
    expect((await open({ prompt: 'select_account' })).status).toBe(200)
    expect((await open({ scope: 'openid Mail.Read Calendars.Read' })).status).toBe(200)
  })
})

describe('the tenant of the path', () => {
  const accountsAt = async (tenant: string) => {
    const page = await (await open({}, tenant)).text()
    return [...page.matchAll(/name="account" value="([^"]+)"/g)].map(([, account]) => account)
  }

  test('determines who may sign in: all, work, or personal accounts, or those of one company', async () => {
    const everyone = await accountsAt('common')
    expect(everyone).toContain(ADA)
    expect(await accountsAt('consumers')).toEqual(['omar@kestrel.example'])
    expect(await accountsAt(PERSONAL_TENANT)).toEqual(['omar@kestrel.example'])
    expect(await accountsAt('organizations')).toEqual(everyone.filter((account) => account !== 'omar@kestrel.example'))
    expect(await accountsAt(tenantIdOf({ key: 'meridian' }))).toEqual([ADA, BILAL, 'lars@halden.example'])
  })

  test('must exist', async () => {
    const response = await fetch(`${microsoft.origin}${authorizePath('contoso.example')}`)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('AADSTS90002')
  })
})
