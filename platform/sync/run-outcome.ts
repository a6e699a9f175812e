import type { Checkpoint, Claim, RunEnd, RunError, SyncState } from '../model/sync.ts'
import type { Trouble } from '../provider/outcome.ts'
import { platformError } from '../provider/problem.ts'
import { afterRun, type Circumstances, type Outcome } from './health.ts'

/** What a run came to. */
export type RunOutcome =
  | {
      kind: 'ok'
      /** Up to when mail and meetings are now read in full. */
      readUntil?: number
      /** There is more to catch up on at once. */
      isBehind?: boolean
    }
  | {
      kind: 'failed' | 'misconfigured'
      error: RunError
      /** The next run is to read the window again, from its first page. */
      fromTheStart?: boolean
    }
  | { kind: 'wait'; error: RunError; retryAfter?: number }
  | { kind: 'skipped'; retryAfter: number }
  | { kind: 'expired'; error: RunError; credentialVersion: number }
  /** To be gone on with at its checkpoint: it has had its share, or the worker stops. */
  | { kind: 'left' }
export type FinalOutcome = Exclude<RunOutcome, { kind: 'left' }>

/** What a call that did not work out means for the run that made it. */
export function toRunOutcome(trouble: Trouble, credentialVersion: number): RunOutcome {
  switch (trouble.kind) {
    case 'expired':
      return { kind: 'expired', error: trouble.error, credentialVersion }
    case 'wait':
      return { kind: 'wait', error: trouble.error, ...asked(trouble) }
    case 'skipped':
      return trouble
    case 'stopped':
      return { kind: 'left' }
    default:
      return { kind: trouble.kind, error: trouble.error }
  }
}

/** Where a run stands when it ends. */
export interface RunPlace {
  checkpoint: Checkpoint | undefined
  warnings: readonly string[]
}

/** How a run ends in the store. */
export function toRunEnd(
  outcome: FinalOutcome,
  { state, trigger }: Pick<Claim, 'state' | 'trigger'>,
  { checkpoint, warnings }: RunPlace,
  circumstances: Circumstances,
): RunEnd {
  const here = at(checkpoint, state)
  const end = endOf(outcome, { ...here, trigger }, circumstances)
  const wasTried = outcome.kind === 'ok' || outcome.kind === 'failed' || outcome.kind === 'misconfigured'
  // What somebody asked for and could not be had leaves the schedule as it was.
  const next = trigger === 'manual' && !wasTried ? here : end.next
  return { ...end, next, ...(warnings.length > 0 ? { warnings } : {}) }
}

function endOf(outcome: FinalOutcome, state: SyncState, circumstances: Circumstances): RunEnd {
  switch (outcome.kind) {
    case 'ok':
      return { state: 'ok', next: afterSuccess(outcome, state, circumstances) }
    case 'skipped':
      return { state: 'deferred', error: PUT_OFF, next: putOff(state, outcome.retryAfter, circumstances) }
    case 'expired': {
      // The connection stops by itself; should somebody have signed in again meanwhile, the sync just goes on.
      const { error, credentialVersion } = outcome
      const reconnectRequired = { reason: error.detail, credentialVersion }
      return { state: 'failed', error, reconnectRequired, next: putOff(state, 0, circumstances) }
    }
    case 'wait':
      return afterTrouble({ kind: 'wait', ...asked(outcome) }, outcome.error, state, circumstances)
    default:
      return afterTrouble(
        { kind: 'failed' },
        outcome.error,
        outcome.fromTheStart ? at(undefined, state) : state,
        circumstances,
      )
  }
}

function afterSuccess(
  { readUntil, isBehind }: Extract<RunOutcome, { kind: 'ok' }>,
  state: SyncState,
  circumstances: Circumstances,
): SyncState {
  return {
    ...afterRun(state, { kind: 'ok' }, circumstances),
    ...(readUntil === undefined ? {} : { dateReadUntil: readUntil }),
    ...(isBehind ? { dateNextRun: circumstances.now } : {}),
  }
}

/** Too many waits in a row are a failure, which the count tells. */
function afterTrouble(outcome: Outcome, error: RunError, state: SyncState, circumstances: Circumstances): RunEnd {
  const next = afterRun(state, outcome, circumstances)
  const isDeferred = outcome.kind === 'wait' && next.failureCount === state.failureCount
  return { state: isDeferred ? 'deferred' : 'failed', error, next }
}

/** Syncs that could not be tried come back over this time, or over their cadence, and not all at once. */
const LONGEST_SPREAD_MS = 300_000

function putOff(state: SyncState, retryAfter: number, circumstances: Circumstances): SyncState {
  const { sync, rules, random } = circumstances
  const spread = Math.round(Math.min(rules.cadence[sync], LONGEST_SPREAD_MS) * random())
  return afterRun(state, { kind: 'skipped', retryAfter: retryAfter + spread }, circumstances)
}

const PUT_OFF = platformError('Put off', 'This could not be tried now and will be in a while.')

function asked({ retryAfter }: { retryAfter?: number }): { retryAfter?: number } {
  return retryAfter === undefined ? {} : { retryAfter }
}

function at(checkpoint: Checkpoint | undefined, state: SyncState): SyncState {
  const { checkpoint: _before, ...rest } = state
  return checkpoint ? { ...rest, checkpoint } : rest
}
