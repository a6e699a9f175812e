import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createKeyPair } from '../../../../sandbox/core/keys/sample-key.ts'
import { type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { formValue, type Members, signJwt } from '../../sign-jwt.ts'
import { ADA, createGetWithToken } from '../harness.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const AUDIENCE = 'https://oauth2.googleapis.com/token'
const CALENDAR = SCOPE.calendarReadonly
let google: GoogleSandbox
let initial: GoogleSandbox['serviceAccount']

beforeAll(async () => {
  google = await startGoogle()
  initial = { ...google.serviceAccount, refusal: null }
})
afterAll(() => google.stop())
beforeEach(() => {
  Object.assign(google.serviceAccount, initial)
})

const seconds = (offset = 0) => Math.floor(google.clock.now() / 1000) + offset
const keyFile = (): Record<string, string> => JSON.parse(formValue(google, 'serviceAccount'))

/** Posts an assertion with these changes to a correct one. */
async function ask({ header = {}, claims = {}, form = {}, key = keyFile().private_key ?? '' } = {}) {
  const { client_email, private_key_id } = keyFile()
  const times = { iat: seconds(), exp: seconds(3600) }
  const correct = { iss: client_email, sub: ADA, aud: AUDIENCE, scope: CALENDAR, ...times }
  const assertion = signJwt(
    { alg: 'RS256', typ: 'JWT', kid: private_key_id, ...header },
    { ...correct, ...claims },
    key,
  )
  const body = new URLSearchParams({ grant_type: GRANT, assertion, ...form })
  const response = await fetch(`${google.origin}/token`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Members }
}

const refused = (error: string, description: RegExp, status = 400) => ({
  status,
  body: { error, error_description: expect.stringMatching(description) },
})
const TIMES = refused('invalid_grant', /short-lived token \(60 minutes\)/)
const SIGNATURE = refused('invalid_grant', /Invalid JWT Signature\./)
const SCOPES = refused('invalid_scope', /Invalid OAuth scope/)
const NOT_DELEGATED = refused('unauthorized_client', /^Client is unauthorized to retrieve access tokens/, 401)

describe('a service account', () => {
  test('acts for a user of its domain, without a refresh token and a list of scopes', async () => {
    const { status, body } = await ask()
    expect({ status, body }).toEqual({
      status: 200,
      body: { access_token: expect.stringMatching(/^ya29\./), expires_in: 3599, token_type: 'Bearer' },
    })
    const get = createGetWithToken(google, String(body.access_token))
    const calendars = await get('/calendar/v3/users/me/calendarList')
    expect(calendars.body.items.length).toBeGreaterThan(3)
    expect((await get('/gmail/v1/users/me/messages')).status).toBe(403)
  })

  test('acts for itself without a subject: its calendar is empty, and its drive is its own', async () => {
    const { body } = await ask({ claims: { sub: undefined, scope: `${CALENDAR} ${SCOPE.driveReadonly}` } })
    const get = createGetWithToken(google, String(body.access_token))
    const calendars = await get('/calendar/v3/users/me/calendarList')
    expect(calendars.body.items.map(({ id }: { id: string }) => id)).toEqual([keyFile().client_email])
    expect((await get('/calendar/v3/calendars/primary/events')).body.items).toEqual([])
    const { user } = (await get('/drive/v3/about', { fields: 'user' })).body
    expect(user.emailAddress).toBe(keyFile().client_email)
  })

  test('needs no key id, and may have a short lifetime', async () => {
    expect((await ask({ header: { kid: undefined }, claims: { exp: seconds(60) } })).status).toBe(200)
  })

  test.each([
    [
      'the numeric client id as the issuer',
      () => ({ claims: { iss: keyFile().client_id } }),
      refused('invalid_grant', /account not found/),
    ],
    ['no issuer', () => ({ claims: { iss: undefined } }), refused('invalid_grant', /account not found/)],
    ['the key of somebody else', () => ({ key: createKeyPair().privateKey }), SIGNATURE],
    ['another algorithm', () => ({ header: { alg: 'PS256' } }), SIGNATURE],
    ['the id of another key', () => ({ header: { kid: '0'.repeat(40) } }), SIGNATURE],
    [
      'the mock server as the audience',
      () => ({ claims: { aud: `${google.origin}/token` } }),
      refused('invalid_grant', /Failed audience check/),
    ],
    [
      'a former audience',
      () => ({ claims: { aud: 'https://accounts.google.com/o/oauth2/token' } }),
      refused('invalid_grant', /Failed audience check/),
    ],
    ['an expiry in the past', () => ({ claims: { iat: seconds(-7200), exp: seconds(-1) } }), TIMES],
    ['a lifetime of more than an hour', () => ({ claims: { exp: seconds(3601) } }), TIMES],
    [
      'times in milliseconds',
      () => ({ claims: { iat: google.clock.now(), exp: google.clock.now() + 3_600_000 } }),
      TIMES,
    ],
    ['a time of issue in the future', () => ({ claims: { iat: seconds(60) } }), TIMES],
    ['no time of issue', () => ({ claims: { iat: undefined } }), TIMES],
    ['times as strings', () => ({ claims: { iat: String(seconds()), exp: String(seconds(3600)) } }), TIMES],
    ['no scope', () => ({ claims: { scope: undefined } }), SCOPES],
    ['an empty scope', () => ({ claims: { scope: '' } }), SCOPES],
    ['scopes separated by commas', () => ({ claims: { scope: `${CALENDAR},${SCOPE.gmailReadonly}` } }), SCOPES],
    ['a list of scopes', () => ({ claims: { scope: [CALENDAR] } }), SCOPES],
    ['a misspelled scope', () => ({ claims: { scope: `${CALENDAR}s` } }), SCOPES],
    ['a scope that is not delegated', () => ({ claims: { scope: `${CALENDAR} openid` } }), NOT_DELEGATED],
    [
      'a user who does not exist',
      () => ({ claims: { sub: 'nobody@meridian.example' } }),
      refused('invalid_grant', /Invalid email or User ID/),
    ],
    [
      'a subject that is no address',
      () => ({ claims: { sub: '108114093217446602001' } }),
      refused('invalid_grant', /Not a valid email/),
    ],
    [
      'a user of another domain',
      () => ({ claims: { sub: 'ada@gmail.com' } }),
      refused('unauthorized_client', /Unauthorized client or scope in request/),
    ],
    ['a text that is no JWT', () => ({ form: { assertion: 'key' } }), refused('invalid_grant', /Invalid JWT/)],
    ['no assertion', () => ({ form: { assertion: '' } }), refused('invalid_request', /assertion/)],
  ])('is refused with %s', async (_, mistake, expected) => {
    expect(await ask(mistake())).toEqual(expected)
  })

  test.each([
    ['a deleted key', { key: 'deleted' }, SIGNATURE],
    ['a disabled key', { key: 'disabled' }, refused('disabled_client', /disabled/)],
    ['no delegation', { delegation: 'none' }, NOT_DELEGATED],
    ['a delegation by e-mail address', { delegation: 'email' }, NOT_DELEGATED],
    ['a scope less than it needs', { scopes: [SCOPE.gmailReadonly] }, NOT_DELEGATED],
    ['a wider scope only', { scopes: [SCOPE.calendar] }, NOT_DELEGATED],
    ['a scope less, in the other form', { scopes: [], scopeError: 'access_denied' }, refused('access_denied', /./)],
    ['a policy of the administrator', { refusal: 'adminPolicyEnforced' }, refused('admin_policy_enforced', /./)],
    ['an internal application', { refusal: 'orgInternal' }, refused('org_internal', /./)],
    ['a deleted client', { refusal: 'deletedClient' }, refused('deleted_client', /./)],
    ['an invalid client', { refusal: 'invalidClient' }, refused('invalid_client', /./)],
  ] as const)('is refused with %s', async (_, changes, expected) => {
    Object.assign(google.serviceAccount, changes)
    expect(await ask()).toEqual(expected)
  })

  test('is not among the accounts that people sign in with', async () => {
    const accounts = (await (await fetch(`${google.origin}/_sandbox/accounts`)).json()) as { email: string }[]
    expect(accounts.map(({ email }) => email)).not.toContain(keyFile().client_email)
  })

  test('is changed through the control routes', async () => {
    const address = `${google.origin}/_sandbox/service-account`
    const patch = (changes: object) => fetch(address, { method: 'PATCH', body: JSON.stringify(changes) })
    expect((await patch({ key: 'deleted' })).status).toBe(200)
    expect(await ask()).toEqual(SIGNATURE)
    expect((await patch({ refusal: 'unheard-of' })).status).toBe(400)
    expect((await patch({ keys: [] })).status).toBe(400)
    const values = (await (await fetch(`${google.origin}/_sandbox/form-values`)).json()) as Members
    expect(values).toEqual({ serviceAccount: formValue(google, 'serviceAccount'), subject: ADA })
  })
})
