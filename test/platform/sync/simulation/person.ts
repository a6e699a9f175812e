import { afterReconnect } from '../../../../platform/sync/health.ts'
import type { SyncRules } from '../../../../platform/sync/policy.ts'
import type { Account } from './account.ts'
import type { Books } from './books.ts'
import type { Chance } from './chance.ts'
import type { MemoryStore, StoredConnection, StoredSync } from './memory-store.ts'
import { HOUR, QUIET } from './plan.ts'
import type { Process } from './process.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface PersonParts {
  clock: VirtualClock
  chance: Chance
  store: MemoryStore
  accounts: ReadonlyMap<string, Account>
  books: Books
  rules: SyncRules
  processes: () => readonly Process[]
}

/** Whoever owns the connections: signs in again after a while, pauses and resumes, presses "sync now". */
export class Person {
  readonly #parts: PersonParts
  readonly #signingIn = new Set<StoredConnection>()

  constructor(parts: PersonParts) {
    this.#parts = parts
  }

  /** Looks in every six hours. */
  lookIn(): void {
    const { clock, chance } = this.#parts
    if (clock.now() >= QUIET) {
      this.#putInOrder()
      return
    }
    for (const connection of this.#parts.store.connections.values()) {
      if (connection.status === 'reconnect_required') this.#signInLater(connection)
      // All at once, at whatever worker answers: a credential that has run out is then wanted by all of them.
      if (chance.is(0.1)) for (const sync of connection.syncs.values()) this.#runNow(sync)
      for (const sync of connection.syncs.values()) this.#fiddle(sync)
    }
    clock.after(chance.between(5 * HOUR, 7 * HOUR), () => this.lookIn())
  }

  #fiddle(sync: StoredSync): void {
    const { chance, store } = this.#parts
    if (chance.is(0.02)) store.setPaused(sync, !sync.state.pausedByUser)
    else if (sync.state.pausedByUser && chance.is(0.2)) store.setPaused(sync, false)
    else if (chance.is(0.05)) this.#runNow(sync)
  }

  #runNow({ connection, sync }: StoredSync): void {
    const { processes, chance } = this.#parts
    const { worker } = chance.pick(processes()).engine
    // The store may fail the person too, who then sees it and does nothing.
    worker.runNow(connection, sync).catch(() => undefined)
  }

  #signInLater(connection: StoredConnection): void {
    const { clock, chance } = this.#parts
    if (this.#signingIn.has(connection)) return
    this.#signingIn.add(connection)
    const wait = chance.between(HOUR, 5 * 24 * HOUR)
    clock.after(Math.min(wait, Math.max(0, QUIET - clock.now())), () => this.#signIn(connection))
  }

  #signIn(connection: StoredConnection): void {
    const { clock, chance, store, accounts, books, rules } = this.#parts
    this.#signingIn.delete(connection)
    if (connection.status !== 'reconnect_required') return
    const credential = accounts.get(connection.connectionId)?.grant(clock.now())
    if (!credential) return
    const resumed = (sync: StoredSync) => {
      books.ladderOf(sync).reconnected()
      return afterReconnect(sync.state, { now: clock.now(), rules, random: chance.next })
    }
    store.reconnect(connection, credential, resumed, clock.now())
  }

  /** When all is quiet, everything that waits for a person gets one. */
  #putInOrder(): void {
    for (const connection of this.#parts.store.connections.values()) {
      if (connection.status === 'reconnect_required') this.#signIn(connection)
      for (const sync of connection.syncs.values()) {
        if (sync.state.pausedByUser) this.#parts.store.setPaused(sync, false)
        if (sync.state.dateNextRun === undefined) this.#runNow(sync)
      }
    }
    // A refusal may still come in that was under way.
    const { clock } = this.#parts
    clock.after(HOUR, () => this.#putInOrder())
  }
}
