import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { GraphRequestError, SignInRequired } from '../../../platform/client/errors.ts'
import type { GraphClientOptions } from '../../../platform/client/graph-client.ts'
import { clientOf, echo, type FakePlatform, failure, type Reply, type Request, startFake } from './fake-platform.ts'

let fake: FakePlatform
beforeAll(async () => {
  fake = await startFake()
})
beforeEach(() => {
  fake.requests.length = 0
  fake.answer = echo
})
afterAll(() => fake.stop())

/** Accepts these tokens only. */
function accepting(...tokens: string[]) {
  return (request: Request): Reply =>
    tokens.includes(request.token) ? echo(request) : { status: 401, body: failure('UNAUTHENTICATED_TOKEN_EXPIRED') }
}

async function failing(promise: Promise<unknown>): Promise<GraphRequestError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(GraphRequestError)
  return error as GraphRequestError
}

const tokensSeen = () => fake.requests.map(({ token }) => token)

test('a request says where it goes, who asks and from where', async () => {
  const options = { timeZone: 'Europe/Berlin', locale: 'de', clientVersion: 'demo 1.2' }
  await clientOf({ ...fake, url: `${fake.url}/base/` }, options).request('query A { a }')
  expect(fake.requests[0]).toMatchObject({
    path: '/base/api/v1/graph',
    token: 'first',
    isList: false,
    operations: [{ query: 'query A { a }' }],
    headers: {
      ...{ 'x-user-timezone': 'Europe/Berlin', 'x-user-locale': 'de', 'x-user-client-version': 'demo 1.2' },
      'content-type': 'application/json',
    },
  })
})

describe('a token that is refused', () => {
  test('is refreshed, and the request is sent once more', async () => {
    fake.answer = accepting('second')
    const client = clientOf(fake)
    expect(await client.request('mutation A { a }')).toEqual({ query: 'mutation A { a }' })
    expect(tokensSeen()).toEqual(['first', 'second'])
    await client.request('{ b }')
    expect(tokensSeen()).toEqual(['first', 'second', 'second'])
  })

  test('is refreshed once for all requests that it was refused for', async () => {
    const allRefused = Promise.withResolvers<void>()
    fake.answer = (request) => {
      if (fake.requests.length === 7) allRefused.resolve()
      return accepting('fresh 1')(request)
    }
    let refreshes = 0
    const client = clientOf(fake, {
      refresh: async () => {
        refreshes += 1
        const token = `fresh ${refreshes}`
        await allRefused.promise
        return token
      },
    })
    const queries = Array.from({ length: 7 }, (_, index) => `query Q${index} { a }`)
    const answers = await Promise.all(queries.map((query) => client.request(query, undefined, { batch: false })))
    expect(answers).toEqual(queries.map((query) => ({ query })))
    expect(refreshes).toBe(1)
  })

  test('is not refreshed when another one is there by now', async () => {
    fake.answer = accepting('newer')
    let token = 'old'
    const client = clientOf(fake, {
      token: () => token,
      refresh: () => {
        throw new Error('nobody asked for it')
      },
    })
    fake.answer = (request) => {
      token = 'newer'
      return accepting('newer')(request)
    }
    expect(await client.request('{ a }')).toEqual({ query: '{ a }' })
  })

  test('that the application replaces itself is not covered by an older refreshed one', async () => {
    let token = 'first'
    fake.answer = accepting('second', 'third')
    const client = clientOf(fake, { token: () => token })
    await client.request('{ a }')
    token = 'third'
    await client.request('{ a }')
    expect(tokensSeen()).toEqual(['first', 'second', 'third'])
  })

  test.each<[string, Partial<GraphClientOptions>, number]>([
    ['when the refreshed one is refused too', {}, 2],
    [
      'when it cannot be refreshed',
      {
        refresh: () => {
          throw new Error('signed out')
        },
      },
      1,
    ],
    ['when there is no refresh', { refresh: undefined }, 1],
  ])('asks for a new sign-in %s', async (_, options, requests) => {
    fake.answer = accepting()
    await expect(clientOf(fake, options).request('{ a }')).rejects.toThrow(SignInRequired)
    expect(fake.requests).toHaveLength(requests)
  })

  test('says what the refusal was', async () => {
    fake.answer = accepting()
    const error = (await clientOf(fake)
      .request('{ a }')
      .catch((reason: unknown) => reason)) as SignInRequired
    expect(error.cause).toMatchObject({ code: 'UNAUTHENTICATED_TOKEN_EXPIRED', status: 401 })
  })
})

describe('an answer with errors', () => {
  test('throws them, with what was answered beside them', async () => {
    const problem = { message: 'The block was not found.', path: ['block'], extensions: { code: 'NOT_FOUND' } }
    fake.answer = () => ({ body: { data: { block: null, tenant: { _id: 'a' } }, errors: [problem] } })
    const error = await failing(clientOf(fake).request('{ block tenant }'))
    expect(error).toMatchObject({
      ...{ code: 'NOT_FOUND', status: 200, message: 'The block was not found.' },
      data: { block: null, tenant: { _id: 'a' } },
      errors: [{ code: 'NOT_FOUND', path: ['block'] }],
    })
  })

  test('says what to name when asking the operator', async () => {
    fake.answer = () => ({ body: failure('BAD_USER_INPUT', 'No.', { argument: 'input.size' }) })
    const { errors } = await failing(clientOf(fake).request('{ a }'))
    expect(errors[0]).toMatchObject({ requestId: 'request-1', extensions: { argument: 'input.size' } })
  })

  test('says how long to wait, and is not sent again by itself', async () => {
    fake.answer = () => ({ headers: { 'Retry-After': '7' }, body: failure('RATE_LIMITED') })
    expect(await failing(clientOf(fake).request('{ a }'))).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 7_000 })
    expect(fake.requests).toHaveLength(1)
  })

  test.each([
    ['no JSON', 502, '<html>Bad gateway</html>'],
    ['half of it', 200, '{"data":'],
    ['JSON of something else', 200, '[1, 2]'],
    ['nothing', 200, ''],
    ['null', 200, 'null'],
    ['a proxy’s own JSON', 503, '{"message":"down"}'],
  ])('that is %s is a broken one', async (_, status, body) => {
    fake.answer = () => ({ status, body })
    expect(await failing(clientOf(fake).request('{ a }'))).toMatchObject({ code: 'BROKEN_ANSWER', status })
  })

  test('that never comes says so', async () => {
    const gone = await startFake()
    await gone.stop()
    const error = await failing(clientOf(gone).request('{ a }'))
    expect([error.code, error.status]).toEqual(['UNREACHABLE', undefined])
    expect(error.cause).toMatchObject({ message: 'fetch failed' })
  })
})

test('warnings are handed on, and do not fail anything', async () => {
  const warning = { code: 'SIZE_CLAMPED', message: 'Less.', requested: 900, applied: 500 }
  fake.answer = () => ({ body: { data: { a: 1 }, extensions: { warnings: [warning] } } })
  const heard: unknown[] = []
  const client = clientOf(fake, { onWarning: (one) => heard.push(one) })
  expect(await client.answer('{ a }')).toEqual({ data: { a: 1 }, warnings: [warning] })
  expect(heard).toEqual([warning])
})
