import { afterReconnect } from '../../../../platform/sync/health.ts'
import type { SyncPolicy } from '../../../../platform/sync/policy.ts'
import type { MemoryStore } from '../memory-store/store.ts'
import type { StoredConnection, StoredSync } from '../memory-store/stored.ts'
import type { Account } from './account.ts'
import type { InvariantChecker } from './invariant-checker.ts'
import { HOUR, RECOVERY_START } from './scenario.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { VirtualClock } from './virtual-clock.ts'
import type { WorkerProcess } from './worker-process.ts'

export interface SimulatedUserDeps {
  clock: VirtualClock
  random: SeededRandom
  store: MemoryStore
  accounts: ReadonlyMap<string, Account>
  checker: InvariantChecker
  policy: SyncPolicy
  processes: () => readonly WorkerProcess[]
}

/** The owner of the connections, who signs in again after a while, pauses and resumes syncs, and runs them manually. */
export class SimulatedUser {
  readonly #deps: SimulatedUserDeps
  readonly #signingIn = new Set<StoredConnection>()

  constructor(deps: SimulatedUserDeps) {
    this.#deps = deps
  }

  /** Acts now, and again about every six hours. */
  act(): void {
    const { clock, random } = this.#deps
    if (clock.now() >= RECOVERY_START) {
      this.#repairAll()
      return
    }
    for (const connection of this.#deps.store.connections.values()) {
      if (connection.status === 'reconnect_required') this.#signInLater(connection)
      // All syncs at once, on any worker, so that all of them need an expired credential at the same time.
      if (random.is(0.1)) for (const sync of connection.syncs.values()) this.#runNow(sync)
      for (const sync of connection.syncs.values()) this.#control(sync)
    }
    clock.schedule(random.between(5 * HOUR, 7 * HOUR), () => this.act())
  }

  #control(sync: StoredSync): void {
    const { random, store } = this.#deps
    if (random.is(0.02)) store.setPaused(sync, !sync.state.pausedByUser)
    else if (sync.state.pausedByUser && random.is(0.2)) store.setPaused(sync, false)
    else if (random.is(0.05)) this.#runNow(sync)
  }

  #runNow({ connection, sync }: StoredSync): void {
    const { processes, random } = this.#deps
    const { worker } = random.pick(processes()).engine
    // If the store fails, the user sees the error and does nothing.
    worker.runNow(connection, sync).catch(() => undefined)
  }

  #signInLater(connection: StoredConnection): void {
    const { clock, random } = this.#deps
    if (this.#signingIn.has(connection)) return
    this.#signingIn.add(connection)
    const delay = random.between(HOUR, 5 * 24 * HOUR)
    clock.schedule(Math.min(delay, Math.max(0, RECOVERY_START - clock.now())), () => this.#signIn(connection))
  }

  #signIn(connection: StoredConnection): void {
    const { clock, random, store, accounts, checker, policy } = this.#deps
    this.#signingIn.delete(connection)
    if (connection.status !== 'reconnect_required') return
    const credential = accounts.get(connection.connectionId)?.grant(clock.now())
    if (!credential) return
    const toResumedState = (sync: StoredSync) => {
      checker.healthModelOf(sync).onReconnect()
      return afterReconnect(sync.state, { now: clock.now(), policy, random: random.next })
    }
    store.reconnect(connection, credential, toResumedState, clock.now())
  }

  /** Does everything that waits for a user, so that all syncs can recover. */
  #repairAll(): void {
    for (const connection of this.#deps.store.connections.values()) {
      if (connection.status === 'reconnect_required') this.#signIn(connection)
      for (const sync of connection.syncs.values()) {
        if (sync.state.pausedByUser) this.#deps.store.setPaused(sync, false)
        if (sync.state.dateNextRun === undefined) this.#runNow(sync)
      }
    }
    // Repeated, because a rejection may still be in flight.
    const { clock } = this.#deps
    clock.schedule(HOUR, () => this.#repairAll())
  }
}
