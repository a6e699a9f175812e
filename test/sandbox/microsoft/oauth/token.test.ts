import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, PERSONAL_TENANT, SCOPE, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, type Changes, callback, ME, postForm, redeem, refresh, token, withToken } from '../harness.ts'

const DAY_MS = 86_400_000
const OMAR = 'omar@kestrel.example'
let microsoft: MicrosoftSandbox

beforeEach(async () => {
  microsoft = await startMicrosoft({ oauth: { autoConsent: true } })
})
afterEach(() => microsoft.stop())

const connect = async (changes: Changes = {}) =>
  (await redeem(microsoft, (await callback(microsoft, changes)).code)).body
const claimsOf = (idToken: string) => JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())

describe('a code', () => {
  test('is exchanged for valid tokens with the granted scopes', async () => {
    const tokens = await connect()
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'Mail.Read User.Read openid email profile' })
    expect(tokens.ext_expires_in).toBe(tokens.expires_in)
    expect(tokens.refresh_token).toEqual(expect.any(String))
    expect((await withToken(microsoft, tokens.access_token)(`${ME}/messages`)).status).toBe(200)
  })

  test('returns a refresh token only for offline_access, and an ID token only for openid', async () => {
    const tokens = await connect({ scope: 'User.Read Mail.Read' })
    expect(tokens).not.toHaveProperty('refresh_token')
    expect(tokens).not.toHaveProperty('id_token')
  })

  test('can be redeemed once, within ten minutes, with its verifier and redirect URI', async () => {
    const { code } = await callback(microsoft)
    expect((await redeem(microsoft, code, { code_verifier: 'w'.repeat(43) })).body.error_codes).toEqual([501481])
    expect((await redeem(microsoft, code, { code_verifier: '' })).body.error_codes).toEqual([501481])
    expect((await redeem(microsoft, code, { redirect_uri: 'http://localhost/' })).body.error_codes).toEqual([50011])
    expect((await redeem(microsoft, code)).status).toBe(200)
    expect((await redeem(microsoft, code)).body).toMatchObject({ error: 'invalid_grant', error_codes: [54005] })
    const late = await callback(microsoft)
    microsoft.clock.advance(10 * 60_000)
    expect((await redeem(microsoft, late.code)).body.error_codes).toEqual([70008])
  })

  test('returns access tokens with a random lifetime of 60 to 90 minutes', async () => {
    const seconds: number[] = []
    for (let round = 0; round < 12; round++) seconds.push((await connect()).expires_in)
    expect(new Set(seconds).size).toBeGreaterThan(6)
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(3600)
    expect(Math.max(...seconds)).toBeLessThan(5400)
    const { access_token, expires_in } = await connect()
    microsoft.clock.advance(expires_in * 1000 - 1)
    expect((await withToken(microsoft, access_token)(ME)).status).toBe(200)
    microsoft.clock.advance(1)
    expect((await withToken(microsoft, access_token)(ME)).status).toBe(401)
  })
})

describe('the scopes of a token response', () => {
  test.each([
    [
      { scopeForm: 'prefixed' },
      'https://graph.microsoft.com/Mail.Read https://graph.microsoft.com/User.Read openid email profile',
    ],
    [{ scopeLetters: 'lower-case' }, 'mail.read user.read openid email profile'],
    [{ listsOfflineAccess: true }, 'Mail.Read User.Read openid email profile offline_access'],
  ] as const)('are listed according to %j', async (changes, expected) => {
    Object.assign(microsoft.settings, changes)
    expect((await connect()).scope).toBe(expected)
  })

  test('are the same for prefixed requests and for another case', async () => {
    const tokens = await connect({ scope: 'OPENID offline_access https://graph.microsoft.com/mail.read' })
    expect(tokens.scope).toBe('Mail.Read openid')
    expect((await withToken(microsoft, tokens.access_token)(`${ME}/messages`)).status).toBe(200)
  })

  test('do not contain withheld scopes, and neither does the token', async () => {
    microsoft.settings.withheldScopes = ['Mail.Read']
    const tokens = await connect()
    expect(tokens.scope).toBe('User.Read openid email profile')
    expect((await withToken(microsoft, tokens.access_token)(`${ME}/messages`)).body.error.code).toBe(
      'ErrorAccessDenied',
    )
  })
})

describe('a refresh', () => {
  test('always returns a new refresh token; the old one stays valid', async () => {
    const first = await connect()
    const second = (await refresh(microsoft, first.refresh_token)).body
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.scope).toBe(first.scope)
    expect((await refresh(microsoft, first.refresh_token)).status).toBe(200)
    expect((await refresh(microsoft, second.refresh_token)).status).toBe(200)
  })

  test('invalidates the old one with rotation=replace', async () => {
    microsoft.oauth.settings.rotation = 'replace'
    const { refresh_token } = await connect()
    const next = (await refresh(microsoft, refresh_token)).body.refresh_token
    expect((await refresh(microsoft, refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(microsoft, next)).status).toBe(200)
  })

  test('is possible for ninety days after the last one', async () => {
    const { refresh_token } = await connect()
    microsoft.clock.advance(90 * DAY_MS - 1)
    const next = (await refresh(microsoft, refresh_token)).body.refresh_token
    microsoft.clock.advance(1)
    expect((await refresh(microsoft, refresh_token)).body.error_codes).toEqual([700082])
    expect((await refresh(microsoft, next)).status).toBe(200)
  })

  test('may request fewer scopes in any spelling, no other ones, and only for one resource', async () => {
    const { refresh_token } = await connect()
    const narrowed = await refresh(microsoft, refresh_token, { scope: 'https://graph.microsoft.com/mail.read' })
    expect(narrowed.body.scope).toBe('Mail.Read')
    const wider = await refresh(microsoft, refresh_token, { scope: 'Calendars.Read' })
    expect(wider.body).toMatchObject({ error: 'invalid_grant', suberror: 'consent_required', error_codes: [65001] })
    const scope = 'https://graph.microsoft.com/Mail.Read https://outlook.office.com/Mail.Read'
    expect((await refresh(microsoft, refresh_token, { scope })).body.error_codes).toEqual([28000])
  })

  test('fails after the grant was revoked, as does the access token', async () => {
    const { refresh_token, access_token } = await connect()
    microsoft.oauth.grants.revoke(({ account }) => account === ADA)
    expect((await refresh(microsoft, refresh_token)).body).toMatchObject({
      error: 'invalid_grant',
      error_codes: [50173],
    })
    const rejected = await withToken(microsoft, access_token)(ME)
    expect(rejected.status).toBe(401)
    expect(rejected.headers.get('www-authenticate')).toContain('error="insufficient_claims", claims="')
  })
})

describe('the error body', () => {
  test('has all documented members', async () => {
    const { status, body } = await refresh(microsoft, 'nonsense')
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'invalid_grant',
      error_description: expect.stringMatching(
        /^AADSTS70000: .+ Trace ID: \S+ Correlation ID: \S+ Timestamp: 2026-03-16 09:00:00Z$/,
      ),
      error_codes: [70000],
      timestamp: '2026-03-16 09:00:00Z',
      trace_id: expect.any(String),
      correlation_id: expect.any(String),
      error_uri: 'https://login.microsoftonline.com/error?code=70000',
      suberror: 'bad_token',
    })
  })

  test.each([
    [{ client_id: 'somebody' }, 400, 'unauthorized_client', 700016],
    [{ client_secret: 'wrong' }, 401, 'invalid_client', 7000215],
    [{ client_secret: '' }, 401, 'invalid_client', 7000218],
    [{ client_id: '' }, 400, 'invalid_request', 900144],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type', 70003],
    [{ grant_type: '' }, 400, 'invalid_request', 900144],
    [{ refresh_token: '' }, 400, 'invalid_request', 900144],
  ])('is returned for %j', async (changes, status, error, code) => {
    const form = { grant_type: 'refresh_token', refresh_token: 'x', ...changes }
    const reply = await token(microsoft, form)
    expect([reply.status, reply.body.error, reply.body.error_codes]).toEqual([status, error, [code]])
  })

  test('is returned for unknown tenants', async () => {
    expect((await token(microsoft, {}, 'contoso.example')).body).toMatchObject({
      error: 'invalid_request',
      error_codes: [90002],
    })
  })

  test('never contains a secret', async () => {
    const url = `${microsoft.origin}/common/oauth2/v2.0/token`
    const secrets = { client_secret: 'canary-secret', refresh_token: 'canary-token', code_verifier: 'canary-verifier' }
    const reply = await postForm(url, { ...secrets, client_id: 'canary', grant_type: 'refresh_token' })
    expect(JSON.stringify(reply.body)).not.toMatch(/canary-/)
  })
})

describe('tokens of work and personal accounts', () => {
  test('look like a JWT for work accounts, and contain no dots for personal ones', async () => {
    const work = await connect()
    expect(work.access_token.split('.')).toHaveLength(3)
    expect(() => JSON.parse(Buffer.from(work.access_token.split('.')[1], 'base64url').toString())).toThrow()
    microsoft.oauth.settings.signedIn = OMAR
    const personal = await connect()
    expect(personal.access_token).not.toContain('.')
    expect(personal.refresh_token).toMatch(/^M\.C5/)
    expect((await withToken(microsoft, personal.access_token)(ME)).status).toBe(200)
  })

  test('have an ID token with tenant and object id, and an email claim for personal accounts only', async () => {
    const { id_token } = await connect({ nonce: 'n-1' })
    const ada = claimsOf(id_token)
    const { objectId, tenant } = microsoft.account(ADA)
    expect(ada).toMatchObject({ oid: objectId, tid: tenant, preferred_username: ADA, nonce: 'n-1', ver: '2.0' })
    expect(ada.iss).toBe(`https://login.microsoftonline.com/${tenant}/v2.0`)
    expect(ada).not.toHaveProperty('email')
    microsoft.oauth.settings.signedIn = OMAR
    expect(claimsOf((await connect()).id_token)).toMatchObject({ tid: PERSONAL_TENANT, email: OMAR })
  })

  test('have an ID token with sub and tid only, without the profile scope', async () => {
    const { id_token } = await connect({ scope: `openid ${SCOPE.mail}` })
    expect(Object.keys(claimsOf(id_token)).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'nbf', 'sub', 'tid', 'ver'])
  })
})
