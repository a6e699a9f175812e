import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import Koa, { type Context } from 'koa'
import { PROBLEMS, type ProblemName } from '../../../src/contract/index.ts'
import { CredentialsExpiredError, ProviderError, ValidationError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { problems } from '../../../src/middleware/problems.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { randomRuns } from '../../kit/random-runs.ts'
import { connectedProvider, everything, fixtureVendor } from '../fixture-vendor.ts'
import { type RunningHub, startHub } from '../hub.ts'

let thrown: unknown
let hub: RunningHub
beforeAll(async () => {
  const emails = async () => {
    throw thrown
  }
  hub = await startHub({ vendors: [fixtureVendor({ sync: { ...everything.sync, emails } })] })
})
afterAll(() => hub.stop())

/** The hub's response when a handler throws this value. */
async function problemOf(
  value: unknown,
): Promise<{ status: number; headers: Headers; problem: Record<string, unknown> }> {
  thrown = value
  const response = await hub.post('/sync/email', { connectedProvider: connectedProvider(), filter: {} })
  return { status: response.status, headers: response.headers, problem: (await response.json()) as never }
}

describe('a ProviderError', () => {
  const rule = { retry: false, sentence: 'It broke.', next: 'Wait.' }
  const failure = (status: number) => ({ at: 'api' as const, status, reasons: [], cause: undefined })
  const table: [ProviderError, number, ProblemName][] = [
    [new ValidationError('Wrong.'), 400, 'validation-error'],
    [new CredentialsExpiredError('Dead.'), 401, 'credentials-expired'],
    [new VendorError({ ...rule, class: 'scope-required' }, failure(403)), 403, 'scope-required'],
    [new VendorError({ ...rule, class: 'mailbox-unavailable' }, failure(400)), 403, 'mailbox-unavailable'],
    [new VendorError({ ...rule, class: 'not-found' }, failure(410)), 404, 'not-found'],
    [new VendorError({ ...rule, class: 'invalid-request' }, failure(422)), 400, 'validation-error'],
    [new VendorError({ ...rule, class: 'rate-limited' }, failure(403)), 429, 'rate-limited'],
    [new VendorError({ ...rule, class: 'unavailable' }, failure(500)), 502, 'vendor-error'],
    [new VendorError({ ...rule, class: 'unavailable' }, failure(503)), 503, 'vendor-error'],
    [new VendorError({ ...rule, class: 'unavailable' }, failure(504)), 504, 'vendor-error'],
    [new VendorError({ ...rule, class: 'operator' }, failure(401)), 500, 'internal-error'],
  ]

  test.each(table.map(([error, status, name]) => [name, status, error] as const))(
    'becomes the problem %s with status %d',
    async (name, status, error) => {
      const { status: sent, headers, problem } = await problemOf(error)
      expect(sent).toBe(status)
      expect(headers.get('Content-Type')).toContain('application/problem+json')
      expect(problem).toMatchObject({
        type: `https://platform.example/${name}`,
        title: PROBLEMS[name],
        status,
        detail: error.message,
      })
    },
  )

  test('has a Retry-After in whole seconds', async () => {
    const waits: [number, string][] = [
      [1, '1'],
      [1_001, '2'],
      [86_400_000, '86400'],
    ]
    for (const [retryAfterMs, expected] of waits) {
      const { headers } = await problemOf(new ProviderError(429, 'rate-limited', 'Slow down.', { retryAfterMs }))
      expect(headers.get('Retry-After')).toBe(expected)
    }
  })

  test('may have extension members, which never replace the documented ones', async () => {
    const { problem } = await problemOf(
      new ProviderError(422, 'partial-failure', 'Some.', {
        extensions: { table: { records: [1] }, status: 200, type: 'x', title: 'x', detail: 'x' },
        errors: [{ pointer: '#/table/records/0', detail: 'refused', code: 'REQUIRED' }],
      }),
    )
    expect(problem).toMatchObject({
      table: { records: [1] },
      status: 422,
      title: 'Partial failure',
      errors: [{ pointer: '#/table/records/0', code: 'REQUIRED' }],
    })
  })

  test('has a detail of at most 500 characters, and never its cause', async () => {
    const { problem } = await problemOf(
      new ProviderError(502, 'vendor-error', 'x'.repeat(2_000), { cause: new Error('a private cause') }),
    )
    expect((problem.detail as string).length).toBe(500)
    expect(JSON.stringify(problem)).not.toContain('private')
    expect(hub.log()).toContain('a private cause')
  })
})

describe('an unknown error', () => {
  test('becomes a 500 with a neutral message, and is logged', async () => {
    const { status, problem } = await problemOf(new Error('select * from secrets'))
    expect(status).toBe(500)
    expect(problem).toEqual({
      type: 'https://platform.example/internal-error',
      title: 'Internal server error',
      status: 500,
      detail: expect.not.stringContaining('select'),
    })
    expect(hub.log()).toContain('select * from secrets')
  })

  test.each([
    ['status', Object.assign(new Error('no'), { status: 401 })],
    ['statusCode', Object.assign(new Error('no'), { statusCode: 401 })],
    ['response.status', Object.assign(new Error('no'), { response: { status: 401 } })],
    ['status of a bare object', { status: 401 }],
  ])('with 401 in its %s means expired credentials', async (_name, error) => {
    expect((await problemOf(error)).problem).toMatchObject({
      type: 'https://platform.example/credentials-expired',
      title: 'Credentials expired',
      status: 401,
    })
  })

  test.each([400, 403, 404, 405, 429, 501, 503])('with %d stays a 500', async (status) => {
    expect((await problemOf(Object.assign(new Error('no'), { status }))).status).toBe(500)
  })
})

describe('any thrown value', () => {
  const names = Object.keys(PROBLEMS) as ProblemName[]
  const anything = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
    fc.anything({ withNullPrototype: true, withObjectString: true, withBoxedValues: true }),
    fc.string().map((message) => new Error(message)),
    fc.record({ status: fc.anything(), statusCode: fc.anything(), response: fc.anything() }),
    fc
      .tuple(fc.string(), fc.anything(), fc.dictionary(fc.string(), fc.anything()))
      .map(([message, cause, members]) => Object.assign(new TypeError(message, { cause }), safe(members))),
    fc
      .tuple(fc.constantFrom(...names), fc.integer({ min: 400, max: 599 }), fc.string(), fc.anything())
      .map(([name, status, detail, cause]) => new ProviderError(status, name, detail, { cause })),
    fc
      .tuple(fc.string(), fc.array(fc.record({ pointer: fc.string(), detail: fc.string() }), { maxLength: 5 }))
      .map(([detail, errors]) => new ValidationError(detail, errors)),
    // As functions, because fast-check would inspect the values.
    fc.nat({ max: unreadable().length - 1 }).map((index) => () => unreadable()[index]),
  )
  const platformUrl = 'https://platform.example/tenants/1/?a=b#c'

  test('becomes a problem with the same status, the title of its type and a detail', async () => {
    const app = new Koa()
    app.use(problems(platformUrl, createLog('trace', { write: () => undefined })))
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const ctx = await through(app, typeof value === 'function' ? value() : value)
        const problem = JSON.parse(ctx.body as string) as Record<string, unknown>
        const [, name = ''] = /^https:\/\/platform\.example\/tenants\/1\/([a-z-]+)$/.exec(String(problem.type)) ?? []
        expect(Object.keys(PROBLEMS)).toContain(name)
        expect(problem.title).toBe(PROBLEMS[name as ProblemName])
        expect(problem.status).toBe(ctx.status)
        expect(ctx.status).toBeGreaterThanOrEqual(400)
        expect(typeof problem.detail).toBe('string')
        expect(ctx.response.get('Content-Type')).toContain('application/problem+json')
      }),
      { numRuns: randomRuns(10_000) },
    )
  }, 60_000)
})

/** Members that an object from outside may have, without those that only a class can set. */
function safe(members: Record<string, unknown>): Record<string, unknown> {
  const { __proto__: _proto, ...rest } = members
  return rest
}

/** Values that throw when their members are read. */
function unreadable(): unknown[] {
  const trap = () => {
    throw new Error('do not look')
  }
  return [
    Object.defineProperty(new Error('x'), 'status', { get: trap, enumerable: true }),
    Object.defineProperty(new Error('x'), 'message', { get: trap }),
    Object.defineProperty({}, 'inner', { get: trap, enumerable: true }),
    new Proxy({}, { get: trap, ownKeys: trap }),
    { toString: trap, toJSON: trap },
  ]
}

/** A request through the middleware to a route that throws. */
async function through(app: Koa, value: unknown): Promise<Context> {
  const [middleware] = app.middleware
  const request = { headers: {}, method: 'POST', url: '/sync/email', socket: {} }
  const response = { setHeader() {}, getHeader() {}, headers: new Map<string, unknown>() }
  Object.assign(response, {
    statusCode: 404,
    headersSent: false,
    setHeader: (name: string, value: unknown) => response.headers.set(name.toLowerCase(), value),
    getHeader: (name: string) => response.headers.get(name.toLowerCase()),
    removeHeader: (name: string) => response.headers.delete(name.toLowerCase()),
    getHeaders: () => Object.fromEntries(response.headers),
    hasHeader: (name: string) => response.headers.has(name.toLowerCase()),
  })
  const ctx = app.createContext(request as never, response as never)
  await middleware?.(ctx as never, async () => {
    throw value
  })
  return ctx as never
}
