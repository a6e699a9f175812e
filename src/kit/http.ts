import { type BulkheadPolicy, bulkhead, DelegateBackoff, handleWhen, retry } from 'cockatiel'
import { createCache } from '../runtime/cache.ts'
import { limitTime } from '../runtime/time-limit.ts'
import type { Call, Settings } from './application.ts'
import { ProviderError } from './errors.ts'
import { isOversizedResponse } from './response-body.ts'
import { VendorError } from './vendor-errors.ts'

/** How to call a vendor: the limit of concurrent requests and the conversion of errors. */
export interface VendorClientOptions {
  vendor: string
  /** Maximum number of concurrent requests per account. */
  maxConcurrent: number
  /** Converts an error of the vendor's library. */
  toError: (error: unknown) => ProviderError
}

/** One request to a vendor. */
export interface VendorRequest<Result> {
  /** The user at the vendor (`credential.email`). The limit of concurrent requests applies to each account. */
  account: string
  /** Cost in the vendor's quota units. Default: 0. */
  units?: number
  /**
   * Set it to false for writes: those are never retried blindly. `refused`: only what the vendor refused before doing
   * anything is retried, which is a rate limit or a 503 with a Retry-After. Default: true.
   */
  retryable?: boolean | 'refused'
  /** Timeout of one attempt (ms). Default: ATTEMPT_TIMEOUT_MS. */
  timeoutMs?: number
  /** Sends the request. Must stop when `signal` aborts. */
  send: (signal: AbortSignal) => Promise<Result>
}

/** Keeps a single request that hangs from using up the whole budget. */
const ATTEMPT_TIMEOUT_MS = 15_000
/** Outages rarely end within seconds, rate limits often do. */
const MAX_RETRIES = { 'rate-limited': 4, other: 2 }
/** Without a Retry-After the delay doubles from here, with jitter: uniform between half of it and all of it. */
const BASE_DELAY_MS = 500
const MAX_DELAY_MS = 16_000
/** Retry-After of a rate limit for which the vendor sent none: most vendors limit requests per minute. */
const DEFAULT_RATE_LIMIT_DELAY_MS = 60_000
/** After so many oversized responses, a request of the hub sends no further ones: 64 MB each is enough. */
const MAX_OVERSIZED_RESPONSES = 3
/** Evicting the limiter of an idle account does no harm. */
const MAX_LIMITERS = 10_000

const limiters = createCache<BulkheadPolicy>(MAX_LIMITERS)

/**
 * Sends a request to a vendor: at most `maxConcurrent` at a time per account and within the budget. It is retried if the
 * error's rule allows it and the delay fits into the budget. Throws a ProviderError.
 */
export async function callVendor<Result, S extends Settings>(
  call: Call<S>,
  options: VendorClientOptions,
  request: VendorRequest<Result>,
): Promise<Result> {
  const policy = createRetryPolicy(call, request.retryable ?? true)
  try {
    return await policy.execute(() => {
      const result = getLimiter(options, request.account).execute(() => attempt(call, options, request))
      // The budget limits the wait for the limiter, too. An attempt that starts after that throws at once.
      return rejectOnAbort(call.budget.signal, result, () => timeoutError(options.vendor))
    })
  } catch (error) {
    throw withRetryAfter(error)
  }
}

/** Every rate limit that reaches the caller has a Retry-After, even if the vendor sent none. */
function withRetryAfter(error: unknown): unknown {
  if (error instanceof VendorError && error.class === 'rate-limited')
    error.options.retryAfterMs ??= DEFAULT_RATE_LIMIT_DELAY_MS
  return error
}

async function attempt<Result, S extends Settings>(
  call: Call<S>,
  options: VendorClientOptions,
  request: VendorRequest<Result>,
): Promise<Result> {
  if (call.budget.remainingMs() === 0) throw timeoutError(options.vendor)
  if (call.meter.oversizedResponses >= MAX_OVERSIZED_RESPONSES)
    throw oversizedError(options.vendor, OVERSIZED_RESPONSES)
  const { signal, release } = limitTime(request.timeoutMs ?? ATTEMPT_TIMEOUT_MS, call.budget.signal)
  try {
    return await call.meter.measure(request.units ?? 0, () => {
      return rejectOnAbort(signal, request.send(signal), () => signal.reason)
    })
  } catch (error) {
    if (error instanceof ProviderError) throw error
    if (!isOversizedResponse(error)) throw options.toError(error)
    call.meter.oversizedResponses += 1
    throw oversizedError(options.vendor, OVERSIZED_RESPONSE, error)
  } finally {
    release()
  }
}

/** Reason of an error: the response exceeded the size limit, so a request for less may succeed. */
export const OVERSIZED_RESPONSE = 'oversized-response'
/** Reason of an error: the request was not sent, because several responses were oversized. */
export const OVERSIZED_RESPONSES = 'oversized-responses'

function oversizedError(vendor: string, reason: string, cause?: unknown): VendorError {
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: `${vendor} sent a response that is too long.`,
      next: 'The next run tries again.',
    },
    { at: 'api', status: 200, reasons: [reason], cause },
  )
}

/** Rejects as soon as the signal aborts, because not every library listens to its signal. */
function rejectOnAbort<Result>(signal: AbortSignal, result: Promise<Result>, reason: () => unknown): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(reason())
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

function createRetryPolicy<S extends Settings>(call: Call<S>, retryable: boolean | 'refused') {
  let failures = 0
  let delayMs = 0
  const mayRetry = handleWhen((error) => {
    if (!retryable || !(error instanceof VendorError) || !error.retry) return false
    if (retryable === 'refused' && !isRefusal(error)) return false
    delayMs = error.options.retryAfterMs ?? withJitter(BASE_DELAY_MS * 2 ** failures)
    failures += 1
    if (failures > MAX_RETRIES[error.class === 'rate-limited' ? error.class : 'other']) return false
    return call.budget.allows(delayMs + BASE_DELAY_MS)
  })
  const backoff = new DelegateBackoff(() => {
    call.meter.waits += 1
    return delayMs
  })
  return retry(mayRetry, { maxAttempts: MAX_RETRIES['rate-limited'], backoff })
}

function isRefusal(error: VendorError): boolean {
  return error.class === 'rate-limited' || (error.status === 503 && error.options.retryAfterMs !== undefined)
}

function withJitter(delayMs: number): number {
  return Math.min(delayMs, MAX_DELAY_MS) * (0.5 + Math.random() / 2)
}

function getLimiter({ vendor, maxConcurrent }: VendorClientOptions, account: string): BulkheadPolicy {
  const key = `${vendor} ${account.toLowerCase()}`
  const limiter = limiters.get(key) ?? bulkhead(maxConcurrent, Number.POSITIVE_INFINITY)
  limiters.set(key, limiter)
  return limiter
}

function timeoutError(vendor: string): VendorError {
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: `${vendor} did not respond within the time limit of this request.`,
      next: 'The next run tries again.',
    },
    { at: 'api', status: 504, reasons: ['out-of-time'], cause: undefined },
  )
}
