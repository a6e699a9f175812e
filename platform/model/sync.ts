import type { Credential } from '../../src/contract/index.ts'

/** The capabilities of a provider that run on a schedule. A connection has at most one sync of each. */
export const SYNC_NAMES = ['calendar', 'email', 'transcription', 'metadata', 'table', 'identifier', 'insight'] as const
export type SyncName = (typeof SYNC_NAMES)[number]

export type Health = 'healthy' | 'degraded' | 'failing' | 'paused'
/** Why a run was started. Failures of `manual` runs, which a person starts, do not count against health. */
export type Trigger = 'schedule' | 'manual' | 'connect' | 'retry' | 'probe'
/** `deferred`: the run could not be attempted (rate limit, provider unreachable), which does not count as a failure. */
export type RunState = 'running' | 'ok' | 'deferred' | 'failed'

/** Only `active` connections are synced. */
export type ConnectionStatus = 'pending' | 'unconfirmed' | 'active' | 'reconnect_required' | 'disconnected'

/** Items received, by what was done with them. The five add up to the number of items received. */
export interface Counters {
  created: number
  updated: number
  unchanged: number
  skipped: number
  failedCount: number
}

export const NO_COUNTS: Readonly<Counters> = { created: 0, updated: 0, unchanged: 0, skipped: 0, failedCount: 0 }

export function addCounters(total: Counters, added: Counters): Counters {
  return {
    created: total.created + added.created,
    updated: total.updated + added.updated,
    unchanged: total.unchanged + added.unchanged,
    skipped: total.skipped + added.skipped,
    failedCount: total.failedCount + added.failedCount,
  }
}

/** The position of a run in the window it reads. It is saved with every page, so that any worker can resume there. */
export interface Checkpoint {
  /** The window of the run (epoch ms). Absent for syncs without one. */
  dateStart?: number
  dateEnd?: number
  /** The provider's cursor of the next page. Absent at the first page. */
  cursor?: string
  /** Consecutive pages without new items before the last one that was saved. Absent: none. */
  idlePages?: number
  /** The earliest date of items of the run that were not usable yet (epoch ms). Absent: there were none. */
  awaitedSince?: number
}

/** The stored state of a sync. `sync/health.ts` computes the next state from it, an outcome, the time and randomness. */
export interface SyncState {
  health: Health
  /** Set and cleared by people only. */
  pausedByUser: boolean
  /** Consecutive failed runs. */
  failureCount: number
  /** Consecutive runs that the provider rate limited. */
  deferredCount: number
  /** Epoch ms, like all dates. */
  dateFirstAttempt?: number
  dateLastSuccess?: number
  datePaused?: number
  /** When the next run is due. Absent: no run is scheduled. */
  dateNextRun?: number
  /** Why the next run will be started. */
  trigger: Trigger
  /** The time up to which mail or meetings have been read completely. */
  dateReadUntil?: number
  /** Where an interrupted run resumes. Absent when the last run was completed. */
  checkpoint?: Checkpoint
}

/** The error of a run, as it is stored and shown to people. It contains neither a cause nor a secret. */
export interface RunError {
  type: string
  title: string
  detail: string
  status: number
}

/** The number of syncs of one kind that are in one state of health. */
export interface SyncCount {
  sync: SyncName
  health: Health
  count: number
}

/** Identifies a connection. The tenant comes first, so that a sharded store can route by it. */
export interface ConnectionKey {
  tenantId: string
  connectionId: string
}

/** A connection with all that a run needs. */
export interface SyncConnection extends ConnectionKey {
  provider: string
  application: string
  /** Base URL of the provider. */
  providerUrl: string
  credential: Credential
  /** The number of credentials this connection has had. A refresh replaces only the version it started from. */
  credentialVersion: number
  /** When this credential was obtained; its lifetime counts from then. Absent: not known. */
  dateCredential?: number
  /** When `/auth/check` is due again. Absent: at the next run. */
  dateNextCheck?: number
}

/**
 * The right to run a sync. Every write of a run carries its fencing token and only the newest token is accepted, so a
 * worker that stalled for too long cannot overwrite what another worker has done since.
 */
export interface Fence extends ConnectionKey {
  sync: SyncName
  token: number
}

/** A sync that a worker has claimed. */
export interface Claim {
  fence: Fence
  runId: string
  /** Why this run was started. A resumed run retains its original trigger. */
  trigger: Trigger
  state: SyncState
  connection: SyncConnection
}

/** The result of a run and the next state of its sync. */
export interface RunEnd {
  state: Exclude<RunState, 'running'>
  error?: RunError
  /** Warnings about the run as a whole. Those about a page are saved with the page. */
  warnings?: readonly string[]
  next: SyncState
  /** Set when the credential has expired: the connection stops until its user signs in again. */
  reconnectRequired?: DeadCredential
}

/** A connection, and which of its credentials a call was made with. */
export interface UsedCredential extends ConnectionKey {
  credentialVersion: number
}

/** The credential that was rejected, and why. It has no effect when that version has been replaced since. */
export interface DeadCredential {
  reason: string
  credentialVersion: number
}

/** A run that a person started. */
export interface ManualRun {
  runId: string
  /** Resolves when the run has ended, whatever its outcome. */
  done: Promise<void>
}

/** Runs syncs on request. Resolves to undefined when the sync is running already or cannot be run. */
export interface SyncRunner {
  runNow(connection: ConnectionKey, sync: SyncName): Promise<ManualRun | undefined>
}
