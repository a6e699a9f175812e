import type { Credential } from '../../src/contract/index.ts'

/** The capabilities of a provider that are run on a schedule; one sync each per connection. */
export const SYNC_NAMES = ['calendar', 'email', 'transcription', 'metadata', 'table', 'identifier', 'insight'] as const
export type SyncName = (typeof SYNC_NAMES)[number]

export type Health = 'healthy' | 'degraded' | 'failing' | 'paused'
/** Why a run began. Only `schedule`, `retry` and `probe` runs move health; a person's `manual` runs do not. */
export type Trigger = 'schedule' | 'manual' | 'connect' | 'retry' | 'probe'
/** How a run stands. `deferred`: it could not be tried (rate limit, provider unreachable), which is no failure. */
export type RunState = 'running' | 'ok' | 'deferred' | 'failed'

/** How a connection stands. Only an `active` one is synced. */
export type ConnectionStatus = 'pending' | 'unconfirmed' | 'active' | 'reconnect_required' | 'disconnected'

/** What became of the items a page delivered; the five add up to the items received. */
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

/** Where a run stands inside the window it reads, kept after every page so that any worker can go on from there. */
export interface Checkpoint {
  /** The window of the run (epoch ms); absent for syncs without one. */
  dateStart?: number
  dateEnd?: number
  /** Cursor of the next page, as the provider gave it; absent at the first page. */
  cursor?: string
  /** Pages in a row that had brought nothing new before the one that was kept last; absent: none. */
  idlePages?: number
}

/** A sync's own facts. `health.ts` and `schedule.ts` are functions from these, a result and a clock to the next ones. */
export interface SyncState {
  health: Health
  /** Set and cleared by a person only. */
  pausedByUser: boolean
  /** Failed runs in a row. */
  failureCount: number
  /** Runs in a row that the provider asked to come again later. */
  deferredCount: number
  /** Epoch ms, as all dates. */
  dateFirstAttempt?: number
  dateLastSuccess?: number
  datePaused?: number
  /** When the next run is due; absent: never, until something changes. */
  dateNextRun?: number
  /** Why the next run will begin. */
  trigger: Trigger
  /** Up to when mail and meetings were read in full. */
  dateReadUntil?: number
  /** The place a run was left at; absent between runs. */
  checkpoint?: Checkpoint
}

/** What went wrong in a run, as it is shown to people and kept: never a cause, never a secret. */
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

/** A connection's name. The tenant always comes first: a store of many machines finds the right one by it. */
export interface ConnectionKey {
  tenantId: string
  connectionId: string
}

/** A connection as a run needs it. */
export interface SyncConnection extends ConnectionKey {
  provider: string
  application: string
  /** Base URL of the provider. */
  providerUrl: string
  credential: Credential
  /** Counts the credentials this connection has had; a refresh replaces only the one it started from. */
  credentialVersion: number
  /** Since when there is this credential, from which its life is known; absent: not known. */
  dateCredential?: number
  /** When `/auth/check` is to be asked again; absent: at the next run. */
  dateNextCheck?: number
}

/**
 * The right to run a sync: who holds the newest token may write, and every write of a run names its token, so that a
 * worker that was away for too long cannot undo what another did meanwhile.
 */
export interface Fence extends ConnectionKey {
  sync: SyncName
  token: number
}

/** A sync that a worker has taken to run. */
export interface Claim {
  fence: Fence
  runId: string
  /** Why this run began: of a run that was left behind, the reason it began with. */
  trigger: Trigger
  state: SyncState
  connection: SyncConnection
}

/** How a run ended, and the facts of its sync from now on. */
export interface RunEnd {
  state: Exclude<RunState, 'running'>
  error?: RunError
  /** Notes on the run as a whole; those of its pages are kept with the pages. */
  warnings?: readonly string[]
  next: SyncState
  /** Set when the credentials are dead: the connection stops until someone signs in again. */
  reconnectRequired?: DeadCredential
}

/** Which credential was refused and why. One that has been replaced meanwhile stops nothing. */
export interface DeadCredential {
  reason: string
  credentialVersion: number
}
