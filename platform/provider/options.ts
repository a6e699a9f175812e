import type { Rate } from '../../src/runtime/token-bucket.ts'
import type { CircuitBreakerOptions } from './circuit-breaker.ts'
import type { CallName } from './endpoints.ts'
import type { RetryBudgetOptions } from './retry-budget.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const MB = 1024 * 1024

/** Limits of calls to providers. Load limits apply per process and provider. */
export interface ProviderOptions extends RetryPolicy {
  connectTimeoutMs: number
  /** The time limit of one attempt, from sending the request to receiving the last byte of the response. */
  timeoutMs: Readonly<Record<CallName, number>>
  maxResponseBytes: number
  /** The maximum number of concurrent calls to one provider, and for one connection. */
  maxCallsPerProvider: number
  maxCallsPerConnection: number
  rate: Rate
  retryBudget: RetryBudgetOptions
  breaker: CircuitBreakerOptions
}

export interface RetryPolicy {
  /** Retries after the first attempt. Status 500 signals a defect more than a delay, so it is retried less often. */
  maxRetries: number
  maxInternalErrorRetries: number
  /** Delays are random up to the base, which doubles with each retry up to the cap. The cap also bounds Retry-After. */
  retryBaseMs: number
  retryCapMs: number
}

export const DEFAULT_PROVIDER_OPTIONS: ProviderOptions = {
  connectTimeoutMs: 5 * SECOND,
  timeoutMs: {
    definition: 15 * SECOND,
    check: 15 * SECOND,
    refresh: 30 * SECOND,
    email: MINUTE,
    transcription: MINUTE,
    calendar: 2 * MINUTE,
    metadata: 2 * MINUTE,
    table: 2 * MINUTE,
    identifier: 2 * MINUTE,
    insight: 2 * MINUTE,
    link: 15 * SECOND,
    tag: 30 * SECOND,
    query: 30 * SECOND,
    upsertTable: MINUTE,
    upsertNotes: MINUTE,
    functionInputs: 15 * SECOND,
    executeFunction: 2 * MINUTE,
  },
  maxResponseBytes: 50 * MB,
  maxCallsPerProvider: 10,
  maxCallsPerConnection: 2,
  rate: { perSecond: 20, burst: 40 },
  maxRetries: 2,
  maxInternalErrorRetries: 1,
  retryBaseMs: SECOND,
  retryCapMs: 30 * SECOND,
  retryBudget: { share: 0.2, periodMs: 10 * SECOND, minConcurrent: 3 },
  breaker: {
    windowSize: 20,
    minCalls: 10,
    failureShare: 0.5,
    openMs: 30 * SECOND,
    maxOpenMs: 10 * MINUTE,
    probes: 3,
    probeRetryMs: 5 * SECOND,
  },
}
