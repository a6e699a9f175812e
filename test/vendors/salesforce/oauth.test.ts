import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import type { ConnectedProviderRegistration, Credential } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { salesforceAuth } from '../../../vendors/salesforce/oauth.ts'
import type { SalesforceSettings } from '../../../vendors/salesforce/settings.ts'
import { cutNetwork } from '../../kit/network.ts'
import { aCall, aConnection, aCredential, INSTANCE, LOGIN, problemOf, SETTINGS } from './builders.ts'
import { replay } from './recordings.ts'

cutNetwork()

const STATE = 'connection-1.salesforce'
const NONCE = 'the-nonce-of-the-attempt'
const ACCOUNT = '00D5e000003V0C7EAK/0055e000004BzQdAAK'

async function connect(call = aCall()): Promise<URL> {
  const response = await salesforceAuth.connect(
    { application: 'salesforce', connectionId: 'connection-1', state: STATE, nonce: NONCE },
    call,
  )
  return new URL(response.type === 'redirect' ? response.url : '')
}

function comeBack(parameters: Record<string, string>, call = aCall()): Promise<ConnectedProviderRegistration> {
  return salesforceAuth.callback(
    { connectionId: 'connection-1', application: 'salesforce', state: STATE, nonce: NONCE, parameters },
    call,
  )
}

function refresh(credential = aRefreshable(), call: Call<SalesforceSettings> = aCall()): Promise<Credential> {
  return salesforceAuth.refresh({ connectedProvider: aConnection(credential) }, call)
}

let refreshable = 0

/** Each has its own refresh token, because refreshes are cached by it. */
function aRefreshable(overrides: Partial<Credential> = {}): Credential {
  refreshable += 1
  return aCredential({ refreshToken: `5Aep861.refresh-token-${refreshable}`, ...overrides })
}

function check(credential = aCredential(), call = aCall()) {
  return salesforceAuth.check?.({ application: 'salesforce', credential }, call)
}

describe('connecting', () => {
  test('redirects the user to Salesforce with all required parameters', async () => {
    const url = await connect()
    expect(url.origin + url.pathname).toBe(`${LOGIN}/services/oauth2/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: '3MVG9hub.client',
      redirect_uri: 'https://hub.example.com/auth/callback',
      scope: 'openid refresh_token api',
      state: STATE,
      prompt: 'login',
      display: 'popup',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  test.each([
    ['https://test.salesforce.com', 'https://test.salesforce.com'],
    ['https://acme.my.salesforce.com/', 'https://acme.my.salesforce.com'],
  ])('starts at the configured login URL: %s', async (loginUrl, origin) => {
    expect((await connect(aCall({ settings: { ...SETTINGS, loginUrl } }))).href).toContain(
      `${origin}/services/oauth2/authorize?`,
    )
  })

  test('starts at the configured origin if there is one', async () => {
    const url = await connect(aCall({ settings: { ...SETTINGS, origin: 'http://127.0.0.1:4300' } }))
    expect(url.origin).toBe('http://127.0.0.1:4300')
  })
})

describe('coming back', () => {
  test('returns a credential of the user and the org that Salesforce returns', async () => {
    const waiting = replay('sign-in')
    expect(await comeBack({ code: 'aPrx-code' })).toEqual({
      connectionId: 'connection-1',
      credential: {
        accessToken: '00D5e000003V0C7!AQ.new-access-token',
        refreshToken: '5Aep861.new-refresh-token',
        dateExpiry: 1_768_215_600_000 - 60_000,
        email: 'ann@example.com',
        instanceId: '00D5e000003V0C7EAK',
        instanceUrl: INSTANCE,
        profile: {
          accountId: ACCOUNT,
          name: 'Ann Example',
          username: 'ann@example.com.crm',
          scopes: ['refresh_token', 'openid', 'api'],
        },
      },
    })
    expect(waiting()).toEqual([])
  })

  test('sends the verifier of the challenge, and the token to introspection in the body', async () => {
    const challenge = (await connect()).searchParams.get('code_challenge')
    const forms: URLSearchParams[] = []
    const capture = (body: unknown) => {
      forms.push(new URLSearchParams(typeof body === 'string' ? body : (body as Record<string, string>)))
      return true
    }
    const [token, introspection] = ['token', 'introspect'].map((name) =>
      nock(LOGIN).post(`/services/oauth2/${name}`, capture),
    )
    token?.reply(200, {
      access_token: '00D!AQ.x-access',
      refresh_token: '5Aep-x',
      scope: 'api',
      instance_url: INSTANCE,
    })
    introspection?.reply(200, { active: true, exp: 1_768_215_600 })
    nock(INSTANCE)
      .get('/services/oauth2/userinfo')
      .reply(200, { user_id: '0055e000004BzQd', organization_id: '00D5e000003V0C7', email: 'a@b.c' })
    await comeBack({ code: 'aPrx-code' })
    const { createHash } = await import('node:crypto')
    const verifier = forms[0]?.get('code_verifier') ?? ''
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(challenge)
    expect(Object.fromEntries(forms[1] ?? [])).toEqual({
      token: '00D!AQ.x-access',
      token_type_hint: 'access_token',
      client_id: '3MVG9hub.client',
      client_secret: 'hub-secret-of-salesforce',
    })
  })

  test('assumes a short lifetime for a token without introspection', async () => {
    replay('sign-in-without-introspection')
    const { credential } = await comeBack({ code: 'aPrx-code' })
    expect(credential.dateExpiry).toBe(1_768_208_400_000 + 600_000)
  })

  test('accepts the scope full, which includes the API', async () => {
    replay('sign-in-with-everything-granted')
    expect((await comeBack({ code: 'aPrx-code' })).credential.email).toBe('ann@example.com')
  })

  test("sends no token to a host that is not Salesforce's", async () => {
    replay('sign-in-at-a-host-that-is-not-salesforce')
    const trap = nock('https://acme.my.salesforce.com.evil.example').get(/.*/).reply(200, {})
    expect(await problemOf(comeBack({ code: 'aPrx-code' }))).toMatchObject({ status: 400 })
    expect(trap.isDone()).toBe(false)
  })

  test.each([
    ['sign-in-without-the-api', 403, /administrator.+“Manage user data via APIs”/],
    ['sign-in-without-refresh-token', 502, /returned no refresh token/],
    ['sign-in-without-an-address', 403, /e-mail address.+administrator/],
    ['sign-in-with-a-used-code', 400, /already used/],
    ['sign-in-with-an-app-that-is-not-approved', 403, /administrator/],
  ])('registers no connection if the response lacks something: %s', async (name, status, words) => {
    replay(name)
    expect(await problemOf(comeBack({ code: 'aPrx-code' }))).toMatchObject({
      status,
      message: expect.stringMatching(words),
    })
  })

  test.each([
    ['access_denied', 'end-user denied authorization', 400, /cancelled/],
    ['access-denied', '', 400, /cancelled/],
    ['invalid_client', 'app must be installed into org', 403, /administrator to install/],
    ['OAUTH_EC_APP_NOT_FOUND', '', 403, /administrator to install/],
    ['OAUTH_APPROVAL_ERROR_GENERIC', '', 403, /administrator to install/],
    ['invalid_scope', '', 500, /operator/],
    ['redirect_uri_mismatch', '', 500, /operator/],
  ])('without consent explains what to do: %s', async (error, error_description, status, words) => {
    const problem = await problemOf(comeBack({ error, error_description }))
    expect(problem).toMatchObject({ status, message: expect.stringMatching(words) })
  })
})

describe('refreshing', () => {
  test('keeps the refresh token if Salesforce returns none, and everything else', async () => {
    const waiting = replay('refresh')
    const credential = aRefreshable({ dateExpiry: 1, profile: { retained: true } })
    expect(await refresh(credential)).toEqual({
      ...credential,
      accessToken: '00D5e000003V0C7!AQ.refreshed-access-token',
      dateExpiry: 1_768_215_600_000 - 60_000,
    })
    expect(waiting()).toEqual([])
  })

  test('returns the rotated refresh token', async () => {
    replay('refresh-that-rotates')
    expect((await refresh()).refreshToken).toBe('5Aep861.rotated-refresh-token')
  })

  test('does not lose a rotated token if introspection is unavailable', async () => {
    replay('refresh-that-rotates-without-introspection')
    const credential = await refresh()
    expect(credential.refreshToken).toBe('5Aep861.rotated-refresh-token')
    expect(credential.dateExpiry).toBe(1_768_208_400_000 + 600_000)
  })

  test('follows an org that was moved, but only to a host of Salesforce', async () => {
    replay('refresh-after-the-org-was-moved')
    expect((await refresh()).instanceUrl).toBe('https://acme-two.my.salesforce.com')
    replay('refresh-that-names-a-foreign-host')
    expect((await refresh()).instanceUrl).toBe(INSTANCE)
  })

  test.each([
    ['refresh-revoked', 401, /five approvals/],
    ['refresh-of-a-locked-user', 401, /active and not locked/],
    ['refresh-from-a-forbidden-address', 401, /IP restrictions/],
    ['refresh-of-an-app-that-is-not-approved', 401, /approve it/],
    ['refresh-with-a-wrong-client', 500, /SALESFORCE_CLIENT_ID/],
    ['refresh-with-a-wrong-secret', 500, /SALESFORCE_CLIENT_SECRET/],
  ])('that Salesforce rejects says who must act: %s', async (name, status, words) => {
    replay(name)
    expect(await problemOf(refresh())).toMatchObject({ status, message: expect.stringMatching(words) })
  })

  test('that another request is already processing waits and tries again', async () => {
    replay('refresh-that-is-already-processed')
    replay('refresh')
    const call = aCall()
    expect((await refresh(aRefreshable(), call)).accessToken).toBeTruthy()
    expect(call.memory.rejections.size).toBe(0)
  })

  test('N times concurrently with one token is one refresh with N equal results', async () => {
    replay('refresh-that-rotates')
    const [credential, call] = [aRefreshable(), aCall()]
    const credentials = await Promise.all(Array.from({ length: 10 }, () => refresh(credential, call)))
    expect(new Set(credentials.map(({ refreshToken }) => refreshToken))).toEqual(
      new Set(['5Aep861.rotated-refresh-token']),
    )
  })
})

describe('checking', () => {
  test('requests the identity and checks the API access', async () => {
    replay('check')
    expect(await check()).toEqual({ status: 'ok', accountId: ACCOUNT })
  })

  test('explains what the administrator must do if the API is not enabled', async () => {
    replay('check-without-the-api')
    expect(await check()).toEqual({
      status: 'scope_required',
      message: expect.stringMatching(/does not include API access.+administrator/),
    })
  })

  test('sends no request if the scope was not granted', async () => {
    const call = aCall()
    const credential = aCredential({ profile: { scopes: ['openid', 'refresh_token'] } })
    expect(await check(credential, call)).toMatchObject({ status: 'scope_required' })
    expect(call.meter.calls).toBe(0)
  })

  test('recognizes an expired token by the plain text of the response', async () => {
    replay('check-of-a-dead-token')
    expect(await problemOf(check() as Promise<unknown>)).toMatchObject({ status: 401, problem: 'credentials-expired' })
  })
})
