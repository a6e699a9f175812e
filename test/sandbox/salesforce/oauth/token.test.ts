import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, CALLBACK, callback, post, redeem, refresh, VERIFIER, withToken } from '../harness.ts'

let salesforce: SalesforceSandbox

beforeEach(async () => {
  salesforce = await startSalesforce({ oauth: { autoConsent: true } })
})
afterEach(() => salesforce.stop())

const code = async (changes = {}) => (await callback(salesforce, changes)).get('code') ?? ''
const tokens = async (changes = {}) => (await redeem(salesforce, await code(changes))).body
const works = async (token: string) => (await withToken(salesforce, token).get('/limits')).status === 200
const DEAD = { error: 'invalid_grant', error_description: 'expired access/refresh token' }
const MINUTE = 60_000

describe('exchanging a code', () => {
  test('returns tokens in Salesforce’s form: no expires_in, and issued_at as a string', async () => {
    const { status, headers, body } = await redeem(salesforce, await code())
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json;charset=UTF-8')
    expect(body).toEqual({
      access_token: expect.stringMatching(/^00D5e000003V0C7!/),
      refresh_token: expect.stringMatching(/^5Aep861/),
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      scope: 'api refresh_token openid',
      id_token: expect.any(String),
      instance_url: salesforce.origin,
      id: `${salesforce.origin}/id/00D5e000003V0C7EAK/${salesforce.account(ADA).userId}`,
      token_type: 'Bearer',
      issued_at: String(salesforce.clock.now()),
    })
  })

  test('returns neither an ID token nor a refresh token without their scopes', async () => {
    const body = await tokens({ scope: 'api' })
    expect(body).not.toHaveProperty('id_token')
    expect(body).not.toHaveProperty('refresh_token')
  })

  test.each([
    ['that is unknown', { code: 'aPrxNonsense' }, 'invalid_grant'],
    ['without the verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['with a wrong verifier', { code_verifier: VERIFIER.replace('v', 'w') }, 'invalid_request'],
    ['for another address', { redirect_uri: `${CALLBACK}2` }, 'redirect_uri_mismatch'],
    ['of an unknown client', { client_id: 'nobody' }, 'invalid_client_id'],
    ['with a wrong secret', { client_secret: 'guess' }, 'invalid_client'],
    ['by another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('%s fails with 400', async (_, changes, error) => {
    const { status, body } = await redeem(salesforce, await code(), changes)
    expect(status).toBe(400)
    expect(body).toEqual({ error, error_description: expect.any(String) })
  })

  test('works once, within ten minutes', async () => {
    const once = await code()
    await redeem(salesforce, once)
    expect((await redeem(salesforce, once)).body.error_description).toBe('expired authorization code')
    const late = await code()
    salesforce.clock.advance(10 * MINUTE)
    expect((await redeem(salesforce, late)).body.error_description).toBe('expired authorization code')
  })

  test('fails for users whom the administrator has not approved, as does a refresh', async () => {
    const { refresh_token } = await tokens()
    salesforce.settings.appAccess = 'not-approved'
    for (const { status, body } of [await redeem(salesforce, await code()), await refresh(salesforce, refresh_token)]) {
      expect([status, body.error]).toEqual([400, 'invalid_app_access'])
    }
  })
})

describe('refreshing', () => {
  test('returns a new access token without a refresh token', async () => {
    const first = await tokens()
    const { status, body } = await refresh(salesforce, first.refresh_token)
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('refresh_token')
    expect(body.access_token).not.toBe(first.access_token)
    expect(body.instance_url).toBe(salesforce.origin)
    expect(await works(body.access_token)).toBe(true)
  })

  test('with rotation returns a new refresh token and invalidates the old one at once', async () => {
    salesforce.oauth.settings.rotation = 'replace'
    let { refresh_token } = await tokens()
    for (let round = 0; round < 5; round++) {
      const { body } = await refresh(salesforce, refresh_token)
      const old = await refresh(salesforce, refresh_token)
      expect([old.status, old.body]).toEqual([400, DEAD])
      expect(body.refresh_token).not.toBe(refresh_token)
      refresh_token = body.refresh_token
    }
  })

  test('of one token is processed once at a time: a simultaneous request fails, a later one works', async () => {
    salesforce.settings.refreshMs = 150
    const { refresh_token } = await tokens()
    const responses = await Promise.all([refresh(salesforce, refresh_token), refresh(salesforce, refresh_token)])
    const [refused] = responses.filter(({ status }) => status === 400)
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(refused?.body).toEqual({
      error: 'invalid_grant',
      error_description: 'token request is already being processed',
    })
    expect((await refresh(salesforce, refresh_token)).status).toBe(200)
  })

  test('fails for the oldest of six refresh tokens, but not for the second oldest', async () => {
    const grants = []
    for (let count = 0; count < 6; count++) grants.push(await tokens())
    expect((await refresh(salesforce, grants[0].refresh_token)).body).toEqual(DEAD)
    expect((await refresh(salesforce, grants[1].refresh_token)).status).toBe(200)
  })

  test('fails after the user has revoked the approval', async () => {
    const { refresh_token, access_token } = await tokens()
    salesforce.oauth.grants.revoke(({ account }) => account === ADA)
    expect((await refresh(salesforce, refresh_token)).body).toEqual(DEAD)
    expect(await works(access_token)).toBe(false)
  })
})

describe('a session', () => {
  test('ends after two hours of sandbox time', async () => {
    const { access_token } = await tokens()
    salesforce.clock.advance(119 * MINUTE)
    expect(await works(access_token)).toBe(true)
    salesforce.clock.advance(MINUTE)
    const { status, body } = await withToken(salesforce, access_token).get('/limits')
    expect(status).toBe(401)
    expect(body).toEqual([{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired or invalid' }])
  })

  test('is revoked with an empty response; an unknown token is an error', async () => {
    const { access_token } = await tokens()
    const url = `${salesforce.origin}/services/oauth2/revoke`
    const { status, body } = await post(url, { token: access_token })
    expect([status, body]).toEqual([200, ''])
    expect(await works(access_token)).toBe(false)
    const again = await post(url, { token: access_token })
    expect(again.status).toBe(400)
    expect(again.body).toHaveProperty('error')
  })
})
