import type { SyncName } from '../model/sync.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The numbers by which syncs are run. All times in milliseconds; each may be overridden by the environment. */
export interface SyncRules {
  /** Time between two runs of a healthy sync. */
  cadence: Readonly<Record<SyncName, number>>
  /** Runs are spread by this share of the cadence, both ways, so that they do not come in waves. */
  cadenceJitter: number
  /** Failed runs in a row until a sync is degraded, failing, paused. */
  degradedAfter: number
  failingAfter: number
  pausedAfter: number
  /** A sync is paused only after this long without success, and after this many cadences. */
  pausedAfterTime: number
  pausedAfterCadences: number
  /** The delay after the first failure; it doubles with every further one up to the longest. */
  firstDelay: number
  longestDelay: number
  delayJitter: number
  /** A wait that a provider asks for is obeyed up to here; so many waits in a row count as a failure. */
  longestWait: number
  waitsUntilFailure: number
  /** A paused sync is tried once in this time, for so long; then only a person can start it again. */
  probeEvery: number
  probeJitter: number
  probeFor: number
  /** First runs after a sign-in are spread over this time. */
  connectSpread: number
}

export const SYNC_RULES: SyncRules = {
  cadence: {
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
  pausedAfterTime: DAY,
  pausedAfterCadences: 3,
  firstDelay: 5 * MINUTE,
  longestDelay: 2 * HOUR,
  delayJitter: 0.2,
  longestWait: 6 * HOUR,
  waitsUntilFailure: 5,
  probeEvery: DAY,
  probeJitter: 0.1,
  probeFor: 14 * DAY,
  connectSpread: 30 * SECOND,
}
