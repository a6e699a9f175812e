import type {
  Claim,
  ConnectionKey,
  ConnectionStatus,
  Counters,
  DeadCredential,
  Fence,
  RunEnd,
  SyncName,
  SyncState,
  Trigger,
} from '../../../../platform/model/sync.ts'
import {
  type CheckOutcome,
  type IdentifierKind,
  type KnownTable,
  LeaseLost,
  type PageCommit,
  type RefreshLease,
  type SyncStore,
} from '../../../../platform/model/sync-store.ts'
import type { Credential, SyncExternalIdLinkObject, TagReference } from '../../../../src/contract/index.ts'
import { Heap } from './heap.ts'
import { toParts } from './parts.ts'

/** A connection as this store has it. */
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
  refreshUntil?: number
  refreshFailedSince?: number
  refreshNotBefore?: number
  syncs: Map<SyncName, StoredSync>
  /** What its pages have brought in: by key, as text. */
  items: Map<string, string>
  /** Tags of its tenant that the vendor may know, and those it does. */
  tags: readonly TagReference[]
  asked: Map<string, number>
}

export interface StoredSync {
  connection: StoredConnection
  sync: SyncName
  state: SyncState
  token: number
  dateDue: number | undefined
  leaseUntil?: number
  worker?: string
  run?: { runId: string; trigger: Trigger }
}

/** What a test sees of the store's life. */
export interface Observer {
  claimed?(sync: StoredSync, claim: Claim, now: number): void
  committed?(sync: StoredSync, commit: PageCommit, counters: Counters, now: number): void
  finished?(sync: StoredSync, end: RunEnd, trigger: Trigger, before: SyncState, now: number): void
}

interface Due {
  at: number
  order: number
  sync: StoredSync
}

/** A model of the sync store in memory: simple enough to be believed, quick enough for a million connections. */
export class MemoryStore implements SyncStore {
  readonly connections = new Map<string, StoredConnection>()
  readonly #observer: Observer
  readonly #due = new Heap<Due>((a, b) => a.at < b.at || (a.at === b.at && a.order < b.order))
  #order = 0
  #runs = 0

  constructor(observer: Observer = {}) {
    this.#observer = observer
  }

  // What people do.

  connect(
    connection: Omit<StoredConnection, 'syncs' | 'items' | 'asked'>,
    syncs: ReadonlyMap<SyncName, SyncState>,
  ): void {
    const stored: StoredConnection = { ...connection, syncs: new Map(), items: new Map(), asked: new Map() }
    this.connections.set(connection.connectionId, stored)
    for (const [sync, state] of syncs) {
      const row: StoredSync = { connection: stored, sync, state, token: 0, dateDue: undefined }
      stored.syncs.set(sync, row)
      this.#setDue(row, state.dateNextRun)
    }
  }

  /** Signs in again: no run that is going on may write any more. */
  reconnect(
    connection: StoredConnection,
    credential: Credential,
    resumed: (sync: StoredSync) => SyncState,
    now: number,
  ): void {
    Object.assign(connection, { status: 'active', credential, dateCredential: now })
    connection.credentialVersion += 1
    for (const name of ['dateNextCheck', 'refreshUntil', 'refreshFailedSince', 'refreshNotBefore'] as const) {
      delete connection[name]
    }
    for (const sync of connection.syncs.values()) {
      this.#endLease(sync)
      delete sync.run
      sync.state = resumed(sync)
      this.#setDue(sync, sync.state.dateNextRun)
    }
  }

  setPaused(sync: StoredSync, pausedByUser: boolean): void {
    sync.state = { ...sync.state, pausedByUser }
    this.#setDue(sync, sync.dateDue)
  }

  // What the engine does.

  async claim(worker: string, limit: number, now: number, leaseMs: number): Promise<Claim[]> {
    const claims: Claim[] = []
    while (claims.length < limit) {
      const due = this.#nextRunnable()
      if (!due || due.at > now) break
      this.#due.pop()
      claims.push(this.#take(worker, due.sync, due.sync.state.trigger, now, leaseMs))
    }
    return claims
  }

  async claimOne(worker: string, key: ConnectionKey, sync: SyncName, now: number, leaseMs: number) {
    const row = this.#connection(key).syncs.get(sync)
    if (row?.connection.status !== 'active' || (row.leaseUntil ?? 0) > now) return undefined
    return this.#take(worker, row, 'manual', now, leaseMs)
  }

  async nextDue(): Promise<number | undefined> {
    return this.#nextRunnable()?.at
  }

  async heartbeat(fences: readonly Fence[], now: number, leaseMs: number): Promise<Fence[]> {
    return fences.filter((fence) => {
      const sync = this.#held(fence)
      if (!sync) return true
      sync.leaseUntil = now + leaseMs
      this.#setDue(sync, sync.leaseUntil)
      return false
    })
  }

  async commitPage(fence: Fence, commit: PageCommit, now: number): Promise<Counters> {
    const sync = this.#need(fence)
    const counters: Counters = { created: 0, updated: 0, unchanged: 0, skipped: 0, failedCount: commit.invalid }
    const parts = toParts(commit.page)
    const latest = new Map(parts)
    counters.skipped = parts.length - latest.size
    const { items } = sync.connection
    for (const [key, content] of latest) {
      const known = items.get(key)
      counters[known === undefined ? 'created' : known === content ? 'unchanged' : 'updated'] += 1
      items.set(key, content)
    }
    sync.state = { ...sync.state, checkpoint: commit.checkpoint }
    this.#observer.committed?.(sync, commit, counters, now)
    return counters
  }

  async finish(fence: Fence, end: RunEnd, now: number): Promise<void> {
    const sync = this.#need(fence)
    const before = sync.state
    const trigger = sync.run?.trigger ?? 'schedule'
    this.#endLease(sync)
    delete sync.run
    sync.state = { ...end.next, pausedByUser: before.pausedByUser }
    this.#setDue(sync, end.next.dateNextRun)
    if (end.reconnectRequired) await this.requireReconnect(fence, end.reconnectRequired)
    this.#observer.finished?.(sync, end, trigger, before, now)
  }

  async release(fences: readonly Fence[], now: number): Promise<void> {
    for (const fence of fences) {
      const sync = this.#held(fence)
      if (!sync) continue
      this.#endLease(sync)
      this.#setDue(sync, now)
    }
  }

  async leaseRefresh(key: ConnectionKey, _worker: string, now: number, leaseMs: number): Promise<RefreshLease> {
    const connection = this.#connection(key)
    const granted = (connection.refreshUntil ?? 0) <= now && (connection.refreshNotBefore ?? 0) <= now
    if (granted) connection.refreshUntil = now + leaseMs
    const { credential, credentialVersion, dateCredential, refreshFailedSince, refreshNotBefore } = connection
    return {
      ...{ granted, credential, credentialVersion, dateCredential },
      ...(refreshFailedSince === undefined ? {} : { failedSince: refreshFailedSince }),
      ...(refreshNotBefore === undefined ? {} : { notBefore: refreshNotBefore }),
    }
  }

  async saveCredential(key: ConnectionKey, credential: Credential, version: number, now: number): Promise<void> {
    const connection = this.#connection(key)
    if (connection.credentialVersion !== version) return
    Object.assign(connection, { credential, credentialVersion: version + 1, dateCredential: now })
    delete connection.refreshUntil
    delete connection.refreshFailedSince
    delete connection.refreshNotBefore
  }

  async refreshFailed(key: ConnectionKey, notBefore: number, now: number): Promise<void> {
    const connection = this.#connection(key)
    delete connection.refreshUntil
    connection.refreshNotBefore = notBefore
    connection.refreshFailedSince ??= now
  }

  async requireReconnect(key: ConnectionKey, { credentialVersion }: DeadCredential): Promise<void> {
    const connection = this.#connection(key)
    if (connection.status === 'active' && connection.credentialVersion === credentialVersion) {
      connection.status = 'reconnect_required'
    }
  }

  async checked(key: ConnectionKey, { scopeMessage, dateNextCheck }: CheckOutcome): Promise<void> {
    const connection = this.#connection(key)
    connection.dateNextCheck = dateNextCheck
    if (scopeMessage === undefined) delete connection.scopeMessage
    else connection.scopeMessage = scopeMessage
  }

  async tablesOf(key: ConnectionKey, limit: number): Promise<KnownTable[]> {
    const { items } = this.#connection(key)
    const tables = [...items.keys()].filter((name) => name.startsWith('table '))
    return tables.map((table) => {
      const metadataType = table.slice('table '.length)
      const prefix = `row ${metadataType} `
      const rows = [...items.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
      return { tableMetadata: { metadataType }, externalIds: rows.slice(0, limit) }
    })
  }

  async identifierSlots(key: ConnectionKey, [kind]: readonly IdentifierKind[], limit: number, now: number) {
    const { tags, asked } = this.#connection(key)
    if (!kind) return []
    const open = tags.filter(({ _id = '' }) => (asked.get(_id) ?? 0) <= now - 86_400_000).slice(0, limit)
    for (const { _id = '' } of open) asked.set(_id, now)
    return open.map(({ _id = '' }): SyncExternalIdLinkObject => ({ ...kind, sourceTagId: _id }))
  }

  async insightTags(key: ConnectionKey, [kind]: readonly IdentifierKind[], limit: number) {
    const { tags, items } = this.#connection(key)
    const known = tags.filter(({ _id }) => items.has(`link ${_id}`)).slice(0, limit)
    return kind && known.length > 0 ? [{ kind, tags: known }] : []
  }

  #connection({ connectionId }: ConnectionKey): StoredConnection {
    const connection = this.connections.get(connectionId)
    if (!connection) throw new Error(`there is no connection ${connectionId}`)
    return connection
  }

  #held(fence: Fence): StoredSync | undefined {
    const sync = this.connections.get(fence.connectionId)?.syncs.get(fence.sync)
    return sync?.token === fence.token ? sync : undefined
  }

  #need(fence: Fence): StoredSync {
    const sync = this.#held(fence)
    if (!sync) throw new LeaseLost(fence)
    return sync
  }

  #take(worker: string, sync: StoredSync, trigger: Trigger, now: number, leaseMs: number): Claim {
    sync.token += 1
    sync.worker = worker
    sync.leaseUntil = now + leaseMs
    sync.run ??= { runId: `run ${++this.#runs}`, trigger }
    this.#setDue(sync, sync.leaseUntil)
    const { tenantId, connectionId, provider, application, providerUrl, ...connection } = sync.connection
    const { credential, credentialVersion, dateCredential, dateNextCheck } = connection
    const claim: Claim = {
      fence: { tenantId, connectionId, sync: sync.sync, token: sync.token },
      runId: sync.run.runId,
      trigger: sync.run.trigger,
      state: sync.state,
      connection: {
        ...{
          tenantId,
          connectionId,
          provider,
          application,
          providerUrl,
          credential,
          credentialVersion,
          dateCredential,
        },
        ...(dateNextCheck === undefined ? {} : { dateNextCheck }),
      },
    }
    this.#observer.claimed?.(sync, claim, now)
    return claim
  }

  #endLease(sync: StoredSync): void {
    sync.token += 1
    delete sync.leaseUntil
  }

  #setDue(sync: StoredSync, dateDue: number | undefined): void {
    sync.dateDue = dateDue
    if (dateDue !== undefined) this.#due.push({ at: dateDue, order: this.#order++, sync })
  }

  /** Entries whose sync is due at another time by now are left behind and passed over here. */
  #nextRunnable(): Due | undefined {
    for (let due = this.#due.first; due; due = this.#due.first) {
      const { sync, at } = due
      if (sync.dateDue === at && sync.connection.status === 'active' && !sync.state.pausedByUser) return due
      this.#due.pop()
    }
    return undefined
  }
}
