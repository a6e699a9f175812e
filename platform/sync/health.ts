import type { Health, SyncName, SyncState } from '../model/sync.ts'
import type { SyncPolicy } from './policy.ts'

/** The outcome of a run, as far as the health of its sync depends on it. */
export type HealthOutcome =
  | { kind: 'ok' }
  | { kind: 'failed' }
  /** The provider asked to retry later (`retryAfter` in ms; absent: it named no time). */
  | { kind: 'rate-limited'; retryAfter?: number }
  /** The run could not be attempted, because the provider is known to be down. Never counts as a failure. */
  | { kind: 'deferred'; retryAfter: number }

/** What a decision depends on besides the state. `random` returns a number r with 0 ≤ r < 1. */
export interface HealthContext {
  sync: SyncName
  now: number
  policy: SyncPolicy
  random: () => number
}

/** From best to worst. */
const HEALTH_LEVELS: readonly Health[] = ['healthy', 'degraded', 'failing', 'paused']

/**
 * Returns the state of a sync after a run. Pure: the same state, outcome and context give the same result. A failed
 * manual run does not count against health; a successful one counts like any other.
 */
export function afterRun(state: SyncState, outcome: HealthOutcome, context: HealthContext): SyncState {
  const { checkpoint: _completed, ...rest } = state
  const attempted = { ...rest, dateFirstAttempt: state.dateFirstAttempt ?? context.now }
  switch (outcome.kind) {
    case 'ok':
      return afterSuccess(attempted, context)
    case 'deferred':
      return { ...withCheckpoint(attempted, state), dateNextRun: context.now + outcome.retryAfter }
    case 'rate-limited':
      return afterRateLimit(withCheckpoint(attempted, state), outcome, context)
    case 'failed':
      return afterFailure(withCheckpoint(attempted, state), context)
  }
}

/** An unsuccessful run is resumed at its checkpoint. */
function withCheckpoint(next: SyncState, { checkpoint }: SyncState): SyncState {
  return checkpoint ? { ...next, checkpoint } : next
}

function afterSuccess(state: SyncState, { sync, now, policy, random }: HealthContext): SyncState {
  const { datePaused: _paused, ...rest } = state
  return {
    ...rest,
    health: oneLevelBetter(state.health),
    failureCount: 0,
    deferredCount: 0,
    dateLastSuccess: now,
    dateNextRun: now + withJitter(policy.cadenceMs[sync], policy.cadenceJitter, random),
    trigger: 'schedule',
  }
}

/** A rate limit does not affect health, unless the provider never lets a run through. */
function afterRateLimit(state: SyncState, { retryAfter }: { retryAfter?: number }, context: HealthContext): SyncState {
  const { sync, now, policy } = context
  const deferredCount = state.deferredCount + 1
  if (deferredCount > policy.maxRateLimitedRuns) return { ...afterFailure(state, context), deferredCount }
  const delay = Math.min(policy.retryAfterCapMs, Math.max(retryAfter ?? 0, policy.cadenceMs[sync]))
  return { ...state, deferredCount, dateNextRun: now + delay }
}

function afterFailure(state: SyncState, context: HealthContext): SyncState {
  if (state.trigger === 'manual') return afterManualFailure(state, context)
  const failureCount = state.failureCount + 1
  const failed = { ...state, failureCount, trigger: 'retry' as const }
  const health = healthAfterFailure(failed, context)
  if (health === 'paused') return pause(failed, context)
  return { ...failed, health, dateNextRun: context.now + backoffDelay(failureCount, context) }
}

/** A manual run replaces the scheduled one, and the schedule continues as it would have without it. */
function afterManualFailure(state: SyncState, context: HealthContext): SyncState {
  const { sync, now, policy, random } = context
  if (state.health === 'paused') return scheduleProbe(state, context)
  if (state.failureCount > 0) {
    return { ...state, trigger: 'retry', dateNextRun: now + backoffDelay(state.failureCount, context) }
  }
  const delay = withJitter(policy.cadenceMs[sync], policy.cadenceJitter, random)
  return { ...state, trigger: 'schedule', dateNextRun: now + delay }
}

/** A failure never improves health, even if the counts alone would give a better level. */
function healthAfterFailure(state: SyncState, context: HealthContext): Health {
  const level = levelByCounts(state, context)
  return HEALTH_LEVELS[Math.max(HEALTH_LEVELS.indexOf(level), HEALTH_LEVELS.indexOf(state.health))] ?? level
}

/** Pausing depends on the count and on the time, so many failures in a short outage do not pause a sync. */
function levelByCounts({ failureCount, ...state }: SyncState, { sync, now, policy }: HealthContext): Health {
  const failingForMs = now - (state.dateLastSuccess ?? state.dateFirstAttempt ?? now)
  const pausedMinMs = Math.max(policy.pausedMinMs, policy.pausedMinCadences * policy.cadenceMs[sync])
  if (failureCount >= policy.pausedAfter && failingForMs >= pausedMinMs) return 'paused'
  if (failureCount >= policy.failingAfter) return 'failing'
  return failureCount >= policy.degradedAfter ? 'degraded' : 'healthy'
}

function pause(state: SyncState, context: HealthContext): SyncState {
  return scheduleProbe({ ...state, health: 'paused', datePaused: state.datePaused ?? context.now }, context)
}

/** A paused sync is probed from time to time, in case the cause has been fixed, until the probe period has passed. */
function scheduleProbe(state: SyncState, { now, policy, random }: HealthContext): SyncState {
  const { dateNextRun: _due, ...rest } = state
  const dateNextRun = now + withJitter(policy.probeIntervalMs, policy.probeJitter, random)
  const hasEnded = dateNextRun - (state.datePaused ?? now) > policy.probePeriodMs
  return hasEnded ? { ...rest, trigger: 'probe' } : { ...rest, trigger: 'probe', dateNextRun }
}

/** Exponential backoff. */
function backoffDelay(failureCount: number, { policy, random }: HealthContext): number {
  const delay = Math.min(policy.backoffCapMs, policy.backoffBaseMs * 2 ** (failureCount - 1))
  return withJitter(delay, policy.backoffJitter, random)
}

/** After the user signed in again: the first run is due soon and health is one level better; the rest is retained. */
export function afterReconnect(state: SyncState, { now, policy, random }: Omit<HealthContext, 'sync'>): SyncState {
  return {
    ...state,
    health: oneLevelBetter(state.health),
    failureCount: 0,
    deferredCount: 0,
    dateNextRun: now + Math.round(policy.connectSpreadMs * random()),
    trigger: 'connect',
  }
}

/** The state of a sync that has never run. */
export function newSync({ now, policy, random }: Omit<HealthContext, 'sync'>): SyncState {
  return {
    health: 'healthy',
    pausedByUser: false,
    failureCount: 0,
    deferredCount: 0,
    dateNextRun: now + Math.round(policy.connectSpreadMs * random()),
    trigger: 'connect',
  }
}

function oneLevelBetter(health: Health): Health {
  return HEALTH_LEVELS[Math.max(0, HEALTH_LEVELS.indexOf(health) - 1)] ?? 'healthy'
}

/** Moves a duration by up to `share` of itself, both ways. */
function withJitter(durationMs: number, share: number, random: () => number): number {
  return Math.round(durationMs * (1 - share + 2 * share * random()))
}
