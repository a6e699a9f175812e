import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { GraphRequestError } from '../../../platform/client/errors.ts'
import { clientOf, echo, type FakePlatform, failure, type Request, startFake } from './fake-platform.ts'

let fake: FakePlatform
beforeAll(async () => {
  fake = await startFake()
})
beforeEach(() => {
  fake.requests.length = 0
  fake.answer = echo
})
afterAll(() => fake.stop())

const queries = (count: number) => Array.from({ length: count }, (_, index) => `query Q${index} { a }`)
const sizes = () => fake.requests.map(({ operations }) => operations.length)
const settled = (promises: Promise<unknown>[]) => Promise.allSettled(promises)

test('what is asked together goes together, and each gets its own answer', async () => {
  const client = clientOf(fake)
  const wanted = queries(45)
  expect(await Promise.all(wanted.map((query) => client.request(query)))).toEqual(wanted.map((query) => ({ query })))
  expect(sizes().toSorted((one, other) => one - other)).toEqual([5, 20, 20])
})

test('one alone is no batch', async () => {
  const client = clientOf(fake)
  await client.request('{ a }')
  await client.request('{ b }')
  expect(fake.requests.map(({ isList }) => isList)).toEqual([false, false])
})

test('what is asked to go alone goes alone', async () => {
  const client = clientOf(fake)
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

test('variables go with their operation, and without undefined ones', async () => {
  const client = clientOf(fake)
  await Promise.all([client.request('{ a }', { input: { size: 1, page: undefined } }), client.request('{ b }')])
  expect(fake.requests[0]?.operations).toEqual([
    { query: '{ a }', variables: { input: { size: 1 } } },
    { query: '{ b }' },
  ])
})

test('one that fails does not fail the others', async () => {
  fake.answer = ({ operations }) => ({
    body: operations.map(({ query }) => (query === '{ bad }' ? failure('NOT_FOUND') : { data: { query } })),
  })
  const client = clientOf(fake)
  const [good, bad, other] = await settled(['{ a }', '{ bad }', '{ b }'].map((query) => client.request(query)))
  expect([good, other]).toMatchObject([{ value: { query: '{ a }' } }, { value: { query: '{ b }' } }])
  expect(bad).toMatchObject({ reason: { code: 'NOT_FOUND' } })
})

describe('a batch that is refused as a whole', () => {
  test('fails each of its requests, and is not sent again', async () => {
    fake.answer = () => ({ headers: { 'Retry-After': '1' }, body: failure('RATE_LIMITED') })
    const client = clientOf(fake)
    const answers = await settled(queries(3).map((query) => client.request(query)))
    const refused = { reason: { code: 'RATE_LIMITED', retryAfterMs: 1_000 } }
    expect(answers).toMatchObject([refused, refused, refused])
    expect(answers.every((one) => one.status === 'rejected' && one.reason instanceof GraphRequestError)).toBe(true)
    expect(fake.requests).toHaveLength(1)
  })

  test('for being too much is sent in parts that are allowed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 30 }), async (most, count) => {
        fake.requests.length = 0
        fake.answer = (request) =>
          request.operations.length > most ? { body: failure('BATCH_LIMIT_EXCEEDED') } : echo(request)
        const client = clientOf(fake)
        const wanted = queries(count)
        const answers = await Promise.all(wanted.map((query) => client.request(query)))
        expect(answers).toEqual(wanted.map((query) => ({ query })))
        const executed = fake.requests.filter(({ operations }) => operations.length <= most)
        expect(executed.flatMap(({ operations }) => operations)).toHaveLength(count)
      }),
      { numRuns: 25 },
    )
  })

  test('for being too much even one by one fails its requests', async () => {
    fake.answer = () => ({ body: failure('BATCH_LIMIT_EXCEEDED') })
    const client = clientOf(fake)
    const answers = await settled(queries(3).map((query) => client.request(query)))
    expect(answers.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
      Array(3).fill('BATCH_LIMIT_EXCEEDED'),
    )
    expect(sizes()).toEqual([3, 2, 1, 1, 1])
  })

  test('and sent in parts keeps what one part has brought when another fails', async () => {
    const refused = { status: 401, body: failure('UNAUTHENTICATED_TOKEN_EXPIRED') }
    fake.answer = (request) => {
      if (request.operations.length > 2) return { body: failure('BATCH_LIMIT_EXCEEDED') }
      return request.operations.some(({ query }) => query.includes('Q3')) ? refused : echo(request)
    }
    const client = clientOf(fake)
    const answers = await settled(queries(4).map((query) => client.request(query)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  })

  test('for its token is sent again as a whole', async () => {
    const refused = { status: 401, body: failure('UNAUTHENTICATED_TOKEN_EXPIRED') }
    fake.answer = (request) => (request.token === 'second' ? echo(request) : refused)
    const client = clientOf(fake)
    await Promise.all(queries(3).map((query) => client.request(query)))
    expect(sizes()).toEqual([3, 3])
  })
})

describe('a request that is aborted', () => {
  test('before it was sent is not sent', async () => {
    const client = clientOf(fake)
    const controller = new AbortController()
    const aborted = client.request('{ a }', undefined, { signal: controller.signal })
    const other = client.request('{ b }')
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    await other
    expect(fake.requests.map(({ operations }) => operations)).toEqual([[{ query: '{ b }' }]])
    await expect(client.request('{ c }', undefined, { signal: controller.signal })).rejects.toThrow('enough')
    expect(fake.requests).toHaveLength(1)
  })

  test('leaves the others of its batch alone', async () => {
    const { arrived, answer } = held()
    const client = clientOf(fake)
    const controller = new AbortController()
    const aborted = client.request('{ a }', undefined, { signal: controller.signal })
    const other = client.request('{ b }')
    await arrived
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    answer()
    expect(await other).toEqual({ query: '{ b }' })
  })

  test('takes the whole batch back when nobody waits for it any more', async () => {
    const { arrived } = held()
    const client = clientOf(fake)
    const { signal, abort } = abortable()
    const both = settled(['{ a }', '{ b }'].map((query) => client.request(query, undefined, { signal })))
    const { gone } = await arrived
    abort()
    await gone
    expect(await both).toMatchObject([{ reason: { message: 'enough' } }, { reason: { message: 'enough' } }])
  })
})

/** The platform takes a request and waits with its answer. */
function held(): { arrived: Promise<Request>; answer: () => void } {
  const arrived = Promise.withResolvers<Request>()
  const released = Promise.withResolvers<void>()
  fake.answer = async (request) => {
    arrived.resolve(request)
    await released.promise
    return echo(request)
  }
  return { arrived: arrived.promise, answer: released.resolve }
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Error('enough')) }
}
