import { createHash } from 'node:crypto'
import type { Claim, Counters, RunEnd, SyncState, Trigger } from '../../../../platform/model/sync.ts'
import type { PageCommit, SyncStore } from '../../../../platform/model/sync-store.ts'
import type { SyncPolicy } from '../../../../platform/sync/policy.ts'
import { toEntries } from '../memory-store/entries.ts'
import type { StoredSync, StoreObserver } from '../memory-store/stored.ts'
import type { Account } from './account.ts'
import { expectedOutcome, type Fault, losesResponse } from './faults.ts'
import { HealthModel } from './health-model.ts'
import type { ObservedCall } from './provider.ts'
import { HOUR } from './scenario.ts'

/** The maximum per hour of unproductive calls of one kind for a connection, and of claims of a sync: more is a hot loop. */
const MAX_UNPRODUCTIVE_CALLS = 40
const MAX_CLAIMS = 80
/** The maximum of refreshes per hour, which the exponential backoff allows in its first hour. */
const MAX_REFRESHES = 12

/** Observes all events of a simulation, and records where the engine violates its invariants. */
export class InvariantChecker implements StoreObserver {
  readonly violations: string[] = []
  /** The faults, states and events that occurred. */
  readonly witnessed = new Set<string>()
  readonly counts = { runs: 0, calls: 0, storeFaults: 0, kills: 0, created: 0, lostRefreshes: 0 }
  /** The start of the window of each sync's first successful run: everything since then has been read. */
  readonly readFrom = new Map<StoredSync, number>()
  readonly #policy: SyncPolicy
  readonly #accounts: ReadonlyMap<string, Account>
  readonly #windowStarts = new Map<StoredSync, number>()
  readonly #trace = createHash('sha256')
  readonly #healthModels = new Map<StoredSync, HealthModel>()
  /** The last call of each worker for each sync since its claim. */
  readonly #lastCalls = new Map<string, ObservedCall>()
  /** Workers that received new tokens and have not saved them yet. */
  readonly #refreshing = new Set<string>()
  readonly #hourlyCounts = new Map<string, number>()

  constructor(policy: SyncPolicy, accounts: ReadonlyMap<string, Account>) {
    this.#policy = policy
    this.#accounts = accounts
  }

  get trace(): string {
    return this.#trace.copy().digest('hex')
  }

  healthModelOf(sync: StoredSync): HealthModel {
    const model = this.#healthModels.get(sync) ?? new HealthModel(sync.sync, this.#policy)
    this.#healthModels.set(sync, model)
    return model
  }

  onCall(workerId: string, observed: ObservedCall): void {
    const { date, connectionId, call, fault, expired } = observed
    this.counts.calls += 1
    if (fault) this.witnessed.add(fault)
    if (call === '/auth/refresh') this.#onRefresh(workerId, fault)
    this.#lastCalls.set(`${workerId} ${connectionId} ${call}`, observed)
    this.#trace.update(`${date} ${connectionId} ${call} ${fault} ${expired}\n`)
    const max = call === '/auth/refresh' ? MAX_REFRESHES : MAX_UNPRODUCTIVE_CALLS
    if (connectionId !== '') this.#countInHour(date, `${connectionId} ${call}`, 1, max)
  }

  onStoreCall(workerId: string, method: keyof SyncStore, isFault: boolean): void {
    if (isFault) this.counts.storeFaults += 1
    if (isFault && (method === 'saveCredential' || method === 'leaseRefresh')) this.counts.lostRefreshes += 1
    if (method === 'saveCredential') this.#refreshing.delete(workerId)
  }

  onProcessKilled(workerId: string): void {
    this.counts.kills += 1
    if (this.#refreshing.has(workerId)) this.counts.lostRefreshes += 1
  }

  #onRefresh(workerId: string, fault: Fault | undefined): void {
    if (losesResponse(fault)) this.counts.lostRefreshes += 1
    else if (fault === undefined) this.#refreshing.add(workerId)
  }

  onClaim(sync: StoredSync, _: Claim, now: number): void {
    this.#lastCalls.delete(this.#callKey(sync))
    this.#countInHour(now, `claims of ${nameOf(sync)}`, 1, MAX_CLAIMS)
  }

  onCommit(
    sync: StoredSync,
    { page, invalid, skipped, checkpoint }: PageCommit,
    counters: Counters,
    now: number,
  ): void {
    const received = toEntries(page).length + invalid + skipped
    const sum = Object.values(counters).reduce((a, b) => a + b, 0)
    const sent = this.#lastCalls.get(this.#callKey(sync))?.sentEntries
    if (sum !== received) this.#violate(now, sync, `counted ${sum} of ${received}`)
    // The bare table beside its rows has its id in the metadata as well as its own.
    if (sent !== undefined && sent !== received) this.#violate(now, sync, `saved ${received} of ${sent} that were sent`)
    this.counts.created += counters.created
    if (checkpoint.dateStart !== undefined) this.#windowStarts.set(sync, checkpoint.dateStart)
    // A call whose page was saved is productive.
    this.#countInHour(now, `${sync.connection.connectionId} /sync/${sync.sync}`, -1, MAX_UNPRODUCTIVE_CALLS)
    this.#countInHour(now, `claims of ${nameOf(sync)}`, -1, MAX_CLAIMS)
  }

  onFinish(sync: StoredSync, end: RunEnd, trigger: Trigger, previous: SyncState, now: number): void {
    this.counts.runs += 1
    this.witnessed.add(end.next.health).add(end.state).add(trigger)
    if (end.reconnectRequired) this.witnessed.add('reconnect')
    const windowStart = this.#windowStarts.get(sync)
    if (end.state === 'ok' && windowStart !== undefined && !this.readFrom.has(sync)) {
      this.readFrom.set(sync, windowStart)
    }
    this.#trace.update(`${now} ${nameOf(sync)} ${end.state} ${end.next.health} ${end.next.dateNextRun}\n`)
    const problems = [
      ...this.healthModelOf(sync).onRunEnd(end, trigger, previous, now),
      ...this.#unexpectedEnd(sync, end, now),
    ]
    for (const problem of problems) this.#violate(now, sync, `${problem} (${JSON.stringify(end.error?.title)})`)
  }

  /** Compares the end of a run with what its last response requires. */
  #unexpectedEnd(sync: StoredSync, { state, error, next, reconnectRequired }: RunEnd, now: number): string[] {
    const last = this.#lastCalls.get(this.#callKey(sync))
    const { title = '' } = error ?? {}
    if (reconnectRequired)
      return this.#mayRequireReconnect(sync, reconnectRequired.reason, now)
        ? []
        : ['requires a reconnect without a reason']
    // A failure of the store, or a provider that went down in the meantime, is independent of the last response.
    if (!last || title === 'Platform error' || title === 'Run deferred') return []
    if (last.expired) return state === 'ok' ? ['succeeds although the credential was rejected'] : []
    const expected = expectedOutcome(last.fault)
    // A page that would be empty consists of the additional invalid item only.
    if (title === 'All items invalid') {
      return last.fault?.endsWith('invalid-items') ? [] : ['rejects all items of a valid page']
    }
    if (expected === 'all-invalid') return []
    if (expected === 'ok')
      return state === 'ok' || this.#hasRefreshedSince(sync, last) ? [] : [`is ${state} after a valid page`]
    if (expected === 'rate-limited')
      return state === 'deferred' || next.deferredCount > 5 ? [] : ['ignores a rate limit']
    return state === 'failed' ? [] : [`is ${state} after ${last.fault}`]
  }

  /** A reconnect may be required when the vendor revoked the grant, or after days of failed refreshes. */
  #mayRequireReconnect({ connection: { connectionId } }: StoredSync, reason: string, now: number): boolean {
    return !this.#accounts.get(connectionId)?.isGrantAlive(now) || reason.includes('could not be refreshed')
  }

  /** A long run may have failed because of a refresh after its last page. */
  #hasRefreshedSince(sync: StoredSync, last: ObservedCall): boolean {
    const refresh = this.#lastCalls.get(`${sync.workerId} ${sync.connection.connectionId} /auth/refresh`)
    return refresh !== undefined && refresh.date >= last.date
  }

  #countInHour(now: number, subject: string, change: number, max: number): void {
    const key = `${Math.floor(now / HOUR)} ${subject}`
    const count = (this.#hourlyCounts.get(key) ?? 0) + change
    this.#hourlyCounts.set(key, count)
    if (count === max + 1) {
      this.violations.push(`${subject}: more than ${max} within an hour, at ${new Date(now).toJSON()}`)
    }
  }

  #violate(now: number, sync: StoredSync, problem: string): void {
    this.violations.push(`${new Date(now).toJSON()} ${nameOf(sync)}: ${problem}`)
  }

  #callKey({ workerId, connection, sync }: StoredSync): string {
    return `${workerId} ${connection.connectionId} /sync/${sync}`
  }
}

export function nameOf({ connection, sync }: StoredSync): string {
  return `${connection.connectionId} ${connection.application} ${sync}`
}
