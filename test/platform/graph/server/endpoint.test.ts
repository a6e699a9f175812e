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
  test('is answered by a list in the same order, each answer for itself', async () => {
    const email = newEmail()
    const answers = await batch(email, [TENANT, { query: '{ nobody }' }, { query: 7 }, TENANT])
    expect(answers.map((answer) => (answer.data?.tenant ? 'ok' : codeOf(answer)))).toEqual([
      ...['ok', 'GRAPHQL_VALIDATION_FAILED', 'BAD_REQUEST', 'ok'],
    ])
  })

  test('of one is answered by a list of one', async () => {
    expect(await batch(newEmail(), [TENANT])).toHaveLength(1)
  })

  test('runs in order from its first mutation on', async () => {
    const list = { query: '{ connections { _id } }' }
    const start = { query: START, variables: { input: { application: 'mail' } } }
    const answers = await batch(newEmail(), [list, start, list, start, list])
    const counts = answers.flatMap(({ data }) => (data.connections ? [(data.connections as object[]).length] : []))
    expect(counts).toEqual([0, 1, 2])
  })

  test.each([
    ['of nothing', [], 'BAD_REQUEST'],
    ['of too many', Array.from({ length: 21 }, () => TENANT), 'BATCH_LIMIT_EXCEEDED'],
    [
      'that costs too much together',
      Array.from({ length: 4 }, () => ({
        query:
          '{ a: connections(input: { size: 500 }) { syncs { sync } } b: connections(input: { size: 500 }) { syncs { sync } } }',
      })),
      'BATCH_LIMIT_EXCEEDED',
    ],
  ])('%s is refused as a whole', async (_, operations, code) => {
    const answer = await toGraphResponse(await post(newEmail(), operations))
    expect([answer.status, codeOf(answer)]).toEqual([200, code])
  })

  test('without a token is one refusal', async () => {
    const response = await api.post('/api/v1/graph', [TENANT, TENANT])
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED_NO_TOKEN' } }] })
  })
})

describe('an answer', () => {
  test.each([
    ['', 'application/json', 200],
    ['application/graphql-response+json, application/json;q=0.9', 'application/json', 200],
    ['application/graphql-response+json', 'application/graphql-response+json', 400],
    ['text/html', 'application/json', 200],
    ['image/*', 'application/json', 200],
  ])('to who accepts "%s" has the type %s and the status %d when it is an error', async (accept, type, status) => {
    const response = await post(newEmail(), { query: '{ nobody }' }, { Accept: accept })
    expect([response.headers.get('Content-Type'), response.status]).toEqual([`${type}; charset=utf-8`, status])
  })

  test('names the request in its errors and its header', async () => {
    const answer = await api.execute(newEmail(), '{ nobody }')
    expect(answer.errors?.[0]?.extensions.requestId).toBe(answer.headers.get('X-Request-Id'))
  })

  test('hides what went wrong inside, and the log says it', async () => {
    const email = newEmail()
    await api.execute(email, '{ tenant { _id } }')
    await api.db.schema.alterTable('connections').renameTo('connections_away').execute()
    const answer = await api.execute(email, '{ connections { _id } }')
    await api.db.schema.alterTable('connections_away').renameTo('connections').execute()
    expect(answer.status).toBe(200)
    expect(answer.errors).toEqual([
      expect.objectContaining({
        message: 'Internal server error.',
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) },
      }),
    ])
    expect(api.log()).toContain('relation \\"connections\\" does not exist')
  })

  test('warns of a time zone that nobody knows, and takes one that is known', async () => {
    const asked = async (zone: string) =>
      (await toGraphResponse(await post(newEmail(), TENANT, { 'x-user-timezone': zone }))).extensions
    expect(await asked('Mars/Olympus')).toMatchObject({ warnings: [{ code: 'TIME_ZONE_UNKNOWN' }] })
    expect(await asked('Europe/Paris')).toBeUndefined()
  })
})

describe('limits', () => {
  test('of a tenant are told in headers, and beyond them the answer is a refusal', async () => {
    const tight = await startApi({ GRAPH_REQUEST_BURST: '2', GRAPH_REQUESTS_PER_SECOND: '1' })
    try {
      const email = newEmail()
      const answers = await Promise.all([1, 2, 3, 4].map(() => tight.execute(email, '{ tenant { _id } }')))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const refused = answers.filter((answer) => codeOf(answer) === 'RATE_LIMITED')
      expect(refused.length).toBeGreaterThanOrEqual(1)
      expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
      expect(answers[0]?.headers.get('RateLimit-Policy')).toBe('"requests";q=2')
    } finally {
      await tight.stop()
    }
  })

  test('of time end an operation, which is then told so', async () => {
    const hasty = await startApi({ GRAPH_TIMEOUT_MS: '50' })
    try {
      const email = newEmail()
      await hasty.execute(email, '{ tenant { _id } }')
      const answer = await hasty.db.transaction().execute(async (tx) => {
        await tx.schema.alterTable('providers').renameTo('providers_away').execute()
        const held = await hasty.execute(email, '{ applications { name } }')
        await tx.schema.alterTable('providers_away').renameTo('providers').execute()
        return held
      })
      expect([answer.status, codeOf(answer)]).toEqual([200, 'TIMEOUT'])
    } finally {
      await hasty.stop()
    }
  })
})

test('when the store has no connection left, that is said, and what has one is answered', async () => {
  const email = newEmail()
  await api.execute(email, '{ connections { _id } }')
  const answers = await api.db.transaction().execute(async (tx) => {
    await sql`lock table connections in access exclusive mode`.execute(tx)
    const asked = Array.from({ length: 12 }, () => api.execute(email, '{ connections { _id } }'))
    return { first: await Promise.race(asked), asked }
  })
  expect([answers.first.status, codeOf(answers.first)]).toEqual([200, 'SERVICE_UNAVAILABLE'])
  const codes = (await Promise.all(answers.asked)).map(codeOf)
  // The engine has a connection now and then, too.
  expect(new Set(codes)).toEqual(new Set([undefined, 'SERVICE_UNAVAILABLE']))
})
