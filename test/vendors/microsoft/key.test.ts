import { createPublicKey, X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { getSampleKey } from '../../../sandbox/core/keys/sample-key.ts'
import type { Credential } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { outlookMail } from '../../../vendors/microsoft/outlook-mail/index.ts'
import { type MicrosoftSettings, toEndpoints } from '../../../vendors/microsoft/settings.ts'
import { impatient } from '../../kit/call.ts'
import { isRecorded, type Recording } from '../../kit/recordings.ts'
import { aConnection, mailCall, problemOf, SETTINGS } from './builders.ts'
import { recording } from './recordings.ts'

const TENANT = 'd3a38f46-8299-4ac0-949b-e6f47dbbe40d'
const CLIENT_ID = '75d3ffb7-04b9-4ff8-b53e-2924823336e6'
const NOW = Date.parse('2026-01-12T09:00:00Z')
const { privateKey, certificate } = getSampleKey(NOW)
const thumbprint = Buffer.from(new X509Certificate(certificate).fingerprint256.replaceAll(':', ''), 'hex').toString(
  'base64url',
)

let server: Server
let responses: Recording[] = []
let forms: Record<string, string>[] = []

/** Tokens are requested past the intercepted http of the other tests, so the recordings are served. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    forms.push(form)
    const recorded = responses.length > 1 ? responses.shift() : responses[0]
    const matches = recorded && recorded.path === request.url && isRecorded(recorded.body, form)
    response.writeHead(matches ? (recorded.status ?? 200) : 418, { 'content-type': 'application/json' })
    response.end(JSON.stringify(matches ? recorded.response : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
})
afterEach(() => {
  responses = []
  forms = []
})

function serve(...names: string[]): void {
  responses = names.flatMap((name) => recording(name))
}

function refresh(
  key: Record<string, unknown> = {},
  overrides: Partial<Call<MicrosoftSettings>> = {},
): Promise<Credential> {
  const { port } = server.address() as AddressInfo
  const settings = { ...SETTINGS, origin: `http://127.0.0.1:${port}` }
  const stored = { tenant: TENANT, clientId: CLIENT_ID, mailbox: 'ann@example.com', privateKey, thumbprint, ...key }
  const credential = {
    accessToken: 'eyJ-old',
    refreshToken: JSON.stringify(stored),
    email: 'ann@example.com',
    profile: { method: 'key', accountId: 'ann@example.com', scopes: ['Mail.Read'], note: 'kept' },
  }
  const call = mailCall({ settings, clock: () => NOW, ...overrides })
  return outlookMail.auth?.refresh({ connectedProvider: aConnection('outlook-mail', credential) }, call) ?? missing()
}

function missing(): never {
  throw new Error('the application cannot be connected')
}

describe('a refresh with a certificate', () => {
  test('exchanges a signed assertion, without a secret', async () => {
    serve('key')
    const credential = await refresh()
    expect(credential).toMatchObject({
      accessToken: 'eyJ0eXAiOiJKV1Qi.app-access.token',
      dateExpiry: NOW + 3_599_000 - 120_000,
      profile: { method: 'key', note: 'kept' },
    })
    expect(JSON.parse(credential.refreshToken ?? '')).toMatchObject({ tenant: TENANT, privateKey })
    expect(forms).toHaveLength(1)
    expect(Object.keys(forms[0] ?? {})).not.toContain('client_secret')
  })

  test('signs with PS256 for the token endpoint of the tenant, whatever the origin', async () => {
    serve('key')
    await refresh()
    const assertion = forms[0]?.client_assertion ?? ''
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint })
    const { payload } = await jwtVerify(assertion, createPublicKey(certificate), { currentDate: new Date(NOW) })
    expect(payload).toMatchObject({
      aud: `https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`,
      iss: CLIENT_ID,
      sub: CLIENT_ID,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const { nbf = 0, exp = 0 } = payload
    expect([nbf * 1000 <= NOW, exp * 1000 - NOW]).toEqual([true, 300_000])
  })

  test('signs anew for each attempt: an assertion is valid once', async () => {
    serve('key-while-microsoft-is-busy', 'key')
    await refresh()
    const assertions = forms.map(({ client_assertion }) => client_assertion)
    expect(new Set(assertions).size).toBe(2)
  })

  test.each([
    ['key-with-an-unknown-certificate', 401, 'This certificate is not registered'],
    ['key-of-another-certificate', 401, 'does not belong to the private key'],
    ['key-with-an-expired-certificate', 401, 'has expired at Microsoft'],
    ['key-with-a-revoked-certificate', 401, 'was revoked at Microsoft'],
    ['key-with-a-certificate-of-other-dates', 401, 'is not valid now'],
    ['key-where-a-secret-is-expected', 401, 'client secret'],
    ['key-where-a-secret-has-expired', 401, 'client secret'],
    ['key-refused-under-a-new-number', 401, 'Microsoft does not accept this key'],
    ['key-of-an-unknown-application', 401, 'no application with this'],
    ['key-of-a-disabled-application', 401, 'is disabled in the organization'],
    ['key-of-an-unknown-tenant', 401, 'does not know this tenant'],
    ['key-blocked-by-a-policy', 401, 'Conditional Access'],
    ['key-under-a-wrong-clock', 500, 'clock of the hub'],
    ['key-with-a-malformed-request', 500, 'did not accept the request'],
    ['key-while-microsoft-is-busy', 503, 'currently unavailable'],
  ])('that is rejected says who must act: %s', async (name, status, words) => {
    serve(name)
    const problem = await problemOf(refresh({}, { budget: impatient() }))
    expect(problem).toMatchObject({ status, message: expect.stringContaining(words) })
    expect(JSON.stringify(problem)).not.toContain('PRIVATE KEY')
  })

  test.each([
    ['another host', 'evil.example/x'],
    ['a query', `${TENANT}?x=`],
    ['a parent folder', '../x'],
    ['all tenants', 'common'],
    ['no tenant', ''],
  ])('requests nothing for a tenant that is %s', async (_, tenant) => {
    expect(await problemOf(refresh({ tenant }))).toMatchObject({ status: 401, problem: 'credentials-expired' })
    expect(forms).toEqual([])
  })
})

test('without an origin, a token is requested from Microsoft only', () => {
  expect(toEndpoints({ tenant: TENANT }).token).toBe(`https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`)
})
