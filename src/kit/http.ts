import { type BulkheadPolicy, bulkhead, DelegateBackoff, handleWhen, retry } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import type { Call, Settings } from './application.ts'
import { ProviderError } from './errors.ts'
import { VendorError } from './vendor-errors.ts'

/** How a vendor is to be called: at most so many requests at a time for one account, and what its errors mean. */
export interface Lane {
  vendor: string
  /** Requests of one account in flight at once, at most. */
  width: number
  /** Reads an error of the vendor's library: always a ProviderError, never the library's own. */
  toError: (error: unknown) => ProviderError
}

/** One request to a vendor. */
export interface VendorRequest<Result> {
  /** The user at the vendor, `credential.email`: who the lane belongs to. */
  account: string
  /** What it costs in the vendor's quota units. */
  units?: number
  /** False for writes: they are never repeated blindly. */
  repeatable?: boolean
  /** Time for one attempt (ms), where the usual one is short for what is asked. */
  patience?: number
  /** Sends it. Must give up when `signal` aborts. */
  send: (signal: AbortSignal) => Promise<Result>
}

/** Time for one attempt, so that a single request that hangs does not eat the whole budget. */
const ATTEMPT_MS = 15_000
/** Tries after the first one: what is broken seldom heals in seconds, a rate limit does. */
const MOST_RETRIES = { 'rate-limited': 4, other: 2 }
/** Waits without a Retry-After: doubling from here, with full jitter (uniform between half and all of it). */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 16_000
/** What a rate limit without a Retry-After asks of the caller: vendors count by the minute. */
const RATE_LIMIT_MS = 60_000
/** Accounts whose lane is remembered; an idle lane that is forgotten costs nothing. */
const MOST_LANES = 10_000

const lanes = new LRUCache<string, BulkheadPolicy>({ max: MOST_LANES })

/**
 * Sends a request to a vendor by the hub's one policy: inside the account's lane, within the budget, repeated when
 * the vendor's table says that it may help and the wait it asks for still fits. Throws a ProviderError.
 */
export async function callVendor<Result, S extends Settings>(
  call: Call<S>,
  lane: Lane,
  request: VendorRequest<Result>,
): Promise<Result> {
  const policy = retryWithin(call, request.repeatable ?? true)
  try {
    return await policy.execute(() => {
      const turn = laneOf(lane, request.account).execute(() => attempt(call, lane, request))
      // Waiting for a turn ends with the budget too; a turn that comes later finds no time left and gives way.
      return unlessAborted(call.budget.signal, turn, () => outOfTime(lane))
    })
  } catch (error) {
    throw withWait(error)
  }
}

/** Whoever is told to slow down is told for how long, also when the vendor does not say. */
function withWait(error: unknown): unknown {
  if (error instanceof VendorError && error.class === 'rate-limited') error.parts.retryAfter ??= RATE_LIMIT_MS
  return error
}

async function attempt<Result, S extends Settings>(
  call: Call<S>,
  lane: Lane,
  request: VendorRequest<Result>,
): Promise<Result> {
  if (call.budget.left() === 0) throw outOfTime(lane)
  const signal = AbortSignal.any([call.budget.signal, AbortSignal.timeout(request.patience ?? ATTEMPT_MS)])
  try {
    return await call.meter.measure(request.units ?? 0, () => {
      return unlessAborted(signal, request.send(signal), () => signal.reason)
    })
  } catch (error) {
    throw error instanceof ProviderError ? error : lane.toError(error)
  }
}

/** The vendor's answer, or the signal's end, whichever comes first: not every library listens to its signal. */
function unlessAborted<Result>(signal: AbortSignal, answer: Promise<Result>, reason: () => unknown): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(reason())
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

function retryWithin<S extends Settings>(call: Call<S>, repeatable: boolean) {
  let failures = 0
  let wait = 0
  const mayRetry = handleWhen((error) => {
    if (!repeatable || !(error instanceof VendorError) || !error.retry) return false
    wait = error.parts.retryAfter ?? jitter(FIRST_WAIT_MS * 2 ** failures)
    failures += 1
    if (failures > MOST_RETRIES[error.class === 'rate-limited' ? error.class : 'other']) return false
    return call.budget.allows(wait + FIRST_WAIT_MS)
  })
  const backoff = new DelegateBackoff(() => {
    call.meter.waits += 1
    return wait
  })
  return retry(mayRetry, { maxAttempts: MOST_RETRIES['rate-limited'], backoff })
}

function jitter(wait: number): number {
  return Math.min(wait, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2)
}

function laneOf(lane: Lane, account: string): BulkheadPolicy {
  const key = `${lane.vendor} ${account.toLowerCase()}`
  const known = lanes.get(key)
  if (known) return known
  const created = bulkhead(lane.width, Number.POSITIVE_INFINITY)
  lanes.set(key, created)
  return created
}

function outOfTime(lane: Lane): VendorError {
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: `${lane.vendor} did not answer within the time a request may take.`,
      next: 'The next run tries again.',
    },
    { at: 'api', status: 504, reasons: ['out-of-time'], cause: undefined },
  )
}
