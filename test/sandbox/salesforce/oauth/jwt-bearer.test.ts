import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createKeyPair } from '../../../../sandbox/core/keys/sample-key.ts'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { formValue, type Members, signJwt } from '../../sign-jwt.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const DAY_MS = 86_400_000
let salesforce: SalesforceSandbox
let initial: SalesforceSandbox['connectedApp']

beforeAll(async () => {
  salesforce = await startSalesforce()
  initial = { ...salesforce.connectedApp }
})
afterAll(() => salesforce.stop())
beforeEach(() => {
  Object.assign(salesforce.connectedApp, initial)
  salesforce.settings.appAccess = 'open'
})

const seconds = (offset = 0) => Math.floor(salesforce.clock.now() / 1000) + offset

/** Posts an assertion with these changes to a correct one. */
async function ask({ header = {}, claims = {}, form = {}, key = formValue(salesforce, 'privateKey') } = {}) {
  const assertion = signJwt(
    { alg: 'RS256', ...header },
    {
      iss: formValue(salesforce, 'consumerKey'),
      sub: formValue(salesforce, 'username'),
      aud: 'https://login.salesforce.com',
      exp: seconds(180),
      ...claims,
    },
    key,
  )
  const body = new URLSearchParams({ grant_type: GRANT, assertion, ...form })
  const response = await fetch(`${salesforce.origin}/services/oauth2/token`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Members }
}

const refused = (error: string, error_description: string) => ({ status: 400, body: { error, error_description } })
const INVALID = refused('invalid_grant', 'invalid assertion')
const AUDIENCE = refused('invalid_grant', 'audience is invalid')
const EXPIRED = refused('invalid_grant', 'expired authorization code')
const NOT_APPROVED = refused('invalid_grant', "user hasn't approved this consumer")

describe('the JWT bearer flow', () => {
  test('issues a session without a refresh token and without a lifetime', async () => {
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^00D\w{12}!/),
      scope: 'api id',
      instance_url: salesforce.origin,
      id: expect.stringContaining('/id/00D'),
      token_type: 'Bearer',
    })
    const data = await fetch(`${salesforce.origin}/services/data/v62.0/limits`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    })
    expect(data.status).toBe(200)
  })

  test('accepts an expiry that is written as a string', async () => {
    expect((await ask({ claims: { exp: String(seconds(180)) } })).status).toBe(200)
  })

  test.each([
    ['the e-mail address in place of the username', () => ({ claims: { sub: 'ada@meridian.example' } }), NOT_APPROVED],
    ['a user whom nobody knows', () => ({ claims: { sub: 'nobody@meridian.example.crm' } }), NOT_APPROVED],
    ['no subject', () => ({ claims: { sub: undefined } }), NOT_APPROVED],
    [
      'an unknown consumer key',
      () => ({ claims: { iss: '3MVG9other' } }),
      refused('invalid_client_id', 'client identifier invalid'),
    ],
    [
      'the host of sandboxes for a production org',
      () => ({ claims: { aud: 'https://test.salesforce.com' } }),
      AUDIENCE,
    ],
    ['a slash at the end of the audience', () => ({ claims: { aud: 'https://login.salesforce.com/' } }), AUDIENCE],
    [
      'the token endpoint as the audience',
      () => ({ claims: { aud: 'https://login.salesforce.com/services/oauth2/token' } }),
      AUDIENCE,
    ],
    ['the My Domain as the audience', () => ({ claims: { aud: 'https://meridian.my.salesforce.com' } }), AUDIENCE],
    ['the mock server as the audience', () => ({ claims: { aud: salesforce.origin } }), AUDIENCE],
    ['an expiry in the past', () => ({ claims: { exp: seconds(-1) } }), EXPIRED],
    ['an expiry in milliseconds', () => ({ claims: { exp: salesforce.clock.now() + 180_000 } }), EXPIRED],
    ['an expiry in an hour', () => ({ claims: { exp: seconds(3600) } }), EXPIRED],
    ['a fraction of a second', () => ({ claims: { exp: seconds(100) + 0.5 } }), EXPIRED],
    ['no expiry', () => ({ claims: { exp: undefined } }), EXPIRED],
    ['the key of somebody else', () => ({ key: createKeyPair().privateKey }), INVALID],
    ['another algorithm', () => ({ header: { alg: 'PS256' } }), INVALID],
    ['no signature', () => ({ form: { assertion: 'eyJhbGciOiJub25lIn0.e30.' } }), INVALID],
    ['no assertion', () => ({ form: { assertion: '' } }), INVALID],
  ])('refuses %s', async (_, mistake, expected) => {
    expect(await ask(mistake())).toEqual(expected)
  })

  test.each([
    ['a removed certificate', { certificate: 'removed' }, INVALID],
    ['an expired certificate', { certificate: 'expired' }, INVALID],
    ['a user who is not approved', { approved: 'none' }, NOT_APPROVED],
    ['a user who is not among the approved ones', { approved: ['bilal@meridian.example.crm'] }, NOT_APPROVED],
    [
      'a user who is no longer active',
      { inactive: ['ada@meridian.example.crm'] },
      refused('invalid_grant', 'inactive user'),
    ],
    ['a user of a sandbox at the host of production', { orgType: 'sandbox' }, AUDIENCE],
  ] as const)('refuses %s', async (_, changes, expected) => {
    Object.assign(salesforce.connectedApp, changes)
    expect(await ask()).toEqual(expected)
  })

  test('signs a user of a sandbox in at its own host', async () => {
    salesforce.connectedApp.orgType = 'sandbox'
    expect((await ask({ claims: { aud: 'https://test.salesforce.com' } })).status).toBe(200)
  })

  test.each([
    ['not-approved', 'invalid_app_access'],
    ['blocked', 'invalid_client'],
  ] as const)('refuses an app that is %s', async (appAccess, error) => {
    salesforce.settings.appAccess = appAccess
    expect(await ask()).toMatchObject({ status: 400, body: { error } })
  })

  test('has a certificate that belongs to the key and ends two years after the start', () => {
    const certificate = new X509Certificate(formValue(salesforce, 'certificate'))
    const days = (certificate.validToDate.getTime() - salesforce.clock.start) / DAY_MS
    expect(Math.round(days)).toBe(730)
  })

  test('is changed through the control routes', async () => {
    const address = `${salesforce.origin}/_sandbox/connected-app`
    const response = await fetch(address, { method: 'PATCH', body: JSON.stringify({ certificate: 'removed' }) })
    expect(response.status).toBe(200)
    expect(await ask()).toEqual(INVALID)
    expect((await fetch(address, { method: 'PATCH', body: JSON.stringify({ certificates: 1 }) })).status).toBe(400)
  })
})
