import type { Health, SyncName, SyncState } from '../model/sync.ts'
import type { SyncRules } from './policy.ts'

/** How a run turned out, as far as the health of its sync depends on it. */
export type Outcome =
  | { kind: 'ok' }
  | { kind: 'failed' }
  /** The provider asked to come again after so long (ms; undefined: it did not say). */
  | { kind: 'wait'; retryAfter?: number }
  /** It could not be tried: the provider is known to be down. Never counts. */
  | { kind: 'skipped'; retryAfter: number }

/** What a decision needs beside the facts: the sync it is about, the time, the numbers, and chance (0 ≤ r < 1). */
export interface Circumstances {
  sync: SyncName
  now: number
  rules: SyncRules
  random: () => number
}

const LADDER: readonly Health[] = ['healthy', 'degraded', 'failing', 'paused']

/**
 * The facts of a sync after a run. Pure: the same facts, outcome and chance give the same next facts.
 * A person's own `manual` run is shown but never counts against health; its success counts like any other.
 */
export function afterRun(state: SyncState, outcome: Outcome, circumstances: Circumstances): SyncState {
  const { checkpoint: _done, ...rest } = state
  const seen = { ...rest, dateFirstAttempt: state.dateFirstAttempt ?? circumstances.now }
  switch (outcome.kind) {
    case 'ok':
      return afterSuccess(seen, circumstances)
    case 'skipped':
      return { ...keepCheckpoint(seen, state), dateNextRun: circumstances.now + outcome.retryAfter }
    case 'wait':
      return afterWait(keepCheckpoint(seen, state), outcome, circumstances)
    case 'failed':
      return afterFailure(keepCheckpoint(seen, state), circumstances)
  }
}

/** A run that did not end well goes on where it was left. */
function keepCheckpoint(next: SyncState, { checkpoint }: SyncState): SyncState {
  return checkpoint ? { ...next, checkpoint } : next
}

function afterSuccess(state: SyncState, { sync, now, rules, random }: Circumstances): SyncState {
  const { datePaused: _paused, ...rest } = state
  return {
    ...rest,
    health: oneStepBack(state.health),
    failureCount: 0,
    deferredCount: 0,
    dateLastSuccess: now,
    dateNextRun: now + spread(rules.cadence[sync], rules.cadenceJitter, random),
    trigger: 'schedule',
  }
}

/** A wait is no ill health, but a provider that never lets a run through is. */
function afterWait(state: SyncState, { retryAfter }: { retryAfter?: number }, circumstances: Circumstances): SyncState {
  const { sync, now, rules } = circumstances
  const deferredCount = state.deferredCount + 1
  if (deferredCount > rules.waitsUntilFailure) return { ...afterFailure(state, circumstances), deferredCount }
  const wait = Math.min(rules.longestWait, Math.max(retryAfter ?? 0, rules.cadence[sync]))
  return { ...state, deferredCount, dateNextRun: now + wait }
}

function afterFailure(state: SyncState, circumstances: Circumstances): SyncState {
  if (state.trigger === 'manual') return scheduledAgain(state, circumstances)
  const failureCount = state.failureCount + 1
  const failed = { ...state, failureCount, trigger: 'retry' as const }
  const health = healthAfterFailure(failed, circumstances)
  if (health === 'paused') return pause(failed, circumstances)
  return { ...failed, health, dateNextRun: circumstances.now + delayAfter(failureCount, circumstances) }
}

/** A manual run takes the place of the scheduled one; the schedule goes on as if it had not been. */
function scheduledAgain(state: SyncState, circumstances: Circumstances): SyncState {
  const { sync, now, rules, random } = circumstances
  if (state.health === 'paused') return nextProbe(state, circumstances)
  if (state.failureCount > 0) {
    return { ...state, trigger: 'retry', dateNextRun: now + delayAfter(state.failureCount, circumstances) }
  }
  return { ...state, trigger: 'schedule', dateNextRun: now + spread(rules.cadence[sync], rules.cadenceJitter, random) }
}

/** Health only ever gets worse by failures: a count alone does not lift a sync that was worse before. */
function healthAfterFailure(state: SyncState, circumstances: Circumstances): Health {
  const reached = reachedBy(state, circumstances)
  return LADDER[Math.max(LADDER.indexOf(reached), LADDER.indexOf(state.health))] ?? reached
}

/** Both counts and time: many failures in a short outage do not pause a sync. */
function reachedBy({ failureCount, ...state }: SyncState, { sync, now, rules }: Circumstances): Health {
  const since = now - (state.dateLastSuccess ?? state.dateFirstAttempt ?? now)
  const longEnough = Math.max(rules.pausedAfterTime, rules.pausedAfterCadences * rules.cadence[sync])
  if (failureCount >= rules.pausedAfter && since >= longEnough) return 'paused'
  if (failureCount >= rules.failingAfter) return 'failing'
  return failureCount >= rules.degradedAfter ? 'degraded' : 'healthy'
}

function pause(state: SyncState, circumstances: Circumstances): SyncState {
  return nextProbe({ ...state, health: 'paused', datePaused: state.datePaused ?? circumstances.now }, circumstances)
}

/** A paused sync is tried once a day, in case what was wrong has been repaired; after two weeks no more. */
function nextProbe(state: SyncState, { now, rules, random }: Circumstances): SyncState {
  const { dateNextRun: _due, ...rest } = state
  const next = now + spread(rules.probeEvery, rules.probeJitter, random)
  const ended = next - (state.datePaused ?? now) > rules.probeFor
  return { ...rest, trigger: 'probe', ...(ended ? {} : { dateNextRun: next }) }
}

/** The growing delay. */
function delayAfter(failureCount: number, { rules, random }: Circumstances): number {
  return spread(Math.min(rules.longestDelay, rules.firstDelay * 2 ** (failureCount - 1)), rules.delayJitter, random)
}

/** After someone signed in again: ids and checkpoints stay, health is one step better, the first run comes soon. */
export function afterReconnect(state: SyncState, { now, rules, random }: Omit<Circumstances, 'sync'>): SyncState {
  return {
    ...state,
    health: oneStepBack(state.health),
    failureCount: 0,
    deferredCount: 0,
    dateNextRun: now + Math.round(rules.connectSpread * random()),
    trigger: 'connect',
  }
}

/** The facts of a sync that never ran. */
export function newSync({ now, rules, random }: Omit<Circumstances, 'sync'>): SyncState {
  return {
    health: 'healthy',
    pausedByUser: false,
    failureCount: 0,
    deferredCount: 0,
    dateNextRun: now + Math.round(rules.connectSpread * random()),
    trigger: 'connect',
  }
}

function oneStepBack(health: Health): Health {
  return LADDER[Math.max(0, LADDER.indexOf(health) - 1)] ?? 'healthy'
}

/** A time moved by up to a share of itself, both ways. */
function spread(time: number, share: number, random: () => number): number {
  return Math.round(time * (1 - share + 2 * share * random()))
}
