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
  test('shows a page with the application, the accounts and the scopes in words, none of which can be unticked', async () => {
    const response = await open()
    const page = await response.text()
    expect(response.status).toBe(200)
    for (const words of ['Provider Hub', 'Ada Moreau', 'Read your mail', 'Sign you in']) expect(page).toContain(words)
    expect(page.match(/type="checkbox"/g)).toHaveLength(6)
    expect(page.match(/checked disabled/g)).toHaveLength(6)
  })

  test('calls the application back with code, state as it was sent, and a session_state', async () => {
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
  ])('keeps the person on its own page for %j', async (changes, code) => {
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
  ])('tells the application of %j', async (changes, error, code) => {
    const told = await callback(microsoft, changes)
    expect([told.error, told.state]).toEqual([error, 'connection-1.outlook-mail'])
    expect(told.error_description).toMatch(new RegExp(`^${code}: `))
  })

  test('demands a challenge when PKCE is required, and only then', async () => {
    microsoft.oauth.settings.autoConsent = true
    const without = { code_challenge: undefined, code_challenge_method: undefined }
    expect(await callback(microsoft, without)).toHaveProperty('code')
    microsoft.oauth.settings.pkce = 'required'
    expect((await callback(microsoft, without)).error_description).toContain('AADSTS50147')
  })

  test('says no in two forms', async () => {
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

  test('takes the button for the same no', async () => {
    const response = await submit([['decision', 'cancel']])
    expect(parametersOf(response).error).toBe('access_denied')
  })

  test('stops at the administrator, with a way back that says no more than cancel', async () => {
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

  test('lets through in silence who has agreed before to the same scopes, and asks again for more', async () => {
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

  test('says who may sign in: all, work accounts, personal accounts, those of one company', async () => {
    const all = await accountsAt('common')
    expect(all).toContain(ADA)
    expect(await accountsAt('consumers')).toEqual(['omar@kestrel.example'])
    expect(await accountsAt(PERSONAL_TENANT)).toEqual(['omar@kestrel.example'])
    expect(await accountsAt('organizations')).toEqual(all.filter((account) => account !== 'omar@kestrel.example'))
    expect(await accountsAt(tenantIdOf({ key: 'meridian' }))).toEqual([ADA, BILAL, 'lars@halden.example'])
  })

  test('has to exist', async () => {
    const response = await fetch(`${microsoft.origin}${authorizePath('contoso.example')}`)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('AADSTS90002')
  })
})
