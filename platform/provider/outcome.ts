import type { RunError } from '../model/sync.ts'

/**
 * The outcome of a call to a provider. Its kind decides what happens to a sync, so failures are values, not exceptions:
 * - `ok`
 * - `failed`: the call was attempted and went wrong.
 * - `rate-limited`: the provider asks to retry later (`retryAfter` in ms; absent: it named no time).
 * - `deferred`: the call was not attempted, because the provider is known to be down.
 * - `expired`: the vendor rejects the credentials. The user has to sign in again.
 * - `misconfigured`: any other 401. The provider rejects the platform's own key, which only an operator can fix.
 * - `aborted`: the caller's signal ended the call.
 */
export type CallOutcome<Result> = { kind: 'ok'; result: Result } | CallFailure

export type CallFailure =
  | ({ kind: 'failed' | 'expired' | 'misconfigured' } & FailureDetails)
  | ({ kind: 'rate-limited'; retryAfter?: number } & FailureDetails)
  | { kind: 'deferred'; retryAfter: number }
  | { kind: 'aborted' }

export interface FailureDetails {
  error: RunError
  /** The complete problem document, where the provider sent one. That of a write may name what was written regardless. */
  problem?: Readonly<Record<string, unknown>>
  /** Whether a write may have been executed although no success was received. */
  mayHaveHappened: boolean
}
