import type { Seeded } from '../graph/seed.ts'

/** A block that the writer changes, and the tenant on whose behalf it does. */
export interface Target {
  blockId: string
  owner: { tenantId: string; tagId: string }
}

/** What the writer is to do. Change `n` is of the target `n % targets.length`. */
export interface WriterTask {
  dataDir: string
  address: Seeded['address']
  targets: readonly Target[]
  /** Changes per second. */
  rate: number
  changes: number
  /** The date of change 0 (epoch ms); that of change `n` is `n` ms later, so that a date tells its change. */
  firstDate: number
}

/**
 * When the last statements of a change, the COMMIT among them, were sent, and when they were acknowledged (monotonic ms).
 * Delays are measured from the first.
 */
export interface Commit {
  sent: number
  acknowledged: number
}

/** The commit of each change; null: the change failed. */
export type Commits = (Commit | null)[]

export interface WriterResult {
  commits: Commits
  /** When bare commits were sent (monotonic ms), and how long each took (ms). */
  bare: { sent: number; ms: number }[]
}

/** Whether the platform reports its memory as it is, or after a garbage collection. */
export type UsageRequest = 'current' | 'collected'

/** What the platform's process has used since it started, and its memory (bytes). */
export interface Usage {
  /** When this was read (monotonic ms). */
  time: number
  cpuMs: number
  statements: number
  rss: number
  heap: number
}

/** A clock that all processes of the machine share (ms). */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
