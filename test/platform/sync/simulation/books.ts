import { createHash } from 'node:crypto'
import type { Claim, Counters, RunEnd, SyncState, Trigger } from '../../../../platform/model/sync.ts'
import type { PageCommit, SyncStore } from '../../../../platform/model/sync-store.ts'
import type { SyncRules } from '../../../../platform/sync/policy.ts'
import { type Fault, isUnheard, verdictOn } from './faults.ts'
import { Ladder } from './ladder.ts'
import type { Observer, StoredSync } from './memory-store.ts'
import { toParts } from './parts.ts'
import { HOUR } from './plan.ts'
import type { Seen } from './provider.ts'

/** Calls of one kind for one connection in an hour that brought nothing, and claims of one sync; more would be a hot loop. */
const MOST_FRUITLESS = 40
const MOST_CLAIMS = 80
/** A cool-down that doubles leaves room for so many refreshes in its first hour. */
const MOST_REFRESHES = 12

/** Keeps account of everything that happens, by itself, and holds the engine against it. */
export class Books implements Observer {
  readonly violations: string[] = []
  /** What there was to see: faults that came up, states that syncs were in. */
  readonly witnessed = new Set<string>()
  readonly counts = { runs: 0, calls: 0, storeTroubles: 0, deaths: 0, created: 0, lostRefreshes: 0 }
  /** From when on each sync has read everything: where the window of its first good run begins. */
  readonly readFrom = new Map<StoredSync, number>()
  readonly #rules: SyncRules
  readonly #windows = new Map<StoredSync, number>()
  readonly #trace = createHash('sha256')
  readonly #ladders = new Map<StoredSync, Ladder>()
  /** The last call of each worker for each sync since its claim. */
  readonly #last = new Map<string, Seen>()
  readonly #expired = new Map<string, number>()
  /** Workers that were given new tokens and have not kept them yet. */
  readonly #refreshing = new Set<string>()
  readonly #hours = new Map<string, number>()

  constructor(rules: SyncRules) {
    this.#rules = rules
  }

  get trace(): string {
    return this.#trace.copy().digest('hex')
  }

  ladderOf(sync: StoredSync): Ladder {
    const known = this.#ladders.get(sync) ?? new Ladder(sync.sync, this.#rules)
    this.#ladders.set(sync, known)
    return known
  }

  seen(worker: string, seen: Seen): void {
    const { at, connectionId, call, fault, expired } = seen
    this.counts.calls += 1
    if (fault) this.witnessed.add(fault)
    if (call === '/auth/refresh') this.#refreshed(worker, fault)
    if (expired) this.#expired.set(connectionId, at)
    this.#last.set(`${worker} ${connectionId} ${call}`, seen)
    this.#trace.update(`${at} ${connectionId} ${call} ${fault} ${expired}\n`)
    const most = call === '/auth/refresh' ? MOST_REFRESHES : MOST_FRUITLESS
    if (connectionId !== '') this.#countHour(at, `${connectionId} ${call}`, 1, most)
  }

  storeTrouble(worker: string, method: keyof SyncStore, isTrouble: boolean): void {
    if (isTrouble) this.counts.storeTroubles += 1
    if (isTrouble && (method === 'saveCredential' || method === 'leaseRefresh')) this.counts.lostRefreshes += 1
    if (method === 'saveCredential') this.#refreshing.delete(worker)
  }

  died(worker: string): void {
    this.counts.deaths += 1
    if (this.#refreshing.has(worker)) this.counts.lostRefreshes += 1
  }

  #refreshed(worker: string, fault: Fault | undefined): void {
    if (isUnheard(fault)) this.counts.lostRefreshes += 1
    else if (fault === undefined) this.#refreshing.add(worker)
  }

  claimed(sync: StoredSync, _: Claim, now: number): void {
    this.#last.delete(this.#lastKey(sync))
    this.#countHour(now, `claims of ${nameOf(sync)}`, 1, MOST_CLAIMS)
  }

  committed(sync: StoredSync, { page, invalid, checkpoint }: PageCommit, counters: Counters, now: number): void {
    const received = toParts(page).length + invalid
    const sum = Object.values(counters).reduce((a, b) => a + b, 0)
    const sent = this.#last.get(this.#lastKey(sync))?.sent
    if (sum !== received) this.#violate(now, sync, `counted ${sum} of ${received}`)
    // The bare table beside its rows has its id in the metadata as well as its own.
    if (sent !== undefined && sent !== received) this.#violate(now, sync, `kept ${received} of ${sent} that were sent`)
    this.counts.created += counters.created
    if (checkpoint.dateStart !== undefined) this.#windows.set(sync, checkpoint.dateStart)
    // A page that was kept is no call in vain.
    this.#countHour(now, `${sync.connection.connectionId} /sync/${sync.sync}`, -1, MOST_FRUITLESS)
    this.#countHour(now, `claims of ${nameOf(sync)}`, -1, MOST_CLAIMS)
  }

  finished(sync: StoredSync, end: RunEnd, trigger: Trigger, before: SyncState, now: number): void {
    this.counts.runs += 1
    this.witnessed.add(end.next.health).add(end.state).add(trigger)
    if (end.reconnectRequired) this.witnessed.add('reconnect')
    const from = this.#windows.get(sync)
    if (end.state === 'ok' && from !== undefined && !this.readFrom.has(sync)) this.readFrom.set(sync, from)
    this.#trace.update(`${now} ${nameOf(sync)} ${end.state} ${end.next.health} ${end.next.dateNextRun}\n`)
    const wrong = [...this.ladderOf(sync).ended(end, trigger, before, now), ...this.#misjudged(sync, end)]
    for (const what of wrong) this.#violate(now, sync, `${what} (${JSON.stringify(end.error?.title)})`)
  }

  /** Whether a run ended as its last answer demands. */
  #misjudged(sync: StoredSync, { state, error, next, reconnectRequired }: RunEnd): string[] {
    const last = this.#last.get(this.#lastKey(sync))
    const { title = '' } = error ?? {}
    if (reconnectRequired) return this.#mayEnd(sync, title) ? [] : ['asks to sign in again for no reason']
    // What the store refuses, and a provider that went down meanwhile, are not the last answer's doing.
    if (!last || title === 'Platform error' || title === 'Put off') return []
    if (last.expired) return state === 'ok' ? ['ends well although it was refused'] : []
    const wanted = verdictOn(last.fault)
    // A bad item that has no good one beside it makes a page of nothing else.
    if (title === 'Nothing could be kept')
      return last.fault?.endsWith('bad-items') ? [] : ['kept nothing of a good page']
    if (wanted === 'nothing-kept') return []
    if (wanted === 'ok') return state === 'ok' || this.#isLater(sync, last) ? [] : [`is ${state} after a good page`]
    if (wanted === 'wait') return state === 'deferred' || next.deferredCount > 5 ? [] : ['does not wait']
    return state === 'failed' ? [] : [`is ${state} after ${last.fault}`]
  }

  /** Signing in again is asked for when the vendor has refused, or after days of refreshes that failed. */
  #mayEnd({ connection }: StoredSync, title: string): boolean {
    return this.#expired.has(connection.connectionId) || title === 'Credentials expired'
  }

  /** A long run may have stumbled over a refresh after its last page. */
  #isLater(sync: StoredSync, last: Seen): boolean {
    const refresh = this.#last.get(`${sync.worker} ${sync.connection.connectionId} /auth/refresh`)
    return refresh !== undefined && refresh.at >= last.at
  }

  /** What happens in an hour has bounds. */
  #countHour(now: number, what: string, by: number, most: number): void {
    const key = `${Math.floor(now / HOUR)} ${what}`
    const count = (this.#hours.get(key) ?? 0) + by
    this.#hours.set(key, count)
    if (count === most + 1)
      this.violations.push(`${what}: more than ${most} within an hour, at ${new Date(now).toJSON()}`)
  }

  #violate(now: number, sync: StoredSync, what: string): void {
    this.violations.push(`${new Date(now).toJSON()} ${nameOf(sync)}: ${what}`)
  }

  #lastKey({ worker, connection, sync }: StoredSync): string {
    return `${worker} ${connection.connectionId} /sync/${sync}`
  }
}

export function nameOf({ connection, sync }: StoredSync): string {
  return `${connection.connectionId} ${connection.application} ${sync}`
}
