import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, authorize, createGetWithToken, post, redeem, refresh, VERIFIER } from '../harness.ts'

let google: GoogleSandbox

beforeEach(async () => {
  google = await startGoogle({ oauth: { autoConsent: true } })
})
afterEach(() => google.stop())

const code = async (changes = {}) => (await authorize(google, changes)).get('code') ?? ''
const tokens = async (changes = {}) => (await redeem(google, await code(changes))).body
const MINUTE = 60_000

describe('exchanging a code', () => {
  test('returns tokens in Google’s format', async () => {
    const { status, headers, body } = await redeem(google, await code())
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ya29\./),
      expires_in: 3599,
      refresh_token: expect.stringMatching(/^1\/\/0g/),
      scope: `openid ${SCOPE.email} ${SCOPE.calendarReadonly} ${SCOPE.gmailReadonly}`,
      token_type: 'Bearer',
      id_token: expect.any(String),
    })
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({ iss: 'https://accounts.google.com', email: ADA, email_verified: true })
  })

  test.each([
    ['used twice', {}, 400, 'invalid_grant', 'Bad Request'],
    ['not ours', { code: 'nonsense' }, 400, 'invalid_grant', 'Malformed auth code.'],
    [
      'sent to another address',
      { redirect_uri: 'http://127.0.0.1:5000/auth/callback' },
      400,
      'redirect_uri_mismatch',
      'Bad Request',
    ],
    [
      'with the wrong verifier',
      { code_verifier: VERIFIER.replace('v', 'w') },
      400,
      'invalid_grant',
      'Invalid code verifier.',
    ],
    ['without its verifier', { code_verifier: '' }, 400, 'invalid_grant', 'Invalid code verifier.'],
    ['with a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client', 'Unauthorized'],
    ['of an unknown client', { client_id: 'wrong' }, 401, 'invalid_client', 'The OAuth client was not found.'],
    ['without a client', { client_id: '' }, 400, 'invalid_request', 'Missing required parameter: client_id'],
    [
      'by another grant type',
      { grant_type: 'password' },
      400,
      'unsupported_grant_type',
      'Invalid grant_type: password',
    ],
  ])('is rejected if it is %s', async (reason, changes, status, error, error_description) => {
    const text = await code()
    if (reason === 'used twice') await redeem(google, text)
    const reply = await redeem(google, text, changes)
    expect([reply.status, reply.body]).toEqual([status, { error, error_description }])
  })

  test('does not consume the code if it is rejected', async () => {
    const text = await code()
    await redeem(google, text, { code_verifier: 'x'.repeat(43) })
    expect((await redeem(google, text)).status).toBe(200)
  })

  test('is rejected after ten minutes', async () => {
    const text = await code()
    google.clock.advance(10 * MINUTE)
    expect((await redeem(google, text)).body.error).toBe('invalid_grant')
  })

  test('requires a verifier if there was a challenge, and rejects one otherwise', async () => {
    const form = async (changes = {}) => ({
      grant_type: 'authorization_code',
      code: await code(changes),
      redirect_uri: 'http://localhost:5000/auth/callback',
      client_id: google.environment.GOOGLE_CLIENT_ID ?? '',
      client_secret: google.environment.GOOGLE_CLIENT_SECRET ?? '',
    })
    const missing = await post(`${google.origin}/token`, await form())
    expect(missing.body).toEqual({ error: 'invalid_grant', error_description: 'Missing code verifier.' })
    const withoutChallenge = { code_challenge: undefined, code_challenge_method: undefined }
    expect((await post(`${google.origin}/token`, await form(withoutChallenge))).status).toBe(200)
    const uninvited = await post(`${google.origin}/token`, {
      ...(await form(withoutChallenge)),
      code_verifier: VERIFIER,
    })
    expect(uninvited.body.error).toBe('invalid_grant')
  })

  test('also accepts the client secret as Basic authentication', async () => {
    const { GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET = '' } = google.environment
    const basic = Buffer.from(`${GOOGLE_CLIENT_ID}:${encodeURIComponent(GOOGLE_CLIENT_SECRET)}`).toString('base64')
    const { refresh_token } = await tokens()
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token })
    const headers = { authorization: `Basic ${basic}` }
    expect((await fetch(`${google.origin}/token`, { method: 'POST', headers, body })).status).toBe(200)
  })

  test('consumes the code if the response is lost after processing', async () => {
    google.faults.add({ path: '/token', fault: { kind: 'error', name: 'token_unavailable', processed: true } })
    const text = await code()
    expect((await redeem(google, text)).status).toBe(503)
    expect((await redeem(google, text)).body).toEqual({ error: 'invalid_grant', error_description: 'Bad Request' })
  })
})

describe('a refresh token', () => {
  test('is issued with the first consent, and later only if consent is requested', async () => {
    expect((await tokens({ prompt: undefined })).refresh_token).toBeDefined()
    expect((await tokens({ prompt: undefined })).refresh_token).toBeUndefined()
    expect((await tokens()).refresh_token).toBeDefined()
    expect((await tokens({ access_type: undefined })).refresh_token).toBeUndefined()
    google.oauth.settings.refreshTokens = 'withhold'
    expect((await tokens()).refresh_token).toBeUndefined()
  })

  test('of access that is limited in time says when it expires, also at each refresh', async () => {
    google.oauth.settings.refreshTokenLifetimeMs = 100 * MINUTE
    const first = await tokens()
    expect(first.refresh_token_expires_in).toBe(6_000)
    google.clock.advance(60 * MINUTE)
    expect((await refresh(google, first.refresh_token)).body.refresh_token_expires_in).toBe(2_400)
  })

  test('is not returned by a refresh', async () => {
    const { refresh_token } = await tokens()
    google.clock.advance(60 * MINUTE)
    const { status, body } = await refresh(google, refresh_token)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'id_token', 'scope', 'token_type'])
    expect((await createGetWithToken(google, body.access_token)('/oauth2/v2/userinfo')).body.email).toBe(ADA)
  })

  test('can be rotated by each refresh, with the old one revoked or still valid', async () => {
    const { refresh_token: first } = await tokens()
    google.oauth.settings.rotation = 'overlap'
    const second = (await refresh(google, first)).body.refresh_token
    expect((await refresh(google, first)).status).toBe(200)
    google.oauth.settings.rotation = 'replace'
    const third = (await refresh(google, second)).body.refresh_token
    expect(third).not.toBe(second)
    expect((await refresh(google, second)).body.error).toBe('invalid_grant')
    expect((await refresh(google, third)).status).toBe(200)
  })

  test('expires, and is revoked silently when a hundred newer ones exist', async () => {
    const first = google.grant({ account: ADA, scopes: [SCOPE.gmailReadonly] }).refreshToken ?? ''
    for (let more = 0; more < 99; more++) google.grant({ account: ADA, scopes: [SCOPE.gmailReadonly] })
    expect((await refresh(google, first)).status).toBe(200)
    const last = google.grant({ account: ADA, scopes: [SCOPE.gmailReadonly] }).refreshToken ?? ''
    const dead = { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }
    expect((await refresh(google, first)).body).toEqual(dead)
    google.oauth.settings.refreshTokenLifetimeMs = 7 * 24 * 60 * MINUTE
    google.clock.advance(7 * 24 * 60 * MINUTE)
    expect((await refresh(google, last)).body).toEqual(dead)
  })
})

describe('an access token', () => {
  test('that is invalid is reported by tokeninfo without a reason, unless a setting demands one', async () => {
    const get = createGetWithToken(google, 'ya29.nothing')
    expect((await get('/tokeninfo')).body).toEqual({ error_description: 'Invalid Value' })
    google.settings.tokenInfoErrors = 'named'
    expect((await get('/tokeninfo')).body).toEqual({ error: 'invalid_token', error_description: 'Invalid Value' })
  })

  test('is described by tokeninfo until it expires', async () => {
    const { access_token } = await tokens()
    const info = createGetWithToken(google, undefined)
    const tokenInfo = await info('/tokeninfo', { access_token })
    expect(tokenInfo.body).toMatchObject({
      email: ADA,
      access_type: 'offline',
      expires_in: '3600',
      scope: expect.stringContaining('gmail.readonly'),
    })
    expect((await createGetWithToken(google, access_token)('/tokeninfo')).status).toBe(200)
    google.clock.advance(60 * MINUTE)
    const late = await info('/tokeninfo', { access_token })
    expect([late.status, late.body]).toEqual([400, { error_description: 'Invalid Value' }])
    expect((await createGetWithToken(google, access_token)('/oauth2/v2/userinfo')).status).toBe(401)
  })

  test('gives access to the identity as far as its scopes allow', async () => {
    const getUserInfoMembers = async (scopes: string[]) => {
      const { access } = google.grant({ account: ADA, scopes })
      return Object.keys((await createGetWithToken(google, access.token)('/oauth2/v2/userinfo')).body)
    }
    expect(await getUserInfoMembers([SCOPE.openid])).toEqual(['id', 'hd'])
    expect(await getUserInfoMembers([SCOPE.email])).toEqual(['id', 'email', 'verified_email', 'hd'])
    expect(await getUserInfoMembers([SCOPE.email, SCOPE.profile])).toContain('given_name')
  })

  test('revokes all grants of the account when revoked, and cannot be revoked twice', async () => {
    const [first, second] = [await tokens(), await tokens()]
    const revoke = () => post(`${google.origin}/revoke?token=${encodeURIComponent(first.refresh_token)}`, {})
    expect((await revoke()).status).toBe(200)
    expect((await refresh(google, second.refresh_token)).body.error).toBe('invalid_grant')
    expect((await createGetWithToken(google, second.access_token)('/tokeninfo')).status).toBe(400)
    expect((await revoke()).body).toEqual({ error: 'invalid_token', error_description: 'Token expired or revoked' })
  })
})
