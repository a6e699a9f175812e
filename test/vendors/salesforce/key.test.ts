import { afterEach, describe, expect, test } from '@jest/globals'
import { FieldError } from '../../../src/kit/key-connections/form.ts'
import { salesforceKey } from '../../../vendors/salesforce/key.ts'
import { toAudiences, toLoginOrigin } from '../../../vendors/salesforce/login-address.ts'
import { impatient } from '../../kit/call.ts'
import { startTokenServer, type TokenResponder } from '../../kit/token-server.ts'
import { createRsaKey } from '../../src/kit/key-connections/sample-keys.ts'
import { aCall, SETTINGS } from './builders.ts'

const NOW = 1_793_620_800_123
const key = {
  consumerKey: '3MVG9abc',
  username: 'ada@acme.example.crm',
  privateKey: createRsaKey().pkcs8,
  loginUrl: 'https://acme.my.salesforce.com',
}
const refusal = (error: string, error_description: string) => ({ status: 400, body: { error, error_description } })

let server: Awaited<ReturnType<typeof startTokenServer>> | undefined
afterEach(() => server?.stop())

async function mint(respond: TokenResponder, changes: Partial<typeof key> = {}) {
  server = await startTokenServer(respond)
  const call = aCall({ settings: { ...SETTINGS, origin: server.origin }, clock: () => NOW, budget: impatient() })
  return salesforceKey.mint({ ...key, ...changes }, call)
}

describe('the assertion', () => {
  test('has the username, the constant audience and whole seconds; no secret of the hub is sent', async () => {
    const tokens = await mint(() => ({ status: 200, body: { access_token: '00D!token', scope: 'api id' } }))
    const [request] = server?.requests ?? []
    expect(request?.path).toBe('/services/oauth2/token')
    expect(Object.keys(request?.form ?? {})).toEqual(['grant_type', 'assertion'])
    expect(request?.header).toEqual({ alg: 'RS256', typ: 'JWT' })
    const { iss, sub, aud, exp } = request?.claims ?? {}
    expect({ iss, sub, aud }).toEqual({ iss: key.consumerKey, sub: key.username, aud: 'https://login.salesforce.com' })
    const seconds = Math.floor(NOW / 1000)
    expect(Number.isInteger(exp) && Number(exp) > seconds + 60 && Number(exp) <= seconds + 180).toBe(true)
    expect(tokens).toMatchObject({ accessToken: '00D!token', scopes: ['api', 'id'], dateExpiry: NOW + 600_000 })
    expect(tokens.refreshToken).toBeUndefined()
  })

  test.each(['audience is invalid', 'Invalid audience.', 'AUDIENCE IS INVALID'])(
    'is sent once more for the other audience: %s',
    async (description) => {
      await mint((index) =>
        index === 0
          ? refusal('invalid_grant', description)
          : { status: 200, body: { access_token: 't', scope: 'api' } },
      )
      expect(server?.requests.map(({ claims }) => claims.aud)).toEqual([
        'https://login.salesforce.com',
        'https://test.salesforce.com',
      ])
      const [first, second] = server?.requests ?? []
      expect(first?.claims.jti).not.toBe(second?.claims.jti)
    },
  )

  test('is not sent a third time', async () => {
    const failed = mint(() => refusal('invalid_grant', 'audience is invalid'))
    await expect(failed).rejects.toMatchObject({ status: 401, message: expect.stringContaining('login address') })
    expect(server?.requests).toHaveLength(2)
  })
})

describe('a refusal', () => {
  test.each([
    ['invalid_grant', 'user hasn’t approved this consumer', 401, 'pre-authorized'],
    ['invalid_grant', 'invalid assertion', 401, 'does not belong to the certificate'],
    ['invalid_grant', 'something new', 401, 'does not accept this key'],
    ['invalid_client_id', 'client identifier invalid', 401, 'consumer key'],
    ['invalid_client', 'invalid client credentials', 401, 'consumer key'],
    ['invalid_app_access', 'user is not admin approved', 401, 'pre-authorized'],
    ['invalid_grant', 'expired authorization code', 500, 'clock of the hub'],
  ])('%s (%s) is %d', async (error, description, status, words) => {
    await expect(mint(() => refusal(error, description))).rejects.toMatchObject({
      status,
      message: expect.stringContaining(words),
    })
  })

  test('by the vendor’s outage or throttling is never an expired credential', async () => {
    await expect(mint(() => ({ status: 503, body: {} }))).rejects.toMatchObject({ status: 503 })
    server?.stop()
    const throttled = mint(() => ({ status: 429, body: {}, headers: { 'Retry-After': '7' } }))
    await expect(throttled).rejects.toMatchObject({ status: 429, options: { retryAfterMs: 7_000 } })
    server?.stop()
    await expect(
      mint(() => ({ status: 302, body: {}, headers: { Location: 'http://127.0.0.1:1/' } })),
    ).rejects.toMatchObject({
      status: 502,
    })
    server?.stop()
    await expect(mint(() => ({ status: 200, body: { error: 'unknown' } }))).rejects.toMatchObject({ status: 502 })
  })
})

test('a token that no header can carry is the vendor’s failure', async () => {
  const failed = mint(() => ({ status: 200, body: { access_token: 'token\r\nX: 1' } }))
  await expect(failed).rejects.toMatchObject({ status: 502, message: expect.stringContaining('cannot be used') })
})

describe('the login address', () => {
  test.each([
    ['https://login.salesforce.com', 'https://login.salesforce.com'],
    ['https://login.salesforce.com/', 'https://login.salesforce.com'],
    ['https://LOGIN.salesforce.com.', 'https://login.salesforce.com'],
    ['acme.my.salesforce.com', 'https://acme.my.salesforce.com'],
    ['https://acme--dev.sandbox.my.salesforce.com./', 'https://acme--dev.sandbox.my.salesforce.com'],
  ])('%s is %s', (address, origin) => {
    expect(toLoginOrigin(address)).toBe(origin)
  })

  test.each([
    'http://login.salesforce.com',
    'https://login.salesforce.com:8443',
    'https://salesforce.com.evil.example',
    'https://evilsalesforce.com',
    'https://evil.example/login.salesforce.com',
    'https://login.salesforce.com@evil.example',
    'https://user@login.salesforce.com',
    'https://127.0.0.1',
    'https://[::1]',
    'https://acme.lightning.force.com',
    'https://acme.my.salesforce.com/home',
    'https://acme.my.salesforce.com?x=1',
    'not an address',
    '',
  ])('%s is refused, and nothing is sent', async (address) => {
    expect(() => toLoginOrigin(address)).toThrow(FieldError)
    await expect(salesforceKey.mint({ ...key, loginUrl: address }, aCall())).rejects.toThrow(FieldError)
  })

  test("is Salesforce's also while a mock server replaces its hosts", async () => {
    const call = aCall({ settings: { ...SETTINGS, origin: 'http://127.0.0.1:4000' } })
    for (const loginUrl of ['http://127.0.0.1:4000', 'https://evil.example']) {
      await expect(salesforceKey.mint({ ...key, loginUrl }, call)).rejects.toThrow(FieldError)
    }
  })

  test('suggests the audience', () => {
    expect(toAudiences('https://acme.my.salesforce.com')[0]).toBe('https://login.salesforce.com')
    expect(toAudiences('https://acme--dev.sandbox.my.salesforce.com')[0]).toBe('https://test.salesforce.com')
    expect(toAudiences('https://test.salesforce.com')[0]).toBe('https://test.salesforce.com')
  })
})
