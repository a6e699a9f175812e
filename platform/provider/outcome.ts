import type { RunError } from '../model/sync.ts'

/**
 * What came of a call to a provider. Which of the seven it is decides what happens to a sync, so none is an exception:
 * - `ok`
 * - `failed`: it was tried, and it went wrong.
 * - `wait`: the provider asks to come again later (ms from now; undefined: it did not say when).
 * - `skipped`: it was not tried, because the provider is known to be down.
 * - `expired`: the vendor refuses the credentials; a person has to sign in again.
 * - `misconfigured`: any other 401. The platform's own key is refused, which no user can mend.
 * - `stopped`: the caller's signal ended it.
 */
export type CallOutcome<Answer> = { kind: 'ok'; answer: Answer } | Trouble

export type Trouble =
  | ({ kind: 'failed' | 'expired' | 'misconfigured' } & Refusal)
  | ({ kind: 'wait'; retryAfter?: number } & Refusal)
  | { kind: 'skipped'; retryAfter: number }
  | { kind: 'stopped' }

export interface Refusal {
  error: RunError
  /** The whole problem, where the provider sent one: a write's problem names what was written all the same. */
  problem?: Readonly<Record<string, unknown>>
  /** For writes: it may have been done although no success was heard of. */
  mayHaveHappened: boolean
}
