import type {
  Calendar,
  Credential,
  Email,
  ExternalObjectWithUrl,
  SyncExternalIdLinkObject,
  Table,
  TableMetadataRequest,
  TagInsightResponse,
  TagReference,
  Transcription,
} from '../../src/contract/index.ts'
import type { Checkpoint, Claim, ConnectionKey, Counters, DeadCredential, Fence, RunEnd, SyncName } from './sync.ts'

/** A page's items, by the sync that delivers them. */
export type SyncItems =
  | { sync: 'calendar'; items: Calendar[] }
  | { sync: 'email'; items: Email[] }
  | { sync: 'transcription'; items: Transcription[] }
  | { sync: 'metadata' | 'table'; items: Table[] }
  | { sync: 'identifier'; items: ExternalObjectWithUrl[] }
  | { sync: 'insight'; items: TagInsightResponse[] }

/** One page to be kept: all of it or none of it, in one transaction. */
export interface PageCommit {
  /** A page of calendars is taken to be complete for its window: events that are missing from it were cancelled. */
  page: SyncItems
  /** Items that were received but are no items of the contract: counted as failed, named in a warning. */
  invalid: number
  warnings: string[]
  checkpoint: Checkpoint
}

/** Thrown by every write of a run whose sync has meanwhile been taken by another worker. */
export class LeaseLost extends Error {
  constructor(fence: Fence) {
    super(`the sync ${fence.sync} of connection ${fence.connectionId} is run by another worker now`)
    this.name = 'LeaseLost'
  }
}

/**
 * What the sync engine needs of a store. PostgreSQL implements it for real (`storage/`), a model in memory for the
 * simulation. All times are given by the caller (epoch ms), so a virtual clock governs everything.
 */
export interface SyncStore {
  /**
   * Takes up to `limit` syncs that are due and of active connections, the longest due first, for `leaseMs`. Each gets
   * a new fencing token and a SyncRun that is running; a run that another worker left behind is gone on with at its checkpoint.
   */
  claim(worker: string, limit: number, now: number, leaseMs: number): Promise<Claim[]>
  /** Takes one sync although it may not be due; undefined while it is being run. */
  claimOne(
    worker: string,
    connection: ConnectionKey,
    sync: SyncName,
    now: number,
    leaseMs: number,
  ): Promise<Claim | undefined>
  /** When the next sync is due, for a worker that has nothing to do; undefined when none ever is. */
  nextDue(now: number): Promise<number | undefined>
  /** Prolongs leases. Answers the fences that are lost. */
  heartbeat(fences: readonly Fence[], now: number, leaseMs: number): Promise<Fence[]>
  /** Keeps a page: items, people, links, counters of the run and checkpoint. Throws LeaseLost. */
  commitPage(fence: Fence, commit: PageCommit, now: number): Promise<Counters>
  /** Ends a run and gives the lease back. Throws LeaseLost. */
  finish(fence: Fence, end: RunEnd, now: number): Promise<void>
  /** Gives leases back unrun, for a worker that stops: their syncs are due at once. */
  release(fences: readonly Fence[], now: number): Promise<void>

  /** The right to refresh a connection's credential, for `leaseMs`, over all processes. */
  leaseRefresh(connection: ConnectionKey, worker: string, now: number, leaseMs: number): Promise<RefreshLease>
  /** Keeps a refreshed credential, unless a newer one came meanwhile. Ends the right to refresh. */
  saveCredential(
    connection: ConnectionKey,
    credential: Credential,
    credentialVersion: number,
    now: number,
  ): Promise<void>
  /** Notes that a refresh failed for a passing reason; none is tried before `notBefore`. Ends the right to refresh. */
  refreshFailed(connection: ConnectionKey, notBefore: number, now: number): Promise<void>
  /** Stops all syncs of a connection until someone signs in again. */
  requireReconnect(connection: ConnectionKey, dead: DeadCredential, now: number): Promise<void>
  /** Keeps what `/auth/check` said, and when to ask again. */
  checked(connection: ConnectionKey, check: CheckOutcome, now: number): Promise<void>

  /**
   * What the requests of the syncs without windows are made of. `turn` counts the runs: of more than `limit` rows or
   * tags, each turn takes the next ones.
   */
  tablesOf(connection: ConnectionKey, limit: number, turn: number): Promise<KnownTable[]>
  /** Tags to ask the provider about: those never asked about first, and none twice within a day. */
  identifierSlots(
    connection: ConnectionKey,
    wanted: readonly IdentifierKind[],
    limit: number,
    now: number,
  ): Promise<SyncExternalIdLinkObject[]>
  /** Tags that the provider knows, with its ids of them. */
  insightTags(
    connection: ConnectionKey,
    wanted: readonly IdentifierKind[],
    limit: number,
    turn: number,
  ): Promise<{ kind: IdentifierKind; tags: TagReference[] }[]>
}

/** What a worker finds when it wants to refresh a credential. */
export interface RefreshLease {
  /** False while another process refreshes, or when nothing may be tried yet. */
  granted: boolean
  /** What is stored now: the caller looks again whether it still needs a refresh. */
  credential: Credential
  credentialVersion: number
  /** Since when there is this credential; absent: not known. */
  dateCredential?: number
  /** Since when refreshes have been failing. */
  failedSince?: number
  /** Before then none is to be tried. */
  notBefore?: number
}

/** What `/auth/check` said of a connection. */
export interface CheckOutcome {
  /** For the person: which permission is missing. Absent: none is. */
  scopeMessage?: string
  /** The vendor's stable id of the account. */
  accountId?: string
  dateNextCheck: number
}

/** A table of a connection and the vendor's ids of some of its rows. */
export interface KnownTable {
  tableMetadata: TableMetadataRequest
  externalIds: string[]
}

/** A kind of vendor object that may stand behind a tag, from the provider's definition. */
export interface IdentifierKind {
  metadataType: string
  tagType: string
  tagSubType?: string
}
