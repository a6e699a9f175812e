import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type GoogleSandbox, startGoogle } from '../../../sandbox/google/index.ts'
import type { Credential } from '../../../src/contract/index.ts'
import type { Application, Auth, Call, KeySubmissionResult } from '../../../src/kit/application.ts'
import { Secret } from '../../../src/runtime/secret.ts'
import { gmail } from '../../../vendors/google/gmail/index.ts'
import { googleCalendar } from '../../../vendors/google/google-calendar/index.ts'
import { googleMeet } from '../../../vendors/google/google-meet/index.ts'
import type { GoogleSettings } from '../../../vendors/google/settings.ts'
import { createCall, impatient } from '../../kit/call.ts'
import { startTokenServer, type TokenResponder } from '../../kit/token-server.ts'
import { createRsaKey } from '../../src/kit/key-connections/sample-keys.ts'

const ADA = 'ada@meridian.example'
const MEET = 'https://www.googleapis.com/auth/meetings.space.readonly'
const CALENDAR = 'https://www.googleapis.com/auth/calendar.readonly'
const DIRECTORY = 'https://www.googleapis.com/auth/directory.readonly'
type GoogleApplication = Application<GoogleSettings>

let google: GoogleSandbox
beforeEach(async () => {
  google = await startGoogle()
})
afterEach(() => google.stop())

function callOf({ name }: GoogleApplication, changes: Partial<Call<GoogleSettings>> = {}, origin = google.origin) {
  const settings = { clientId: 'id', clientSecret: new Secret('a-secret-of-the-hub'), origin }
  return createCall<GoogleSettings>(settings, { application: name, clock: () => google.clock.now(), ...changes })
}
function authOf({ auth }: GoogleApplication): Auth<GoogleSettings> {
  if (!auth) throw new Error('no sign-in')
  return auth
}
const attemptOf = ({ name }: GoogleApplication) => {
  return { connectionId: 'c1', application: name, state: `c1.${name}`, nonce: 'the nonce' }
}

async function submit(
  application: GoogleApplication,
  changes: Record<string, string> = {},
  call = callOf(application),
): Promise<KeySubmissionResult> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...google.formValues, ...changes })) form.set(name, value)
  const result = await authOf(application).submitKey?.({ ...attemptOf(application), form }, call)
  if (!result) throw new Error('no form for a key')
  return result
}

async function connect(application: GoogleApplication): Promise<Credential> {
  const result = await submit(application)
  if (result.type !== 'sealed') throw new Error(`the form was shown again: ${result.html}`)
  const input = { ...attemptOf(application), parameters: { code: result.code } }
  return (await authOf(application).callback(input, callOf(application))).credential
}

const refresh = (application: GoogleApplication, credential: Credential, call = callOf(application)) => {
  const connectedProvider = { connectionId: 'c1', provider: 'p', application: application.name, credential }
  return authOf(application).refresh({ connectedProvider }, call)
}
const textOf = (result: KeySubmissionResult) =>
  result.type === 'form' ? `${result.status} ${result.html}` : 'accepted'
const scopesOf = ({ profile }: Credential) => (profile as { scopes: string[] }).scopes

describe.each([gmail, googleCalendar, googleMeet])('$name with a service account', (application) => {
  test('is connected for the user whom the form names, and can be used', async () => {
    const credential = await connect(application)
    expect(credential).toMatchObject({ email: ADA, profile: { method: 'key', accountId: ADA } })
    expect(scopesOf(credential).join()).not.toMatch(/openid|email/)
    const check = await authOf(application).check?.({ application: application.name, credential }, callOf(application))
    expect(check).toEqual({ status: 'ok', accountId: ADA })
  })

  test('is refreshed by signing again', async () => {
    const credential = await connect(application)
    google.clock.advance(7_200_000)
    const renewed = await refresh(application, credential)
    expect(renewed).toEqual({ ...credential, accessToken: expect.any(String), dateExpiry: expect.any(Number) })
    expect(renewed.accessToken).not.toBe(credential.accessToken)
  })

  test.each([
    ['the key was deleted', { key: 'deleted' }, 'the key or its service account was deleted'],
    ['the client was disabled', { key: 'disabled' }, 'was deleted or disabled'],
    ['the delegation was removed', { delegation: 'none' }, 'numeric client ID'],
    ['the address is delegated, not the number', { delegation: 'email' }, 'numeric client ID'],
    ['an administrator blocks it', { refusal: 'adminPolicyEnforced' }, 'has blocked this service account'],
    ['the client is unknown', { refusal: 'invalidClient' }, 'does not know this key'],
  ] as const)('has expired, in words, when %s', async (_name, changes, sentence) => {
    const credential = await connect(application)
    Object.assign(google.serviceAccount, changes)
    await expect(refresh(application, credential)).rejects.toMatchObject({
      status: 401,
      problem: 'credentials-expired',
      message: expect.stringContaining(sentence),
    })
    const text = textOf(await submit(application))
    expect([text.slice(0, 3), text.includes(sentence)]).toEqual(['400', true])
  })
})

describe('the scopes', () => {
  test.each(['unauthorized_client', 'access_denied'] as const)(
    'are the required ones alone where the others are refused (%s), and are remembered',
    async (scopeError) => {
      Object.assign(google.serviceAccount, { scopes: [MEET], scopeError })
      const credential = await connect(googleMeet)
      expect(scopesOf(credential)).toEqual([MEET])
      const before = google.ledger.count({ path: '/token' })
      expect(scopesOf(await refresh(googleMeet, credential))).toEqual([MEET])
      expect(google.ledger.count({ path: '/token' }) - before).toBe(1)
    },
  )

  test('are fewer after an administrator has removed optional ones', async () => {
    const credential = await connect(googleMeet)
    expect(scopesOf(credential)).toEqual([MEET, CALENDAR, DIRECTORY])
    Object.assign(google.serviceAccount, { scopes: [MEET, CALENDAR] })
    expect(scopesOf(await refresh(googleMeet, credential))).toEqual([MEET])
  })
})

test('a token about which Google says nothing is checked by the first request', async () => {
  const server = await startTokenServer(() => ({ status: 200, body: { expires_in: '3599' } }))
  const credential = { accessToken: 'ya29.x', email: ADA, profile: { method: 'key' } }
  const request = { application: 'gmail', credential }
  expect(await authOf(gmail).check?.(request, callOf(gmail, {}, server.origin))).toEqual({
    status: 'ok',
    accountId: ADA,
  })
  server.stop()
})

describe('the form', () => {
  test.each([
    ['an unknown user', { subject: 'nobody@meridian.example' }, 'The user does not exist'],
    ['a user of another domain', { subject: 'ada@other.example' }, 'has not authorized this service account'],
  ])('refuses %s', async (_name, changes, sentence) => {
    const text = textOf(await submit(gmail, changes))
    expect([text.slice(0, 3), text.includes(sentence)]).toEqual(['400', true])
  })

  test('says that the API is not enabled in the project of the customer, which no operator can do', async () => {
    const fault = { kind: 'error' as const, name: 'accessNotConfigured' }
    google.faults.add({ path: '/gmail/v1/users/me/profile', count: null, fault })
    const text = textOf(await submit(gmail))
    expect([text.slice(0, 3), text.includes('not enabled in the Google Cloud project of the service account')]).toEqual(
      ['400', true],
    )
  })

  test('has the address of an account that is connected again', async () => {
    const input = { ...attemptOf(gmail), method: 'key' as const, loginHint: 'ada"@meridian.example' }
    expect(await authOf(gmail).connect(input, callOf(gmail))).toMatchObject({
      html: expect.stringMatching(/id="subject" [^>]*value="ada&quot;@meridian\.example"/),
    })
  })

  test('shows the scopes in one line, separated by commas', async () => {
    const input = { ...attemptOf(googleMeet), method: 'key' as const }
    const shown = await authOf(googleMeet).connect(input, callOf(googleMeet))
    expect(shown).toMatchObject({ html: expect.stringContaining([MEET, CALENDAR, DIRECTORY].join(',')) })
  })
})

describe('the assertion', () => {
  const { privateKeyId, file } = createFile()

  async function mintAt(respond: TokenResponder) {
    const server = await startTokenServer(respond)
    const changes = { serviceAccount: file, subject: 'Ada@Acme.example' }
    const call = callOf(gmail, { budget: impatient() }, server.origin)
    const result = await submit(gmail, changes, call)
    server.stop()
    return { result, requests: server.requests }
  }

  test('goes to the constant endpoint with the constant audience and a subject, whatever the file says', async () => {
    const { result, requests } = await mintAt(() => ({
      status: 200,
      body: { access_token: 'ya29.x', expires_in: 3599 },
    }))
    const [{ path, form, header, claims } = { path: '', form: {}, header: {}, claims: {} }] = requests
    expect([result.type, path, Object.keys(form)]).toEqual(['sealed', '/token', ['grant_type', 'assertion']])
    expect(header).toEqual({ alg: 'RS256', typ: 'JWT', kid: privateKeyId })
    expect(claims).toMatchObject({
      iss: 'hub@acme.iam.gserviceaccount.com',
      sub: 'ada@acme.example',
      aud: 'https://oauth2.googleapis.com/token',
      scope: 'https://www.googleapis.com/auth/gmail.readonly',
    })
    expect(Number(claims.exp) - Number(claims.iat)).toBeLessThanOrEqual(3_600)
    expect(Number.isInteger(claims.exp)).toBe(true)
  })

  test.each([
    [
      400,
      {
        error: 'invalid_grant',
        error_description:
          'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values',
      },
      '500',
      'clock of the hub',
    ],
    [503, {}, '503', 'Google could not try this key just now'],
    [429, {}, '503', 'Google could not try this key just now'],
  ])('refused with %d is explained', async (status, body, expected, sentence) => {
    const { result } = await mintAt(() => ({ status, body }))
    const text = textOf(result)
    expect([text.slice(0, 3), text.includes(sentence)]).toEqual([expected, true])
  })
})

function createFile() {
  const privateKeyId = 'key-id-1'
  const file = JSON.stringify({
    type: 'service_account',
    private_key_id: privateKeyId,
    private_key: createRsaKey().pkcs8,
    client_email: 'hub@acme.iam.gserviceaccount.com',
    token_uri: 'https://evil.example/token',
  })
  return { privateKeyId, file }
}
