import { SYNC_NAMES, type SyncName } from '../model/sync.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** When syncs run, and how their health follows from the outcomes. Every number can be set by the environment. */
export interface SyncPolicy {
  /** The time between two runs of a healthy sync. */
  cadenceMs: Readonly<Record<SyncName, number>>
  /** Due times are spread by up to this share of the cadence, both ways, so that runs do not come in waves. */
  cadenceJitter: number
  /** Consecutive failed runs after which a sync is degraded, failing, paused. */
  degradedAfter: number
  failingAfter: number
  pausedAfter: number
  /** A sync is paused only after this long without success, and after this many cadences. */
  pausedMinMs: number
  pausedMinCadences: number
  /** The delay after the first failure. Doubles with every further one up to the cap. */
  backoffBaseMs: number
  backoffCapMs: number
  backoffJitter: number
  /** The cap for the Retry-After of a provider. More consecutive rate-limited runs than the maximum count as failures. */
  retryAfterCapMs: number
  maxRateLimitedRuns: number
  /** A paused sync is probed at this interval for this period. After that only a person can start it again. */
  probeIntervalMs: number
  probeJitter: number
  probePeriodMs: number
  /** The first runs after a sign-in are spread over this time. */
  connectSpreadMs: number
}

/** The longest times (ms) from a run of each sync to the next one: no date is further ahead, unless the clock was wrong. */
export function maxDelays(policy: SyncPolicy): { bySync: Record<SyncName, number>; paused: number } {
  const bySync = Object.fromEntries(SYNC_NAMES.map((sync) => [sync, maxDelayMs(policy, sync)]))
  return { bySync: bySync as Record<SyncName, number>, paused: maxProbeDelayMs(policy) }
}

function maxDelayMs(policy: SyncPolicy, sync: SyncName): number {
  const cadence = policy.cadenceMs[sync] * (1 + policy.cadenceJitter)
  return Math.ceil(Math.max(cadence, policy.backoffCapMs * (1 + policy.backoffJitter), policy.retryAfterCapMs) + MINUTE)
}

function maxProbeDelayMs({ probeIntervalMs, probeJitter }: SyncPolicy): number {
  return Math.ceil(probeIntervalMs * (1 + probeJitter) + MINUTE)
}

export const DEFAULT_SYNC_POLICY: SyncPolicy = {
  cadenceMs: {
    calendar: 5 * MINUTE,
    email: 5 * MINUTE,
    transcription: 5 * MINUTE,
    table: 5 * MINUTE,
    identifier: 5 * MINUTE,
    metadata: DAY,
    insight: DAY,
  },
  cadenceJitter: 0.1,
  degradedAfter: 3,
  failingAfter: 8,
  pausedAfter: 20,
  pausedMinMs: DAY,
  pausedMinCadences: 3,
  backoffBaseMs: 5 * MINUTE,
  backoffCapMs: 2 * HOUR,
  backoffJitter: 0.2,
  retryAfterCapMs: 6 * HOUR,
  maxRateLimitedRuns: 5,
  probeIntervalMs: DAY,
  probeJitter: 0.1,
  probePeriodMs: 14 * DAY,
  connectSpreadMs: 30 * SECOND,
}
