import type { BreakerRules } from './circuit-breaker.ts'
import type { CallName } from './endpoints.ts'
import type { RetryBudgetRules } from './retry-budget.ts'
import type { PaceRules } from './token-bucket.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const MB = 1024 * 1024

/** The numbers by which providers are called. Those of load hold for one process and one provider. */
export interface CallRules {
  connectMs: number
  /** Time for one attempt, from the first byte sent to the last one read. */
  timeLimit: Readonly<Record<CallName, number>>
  maxAnswerBytes: number
  /** Calls at a time: to one provider, and for one connection. */
  callsPerProvider: number
  callsPerConnection: number
  pace: PaceRules
  retry: RetryRules
  retryBudget: RetryBudgetRules
  breaker: BreakerRules
}

export interface RetryRules {
  /** Tries after the first. A 500 says that something is broken and not just late, so it is tried less often. */
  most: number
  mostAfter500: number
  /** The first wait is anything up to here; it doubles up to the longest, which also bounds waits that are asked for. */
  firstMs: number
  longestMs: number
}

export const CALL_RULES: CallRules = {
  connectMs: 5 * SECOND,
  timeLimit: {
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
  maxAnswerBytes: 50 * MB,
  callsPerProvider: 10,
  callsPerConnection: 2,
  pace: { perSecond: 20, burst: 40 },
  retry: { most: 2, mostAfter500: 1, firstMs: SECOND, longestMs: 30 * SECOND },
  retryBudget: { share: 0.2, periodMs: 10 * SECOND, minConcurrent: 3 },
  breaker: {
    window: 20,
    minCalls: 10,
    failureShare: 0.5,
    openMs: 30 * SECOND,
    longestOpenMs: 10 * MINUTE,
    probes: 3,
    probingMs: 5 * SECOND,
  },
}
