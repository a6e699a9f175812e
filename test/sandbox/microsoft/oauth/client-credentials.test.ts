import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createKeyPair, toThumbprints } from '../../../../sandbox/core/keys/sample-key.ts'
import { type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { formValue, type Members, signJwt } from '../../sign-jwt.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HALDEN = 'halden.example'
let microsoft: MicrosoftSandbox
let initial: MicrosoftSandbox['registration']

beforeAll(async () => {
  microsoft = await startMicrosoft()
  initial = { ...microsoft.registration }
})
afterAll(() => microsoft.stop())
beforeEach(() => {
  Object.assign(microsoft.registration, initial)
})

const seconds = (offset = 0) => Math.floor(microsoft.clock.now() / 1000) + offset
const urlOf = (tenant: string) => `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`
const thumbprints = () => toThumbprints(formValue(microsoft, 'certificate'))

interface Mistake {
  header?: Members
  claims?: Members
  form?: Record<string, string>
  key?: string
  tenant?: string
  /** Members of the form to leave out. */
  without?: readonly string[]
}

/** Posts an assertion with these changes to a correct one. */
async function ask({ header = {}, claims = {}, form = {}, key, tenant, without = [] }: Mistake = {}) {
  const [clientId, path] = [formValue(microsoft, 'clientId'), tenant ?? formValue(microsoft, 'tenant')]
  const times = { iat: seconds(), nbf: seconds(), exp: seconds(300) }
  const assertion = signJwt(
    { alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprints()['x5t#S256'], ...header },
    { iss: clientId, sub: clientId, aud: urlOf(path), jti: randomUUID(), ...times, ...claims },
    key ?? formValue(microsoft, 'privateKey'),
  )
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    scope: 'https://graph.microsoft.com/.default',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    ...form,
  })
  for (const name of without) body.delete(name)
  const response = await fetch(`${microsoft.origin}/${path}/oauth2/v2.0/token`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Members }
}

const refused = (code: number, error: string, status = 400, text = '') => ({
  status,
  body: expect.objectContaining({
    error,
    error_codes: [code],
    error_description: expect.stringMatching(new RegExp(`^AADSTS${code}: .*${text}`)),
  }),
})
const RANGE = refused(700024, 'invalid_client', 401)
const AUDIENCE = refused(700023, 'invalid_client', 401)
const SUBJECT = refused(700021, 'invalid_client', 401)
const NO_KEY = refused(700027, 'invalid_client', 401, 'The key was not found')
const BAD_SIGNATURE = refused(700027, 'invalid_client', 401, 'verify the signature failed')
const MALFORMED = refused(50027, 'invalid_client', 401)

describe('client credentials with a certificate', () => {
  test('return an opaque token for an hour, and no refresh token', async () => {
    const { status, body } = await ask()
    expect({ status, body }).toEqual({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: expect.any(String) },
    })
    const [, payload = ''] = String(body.access_token).split('.')
    expect(() => JSON.parse(Buffer.from(payload, 'base64url').toString())).toThrow()
  })

  test.each([
    ['the older algorithm', () => ({ header: { alg: 'RS256' } })],
    [
      'the older algorithm and thumbprint',
      () => ({ header: { alg: 'RS256', 'x5t#S256': undefined, x5t: thumbprints().x5t } }),
    ],
    ['the domain of the tenant', () => ({ tenant: 'meridian.example' })],
    ['a lifetime of a day', () => ({ claims: { exp: seconds(86_400) } })],
  ])('are accepted with %s', async (_, variant) => {
    expect((await ask(variant())).status).toBe(200)
  })

  test.each<[string, () => Mistake, object]>([
    ['no thumbprint', () => ({ header: { 'x5t#S256': undefined } }), NO_KEY],
    ['the older thumbprint for PS256', () => ({ header: { 'x5t#S256': undefined, x5t: thumbprints().x5t } }), NO_KEY],
    [
      'the thumbprint in hexadecimal',
      () => ({ header: { 'x5t#S256': Buffer.from(thumbprints()['x5t#S256'], 'base64url').toString('hex') } }),
      NO_KEY,
    ],
    ['the key of somebody else', () => ({ key: createKeyPair().privateKey }), BAD_SIGNATURE],
    ['no algorithm', () => ({ header: { alg: 'none' } }), MALFORMED],
    ['a text that is no JWT', () => ({ form: { client_assertion: 'key' } }), MALFORMED],
    [
      'the mock server as the audience',
      () => ({ claims: { aud: `${microsoft.origin}/common/oauth2/v2.0/token` } }),
      AUDIENCE,
    ],
    ['the audience of another tenant', () => ({ claims: { aud: urlOf(HALDEN) } }), AUDIENCE],
    [
      'the audience of the first version',
      () => ({ claims: { aud: urlOf(formValue(microsoft, 'tenant')).replace('/v2.0', '') } }),
      AUDIENCE,
    ],
    ['another issuer', () => ({ claims: { iss: randomUUID() } }), SUBJECT],
    ['the mailbox as the subject', () => ({ claims: { sub: 'ada@meridian.example' } }), SUBJECT],
    ['an expiry in the past', () => ({ claims: { exp: seconds(-1) } }), RANGE],
    ['an expiry in milliseconds', () => ({ claims: { exp: microsoft.clock.now() + 300_000 } }), RANGE],
    ['a begin in the future', () => ({ claims: { nbf: seconds(60) } }), RANGE],
    ['no begin', () => ({ claims: { nbf: undefined } }), RANGE],
    ['no expiry', () => ({ claims: { exp: undefined } }), RANGE],
    ['no id', () => ({ claims: { jti: undefined } }), MALFORMED],
    [
      'a single permission as the scope',
      () => ({ form: { scope: 'https://graph.microsoft.com/Mail.Read' } }),
      refused(1002012, 'invalid_scope'),
    ],
    [
      'the scope of a sign-in',
      () => ({ form: { scope: '.default offline_access' } }),
      refused(1002012, 'invalid_scope'),
    ],
    ['no scope', () => ({ without: ['scope'] }), refused(900144, 'invalid_request', 400, "'scope'")],
    ['no type of the assertion', () => ({ without: ['client_assertion_type'] }), refused(900144, 'invalid_request')],
    [
      'neither assertion nor secret',
      () => ({ without: ['client_assertion'] }),
      refused(7000218, 'invalid_client', 401),
    ],
    [
      'a secret',
      () => ({ without: ['client_assertion'], form: { client_secret: 'secret' } }),
      refused(7000215, 'invalid_client', 401),
    ],
    ['an unknown application', () => ({ form: { client_id: randomUUID() } }), refused(700016, 'unauthorized_client')],
    ['the tenant of somebody else', () => ({ tenant: HALDEN }), refused(700016, 'unauthorized_client')],
    [
      'an unknown tenant',
      () => ({ tenant: 'nowhere.example' }),
      refused(90002, 'invalid_request', 400, 'nowhere.example'),
    ],
    ['the common endpoint', () => ({ tenant: 'common' }), refused(50059, 'invalid_request')],
    ['the endpoint of all organizations', () => ({ tenant: 'organizations' }), refused(50059, 'invalid_request')],
  ])('are refused with %s', async (_, mistake, expected) => {
    expect(await ask(mistake())).toEqual(expected)
  })

  test('are refused when an assertion is sent twice', async () => {
    const claims = { jti: randomUUID() }
    expect((await ask({ claims })).status).toBe(200)
    expect(await ask({ claims })).toEqual(refused(50013, 'invalid_client', 401))
  })

  test.each([
    ['a removed certificate', { certificate: 'removed' }, NO_KEY],
    [
      'an expired certificate',
      { certificate: 'expired' },
      refused(700027, 'invalid_client', 401, 'The key used is expired. Thumbprint'),
    ],
    ['a revoked certificate', { certificate: 'revoked' }, refused(7000214, 'invalid_client', 401)],
    ['a certificate of the future', { certificate: 'not-yet-valid' }, refused(1000502, 'invalid_client', 401)],
    ['an application that was removed', { inTenant: false }, refused(700016, 'unauthorized_client')],
  ] as const)('are refused with %s', async (_, changes, expected) => {
    Object.assign(microsoft.registration, changes)
    expect(await ask()).toEqual(expected)
  })

  test('are refused when the certificate has ended', async () => {
    const later = await startMicrosoft()
    later.clock.advance(731 * DAY_MS)
    const previous = microsoft
    try {
      microsoft = later
      expect(await ask()).toEqual(refused(700027, 'invalid_client', 401, 'The key used is expired'))
    } finally {
      microsoft = previous
      await later.stop()
    }
  })

  test('are issued without roles, too', async () => {
    microsoft.registration.roles = []
    expect((await ask()).status).toBe(200)
  })

  test('are changed through the control routes', async () => {
    const address = `${microsoft.origin}/_sandbox/registration`
    const patch = (changes: object) => fetch(address, { method: 'PATCH', body: JSON.stringify(changes) })
    expect((await patch({ certificate: 'removed' })).status).toBe(200)
    expect(await ask()).toEqual(NO_KEY)
    expect((await patch({ secrets: [] })).status).toBe(400)
  })
})
