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
import type {
  Checkpoint,
  Claim,
  ConnectionKey,
  Counters,
  DeadCredential,
  Fence,
  RunEnd,
  SyncName,
  UsedCredential,
} from './sync.ts'

/** A page's items, by the sync that delivers them. */
export type SyncItems =
  | { sync: 'calendar'; items: Calendar[] }
  | { sync: 'email'; items: Email[] }
  | { sync: 'transcription'; items: Transcription[] }
  | { sync: 'metadata' | 'table'; items: Table[] }
  | { sync: 'identifier'; items: ExternalObjectWithUrl[] }
  | { sync: 'insight'; items: TagInsightResponse[] }

/** One page, which is saved in a single transaction. */
export interface PageCommit {
  /** A page of calendars is complete for its window: an event that is missing from it has been cancelled. */
  page: SyncItems
  /** The number of items that violate the contract. They count as failed, and a warning names each. */
  invalid: number
  /** The number of items that cannot be used yet, which is nobody's fault. A warning names each. */
  skipped: number
  warnings: string[]
  checkpoint: Checkpoint
}

/** Thrown by every write of a run whose sync has been claimed by another worker since. */
export class LeaseLost extends Error {
  constructor(fence: Fence) {
    super(`another worker has claimed the sync ${fence.sync} of connection ${fence.connectionId}`)
    this.name = 'LeaseLost'
  }
}

/**
 * The store of the sync engine. `storage/` implements it on PostgreSQL, the simulation in memory. The caller passes all
 * times (epoch ms), so tests can use a virtual clock.
 */
export interface SyncStore {
  /**
   * Claims up to `limit` due syncs of active connections for `leaseMs`, the longest overdue of each bucket first. Each gets a new
   * fencing token and a SyncRun in state `running`. A run that another worker abandoned is resumed at its checkpoint.
   */
  claim(workerId: string, limit: number, now: number, leaseMs: number): Promise<Claim[]>
  /** Claims one sync whether it is due or not. Undefined while it is running. */
  claimOne(
    workerId: string,
    connection: ConnectionKey,
    sync: SyncName,
    now: number,
    leaseMs: number,
  ): Promise<Claim | undefined>
  /** When the next sync is due, for idle workers. Undefined when no sync is scheduled. */
  nextDue(now: number): Promise<number | undefined>
  /** Extends leases. Rejects if none can be extended, because the store is away. */
  heartbeat(fences: readonly Fence[], now: number, leaseMs: number): Promise<Heartbeat>
  /** Saves a page: items, people, links, the counters of the run and its checkpoint. Throws LeaseLost. */
  commitPage(fence: Fence, commit: PageCommit, now: number): Promise<Counters>
  /** Ends a run and releases its lease. Throws LeaseLost. */
  finishRun(fence: Fence, end: RunEnd, now: number): Promise<void>
  /** Releases the leases of unfinished runs when a worker stops. Their syncs are due immediately. */
  release(fences: readonly Fence[], now: number): Promise<void>

  /** Acquires the right to refresh a credential for `leaseMs`; at most one process holds it. */
  leaseRefresh(connection: ConnectionKey, workerId: string, now: number, leaseMs: number): Promise<RefreshLease>
  /** Saves a refreshed credential unless a newer one has been saved since, and releases the refresh lease. */
  saveCredential(
    connection: ConnectionKey,
    credential: Credential,
    credentialVersion: number,
    now: number,
  ): Promise<void>
  /**
   * Records a temporary failure, after which no refresh is attempted before `notBefore` (epoch ms), and releases the
   * refresh lease. Has no effect if another worker has acquired the lease, or the credential has been replaced, since.
   */
  recordRefreshFailure(used: UsedCredential, workerId: string, notBefore: number, now: number): Promise<void>
  /** Stops all syncs of a connection until its user signs in again. */
  requireReconnect(connection: ConnectionKey, dead: DeadCredential, now: number): Promise<void>
  /** Saves the result of `/auth/check` and when the next check is due, unless the credential has been replaced since. */
  saveCheckResult(used: UsedCredential, check: CheckResult, now: number): Promise<void>

  /**
   * Tables with the vendor's ids of up to `limit` rows each. `turn` counts the runs: when there are more rows, each turn
   * takes the next ones.
   */
  loadTables(connection: ConnectionKey, limit: number, turn: number): Promise<StoredTable[]>
  /** Tags to look up at the provider: those never looked up first, and none twice within a day. */
  loadIdentifierSlots(
    connection: ConnectionKey,
    kinds: readonly IdentifierKind[],
    limit: number,
    now: number,
  ): Promise<SyncExternalIdLinkObject[]>
  /** Tags that the provider knows, with its ids. When there are more than `limit`, each turn takes the next ones. */
  loadInsightTags(
    connection: ConnectionKey,
    kinds: readonly IdentifierKind[],
    limit: number,
    turn: number,
  ): Promise<{ kind: IdentifierKind; tags: TagReference[] }[]>
}

/** Which leases were extended. Those in neither list are in a part of the store that is away: they may still be held. */
export interface Heartbeat {
  held: Fence[]
  /** Other workers have claimed these syncs. */
  lost: Fence[]
}

/** The result of trying to acquire the right to refresh a credential. */
export interface RefreshLease {
  /** False while another process refreshes, or before `notBefore`. */
  granted: boolean
  /** The stored credential. The caller must check again whether it needs a refresh. */
  credential: Credential
  credentialVersion: number
  /** When this credential was obtained. Absent: not known. */
  dateCredential?: number
  /** When the first of the consecutive failed refreshes failed. */
  failedSince?: number
  /** No refresh may be attempted before this time. */
  notBefore?: number
}

/** The result of `/auth/check` for a connection. */
export interface CheckResult {
  /** Tells the user which permission is missing. Absent: none is. */
  scopeMessage?: string
  /** The vendor's stable id of the account. */
  accountId?: string
  /** When the connection ends unless the user connects again (epoch ms), if that is soon. */
  dateConnectionEnd?: number
  dateNextCheck: number
}

/** A stored table of a connection and the vendor's ids of some of its rows. */
export interface StoredTable {
  tableMetadata: TableMetadataRequest
  externalIds: string[]
}

/** A kind of vendor object that tags can refer to, from the provider's definition. */
export interface IdentifierKind {
  metadataType: string
  tagType: string
  tagSubType?: string
}
