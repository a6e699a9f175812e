import type { Clock } from '../../../../platform/model/clock.ts'
import { pause } from '../../../../platform/model/clock.ts'
import type { SyncStore } from '../../../../platform/model/sync-store.ts'
import type { Emit } from '../../../../platform/provider/events.ts'
import { createEngine, type Engine } from '../../../../platform/sync/engine.ts'
import type { EngineRules } from '../../../../platform/sync/engine-options.ts'
import type { Chance } from './chance.ts'
import type { Provider, Seen } from './provider.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** How badly the store behaves at a time: the share of calls that fail, and of those that take long. */
export interface StoreTrouble {
  failing: number
  slow: number
}

export interface Surroundings {
  clock: VirtualClock
  chance: Chance
  store: SyncStore
  storeTrouble: () => StoreTrouble
  providers: ReadonlyMap<string, Provider>
  rules: EngineRules
  emit: Emit
  onSeen: (worker: string, seen: Seen) => void
  /** A call to the store failed or took very long; or it went well. */
  onStoreTrouble: (worker: string, method: keyof SyncStore, isTrouble: boolean) => void
}

const SLOW_MS = 90_000

/** A worker's process. When it dies, nothing it had begun goes on, and nothing it waits for ever comes. */
export class Process {
  readonly name: string
  readonly engine: Engine
  #isAlive = true

  constructor(name: string, surroundings: Surroundings) {
    this.name = name
    this.engine = createEngine({
      ...{ worker: name, rules: surroundings.rules, random: surroundings.chance.next, platformKey: () => 'the-key' },
      providerUrls: [...surroundings.providers.keys()],
      store: this.#troubled(surroundings),
      clock: this.#mortal(surroundings.clock),
      transport: (request) => this.#send(request, surroundings),
      emit: (event) => this.#isAlive && surroundings.emit(event),
    })
  }

  async start(): Promise<void> {
    await this.engine.definitions.start()
    if (this.#isAlive) this.engine.worker.start()
  }

  /** As SIGKILL does it. */
  kill(): void {
    this.#isAlive = false
  }

  async stop(): Promise<void> {
    await Promise.all([this.engine.worker.stop(), this.engine.definitions.stop()])
    this.#isAlive = false
  }

  #mortal(clock: Clock): Clock {
    return { now: () => clock.now(), after: (ms, action) => clock.after(ms, () => this.#isAlive && action()) }
  }

  async #send(...[request, { clock, chance, providers, onSeen }]: [Parameters<Provider['answer']>[0], Surroundings]) {
    await pause(clock, chance.between(20, 400), request.signal)
    if (request.signal.aborted) throw request.signal.reason
    const provider = providers.get(new URL(request.url).origin)
    if (!provider) throw new Error(`nobody answers at ${request.url}`)
    return this.#orNever(
      await this.#orNever(provider.answer(request, (seen) => this.#isAlive && onSeen(this.name, seen))),
    )
  }

  /** The store as it is over a network: late at times, and at times it fails, before or after it has done its work. */
  #troubled({ store, clock, chance, storeTrouble, onStoreTrouble }: Surroundings): SyncStore {
    const call = async (method: keyof SyncStore, work: () => Promise<unknown>) => {
      const { failing, slow } = storeTrouble()
      const fails = chance.is(failing)
      const isDone = !fails || chance.is(0.5)
      const isSlow = chance.is(slow)
      if (isSlow) await pause(clock, SLOW_MS)
      else if (chance.is(0.03)) await pause(clock, chance.between(1, 30))
      if (!this.#isAlive) return never()
      const result = isDone ? await work() : undefined
      onStoreTrouble(this.name, method, fails || isSlow)
      if (!fails) return this.#orNever(result)
      throw new Error(`the store failed in ${method}`)
    }
    return new Proxy(store, {
      get:
        (target, method: keyof SyncStore) =>
        (...given: never[]) => {
          const work = target[method] as (...given: never[]) => Promise<unknown>
          return call(method, () => work.apply(target, given))
        },
    })
  }

  #orNever<Value>(value: Value): Value | Promise<never> {
    return this.#isAlive ? value : never()
  }
}

function never(): Promise<never> {
  return new Promise(() => {})
}
