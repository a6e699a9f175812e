import type {
  Claim,
  ConnectionKey,
  Counters,
  DeadCredential,
  Fence,
  RunEnd,
  SyncName,
  SyncState,
  Trigger,
  UsedCredential,
} from '../../../../platform/model/sync.ts'
import {
  type CheckResult,
  type Heartbeat,
  type IdentifierKind,
  LeaseLost,
  type PageCommit,
  type RefreshLease,
  type StoredTable,
  type SyncStore,
} from '../../../../platform/model/sync-store.ts'
import type { Credential } from '../../../../src/contract/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import * as credentials from './credentials.ts'
import { DueQueue } from './due-queue.ts'
import { toEntries } from './entries.ts'
import type { StoredConnection, StoredSync, StoreObserver } from './stored.ts'
import * as inputs from './sync-inputs.ts'

/** What concerns a credential, and is deleted when its user signs in again. */
const OF_CREDENTIAL = [
  'scopeMessage',
  'dateNextCheck',
  'refreshWorker',
  'refreshUntil',
  'refreshFailedSince',
  'refreshNotBefore',
] as const

/** A model of the sync store in memory: simple enough to be obviously correct, fast enough for a million connections. */
export class MemoryStore implements SyncStore {
  readonly connections = new Map<string, StoredConnection>()
  readonly #observer: StoreObserver
  readonly #due = new DueQueue()
  #runs = 0

  constructor(observer: StoreObserver = {}) {
    this.#observer = observer
  }

  // What people do.

  connect(
    connection: Omit<StoredConnection, 'syncs' | 'items' | 'lookedUp'>,
    syncs: ReadonlyMap<SyncName, SyncState>,
  ): void {
    const stored: StoredConnection = { ...connection, syncs: new Map(), items: new Map(), lookedUp: new Map() }
    this.connections.set(connection.connectionId, stored)
    for (const [name, state] of syncs) {
      const sync: StoredSync = { connection: stored, sync: name, state, token: 0, dateDue: undefined }
      stored.syncs.set(name, sync)
      this.#due.setDue(sync, state.dateNextRun)
    }
  }

  /** Signs in again. Running runs lose their lease. */
  reconnect(
    connection: StoredConnection,
    credential: Credential,
    toResumedState: (sync: StoredSync) => SyncState,
    now: number,
  ): void {
    Object.assign(connection, { status: 'active', credential, dateCredential: now })
    connection.credentialVersion += 1
    for (const name of OF_CREDENTIAL) delete connection[name]
    for (const sync of connection.syncs.values()) {
      endLease(sync)
      delete sync.run
      sync.state = toResumedState(sync)
      this.#due.setDue(sync, sync.state.dateNextRun)
    }
  }

  setPaused(sync: StoredSync, pausedByUser: boolean): void {
    sync.state = { ...sync.state, pausedByUser }
    this.#due.setDue(sync, sync.dateDue)
  }

  // What the engine does.

  async claim(workerId: string, limit: number, now: number, leaseMs: number): Promise<Claim[]> {
    const claims: Claim[] = []
    while (claims.length < limit) {
      const sync = this.#due.take(now)
      if (!sync) break
      claims.push(this.#claim(workerId, sync, sync.state.trigger, now, leaseMs))
    }
    return claims
  }

  async claimOne(
    workerId: string,
    key: ConnectionKey,
    name: SyncName,
    now: number,
    leaseMs: number,
  ): Promise<Claim | undefined> {
    const sync = this.#connection(key).syncs.get(name)
    if (sync?.connection.status !== 'active' || (sync.leaseUntil ?? 0) > now) return undefined
    return this.#claim(workerId, sync, 'manual', now, leaseMs)
  }

  async nextDue(): Promise<number | undefined> {
    return this.#due.nextDate()
  }

  async heartbeat(fences: readonly Fence[], now: number, leaseMs: number): Promise<Heartbeat> {
    const isHeld = (fence: Fence) => {
      const sync = this.#find(fence)
      if (!sync) return false
      sync.leaseUntil = now + leaseMs
      this.#due.setDue(sync, sync.leaseUntil)
      return true
    }
    const { held = [], lost = [] } = Object.groupBy(fences, (fence) => (isHeld(fence) ? 'held' : 'lost'))
    return { held, lost }
  }

  async commitPage(fence: Fence, commit: PageCommit, now: number): Promise<Counters> {
    const sync = this.#get(fence)
    const counters: Counters = { created: 0, updated: 0, unchanged: 0, skipped: 0, failedCount: commit.invalid }
    const entries = toEntries(commit.page)
    const latest = new Map(entries)
    counters.skipped = entries.length - latest.size + commit.skipped
    const { items } = sync.connection
    for (const [key, content] of latest) {
      const stored = items.get(key)
      counters[stored === undefined ? 'created' : stored === content ? 'unchanged' : 'updated'] += 1
      items.set(key, content)
    }
    if (commit.page.sync === 'identifier' && counters.created > 0) this.#requestInsight(sync.connection, now)
    sync.state = { ...sync.state, checkpoint: commit.checkpoint }
    this.#observer.onCommit?.(sync, commit, counters, now)
    return counters
  }

  async finishRun(fence: Fence, end: RunEnd, now: number): Promise<void> {
    const sync = this.#get(fence)
    const previous = sync.state
    const trigger = sync.run?.trigger ?? 'schedule'
    endLease(sync)
    delete sync.run
    sync.state = { ...end.next, pausedByUser: previous.pausedByUser }
    const dateRequested = end.state === 'ok' ? sync.dateRequested : undefined
    this.#due.setDue(
      sync,
      end.next.dateNextRun && Math.min(end.next.dateNextRun, dateRequested ?? end.next.dateNextRun),
    )
    if (end.reconnectRequired) await this.requireReconnect(fence, end.reconnectRequired)
    this.#observer.onFinish?.(sync, end, trigger, previous, now)
  }

  async release(fences: readonly Fence[], now: number): Promise<void> {
    for (const fence of fences) {
      const sync = this.#find(fence)
      if (!sync) continue
      endLease(sync)
      this.#due.setDue(sync, now)
    }
  }

  async leaseRefresh(key: ConnectionKey, workerId: string, now: number, leaseMs: number): Promise<RefreshLease> {
    return credentials.leaseRefresh(this.#connection(key), workerId, now, leaseMs)
  }

  async saveCredential(key: ConnectionKey, credential: Credential, version: number, now: number): Promise<void> {
    credentials.saveCredential(this.#connection(key), credential, version, now)
  }

  async recordRefreshFailure(used: UsedCredential, workerId: string, notBefore: number, now: number): Promise<void> {
    credentials.recordRefreshFailure(this.#connection(used), used, workerId, notBefore, now)
  }

  async requireReconnect(key: ConnectionKey, dead: DeadCredential): Promise<void> {
    credentials.requireReconnect(this.#connection(key), dead)
  }

  async saveCheckResult(used: UsedCredential, result: CheckResult): Promise<void> {
    credentials.saveCheckResult(this.#connection(used), used, result)
  }

  async loadTables(key: ConnectionKey, limit: number): Promise<StoredTable[]> {
    return inputs.loadTables(this.#connection(key), limit)
  }

  async loadIdentifierSlots(key: ConnectionKey, kinds: readonly IdentifierKind[], limit: number, now: number) {
    return inputs.loadIdentifierSlots(this.#connection(key), kinds, limit, now)
  }

  async loadInsightTags(key: ConnectionKey, kinds: readonly IdentifierKind[], limit: number) {
    return inputs.loadInsightTags(this.#connection(key), kinds, limit)
  }

  #connection({ connectionId }: ConnectionKey): StoredConnection {
    const connection = this.connections.get(connectionId)
    if (!connection) throw new Error(`there is no connection ${connectionId}`)
    return connection
  }

  #requestInsight({ syncs }: StoredConnection, now: number): void {
    const sync = syncs.get('insight')
    if (sync?.state.health !== 'healthy' || sync.state.failureCount > 0 || sync.dateDue === undefined) return
    sync.dateRequested = Math.min(sync.dateRequested ?? now, now)
    if (!sync.run) this.#due.setDue(sync, Math.min(sync.dateDue, now))
  }

  /** Returns undefined when the fence is outdated. */
  #find(fence: Fence): StoredSync | undefined {
    const sync = this.connections.get(fence.connectionId)?.syncs.get(fence.sync)
    return sync?.token === fence.token ? sync : undefined
  }

  #get(fence: Fence): StoredSync {
    const sync = this.#find(fence)
    if (!sync) throw new LeaseLost(fence)
    return sync
  }

  #claim(workerId: string, sync: StoredSync, trigger: Trigger, now: number, leaseMs: number): Claim {
    sync.token += 1
    sync.workerId = workerId
    sync.leaseUntil = now + leaseMs
    if (!sync.run) delete sync.dateRequested
    sync.run ??= { runId: `run ${++this.#runs}`, trigger }
    this.#due.setDue(sync, sync.leaseUntil)
    const { tenantId, connectionId, provider, application, providerUrl, ...connection } = sync.connection
    const { credential, credentialVersion, dateCredential, dateNextCheck } = connection
    const claim: Claim = {
      fence: { tenantId, connectionId, sync: sync.sync, token: sync.token },
      runId: sync.run.runId,
      trigger: sync.run.trigger,
      state: sync.state,
      connection: omitUndefined({
        tenantId,
        connectionId,
        provider,
        application,
        providerUrl,
        credential,
        credentialVersion,
        dateCredential,
        dateNextCheck,
      }),
    }
    this.#observer.onClaim?.(sync, claim, now)
    return claim
  }
}

function endLease(sync: StoredSync): void {
  sync.token += 1
  delete sync.leaseUntil
}
