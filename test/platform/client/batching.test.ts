import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { GraphRequestError } from '../../../platform/client/errors.ts'
import {
  createClient,
  echo,
  errorBody,
  type FakePlatform,
  type ReceivedRequest,
  startFakePlatform,
} from './fake-platform.ts'

let fake: FakePlatform
beforeAll(async () => {
  fake = await startFakePlatform()
})
beforeEach(() => {
  fake.requests.length = 0
  fake.respond = echo
})
afterAll(() => fake.stop())

const queries = (count: number) => Array.from({ length: count }, (_, index) => `query Q${index} { a }`)
const sizes = () => fake.requests.map(({ operations }) => operations.length)
const settled = (promises: Promise<unknown>[]) => Promise.allSettled(promises)

test('requests of the same tick share batches of up to 20, and each gets its own result', async () => {
  const client = createClient(fake)
  const texts = queries(45)
  expect(await Promise.all(texts.map((query) => client.request(query)))).toEqual(texts.map((query) => ({ query })))
  expect(sizes().toSorted((a, b) => a - b)).toEqual([5, 20, 20])
})

test('a single request is not sent as a batch', async () => {
  const client = createClient(fake)
  await client.request('{ a }')
  await client.request('{ b }')
  expect(fake.requests.map(({ isList }) => isList)).toEqual([false, false])
})

test('a request with batch: false is sent separately', async () => {
  const client = createClient(fake)
  await Promise.all([
    client.request('{ a }'),
    client.request('{ slow }', undefined, { batch: false }),
    client.request('{ b }'),
  ])
  expect(fake.requests.map(({ operations }) => operations.map(({ query }) => query)).toSorted()).toEqual([
    ['{ a }', '{ b }'],
    ['{ slow }'],
  ])
})

test('variables are sent with their operation, without undefined fields', async () => {
  const client = createClient(fake)
  await Promise.all([client.request('{ a }', { input: { size: 1, page: undefined } }), client.request('{ b }')])
  expect(fake.requests[0]?.operations).toEqual([
    { query: '{ a }', variables: { input: { size: 1 } } },
    { query: '{ b }' },
  ])
})

test('a request that fails does not fail the others', async () => {
  fake.respond = ({ operations }) => ({
    body: operations.map(({ query }) => (query === '{ bad }' ? errorBody('NOT_FOUND') : { data: { query } })),
  })
  const client = createClient(fake)
  const [first, failed, last] = await settled(['{ a }', '{ bad }', '{ b }'].map((query) => client.request(query)))
  expect([first, last]).toMatchObject([{ value: { query: '{ a }' } }, { value: { query: '{ b }' } }])
  expect(failed).toMatchObject({ reason: { code: 'NOT_FOUND' } })
})

describe('an error of the whole batch', () => {
  test('fails each of its requests, without a retry', async () => {
    fake.respond = () => ({ headers: { 'Retry-After': '1' }, body: errorBody('RATE_LIMITED') })
    const client = createClient(fake)
    const results = await settled(queries(3).map((query) => client.request(query)))
    const failed = { reason: { code: 'RATE_LIMITED', retryAfterMs: 1_000 } }
    expect(results).toMatchObject([failed, failed, failed])
    expect(results.every((result) => result.status === 'rejected' && result.reason instanceof GraphRequestError)).toBe(
      true,
    )
    expect(fake.requests).toHaveLength(1)
  })

  test('about its size makes the client split it until the platform accepts its parts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 30 }), async (maxSize, count) => {
        fake.requests.length = 0
        fake.respond = (request) =>
          request.operations.length > maxSize ? { body: errorBody('BATCH_LIMIT_EXCEEDED') } : echo(request)
        const client = createClient(fake)
        const texts = queries(count)
        const results = await Promise.all(texts.map((query) => client.request(query)))
        expect(results).toEqual(texts.map((query) => ({ query })))
        const executed = fake.requests.filter(({ operations }) => operations.length <= maxSize)
        expect(executed.flatMap(({ operations }) => operations)).toHaveLength(count)
      }),
      { numRuns: 25 },
    )
  })

  test('about its size fails the requests that are rejected even alone', async () => {
    fake.respond = () => ({ body: errorBody('BATCH_LIMIT_EXCEEDED') })
    const client = createClient(fake)
    const results = await settled(queries(3).map((query) => client.request(query)))
    expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual(
      Array(3).fill('BATCH_LIMIT_EXCEEDED'),
    )
    expect(sizes()).toEqual([3, 2, 1, 1, 1])
  })

  test('in one part of a split batch does not fail the other parts', async () => {
    const unauthorized = { status: 401, body: errorBody('UNAUTHENTICATED_TOKEN_EXPIRED') }
    fake.respond = (request) => {
      if (request.operations.length > 2) return { body: errorBody('BATCH_LIMIT_EXCEEDED') }
      return request.operations.some(({ query }) => query.includes('Q3')) ? unauthorized : echo(request)
    }
    const client = createClient(fake)
    const results = await settled(queries(4).map((query) => client.request(query)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  })

  test('about its token makes the client send the whole batch again', async () => {
    const unauthorized = { status: 401, body: errorBody('UNAUTHENTICATED_TOKEN_EXPIRED') }
    fake.respond = (request) => (request.token === 'second' ? echo(request) : unauthorized)
    const client = createClient(fake)
    await Promise.all(queries(3).map((query) => client.request(query)))
    expect(sizes()).toEqual([3, 3])
  })
})

describe('aborting a request', () => {
  test('before it is sent prevents it', async () => {
    const client = createClient(fake)
    const controller = new AbortController()
    const aborted = client.request('{ a }', undefined, { signal: controller.signal })
    const remaining = client.request('{ b }')
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    await remaining
    expect(fake.requests.map(({ operations }) => operations)).toEqual([[{ query: '{ b }' }]])
    await expect(client.request('{ c }', undefined, { signal: controller.signal })).rejects.toThrow('enough')
    expect(fake.requests).toHaveLength(1)
  })

  test('does not affect the others of its batch', async () => {
    const { arrived, respond } = holdResponse()
    const client = createClient(fake)
    const controller = new AbortController()
    const aborted = client.request('{ a }', undefined, { signal: controller.signal })
    const remaining = client.request('{ b }')
    await arrived
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    respond()
    expect(await remaining).toEqual({ query: '{ b }' })
  })

  test('aborts the HTTP request when all of its operations are aborted', async () => {
    const { arrived } = holdResponse()
    const client = createClient(fake)
    const { signal, abort } = createAbort()
    const both = settled(['{ a }', '{ b }'].map((query) => client.request(query, undefined, { signal })))
    const { closed } = await arrived
    abort()
    await closed
    expect(await both).toMatchObject([{ reason: { message: 'enough' } }, { reason: { message: 'enough' } }])
  })
})

/** Makes the platform hold its response until `respond` is called. */
function holdResponse(): { arrived: Promise<ReceivedRequest>; respond: () => void } {
  const arrived = Promise.withResolvers<ReceivedRequest>()
  const released = Promise.withResolvers<void>()
  fake.respond = async (request) => {
    arrived.resolve(request)
    await released.promise
    return echo(request)
  }
  return { arrived: arrived.promise, respond: released.resolve }
}

function createAbort(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Error('enough')) }
}
