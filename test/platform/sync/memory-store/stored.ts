import type {
  Claim,
  ConnectionKey,
  ConnectionStatus,
  Counters,
  RunEnd,
  SyncName,
  SyncState,
  Trigger,
} from '../../../../platform/model/sync.ts'
import type { PageCommit } from '../../../../platform/model/sync-store.ts'
import type { Credential, TagReference } from '../../../../src/contract/index.ts'

/** A connection in the memory store. */
export interface StoredConnection extends ConnectionKey {
  provider: string
  application: string
  providerUrl: string
  status: ConnectionStatus
  credential: Credential
  credentialVersion: number
  dateCredential: number
  dateNextCheck?: number
  scopeMessage?: string
  refreshWorker?: string
  refreshUntil?: number
  refreshFailedSince?: number
  refreshNotBefore?: number
  syncs: Map<SyncName, StoredSync>
  /** The content of its pages, serialized, by the keys of `toEntries`. */
  items: Map<string, string>
  /** Tags of its tenant that can be looked up at the vendor. */
  tags: readonly TagReference[]
  /** When each tag was last looked up. */
  lookedUp: Map<string, number>
}

export interface StoredSync {
  connection: StoredConnection
  sync: SyncName
  state: SyncState
  token: number
  dateDue: number | undefined
  /** A run that identifiers asked for. */
  dateRequested?: number
  leaseUntil?: number
  workerId?: string
  run?: { runId: string; trigger: Trigger }
}

/** Is notified of the operations of the store. */
export interface StoreObserver {
  onClaim?(sync: StoredSync, claim: Claim, now: number): void
  onCommit?(sync: StoredSync, commit: PageCommit, counters: Counters, now: number): void
  onFinish?(sync: StoredSync, end: RunEnd, trigger: Trigger, previous: SyncState, now: number): void
}
