import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { GraphRequestError, SignInRequired } from '../../../platform/client/errors.ts'
import type { GraphClientOptions } from '../../../platform/client/graph-client.ts'
import {
  createClient,
  echo,
  errorBody,
  type FakePlatform,
  type FakeResponse,
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

/** A platform that accepts only these tokens. */
function accepting(...tokens: string[]) {
  return (request: ReceivedRequest): FakeResponse =>
    tokens.includes(request.token) ? echo(request) : { status: 401, body: errorBody('UNAUTHENTICATED_TOKEN_EXPIRED') }
}

/** Returns the error that a request fails with. */
async function getError(promise: Promise<unknown>): Promise<GraphRequestError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(GraphRequestError)
  return error as GraphRequestError
}

const sentTokens = () => fake.requests.map(({ token }) => token)

test('a request carries the token and the headers of the client', async () => {
  const options = { timeZone: 'Europe/Berlin', locale: 'de', clientVersion: 'demo 1.2' }
  await createClient({ ...fake, url: `${fake.url}/base/` }, options).request('query A { a }')
  expect(fake.requests[0]).toMatchObject({
    path: '/base/api/v1/graph',
    token: 'first',
    isList: false,
    operations: [{ query: 'query A { a }' }],
    headers: {
      'x-user-timezone': 'Europe/Berlin',
      'x-user-locale': 'de',
      'x-user-client-version': 'demo 1.2',
      'content-type': 'application/json',
    },
  })
})

describe('a rejected token', () => {
  test('is refreshed, and the request is sent once more', async () => {
    fake.respond = accepting('second')
    const client = createClient(fake)
    expect(await client.request('mutation A { a }')).toEqual({ query: 'mutation A { a }' })
    expect(sentTokens()).toEqual(['first', 'second'])
    await client.request('{ b }')
    expect(sentTokens()).toEqual(['first', 'second', 'second'])
  })

  test('is refreshed once for all requests that were sent with it', async () => {
    const allRejected = Promise.withResolvers<void>()
    fake.respond = (request) => {
      if (fake.requests.length === 7) allRejected.resolve()
      return accepting('fresh 1')(request)
    }
    let refreshes = 0
    const client = createClient(fake, {
      refresh: async () => {
        refreshes += 1
        const token = `fresh ${refreshes}`
        await allRejected.promise
        return token
      },
    })
    const queries = Array.from({ length: 7 }, (_, index) => `query Q${index} { a }`)
    const results = await Promise.all(queries.map((query) => client.request(query, undefined, { batch: false })))
    expect(results).toEqual(queries.map((query) => ({ query })))
    expect(refreshes).toBe(1)
  })

  test('that cannot be refreshed now is not the end of the session', async () => {
    fake.respond = accepting('second')
    const unavailable = new GraphRequestError({
      errors: [{ code: 'SERVICE_UNAVAILABLE', message: 'The issuer cannot be reached.', extensions: {} }],
    })
    let refreshes = 0
    const client = createClient(fake, {
      refresh: () => {
        refreshes += 1
        if (refreshes === 1) throw unavailable
        return 'second'
      },
    })
    expect(await getError(client.request('{ a }'))).toBe(unavailable)
    expect(await client.request('{ a }')).toEqual({ query: '{ a }' })
  })

  test('is not refreshed when the application has a newer one by then', async () => {
    fake.respond = accepting('newer')
    let token = 'old'
    const client = createClient(fake, {
      token: () => token,
      refresh: () => {
        throw new Error('refresh was called')
      },
    })
    fake.respond = (request) => {
      token = 'newer'
      return accepting('newer')(request)
    }
    expect(await client.request('{ a }')).toEqual({ query: '{ a }' })
  })

  test('that the application replaces itself takes precedence over an earlier refreshed one', async () => {
    let token = 'first'
    fake.respond = accepting('second', 'third')
    const client = createClient(fake, { token: () => token })
    await client.request('{ a }')
    token = 'third'
    await client.request('{ a }')
    expect(sentTokens()).toEqual(['first', 'second', 'third'])
  })

  test.each<[string, Partial<GraphClientOptions>, number]>([
    ['when the refreshed one is rejected too', {}, 2],
    [
      'when the refresh fails',
      {
        refresh: () => {
          throw new Error('signed out')
        },
      },
      1,
    ],
    ['when there is no refresh function', { refresh: undefined }, 1],
  ])('throws SignInRequired %s', async (_, options, requests) => {
    fake.respond = accepting()
    await expect(createClient(fake, options).request('{ a }')).rejects.toThrow(SignInRequired)
    expect(fake.requests).toHaveLength(requests)
  })

  test('is reported with the error of the platform', async () => {
    fake.respond = accepting()
    const error = (await createClient(fake)
      .request('{ a }')
      .catch((reason: unknown) => reason)) as SignInRequired
    expect(error.cause).toMatchObject({ code: 'UNAUTHENTICATED_TOKEN_EXPIRED', status: 401 })
  })
})

describe('a failed request', () => {
  test('throws its errors, together with the partial data', async () => {
    const error = { message: 'The block was not found.', path: ['block'], extensions: { code: 'NOT_FOUND' } }
    fake.respond = () => ({ body: { data: { block: null, tenant: { _id: 'a' } }, errors: [error] } })
    const thrown = await getError(createClient(fake).request('{ block tenant }'))
    expect(thrown).toMatchObject({
      code: 'NOT_FOUND',
      status: 200,
      message: 'The block was not found.',
      data: { block: null, tenant: { _id: 'a' } },
      errors: [{ code: 'NOT_FOUND', path: ['block'] }],
    })
  })

  test('contains the request id and the details of the error', async () => {
    fake.respond = () => ({ body: errorBody('BAD_USER_INPUT', 'No.', { argument: 'input.size' }) })
    const { errors } = await getError(createClient(fake).request('{ a }'))
    expect(errors[0]).toMatchObject({ requestId: 'request-1', extensions: { argument: 'input.size' } })
  })

  test('says how long to wait; the client does not retry by itself', async () => {
    fake.respond = () => ({ headers: { 'Retry-After': '7' }, body: errorBody('RATE_LIMITED') })
    expect(await getError(createClient(fake).request('{ a }'))).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: 7_000,
    })
    expect(fake.requests).toHaveLength(1)
  })

  test.each([
    ['not JSON', 502, '<html>Bad gateway</html>'],
    ['truncated JSON', 200, '{"data":'],
    ['JSON but not a GraphQL response', 200, '[1, 2]'],
    ['empty', 200, ''],
    ['null', 200, 'null'],
    ['a proxy’s own JSON', 503, '{"message":"down"}'],
  ])('with a response that is %s throws INVALID_RESPONSE', async (_, status, body) => {
    fake.respond = () => ({ status, body })
    expect(await getError(createClient(fake).request('{ a }'))).toMatchObject({ code: 'INVALID_RESPONSE', status })
  })

  test('without a response throws UNREACHABLE', async () => {
    const stopped = await startFakePlatform()
    await stopped.stop()
    const error = await getError(createClient(stopped).request('{ a }'))
    expect([error.code, error.status]).toEqual(['UNREACHABLE', undefined])
    expect(error.cause).toMatchObject({ message: 'fetch failed' })
  })
})

test('warnings are returned with the data and passed to onWarning', async () => {
  const warning = { code: 'SIZE_CLAMPED', message: 'Less.', requested: 900, applied: 500 }
  fake.respond = () => ({ body: { data: { a: 1 }, extensions: { warnings: [warning] } } })
  const warnings: unknown[] = []
  const client = createClient(fake, { onWarning: (received) => warnings.push(received) })
  expect(await client.execute('{ a }')).toEqual({ data: { a: 1 }, warnings: [warning] })
  expect(warnings).toEqual([warning])
})
