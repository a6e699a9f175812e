import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Call } from '../../../src/kit/application.ts'
import { Budget } from '../../../src/kit/budget.ts'
import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import { callVendor, type VendorClientOptions } from '../../../src/kit/http.ts'
import { type ErrorClass, VendorError } from '../../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { createCall } from '../../kit/call.ts'

/** An error of a vendor's library. */
class LibraryError extends Error {
  readonly class: ErrorClass
  readonly retry: boolean
  readonly retryAfterMs: number | undefined

  constructor(errorClass: ErrorClass, retry: boolean, retryAfterMs?: number) {
    super('refused')
    this.class = errorClass
    this.retry = retry
    this.retryAfterMs = retryAfterMs
  }
}

/** An error that is retried at once, so that no test waits. */
const again = () => new LibraryError('unavailable', true, 0)

let clients = 0
/** The options of a new client for each test. */
function newClient(changes: Partial<VendorClientOptions> = {}): VendorClientOptions {
  clients += 1
  return { vendor: `Vendor ${clients}`, maxConcurrent: 3, toError, ...changes }
}

function toError(error: unknown): ProviderError {
  const libraryError = error instanceof LibraryError ? error : new LibraryError('unavailable', false)
  const rule = { class: libraryError.class, retry: libraryError.retry, sentence: 'No.', next: 'Later.' }
  const { retryAfterMs } = libraryError
  const wait = omitUndefined({ retryAfterMs })
  return new VendorError(rule, { at: 'api', status: 500, reasons: [], cause: error, ...wait })
}

/** A request that has these results, in order. */
function requestWith(...results: (Error | string)[]) {
  const sent: AbortSignal[] = []
  const send = async (signal: AbortSignal) => {
    sent.push(signal)
    const result = results[sent.length - 1]
    if (result instanceof Error) throw result
    return result
  }
  return { account: 'ada@acme.example', send, sent }
}

const call = (members: Partial<Call> = {}) => createCall({}, members)

describe('a request to a vendor', () => {
  test('is measured: calls, units, time', async () => {
    const own = call()
    expect(await callVendor(own, newClient(), { ...requestWith('yes'), units: 5 })).toBe('yes')
    expect([own.meter.calls, own.meter.units, own.meter.waits]).toEqual([1, 5, 0])
  })

  test('is retried if its rule allows it, and every attempt is counted', async () => {
    const own = call()
    const request = requestWith(again(), again(), 'yes')
    expect(await callVendor(own, newClient(), { ...request, units: 5 })).toBe('yes')
    expect([own.meter.calls, own.meter.units, own.meter.waits]).toEqual([3, 15, 2])
  })

  test('is not retried if its rule does not allow it', async () => {
    const request = requestWith(new LibraryError('unavailable', false), 'yes')
    await expect(callVendor(call(), newClient(), request)).rejects.toThrow('No. Later.')
    expect(request.sent).toHaveLength(1)
  })

  test.each([
    ['unavailable', 502, 3],
    ['rate-limited', 429, 5],
  ] as const)('that is %s is sent so often at maxOpen', async (errorClass, status, attempts) => {
    const request = requestWith(...Array.from({ length: 9 }, () => new LibraryError(errorClass, true, 0)))
    await expect(callVendor(call(), newClient(), request)).rejects.toMatchObject({ status })
    expect(request.sent).toHaveLength(attempts)
  })

  test('that writes is never retried, whatever the rule says', async () => {
    const request = { ...requestWith(again(), 'yes'), retryable: false }
    await expect(callVendor(call(), newClient(), request)).rejects.toMatchObject({ status: 502 })
    expect(request.sent).toHaveLength(1)
  })

  test('with expired credentials is never retried', async () => {
    const request = requestWith(again(), 'yes')
    const client = newClient({ toError: () => new CredentialsExpiredError('Dead.') })
    await expect(callVendor(call(), client, request)).rejects.toBeInstanceOf(CredentialsExpiredError)
    expect(request.sent).toHaveLength(1)
  })

  test('that fails with a ProviderError keeps that error', async () => {
    const error = new ProviderError(404, 'not-found', 'Gone.')
    await expect(callVendor(call(), newClient(), requestWith(error))).rejects.toBe(error)
  })

  test('that has to wait longer than its budget passes Retry-After to the caller', async () => {
    const request = requestWith(new LibraryError('rate-limited', true, 86_400_000), 'yes')
    await expect(callVendor(call(), newClient(), request)).rejects.toMatchObject({
      status: 429,
      options: { retryAfterMs: 86_400_000 },
    })
    expect(request.sent).toHaveLength(1)
  })

  test.each([
    [505, 1],
    [506, 2],
  ])('with %d ms left and a Retry-After of 5 ms is sent %d times: half a second must remain', async (left, sends) => {
    const budget = new Budget(left, () => 0)
    const request = requestWith(new LibraryError('unavailable', true, 5), 'yes')
    await callVendor(call({ budget }), newClient(), request).catch(() => 'refused')
    expect(request.sent).toHaveLength(sends)
  })

  test('is not sent if the budget is used up', async () => {
    const request = requestWith('yes')
    const budget = new Budget(0, () => 0)
    await expect(callVendor(call({ budget }), newClient(), request)).rejects.toMatchObject({ status: 504 })
    expect(request.sent).toHaveLength(0)
  })

  test('that hangs is aborted when its caller disconnects, even in a library that ignores the signal', async () => {
    const caller = new AbortController()
    const budget = new Budget(60_000, Date.now, caller.signal)
    const pending = callVendor(call({ budget }), newClient(), {
      account: 'a',
      send: () => {
        queueMicrotask(() => caller.abort())
        return new Promise(() => undefined)
      },
    })
    await expect(pending).rejects.toMatchObject({ status: 504 })
  })

  test('may have its own timeout', async () => {
    const signals: AbortSignal[] = []
    const send = (signal: AbortSignal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    }
    const pending = callVendor(call(), newClient(), { account: 'a', retryable: false, timeoutMs: 20, send })
    await expect(pending).rejects.toMatchObject({ name: 'VendorError' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  test('that fails after it was aborted does no harm', async () => {
    const caller = new AbortController()
    const late = Promise.withResolvers<string>()
    const budget = new Budget(60_000, Date.now, caller.signal)
    const pending = callVendor(call({ budget }), newClient(), { account: 'a', send: () => late.promise })
    caller.abort()
    await expect(pending).rejects.toMatchObject({ status: 504 })
    late.reject(new Error('too late'))
    await new Promise((resolve) => setImmediate(resolve))
  })
})

describe('the concurrency limit of an account', () => {
  let url: string
  const server = createServer((_request, response) => {
    open += 1
    maxOpen = Math.max(maxOpen, open)
    waiting.push(() => {
      open -= 1
      response.end('ok')
    })
    arrived()
  })
  let [open, maxOpen] = [0, 0]
  let waiting: (() => void)[] = []
  let arrived = () => {}

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  /** Lets the server respond to one request at a time, and only when no further one is arriving. */
  function drain(total: number): Promise<void> {
    return new Promise((resolve) => {
      let done = 0
      arrived = () => {
        setImmediate(() => {
          waiting.shift()?.()
          done += 1
          if (done === total) resolve()
        })
      }
    })
  }

  const get = async (signal: AbortSignal) => (await fetch(url, { signal })).text()

  test('is never exceeded, however many requests there are', async () => {
    ;[open, maxOpen, waiting] = [0, 0, []]
    const client = newClient({ maxConcurrent: 4 })
    const drained = drain(40)
    const all = Array.from({ length: 40 }, (_, index) =>
      callVendor(call(), client, { account: index % 2 ? 'Ada@Acme.example' : 'ada@acme.example', send: get }),
    )
    await Promise.all([drained, ...all])
    expect(maxOpen).toBeLessThanOrEqual(4)
    expect(maxOpen).toBeGreaterThan(1)
  })

  test('does not affect other accounts and vendors', async () => {
    const hanging = newClient({ maxConcurrent: 1 })
    const caller = new AbortController()
    const budget = new Budget(60_000, Date.now, caller.signal)
    const stuck = callVendor(call({ budget }), hanging, { account: 'ada', send: () => new Promise(() => undefined) })
    expect(await callVendor(call(), hanging, { ...requestWith('yes'), account: 'bob' })).toBe('yes')
    expect(await callVendor(call(), newClient(), { ...requestWith('yes'), account: 'ada' })).toBe('yes')
    caller.abort()
    await expect(stuck).rejects.toBeInstanceOf(ProviderError)
  })

  test('has a free slot again after a request was aborted', async () => {
    const client = newClient({ maxConcurrent: 1 })
    const caller = new AbortController()
    const budget = new Budget(60_000, Date.now, caller.signal)
    const stuck = callVendor(call({ budget }), client, { account: 'ada', send: () => new Promise(() => undefined) })
    const next = callVendor(call(), client, { ...requestWith('yes'), account: 'ada' })
    caller.abort()
    await expect(stuck).rejects.toBeInstanceOf(ProviderError)
    expect(await next).toBe('yes')
  })

  test('aborts requests that wait longer than their budget, and no others', async () => {
    const client = newClient({ maxConcurrent: 1 })
    const [first, second] = [new AbortController(), new AbortController()]
    const within = ({ signal }: AbortController) => call({ budget: new Budget(60_000, Date.now, signal) })
    const request = requestWith('yes')
    const stuck = callVendor(within(first), client, { account: 'ada', send: () => new Promise(() => undefined) })
    const expired = callVendor(within(second), client, { ...request, account: 'ada' })
    second.abort()
    await expect(expired).rejects.toMatchObject({ status: 504 })
    expect(request.sent).toHaveLength(0)
    first.abort()
    await expect(stuck).rejects.toBeInstanceOf(ProviderError)
    expect(await callVendor(call(), client, { ...requestWith('yes'), account: 'ada' })).toBe('yes')
  })

  test('does not count a request that waits for its retry', async () => {
    const client = newClient({ maxConcurrent: 1 })
    const order: string[] = []
    const results = [again(), undefined]
    const first = callVendor(call(), client, {
      account: 'ada',
      send: async () => {
        order.push('first')
        const result = results.shift()
        if (result) throw result
      },
    })
    const second = callVendor(call(), client, { account: 'ada', send: async () => void order.push('second') })
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second', 'first'])
  })
})
