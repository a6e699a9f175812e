import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Api, codeOf, type GraphResponse, newEmail, START, startApi, toGraphResponse } from '../api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const TENANT = { query: '{ tenant { email } }' }

const post = async (email: string, body: unknown, headers: Record<string, string> = {}) =>
  api.post('/api/v1/graph', body, { Authorization: `Bearer ${await api.issuer.token(email)}`, ...headers })
const batch = async (email: string, operations: unknown[]) =>
  (await (await post(email, operations)).json()) as Pick<GraphResponse, 'data' | 'errors'>[]

describe('a batch', () => {
  test('returns a list in the same order, with the errors of each operation in its result', async () => {
    const email = newEmail()
    const responses = await batch(email, [TENANT, { query: '{ nobody }' }, { query: 7 }, TENANT])
    expect(responses.map((result) => (result.data?.tenant ? 'ok' : codeOf(result)))).toEqual([
      'ok',
      'GRAPHQL_VALIDATION_FAILED',
      'BAD_REQUEST',
      'ok',
    ])
  })

  test('of one operation returns a list with one result', async () => {
    expect(await batch(newEmail(), [TENANT])).toHaveLength(1)
  })

  test('runs sequentially from its first mutation on', async () => {
    const list = { query: '{ connections { _id } }' }
    const start = { query: START, variables: { input: { application: 'mail' } } }
    const responses = await batch(newEmail(), [list, start, list, start, list])
    const counts = responses.flatMap(({ data }) => (data.connections ? [(data.connections as object[]).length] : []))
    expect(counts).toEqual([0, 1, 2])
  })

  test.each([
    ['of nothing', [], 'BAD_REQUEST'],
    ['of too many', Array.from({ length: 21 }, () => TENANT), 'BATCH_LIMIT_EXCEEDED'],
    [
      'whose total cost is too high',
      Array.from({ length: 4 }, () => ({
        query:
          '{ a: connections(input: { size: 500 }) { syncs { sync } } b: connections(input: { size: 500 }) { syncs { sync } } }',
      })),
      'BATCH_LIMIT_EXCEEDED',
    ],
  ])('%s is refused as a whole', async (_, operations, code) => {
    const result = await toGraphResponse(await post(newEmail(), operations))
    expect([result.status, codeOf(result)]).toEqual([200, code])
  })

  test('without a token is refused once', async () => {
    const response = await api.post('/api/v1/graph', [TENANT, TENANT])
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED_NO_TOKEN' } }] })
  })
})

describe('a response', () => {
  test.each([
    ['', 'application/json', 200],
    ['application/graphql-response+json, application/json;q=0.9', 'application/json', 200],
    ['application/graphql-response+json', 'application/graphql-response+json', 400],
    ['text/html', 'application/json', 200],
    ['image/*', 'application/json', 200],
  ])('for Accept "%s" has the type %s and, for an error, the status %d', async (accept, type, status) => {
    const response = await post(newEmail(), { query: '{ nobody }' }, { Accept: accept })
    expect([response.headers.get('Content-Type'), response.status]).toEqual([`${type}; charset=utf-8`, status])
  })

  test('has the request id in its errors and in a header', async () => {
    const result = await api.execute(newEmail(), '{ nobody }')
    expect(result.errors?.[0]?.extensions.requestId).toBe(result.headers.get('X-Request-Id'))
  })

  test('masks internal errors, which are logged', async () => {
    const email = newEmail()
    await api.execute(email, '{ tenant { _id } }')
    await api.db.schema.alterTable('connections').renameTo('connections_away').execute()
    const result = await api.execute(email, '{ connections { _id } }')
    await api.db.schema.alterTable('connections_away').renameTo('connections').execute()
    expect(result.status).toBe(200)
    expect(result.errors).toEqual([
      expect.objectContaining({
        message: 'Internal server error.',
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) },
      }),
    ])
    expect(api.log()).toContain('relation \\"connections\\" does not exist')
  })

  test('warns of an unknown time zone and accepts a known one', async () => {
    const requested = async (zone: string) =>
      (await toGraphResponse(await post(newEmail(), TENANT, { 'x-user-timezone': zone }))).extensions
    expect(await requested('Mars/Olympus')).toMatchObject({ warnings: [{ code: 'TIME_ZONE_UNKNOWN' }] })
    expect(await requested('Europe/Paris')).toBeUndefined()
  })
})

describe('limits', () => {
  test('of a tenant are in the response headers, and requests beyond them are refused', async () => {
    const tight = await startApi({ GRAPH_REQUEST_BURST: '2', GRAPH_REQUESTS_PER_SECOND: '1' })
    try {
      const email = newEmail()
      const responses = await Promise.all([1, 2, 3, 4].map(() => tight.execute(email, '{ tenant { _id } }')))
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const refused = responses.filter((result) => codeOf(result) === 'RATE_LIMITED')
      expect(refused.length).toBeGreaterThanOrEqual(1)
      expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
      expect(responses[0]?.headers.get('RateLimit-Policy')).toBe('"requests";q=2')
    } finally {
      await tight.stop()
    }
  })

  test('of requests without a token count invalid tokens, and not expired ones', async () => {
    const tight = await startApi({ GRAPH_ANONYMOUS_BURST: '2', GRAPH_ANONYMOUS_PER_SECOND: '1' })
    try {
      const email = newEmail()
      const send = async (token: string) => {
        const response = await tight.post('/api/v1/graph', TENANT, { Authorization: `Bearer ${token}` })
        return [response.status, codeOf(await toGraphResponse(response))]
      }
      const expired = await tight.issuer.token(email, { claims: { exp: 1 } })
      const forged = await tight.issuer.token(email, { forged: true })
      const all = async (token: string) => Promise.all(Array.from({ length: 10 }, () => send(token)))
      expect(new Set((await all(expired)).map(String))).toEqual(new Set(['401,UNAUTHENTICATED_TOKEN_EXPIRED']))
      const responses = (await all(forged)).map(String)
      expect(new Set(responses)).toEqual(new Set(['401,UNAUTHENTICATED_TOKEN_INVALID', '200,RATE_LIMITED']))
      expect(await send(await tight.issuer.token(email))).toEqual([200, undefined])
    } finally {
      await tight.stop()
    }
  })

  test('are turned off by 0, as a rate and as a burst, and the other limits stay', async () => {
    const open = await startApi({
      GRAPH_REQUESTS_PER_SECOND: '1',
      GRAPH_REQUEST_BURST: '0',
      GRAPH_MUTATIONS_PER_SECOND: '1',
      GRAPH_MUTATION_BURST: '1',
      GRAPH_ANONYMOUS_PER_SECOND: '1',
      GRAPH_ANONYMOUS_BURST: '0',
      GRAPH_PARALLEL: '0',
    })
    try {
      const email = newEmail()
      const headers = { Authorization: `Bearer ${await open.issuer.token(email)}` }
      const reads = await open.post(
        '/api/v1/graph',
        Array.from({ length: 20 }, () => TENANT),
        headers,
      )
      const results = (await reads.json()) as { data?: object }[]
      expect(results.filter(({ data }) => data)).toHaveLength(20)
      expect(reads.headers.get('RateLimit')).toBeNull()
      const write = { query: 'mutation { upsertOneNote(input: { title: "x" }) { _id } }' }
      const writes = await Promise.all(
        Array.from({ length: 10 }, async () =>
          codeOf(await toGraphResponse(await open.post('/api/v1/graph', write, headers))),
        ),
      )
      expect(new Set(writes)).toEqual(new Set([undefined, 'RATE_LIMITED']))
      expect((await open.post('/api/v1/graph', TENANT)).status).toBe(401)
    } finally {
      await open.stop()
    }
  })

  test('of time abort an operation with an error', async () => {
    const hasty = await startApi({ GRAPH_TIMEOUT_MS: '50' })
    try {
      const email = newEmail()
      await hasty.execute(email, '{ tenant { _id } }')
      const result = await hasty.db.transaction().execute(async (tx) => {
        await tx.schema.alterTable('providers').renameTo('providers_away').execute()
        const held = await hasty.execute(email, '{ applications { name } }')
        await tx.schema.alterTable('providers_away').renameTo('providers').execute()
        return held
      })
      expect([result.status, codeOf(result)]).toEqual([200, 'TIMEOUT'])
    } finally {
      await hasty.stop()
    }
  })
})

test('operations without a database connection fail with SERVICE_UNAVAILABLE while others succeed', async () => {
  const email = newEmail()
  await api.execute(email, '{ connections { _id } }')
  const responses = await api.db.transaction().execute(async (tx) => {
    await sql`lock table connections in access exclusive mode`.execute(tx)
    const requested = Array.from({ length: 12 }, () => api.execute(email, '{ connections { _id } }'))
    return { first: await Promise.race(requested), requested }
  })
  expect([responses.first.status, codeOf(responses.first)]).toEqual([200, 'SERVICE_UNAVAILABLE'])
  const codes = (await Promise.all(responses.requested)).map(codeOf)
  // The engine sometimes holds a connection, too.
  expect(new Set(codes)).toEqual(new Set([undefined, 'SERVICE_UNAVAILABLE']))
})
