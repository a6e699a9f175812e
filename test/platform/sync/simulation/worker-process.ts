import { type Clock, sleep } from '../../../../platform/model/clock.ts'
import type { SyncStore } from '../../../../platform/model/sync-store.ts'
import type { Emit } from '../../../../platform/provider/events.ts'
import type { HttpRequest, HttpResponse } from '../../../../platform/provider/transport.ts'
import { createEngine, type Engine } from '../../../../platform/sync/engine.ts'
import type { EngineOptions } from '../../../../platform/sync/engine-options.ts'
import type { FakeProvider, ObservedCall } from './provider.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** The probabilities that a call to the store fails, and that it is slow. */
export interface StoreFaults {
  failing: number
  slow: number
}

export interface WorkerProcessDeps {
  clock: VirtualClock
  random: SeededRandom
  store: SyncStore
  currentStoreFaults: () => StoreFaults
  providers: ReadonlyMap<string, FakeProvider>
  options: EngineOptions
  emit: Emit
  onCall: (workerId: string, call: ObservedCall) => void
  /** `isFault`: the call to the store failed or was very slow. */
  onStoreCall: (workerId: string, method: keyof SyncStore, isFault: boolean) => void
}

const SLOW_MS = 90_000

/** The process of a worker. After it was killed, none of its actions continue and none of its promises settle. */
export class WorkerProcess {
  readonly workerId: string
  readonly engine: Engine
  #isAlive = true

  constructor(workerId: string, deps: WorkerProcessDeps) {
    this.workerId = workerId
    this.engine = createEngine({
      workerId,
      options: deps.options,
      random: deps.random.next,
      platformKey: () => 'the-key',
      providerUrls: [...deps.providers.keys()],
      store: this.#faultyStore(deps),
      clock: this.#clockUntilKilled(deps.clock),
      transport: (request) => this.#send(request, deps),
      emit: (event) => this.#isAlive && deps.emit(event),
    })
  }

  async start(): Promise<void> {
    await this.engine.definitions.start()
    if (this.#isAlive) this.engine.worker.start()
  }

  /** Like SIGKILL. */
  kill(): void {
    this.#isAlive = false
  }

  async stop(): Promise<void> {
    await Promise.all([this.engine.worker.stop(), this.engine.definitions.stop()])
    this.#isAlive = false
  }

  #clockUntilKilled(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      schedule: (ms, action) => clock.schedule(ms, () => this.#isAlive && action()),
    }
  }

  async #send(request: HttpRequest, { clock, random, providers, onCall }: WorkerProcessDeps): Promise<HttpResponse> {
    await sleep(clock, random.between(20, 400), request.signal)
    if (request.signal.aborted) throw request.signal.reason
    const provider = providers.get(new URL(request.url).origin)
    if (!provider) throw new Error(`there is no provider at ${request.url}`)
    const response = await provider.respond(request, (call) => this.#isAlive && onCall(this.workerId, call))
    return this.#unlessKilled(await this.#unlessKilled(response))
  }

  /** A store behind a network: calls are sometimes slow, and sometimes fail before or after they were executed. */
  #faultyStore({ store, clock, random, currentStoreFaults, onStoreCall }: WorkerProcessDeps): SyncStore {
    const call = async (method: keyof SyncStore, execute: () => Promise<unknown>) => {
      const { failing, slow } = currentStoreFaults()
      const fails = random.is(failing)
      const isExecuted = !fails || random.is(0.5)
      const isSlow = random.is(slow)
      if (isSlow) await sleep(clock, SLOW_MS)
      else if (random.is(0.03)) await sleep(clock, random.between(1, 30))
      if (!this.#isAlive) return never()
      const result = isExecuted ? await execute() : undefined
      onStoreCall(this.workerId, method, fails || isSlow)
      if (!fails) return this.#unlessKilled(result)
      throw new Error(`the store failed in ${method}`)
    }
    return new Proxy(store, {
      get:
        (target, method: keyof SyncStore) =>
        (...args: never[]) => {
          const execute = target[method] as (...args: never[]) => Promise<unknown>
          return call(method, () => execute.apply(target, args))
        },
    })
  }

  #unlessKilled<Value>(value: Value): Value | Promise<never> {
    return this.#isAlive ? value : never()
  }
}

function never(): Promise<never> {
  return new Promise(() => {})
}
