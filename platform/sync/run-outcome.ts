import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Checkpoint, Claim, RunEnd, RunError, SyncState } from '../model/sync.ts'
import type { CallFailure } from '../provider/outcome.ts'
import { platformError } from '../provider/problem.ts'
import { afterRun, type HealthContext, type HealthOutcome } from './health.ts'

export type RunOutcome =
  | {
      kind: 'ok'
      /** The time up to which mail or meetings have been read completely. */
      readUntil?: number
      /** Whether there is more to catch up on immediately. */
      isBehind?: boolean
    }
  | {
      kind: 'failed' | 'misconfigured'
      error: RunError
      /** Whether the next run must read the window again from its first page. */
      restart?: boolean
    }
  | { kind: 'rate-limited'; error: RunError; retryAfter?: number }
  /** The run could not be attempted, because the provider is down or its queue is full. */
  | { kind: 'deferred'; retryAfter: number }
  | { kind: 'expired'; error: RunError; credentialVersion: number }
  /** The run is to be resumed at its checkpoint: its budget is used up, or the worker stops. */
  | { kind: 'yielded' }
export type FinalOutcome = Exclude<RunOutcome, { kind: 'yielded' }>

/** Converts the failure of a call to the outcome of the run that made the call. */
export function toRunOutcome(failure: CallFailure, credentialVersion: number): RunOutcome {
  switch (failure.kind) {
    case 'expired':
      return { kind: 'expired', error: failure.error, credentialVersion }
    case 'rate-limited':
      return omitUndefined({ kind: 'rate-limited' as const, error: failure.error, retryAfter: failure.retryAfter })
    case 'deferred':
      return failure
    case 'aborted':
      return { kind: 'yielded' }
    default:
      return { kind: failure.kind, error: failure.error }
  }
}

/** The progress of a run when it ends. */
export interface RunProgress {
  checkpoint: Checkpoint | undefined
  warnings: readonly string[]
}

/** Converts an outcome to what the store saves. */
export function toRunEnd(
  outcome: FinalOutcome,
  { state, trigger }: Pick<Claim, 'state' | 'trigger'>,
  { checkpoint, warnings }: RunProgress,
  context: HealthContext,
): RunEnd {
  const current = withCheckpoint(state, checkpoint)
  const end = endOf(outcome, { ...current, trigger }, context)
  const wasAttempted = outcome.kind === 'ok' || outcome.kind === 'failed' || outcome.kind === 'misconfigured'
  // A manual run that could not be attempted leaves the schedule as it was.
  const next = trigger === 'manual' && !wasAttempted ? current : end.next
  return { ...end, next, ...omitUndefined({ warnings: warnings.length > 0 ? warnings : undefined }) }
}

function endOf(outcome: FinalOutcome, state: SyncState, context: HealthContext): RunEnd {
  switch (outcome.kind) {
    case 'ok':
      return { state: 'ok', next: afterSuccess(outcome, state, context) }
    case 'deferred':
      return { state: 'deferred', error: RUN_DEFERRED, next: defer(state, outcome.retryAfter, context) }
    case 'expired': {
      // Requiring a reconnect stops the sync. If the user has signed in again since, the sync simply continues.
      const { error, credentialVersion } = outcome
      const reconnectRequired = { reason: error.detail, credentialVersion }
      return { state: 'failed', error, reconnectRequired, next: defer(state, 0, context) }
    }
    case 'rate-limited': {
      const { error, retryAfter } = outcome
      return afterFailure(omitUndefined({ kind: 'rate-limited' as const, retryAfter }), error, state, context)
    }
    default: {
      const { error, restart } = outcome
      return afterFailure({ kind: 'failed' }, error, restart ? withCheckpoint(state, undefined) : state, context)
    }
  }
}

function afterSuccess(
  { readUntil, isBehind }: Extract<RunOutcome, { kind: 'ok' }>,
  state: SyncState,
  context: HealthContext,
): SyncState {
  return {
    ...afterRun(state, { kind: 'ok' }, context),
    ...omitUndefined({ dateReadUntil: readUntil, dateNextRun: isBehind ? context.now : undefined }),
  }
}

/** The failure count shows whether a rate limit counted as a failure, as too many in a row do. */
function afterFailure(outcome: HealthOutcome, error: RunError, state: SyncState, context: HealthContext): RunEnd {
  const next = afterRun(state, outcome, context)
  const isDeferred = outcome.kind === 'rate-limited' && next.failureCount === state.failureCount
  return { state: isDeferred ? 'deferred' : 'failed', error, next }
}

/** Deferred runs are spread over this time, or over their cadence if that is shorter, so that they do not all come at once. */
const MAX_SPREAD_MS = 300_000

function defer(state: SyncState, retryAfter: number, context: HealthContext): SyncState {
  const { sync, policy, random } = context
  const spread = Math.round(Math.min(policy.cadenceMs[sync], MAX_SPREAD_MS) * random())
  return afterRun(state, { kind: 'deferred', retryAfter: retryAfter + spread }, context)
}

const RUN_DEFERRED = platformError(
  'Run deferred',
  'The provider was not available for this run. It will be retried automatically.',
)

function withCheckpoint(state: SyncState, checkpoint: Checkpoint | undefined): SyncState {
  const { checkpoint: _previous, ...rest } = state
  return checkpoint ? { ...rest, checkpoint } : rest
}
