import { omitUndefined } from '../../src/runtime/omit.ts'
import { parseRetryAfter } from '../../src/runtime/retry-after.ts'
import type { RunError } from '../model/sync.ts'
import type { HealthSignal } from './circuit-breaker.ts'
import { type CallName, ENDPOINTS, type ResponseOf } from './endpoints.ts'
import type { RetryPolicy } from './options.ts'
import type { CallOutcome, FailureDetails } from './outcome.ts'
import { isCredentialsExpired, parseProblem, platformError } from './problem.ts'
import { type HttpResponse, NotConnected, ResponseTooLarge } from './transport.ts'

/** One attempt of a call, and what it means for retries and for the provider's circuit breaker. */
export interface Attempt<Result> {
  outcome: CallOutcome<Result>
  /** The HTTP status. Absent: there was no response. */
  status?: number
  /** Undefined: the attempt says nothing about the provider's health. */
  signal: HealthSignal | undefined
}

export function classifyResponse<Name extends CallName>(
  name: Name,
  response: HttpResponse,
  now: number,
): Attempt<ResponseOf<Name>> {
  const { status } = response
  if (status >= 200 && status < 300) return { outcome: decodeResponse(name, response), status, signal: 'up' }
  const problem = parseProblem(response)
  // 507 says that the account has no room, so nothing was written.
  const isServerError = status >= 500 && problem.name !== 'storage-full'
  const details: FailureDetails = omitUndefined({
    error: problem.error,
    problem: problem.body,
    mayHaveHappened: !ENDPOINTS[name].retryable && (isServerError || problem.name === 'partial-failure'),
  })
  // A provider that reports a failure of its vendor is healthy itself, and its other vendors may be too.
  const signal = isServerError && problem.name !== 'vendor-error' ? 'down' : 'up'
  const retryAfter = parseRetryAfter(response.header('retry-after'), now)
  if (status === 401) {
    const kind = isCredentialsExpired(problem) ? 'expired' : 'misconfigured'
    return { outcome: { kind, ...details }, status, signal }
  }
  if (status === 429 || (status === 503 && retryAfter !== undefined)) {
    // A provider that rate limits is alive.
    return { outcome: omitUndefined({ kind: 'rate-limited' as const, retryAfter, ...details }), status, signal: 'up' }
  }
  return { outcome: { kind: 'failed', ...details }, status, signal }
}

function decodeResponse<Name extends CallName>(
  name: Name,
  { text, status }: HttpResponse,
): CallOutcome<ResponseOf<Name>> {
  const decoded = ENDPOINTS[name].decode(parseJson(text))
  if ('value' in decoded) return { kind: 'ok', result: decoded.value }
  const error = platformError('Invalid response', `The provider's response is invalid: ${decoded.error}.`, status)
  return { kind: 'failed', error, mayHaveHappened: !ENDPOINTS[name].retryable }
}

/** Returns undefined for invalid JSON, which no endpoint accepts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Classifies what the transport threw when there was no complete response. */
export function classifyError(name: CallName, thrown: unknown, hasTimedOut: boolean): Attempt<never> {
  const mayHaveHappened = !ENDPOINTS[name].retryable && !(thrown instanceof NotConnected)
  const outcome = { kind: 'failed', error: describeError(thrown, hasTimedOut), mayHaveHappened } as const
  // The provider is up, and would send the same response again.
  return thrown instanceof ResponseTooLarge ? { outcome, status: 200, signal: 'up' } : { outcome, signal: 'down' }
}

function describeError(thrown: unknown, hasTimedOut: boolean): RunError {
  if (hasTimedOut) return platformError('Timeout', 'The provider did not respond in time.')
  if (thrown instanceof ResponseTooLarge) {
    return platformError('Response too large', "The provider's response exceeds the maximum size.")
  }
  if (thrown instanceof NotConnected) return platformError('Unreachable', 'The provider cannot be reached.')
  return platformError('Connection lost', 'The connection to the provider was lost before it responded.')
}

const TRANSIENT_STATUSES: ReadonlySet<number | undefined> = new Set([undefined, 429, 502, 503, 504])

/**
 * Returns the delay before the next retry (ms). Undefined: do not retry, because it would not help, or because the
 * schedule handles a delay that is too long for a run. `retries` is the number of retries made so far.
 */
export function retryDelay(
  { outcome, status }: Attempt<unknown>,
  retries: number,
  policy: RetryPolicy,
  random: () => number,
): number | undefined {
  if (outcome.kind !== 'failed' && outcome.kind !== 'rate-limited') return undefined
  const { maxRetries, maxInternalErrorRetries, retryBaseMs, retryCapMs } = policy
  const allowed = status === 500 ? maxInternalErrorRetries : TRANSIENT_STATUSES.has(status) ? maxRetries : 0
  if (retries >= allowed) return undefined
  const requested = outcome.kind === 'rate-limited' ? (outcome.retryAfter ?? 0) : 0
  if (requested > retryCapMs) return undefined
  // Full jitter: callers that failed together do not retry together.
  return Math.max(requested, Math.round(Math.min(retryCapMs, retryBaseMs * 2 ** retries) * random()))
}
