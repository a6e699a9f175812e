import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { COMPANIES } from '../../../../sandbox/core/fixtures.ts'
import { type MicrosoftSandbox, startMicrosoft, tenantIdOf } from '../../../../sandbox/microsoft/index.ts'
import { CALLBACK, callback } from '../harness.ts'

const KENJI = 'kenji@sakurai.example'
const SAKURAI = tenantIdOf(COMPANIES.sakurai)

let microsoft: MicrosoftSandbox
beforeEach(async () => {
  microsoft = await startMicrosoft()
})
afterEach(() => microsoft.stop())

function open(changes: Record<string, string> = {}, tenant = 'organizations', init: RequestInit = {}) {
  const url = new URL(`/${tenant}/v2.0/adminconsent`, microsoft.origin)
  const [client] = microsoft.oauth.clients
  const query = { client_id: client?.id ?? '', redirect_uri: CALLBACK, scope: 'openid Mail.Read', state: 's.app' }
  for (const [name, value] of Object.entries({ ...query, ...changes })) if (value) url.searchParams.set(name, value)
  return fetch(url, { redirect: 'manual', ...init })
}

const submit = (form: Record<string, string>) =>
  open({}, 'organizations', { method: 'POST', body: new URLSearchParams(form) })
const parametersOf = (response: Response) =>
  Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)

describe('the page for an administrator', () => {
  test('approves the scopes for the users of the tenant, and no others', async () => {
    const page = await (await open()).text()
    expect(page).toContain('Permissions requested for your organization')
    expect(page).toContain(KENJI)
    const response = await submit({ decision: 'allow', account: KENJI })
    expect(parametersOf(response)).toEqual({
      admin_consent: 'True',
      tenant: SAKURAI,
      scope: 'openid Mail.Read',
      state: 's.app',
    })
    Object.assign(microsoft.oauth.settings, { autoConsent: true, signedIn: KENJI })
    expect(await callback(microsoft, { scope: 'openid Mail.Read' })).toHaveProperty('code')
    expect(await callback(microsoft, { scope: 'openid Calendars.Read' })).toHaveProperty('error')
    microsoft.oauth.settings.signedIn = 'aroha@kowhai.example'
    expect(await callback(microsoft, { scope: 'openid Mail.Read' })).toHaveProperty('error')
  })

  test('admits neither guests nor personal accounts', async () => {
    const page = await (await open()).text()
    expect(page).not.toContain('lars@halden.example')
    expect(page).not.toContain('omar@kestrel.example')
    expect(parametersOf(await submit({ decision: 'allow', account: 'omar@kestrel.example' })).error).toBe(
      'consent_required',
    )
  })

  test('reports a refusal', async () => {
    expect(parametersOf(await submit({ decision: 'cancel', account: KENJI }))).toMatchObject({
      error: 'consent_required',
      error_description: expect.stringContaining('AADSTS65004'),
      state: 's.app',
    })
  })

  test.each([
    [{ client_id: 'nobody' }, 'organizations', 'AADSTS700016'],
    [{ redirect_uri: 'https://elsewhere.example/' }, 'organizations', 'AADSTS50011'],
    [{ scope: '' }, 'organizations', 'AADSTS900144'],
    [{ scope: 'Everything.Read' }, 'organizations', 'AADSTS70011'],
    [{}, 'common', 'AADSTS90002'],
    [{}, 'consumers', 'AADSTS90002'],
  ])('shows an error for %j under %s', async (changes, tenant, code) => {
    const response = await open(changes, tenant)
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(code)])
  })
})
