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

/** The vendor's refusal, as a library would throw it. */
class Refusal extends Error {
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

/** Again at once: no test waits for a clock. */
const again = () => new Refusal('unavailable', true, 0)

let lanes = 0
/** A lane of its own for each test. */
function freshLane(changes: Partial<VendorClientOptions> = {}): VendorClientOptions {
  lanes += 1
  return { vendor: `Vendor ${lanes}`, maxConcurrent: 3, toError, ...changes }
}

function toError(error: unknown): ProviderError {
  const refusal = error instanceof Refusal ? error : new Refusal('unavailable', false)
  const rule = { class: refusal.class, retry: refusal.retry, sentence: 'No.', next: 'Later.' }
  const { retryAfterMs } = refusal
  const wait = omitUndefined({ retryAfterMs })
  return new VendorError(rule, { at: 'api', status: 500, reasons: [], cause: error, ...wait })
}

/** A request that is answered by these, in turn. */
function answers(...turns: (Error | string)[]) {
  const sent: AbortSignal[] = []
  const send = async (signal: AbortSignal) => {
    sent.push(signal)
    const turn = turns[sent.length - 1]
    if (turn instanceof Error) throw turn
    return turn
  }
  return { account: 'ada@acme.example', send, sent }
}

const call = (parts: Partial<Call> = {}) => createCall({}, parts)

describe('a request to a vendor', () => {
  test('is measured: calls, units, time', async () => {
    const own = call()
    expect(await callVendor(own, freshLane(), { ...answers('yes'), units: 5 })).toBe('yes')
    expect([own.meter.calls, own.meter.units, own.meter.waits]).toEqual([1, 5, 0])
  })

  test('is sent again when the rule says that it may help, and every try is counted', async () => {
    const own = call()
    const request = answers(again(), again(), 'yes')
    expect(await callVendor(own, freshLane(), { ...request, units: 5 })).toBe('yes')
    expect([own.meter.calls, own.meter.units, own.meter.waits]).toEqual([3, 15, 2])
  })

  test('is not sent again when the rule does not say so', async () => {
    const request = answers(new Refusal('unavailable', false), 'yes')
    await expect(callVendor(call(), freshLane(), request)).rejects.toThrow('No. Later.')
    expect(request.sent).toHaveLength(1)
  })

  test.each([
    ['unavailable', 502, 3],
    ['rate-limited', 429, 5],
  ] as const)('that is %s is sent so often at most', async (errorClass, status, most) => {
    const request = answers(...Array.from({ length: 9 }, () => new Refusal(errorClass, true, 0)))
    await expect(callVendor(call(), freshLane(), request)).rejects.toMatchObject({ status })
    expect(request.sent).toHaveLength(most)
  })

  test('that writes is never sent again, whatever the rule says', async () => {
    const request = { ...answers(again(), 'yes'), retryable: false }
    await expect(callVendor(call(), freshLane(), request)).rejects.toMatchObject({ status: 502 })
    expect(request.sent).toHaveLength(1)
  })

  test('with dead credentials is never sent again', async () => {
    const request = answers(again(), 'yes')
    const lane = freshLane({ toError: () => new CredentialsExpiredError('Dead.') })
    await expect(callVendor(call(), lane, request)).rejects.toBeInstanceOf(CredentialsExpiredError)
    expect(request.sent).toHaveLength(1)
  })

  test('that was refused by one of ours keeps its own error', async () => {
    const error = new ProviderError(404, 'not-found', 'Gone.')
    await expect(callVendor(call(), freshLane(), answers(error))).rejects.toBe(error)
  })

  test('that is asked to wait longer than there is time gives that wait to its caller', async () => {
    const request = answers(new Refusal('rate-limited', true, 86_400_000), 'yes')
    await expect(callVendor(call(), freshLane(), request)).rejects.toMatchObject({
      status: 429,
      options: { retryAfterMs: 86_400_000 },
    })
    expect(request.sent).toHaveLength(1)
  })

  test.each([
    [505, 1],
    [506, 2],
  ])('with %d ms left, asked to wait 5 ms, is sent %d times: half a second must remain', async (left, sends) => {
    const budget = new Budget(left, () => 0)
    const request = answers(new Refusal('unavailable', true, 5), 'yes')
    await callVendor(call({ budget }), freshLane(), request).catch(() => 'refused')
    expect(request.sent).toHaveLength(sends)
  })

  test('is not begun when no time is left', async () => {
    const request = answers('yes')
    const budget = new Budget(0, () => 0)
    await expect(callVendor(call({ budget }), freshLane(), request)).rejects.toMatchObject({ status: 504 })
    expect(request.sent).toHaveLength(0)
  })

  test('that hangs ends when its caller goes, even in a library that does not listen', async () => {
    const caller = new AbortController()
    const budget = new Budget(60_000, Date.now, caller.signal)
    const pending = callVendor(call({ budget }), freshLane(), {
      account: 'a',
      send: () => {
        queueMicrotask(() => caller.abort())
        return new Promise(() => undefined)
      },
    })
    await expect(pending).rejects.toMatchObject({ status: 504 })
  })

  test('has its own patience, where the usual one does not fit', async () => {
    const signals: AbortSignal[] = []
    const send = (signal: AbortSignal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    }
    const pending = callVendor(call(), freshLane(), { account: 'a', retryable: false, timeoutMs: 20, send })
    await expect(pending).rejects.toMatchObject({ name: 'VendorError' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  test('that fails after it was given up harms nobody', async () => {
    const caller = new AbortController()
    const late = Promise.withResolvers<string>()
    const budget = new Budget(60_000, Date.now, caller.signal)
    const pending = callVendor(call({ budget }), freshLane(), { account: 'a', send: () => late.promise })
    caller.abort()
    await expect(pending).rejects.toMatchObject({ status: 504 })
    late.reject(new Error('too late'))
    await new Promise((resolve) => setImmediate(resolve))
  })
})

describe('the lane of an account', () => {
  let url: string
  const server = createServer((_request, response) => {
    open += 1
    most = Math.max(most, open)
    waiting.push(() => {
      open -= 1
      response.end('ok')
    })
    arrived()
  })
  let [open, most] = [0, 0]
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

  /** Lets the server answer one request at a time, and only when no further one is on its way. */
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

  test('is as wide as it says, however many ask', async () => {
    ;[open, most, waiting] = [0, 0, []]
    const lane = freshLane({ maxConcurrent: 4 })
    const drained = drain(40)
    const all = Array.from({ length: 40 }, (_, index) =>
      callVendor(call(), lane, { account: index % 2 ? 'Ada@Acme.example' : 'ada@acme.example', send: get }),
    )
    await Promise.all([drained, ...all])
    expect(most).toBeLessThanOrEqual(4)
    expect(most).toBeGreaterThan(1)
  })

  test('is its own: another account and another vendor do not wait for it', async () => {
    const hanging = freshLane({ maxConcurrent: 1 })
    const caller = new AbortController()
    const budget = new Budget(60_000, Date.now, caller.signal)
    const stuck = callVendor(call({ budget }), hanging, { account: 'ada', send: () => new Promise(() => undefined) })
    expect(await callVendor(call(), hanging, { ...answers('yes'), account: 'bob' })).toBe('yes')
    expect(await callVendor(call(), freshLane(), { ...answers('yes'), account: 'ada' })).toBe('yes')
    caller.abort()
    await expect(stuck).rejects.toBeInstanceOf(ProviderError)
  })

  test('is free again when a request is given up', async () => {
    const lane = freshLane({ maxConcurrent: 1 })
    const caller = new AbortController()
    const budget = new Budget(60_000, Date.now, caller.signal)
    const stuck = callVendor(call({ budget }), lane, { account: 'ada', send: () => new Promise(() => undefined) })
    const next = callVendor(call(), lane, { ...answers('yes'), account: 'ada' })
    caller.abort()
    await expect(stuck).rejects.toBeInstanceOf(ProviderError)
    expect(await next).toBe('yes')
  })

  test('is left by whoever runs out of time while waiting, and by nobody else', async () => {
    const lane = freshLane({ maxConcurrent: 1 })
    const [first, second] = [new AbortController(), new AbortController()]
    const within = ({ signal }: AbortController) => call({ budget: new Budget(60_000, Date.now, signal) })
    const request = answers('yes')
    const stuck = callVendor(within(first), lane, { account: 'ada', send: () => new Promise(() => undefined) })
    const impatient = callVendor(within(second), lane, { ...request, account: 'ada' })
    second.abort()
    await expect(impatient).rejects.toMatchObject({ status: 504 })
    expect(request.sent).toHaveLength(0)
    first.abort()
    await expect(stuck).rejects.toBeInstanceOf(ProviderError)
    expect(await callVendor(call(), lane, { ...answers('yes'), account: 'ada' })).toBe('yes')
  })

  test('is not held while a request waits to be sent again', async () => {
    const lane = freshLane({ maxConcurrent: 1 })
    const order: string[] = []
    const turns = [again(), undefined]
    const first = callVendor(call(), lane, {
      account: 'ada',
      send: async () => {
        order.push('first')
        const turn = turns.shift()
        if (turn) throw turn
      },
    })
    const second = callVendor(call(), lane, { account: 'ada', send: async () => void order.push('second') })
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second', 'first'])
  })
})
