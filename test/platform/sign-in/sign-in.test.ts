import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Api, codeOf, newEmail, startApi, toGraphResponse } from '../graph/api.ts'
import { startIssuer, type TokenOptions } from './issuer.ts'

let api: Api
beforeAll(async () => {
  // The limit for anonymous requests is tested with the other limits.
  api = await startApi()
})
afterAll(() => api.stop())

const withHeaders = async (headers: Record<string, string>) =>
  toGraphResponse(await api.post('/api/v1/graph', { query: '{ tenant { _id email givenName tagId } }' }, headers))
const withToken = (token: string) => withHeaders({ Authorization: `Bearer ${token}` })
const seconds = () => Math.floor(Date.now() / 1_000)

describe('a request without a token', () => {
  test.each([
    ['no header', {}],
    ['another scheme', { Authorization: 'Basic dXNlcjpwYXNz' }],
    ['an empty token', { Authorization: 'Bearer ' }],
  ] as const)('(%s) is refused with the code for a missing token', async (_, headers) => {
    const response = await withHeaders(headers)
    expect([response.status, codeOf(response)]).toEqual([401, 'UNAUTHENTICATED_NO_TOKEN'])
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="graph"')
  })
})

describe('a token', () => {
  test('of the issuer creates a tenant with a person tag the first time, and finds it afterwards', async () => {
    const email = newEmail()
    const claims = { given_name: 'Ada', name: 'Ada Moreau' }
    const first = await withToken(await api.issuer.token(email, { claims }))
    expect(first.data.tenant).toMatchObject({ email, givenName: 'Ada' })
    const tagId = (first.data.tenant as { tagId: string }).tagId
    const tag = await api.db.selectFrom('tags').selectAll().where('tag_id', '=', tagId).executeTakeFirstOrThrow()
    expect(tag).toMatchObject({ tag_type: 'person', email, alias: 'Ada Moreau' })
    expect((await withToken(await api.issuer.token(email))).data).toEqual(first.data)
  })

  test('of a known person needs no address', async () => {
    const email = newEmail()
    const first = await withToken(await api.issuer.token(email))
    const later = await withToken(await api.issuer.token(email, { claims: { email: undefined } }))
    expect(later.data).toEqual(first.data)
  })

  test('that has just expired is accepted, one that expired longer ago than the clock skew is not', async () => {
    const email = newEmail()
    const within = await withToken(await api.issuer.token(email, { claims: { exp: seconds() - 30 } }))
    expect(within.status).toBe(200)
    const expired = await withToken(await api.issuer.token(email, { claims: { exp: seconds() - 90 } }))
    expect([expired.status, codeOf(expired)]).toEqual([401, 'UNAUTHENTICATED_TOKEN_EXPIRED'])
    expect(expired.headers.get('WWW-Authenticate')).toBe('Bearer realm="graph", error="invalid_token"')
  })

  const invalidTokens: [string, TokenOptions][] = [
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['for another audience', { claims: { aud: 'https://other.example/api' } }],
    ['that is not valid yet', { claims: { nbf: seconds() + 3_600 } }],
    ['without an expiry', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['that is an ID token', { header: { typ: 'JWT' } }],
    ['signed with a foreign key', { forged: true }],
    ['signed with a foreign key and expired', { forged: true, claims: { exp: seconds() - 9_000 } }],
    ['of a new person with an unverified address', { claims: { email_verified: false } }],
    ['of a new person without an address', { claims: { email: undefined } }],
    ['of an integration without act_as', { claims: { sub: 'robot', client_id: 'robot' } }],
  ]
  test.each(invalidTokens)('%s is invalid', async (_, options) => {
    const response = await withToken(await api.issuer.token(newEmail(), options))
    expect([response.status, codeOf(response), response.data]).toEqual([401, 'UNAUTHENTICATED_TOKEN_INVALID', {}])
  })

  test.each([
    ['no JWT', 'abcdefgh'],
    ['unsigned', `${btoa('{"alg":"none","typ":"at+jwt"}').replaceAll('=', '')}.e30.`],
  ])('that is %s is invalid', async (_, token) => {
    expect(codeOf(await withToken(token))).toBe('UNAUTHENTICATED_TOKEN_INVALID')
  })

  test('of an integration acts as the person its operator has set', async () => {
    const email = newEmail()
    const person = await withToken(await api.issuer.token(email))
    const claims = { sub: 'robot', client_id: 'robot', act_as: email, email: undefined }
    expect((await withToken(await api.issuer.token(email, { claims }))).data).toEqual(person.data)
  })

  test('of a person cannot act as another one, whatever it claims', async () => {
    const [victim, email] = [newEmail(), newEmail()]
    await withToken(await api.issuer.token(victim))
    const response = await withToken(
      await api.issuer.token(email, { claims: { client_id: 'console', act_as: victim } }),
    )
    expect(response.data.tenant).toMatchObject({ email })
  })

  test.each(['RS256', 'ES256', 'EdDSA'])('is accepted when it is signed with %s', async (algorithm) => {
    const issuer = await startIssuer()
    await issuer.addKey(algorithm, algorithm)
    const fresh = await startApi({}, issuer)
    try {
      const token = await fresh.issuer.token(newEmail(), { header: { kid: algorithm } })
      const response = await fresh.post(
        '/api/v1/graph',
        { query: '{ tenant { _id } }' },
        { Authorization: `Bearer ${token}` },
      )
      expect(response.status).toBe(200)
    } finally {
      await fresh.stop()
    }
  })

  test('signed with a shared secret is invalid', async () => {
    const head = Buffer.from('{"alg":"HS256","typ":"at+jwt","kid":"first"}').toString('base64url')
    expect(codeOf(await withToken(`${head}.e30.c2ln`))).toBe('UNAUTHENTICATED_TOKEN_INVALID')
  })
})

describe('the keys of the issuer', () => {
  let fresh: Api
  beforeEach(async () => {
    fresh = await startApi()
  })

  test('are fetched once, and at most once a minute for unknown keys', async () => {
    try {
      for (let count = 0; count < 5; count += 1) await fresh.execute(newEmail(), '{ tenant { _id } }')
      for (let count = 0; count < 5; count += 1) {
        const token = await fresh.issuer.token(newEmail(), { header: { kid: `unknown-${count}` } })
        await fresh.post('/api/v1/graph', { query: '{ tenant { _id } }' }, { Authorization: `Bearer ${token}` })
      }
      expect(fresh.issuer.keyRequests()).toBe(1)
    } finally {
      await fresh.stop()
    }
  })

  test('that cannot be fetched cause a server error, never a sign-out, and are requested again', async () => {
    try {
      fresh.issuer.toggleOutage()
      const down = await fresh.execute(newEmail(), '{ tenant { _id } }')
      expect([down.status, codeOf(down)]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(down.headers.get('Retry-After')).toBe('2')
      fresh.issuer.toggleOutage()
      expect((await fresh.execute(newEmail(), '{ tenant { _id } }')).status).toBe(200)
    } finally {
      await fresh.stop()
    }
  })
})

test('new identities are refused when automatic provisioning is switched off', async () => {
  const closed = await startApi({ AUTO_PROVISION: 'false' })
  try {
    expect(codeOf(await closed.execute(newEmail(), '{ tenant { _id } }'))).toBe('UNAUTHENTICATED_TOKEN_INVALID')
  } finally {
    await closed.stop()
  }
})

test('tokens are never logged', async () => {
  const token = await api.issuer.token(newEmail())
  await withToken(token)
  await withToken(`${token.slice(0, -4)}AAAA`)
  expect(api.log()).toContain('access token rejected')
  for (const part of token.split('.').slice(1)) expect(api.log()).not.toContain(part)
})
