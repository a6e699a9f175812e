import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, authorizationUrl, BILAL, CALLBACK, callback, redeem } from '../harness.ts'

let salesforce: SalesforceSandbox

beforeEach(async () => {
  salesforce = await startSalesforce()
})
afterEach(() => salesforce.stop())

const submit = (form: [string, string][], changes = {}) => {
  const body = new URLSearchParams(form)
  return fetch(authorizationUrl(salesforce, changes), { method: 'POST', redirect: 'manual', body })
}
const calledBack = async (response: Response) => new URL(response.headers.get('location') ?? '').searchParams

describe('the consent page', () => {
  test('shows the application, the scopes and all accounts', async () => {
    const response = await fetch(authorizationUrl(salesforce))
    const page = await response.text()
    expect(response.status).toBe(200)
    for (const text of ['Provider Hub', 'Manage user data via APIs', 'Perform requests at any time', ADA, BILAL]) {
      expect(page).toContain(text)
    }
  })

  test('redirects with a code and the state when the user allows access', async () => {
    const response = await submit([
      ['account', BILAL],
      ['scope', 'api'],
      ['scope', 'refresh_token'],
      ['decision', 'allow'],
    ])
    const parameters = await calledBack(response)
    expect(parameters.get('state')).toBe('connection-1.salesforce')
    const { body } = await redeem(salesforce, parameters.get('code') ?? '')
    expect(body.scope).toBe('api refresh_token')
  })

  test('redirects with access_denied when the user cancels', async () => {
    const parameters = await calledBack(await submit([['decision', 'cancel']]))
    expect(Object.fromEntries(parameters)).toEqual({
      error: 'access_denied',
      error_description: 'end-user denied authorization',
      state: 'connection-1.salesforce',
    })
  })

  test('is skipped the second time, unless a prompt requests it', async () => {
    salesforce.oauth.settings.autoConsent = true
    await redeem(salesforce, (await callback(salesforce)).get('code') ?? '')
    salesforce.oauth.settings.autoConsent = false
    const statusWith = async (prompt: string | undefined) =>
      (await fetch(authorizationUrl(salesforce, { prompt }), { redirect: 'manual' })).status
    expect(await statusWith(undefined)).toBe(302)
    expect(await statusWith('login')).toBe(200)
    expect(await statusWith('consent')).toBe(200)
  })
})

describe('an invalid request', () => {
  test.each([
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client_id'],
    ['an address that is not registered', { redirect_uri: `${CALLBACK}/other` }, 'redirect_uri_mismatch'],
  ])('%s is shown on a page and not sent to the redirect URI', async (_, changes, code) => {
    const response = await fetch(authorizationUrl(salesforce, changes), { redirect: 'manual' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(code)
  })

  test.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a scope that does not exist', { scope: 'api everything' }, 'invalid_scope'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['another challenge method', { code_challenge_method: 'plain' }, 'invalid_request'],
  ])('%s is sent to the application', async (_, changes, error) => {
    expect((await callback(salesforce, changes)).get('error')).toBe(error)
  })

  test('a missing challenge fails when the org requires one', async () => {
    salesforce.oauth.configure({ autoConsent: true, pkce: 'required' })
    expect((await callback(salesforce, { code_challenge: undefined })).get('error')).toBe('invalid_request')
    expect((await callback(salesforce)).has('code')).toBe(true)
  })

  test('without scopes all scopes of the application are granted', async () => {
    salesforce.oauth.settings.autoConsent = true
    const code = (await callback(salesforce, { scope: undefined })).get('code') ?? ''
    expect((await redeem(salesforce, code)).body.scope).toBe('api refresh_token id openid email profile')
  })
})

describe('an administrator’s restriction', () => {
  beforeEach(() => {
    salesforce.oauth.settings.autoConsent = true
  })

  test.each([
    ['not-installed', 'invalid_client', 'app must be installed into org'],
    ['external-app-elsewhere', 'OAUTH_EC_APP_NOT_FOUND', 'External client app is not installed in this org'],
  ] as const)('%s comes back as %s', async (appAccess, error, description) => {
    salesforce.settings.appAccess = appAccess
    const parameters = await callback(salesforce)
    expect(parameters.get('error')).toBe(error)
    expect(parameters.get('error_description')).toBe(description)
    expect(parameters.has('code')).toBe(false)
  })

  test('blocked shows a page of Salesforce and does not redirect', async () => {
    salesforce.settings.appAccess = 'blocked'
    const response = await fetch(authorizationUrl(salesforce), { redirect: 'manual' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('OAUTH_APPROVAL_ERROR_GENERIC')
  })
})
