import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Api, codeOf, someone, startApi, toAnswer } from '../graph/api.ts'
import type { Oddity } from './issuer.ts'

let api: Api
beforeAll(async () => {
  // Strangers come as often as they like here; that they may not is tested with the other limits.
  api = await startApi()
})
afterAll(() => api.stop())

const withHeaders = async (headers: Record<string, string>) =>
  toAnswer(await api.post('/api/v1/graph', { query: '{ tenant { _id email givenName tagId } }' }, headers))
const withToken = (token: string) => withHeaders({ Authorization: `Bearer ${token}` })
const seconds = () => Math.floor(Date.now() / 1_000)

describe('a request without a token', () => {
  test.each([
    ['no header', {}],
    ['another scheme', { Authorization: 'Basic dXNlcjpwYXNz' }],
    ['an empty token', { Authorization: 'Bearer ' }],
  ] as const)('(%s) is told that there is none', async (_, headers) => {
    const answer = await withHeaders(headers)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'UNAUTHENTICATED_NO_TOKEN'])
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="graph"')
  })
})

describe('a token', () => {
  test('of the issuer makes a tenant with a person tag the first time, and finds it from then on', async () => {
    const email = someone()
    const claims = { given_name: 'Ada', name: 'Ada Moreau' }
    const first = await withToken(await api.issuer.token(email, { claims }))
    expect(first.data.tenant).toMatchObject({ email, givenName: 'Ada' })
    const tagId = (first.data.tenant as { tagId: string }).tagId
    const tag = await api.db.selectFrom('tags').selectAll().where('tag_id', '=', tagId).executeTakeFirstOrThrow()
    expect(tag).toMatchObject({ tag_type: 'person', email, alias: 'Ada Moreau' })
    expect((await withToken(await api.issuer.token(email))).data).toEqual(first.data)
  })

  test('of someone known needs no address any more', async () => {
    const email = someone()
    const first = await withToken(await api.issuer.token(email))
    const later = await withToken(await api.issuer.token(email, { claims: { email: undefined } }))
    expect(later.data).toEqual(first.data)
  })

  test('that has just expired is still taken, one that is over by more than the skew is expired', async () => {
    const email = someone()
    const within = await withToken(await api.issuer.token(email, { claims: { exp: seconds() - 30 } }))
    expect(within.status).toBe(200)
    const over = await withToken(await api.issuer.token(email, { claims: { exp: seconds() - 90 } }))
    expect([over.status, codeOf(over)]).toEqual([401, 'UNAUTHENTICATED_TOKEN_EXPIRED'])
    expect(over.headers.get('WWW-Authenticate')).toBe('Bearer realm="graph", error="invalid_token"')
  })

  const oddities: [string, Oddity][] = [
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['for another audience', { claims: { aud: 'https://other.example/api' } }],
    ['that is not valid yet', { claims: { nbf: seconds() + 3_600 } }],
    ['that never ends', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['that is an ID token', { header: { typ: 'JWT' } }],
    ['signed by a stranger', { forged: true }],
    ['signed by a stranger and expired', { forged: true, claims: { exp: seconds() - 9_000 } }],
    ['of someone new with an unverified address', { claims: { email_verified: false } }],
    ['of someone new without an address', { claims: { email: undefined } }],
    ['of an integration that acts as nobody', { claims: { sub: 'robot', client_id: 'robot' } }],
  ]
  test.each(oddities)('%s is invalid', async (_, oddity) => {
    const answer = await withToken(await api.issuer.token(someone(), oddity))
    expect([answer.status, codeOf(answer), answer.data]).toEqual([401, 'UNAUTHENTICATED_TOKEN_INVALID', {}])
  })

  test.each([
    ['no JWT', 'abcdefgh'],
    ['unsigned', `${btoa('{"alg":"none","typ":"at+jwt"}').replaceAll('=', '')}.e30.`],
  ])('that is %s is invalid', async (_, token) => {
    expect(codeOf(await withToken(token))).toBe('UNAUTHENTICATED_TOKEN_INVALID')
  })

  test('of an integration acts as the person its operator has fixed', async () => {
    const email = someone()
    const person = await withToken(await api.issuer.token(email))
    const claims = { sub: 'robot', client_id: 'robot', act_as: email, email: undefined }
    expect((await withToken(await api.issuer.token(email, { claims }))).data).toEqual(person.data)
  })

  test('of a person acts as nobody else, whatever it says', async () => {
    const [victim, email] = [someone(), someone()]
    await withToken(await api.issuer.token(victim))
    const answer = await withToken(await api.issuer.token(email, { claims: { client_id: 'console', act_as: victim } }))
    expect(answer.data.tenant).toMatchObject({ email })
  })

  test.each(['RS256', 'ES256', 'EdDSA'])('is taken when it is signed with %s', async (algorithm) => {
    const fresh = await startApi()
    try {
      await fresh.issuer.addKey(algorithm, algorithm)
      const token = await fresh.issuer.token(someone(), { header: { kid: algorithm } })
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

  test('are read once, and at most once a minute for keys nobody knows', async () => {
    try {
      for (let time = 0; time < 5; time += 1) await fresh.ask(someone(), '{ tenant { _id } }')
      for (let time = 0; time < 5; time += 1) {
        const token = await fresh.issuer.token(someone(), { header: { kid: `unknown-${time}` } })
        await fresh.post('/api/v1/graph', { query: '{ tenant { _id } }' }, { Authorization: `Bearer ${token}` })
      }
      expect(fresh.issuer.keyRequests()).toBe(1)
    } finally {
      await fresh.stop()
    }
  })

  test('that cannot be had are a fault of the server, never a sign-out, and are asked for again', async () => {
    try {
      fresh.issuer.silence()
      const down = await fresh.ask(someone(), '{ tenant { _id } }')
      expect([down.status, codeOf(down)]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(down.headers.get('Retry-After')).toBe('2')
      fresh.issuer.silence()
      expect((await fresh.ask(someone(), '{ tenant { _id } }')).status).toBe(200)
    } finally {
      await fresh.stop()
    }
  })
})

test('nobody is let in who was not let in before when that is switched off', async () => {
  const closed = await startApi({ AUTO_PROVISION: 'false' })
  try {
    expect(codeOf(await closed.ask(someone(), '{ tenant { _id } }'))).toBe('UNAUTHENTICATED_TOKEN_INVALID')
  } finally {
    await closed.stop()
  }
})

test('no token is ever in the log', async () => {
  const token = await api.issuer.token(someone())
  await withToken(token)
  await withToken(`${token.slice(0, -4)}AAAA`)
  expect(api.log()).toContain('access token rejected')
  for (const part of token.split('.').slice(1)) expect(api.log()).not.toContain(part)
})
