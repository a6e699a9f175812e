import { sleep } from '../model/clock.ts'
import type { Claim, ConnectionKey, ManualRun, SyncName, SyncRunner } from '../model/sync.ts'
import { LeaseLost } from '../model/sync-store.ts'
import type { Definitions } from '../provider/definitions.ts'
import { type LeaseOptions, Leases } from './leases.ts'
import { executeClaim, type RunClaimDeps } from './run-claim.ts'
import { toRunEnd } from './run-outcome.ts'
import { RunQueue, type RunQueueOptions } from './run-queue.ts'

export interface WorkerOptions {
  /** The maximum number of claimed runs, waiting ones included, and the maximum per claim. */
  maxClaimed: number
  batchSize: number
  /** A worker that was full claims again when there is room for this many. */
  refillThreshold: number
  queue: RunQueueOptions
  lease: LeaseOptions
  /** The delay of a run whose queue is full. */
  queueFullDelayMs: number
  /** How long an idle worker sleeps. */
  minSleepMs: number
  maxSleepMs: number
  /** How long runs may take to finish their current page when the worker stops. */
  graceMs: number
}

export interface WorkerDeps extends RunClaimDeps {
  /** Identifies this process as the holder of leases. */
  workerId: string
  definitions: Pick<Definitions, 'get' | 'urls'>
  workerOptions: WorkerOptions
}

interface ActiveRun {
  controller: AbortController
  done: Promise<void>
}

/** Claims due syncs and runs them. Any number of workers can share a store. */
export class Worker implements SyncRunner {
  readonly #deps: WorkerDeps
  readonly #options: WorkerOptions
  readonly #queue: RunQueue
  readonly #leases: Leases
  readonly #active = new Map<Claim, ActiveRun>()
  #claiming: Promise<void> = Promise.resolve()
  #isStopping = false
  #isFull = false
  #sleep = new AbortController()

  constructor(deps: WorkerDeps) {
    const { store, clock, emit, workerOptions } = deps
    this.#deps = deps
    this.#options = workerOptions
    this.#queue = new RunQueue(workerOptions.queue)
    this.#leases = new Leases({ store, clock, emit, options: workerOptions.lease })
  }

  /** Starts claiming due syncs. A worker that is not started executes manual runs only. */
  start(): void {
    this.#claiming = this.#claimUntilStopped()
  }

  /** Releases the claims that have not started, lets runs finish their page, and releases the rest. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#sleep.abort()
    const cancel = this.#deps.clock.schedule(this.#options.graceMs, () => {
      for (const { controller } of this.#active.values()) controller.abort()
    })
    await this.#leases.release(this.#queue.clear().map(({ fence }) => fence))
    await this.#claiming
    const done = Promise.all([...this.#active.values()].map((run) => run.done))
    // A run that does not react to the signal loses its lease, so that it cannot write any more.
    const deadline = new AbortController()
    await Promise.race([done, sleep(this.#deps.clock, 2 * this.#options.graceMs, deadline.signal)])
    deadline.abort()
    await this.#leases.release(this.#leases.fences())
    cancel()
  }

  /** Runs one sync now, whether it is due or not. Undefined when it is running already or cannot be run. */
  async runNow(connection: ConnectionKey, sync: SyncName): Promise<ManualRun | undefined> {
    const { store, workerId, clock } = this.#deps
    if (this.#isStopping) return undefined
    const claimedAt = clock.elapsed()
    const claim = await store.claimOne(workerId, connection, sync, clock.now(), this.#options.lease.durationMs)
    if (!claim) return undefined
    this.#hold(claim, claimedAt)
    return { runId: claim.runId, done: this.#run(claim) }
  }

  async #claimUntilStopped(): Promise<void> {
    while (!this.#isStopping) {
      const delay = await this.#claimDue()
      this.#sleep = new AbortController()
      if (delay > 0 && !this.#isStopping) await sleep(this.#deps.clock, delay, this.#sleep.signal)
    }
  }

  /** Claims due syncs as far as there is room. Returns how long to sleep until the next claim (ms). */
  async #claimDue(): Promise<number> {
    const { store, workerId, clock, emit, random } = this.#deps
    const { maxSleepMs, minSleepMs, lease } = this.#options
    const limit = this.#freeCapacity()
    this.#isFull = limit === 0
    if (this.#isFull) return maxSleepMs
    try {
      const claimedAt = clock.elapsed()
      const now = clock.now()
      const claims = await store.claim(workerId, limit, now, lease.durationMs)
      await this.#accept(claims, claimedAt)
      if (claims.length === limit) return 0
      const due = claims.length > 0 ? now : await store.nextDue(now)
      return Math.min(maxSleepMs, Math.max(minSleepMs, (due ?? Number.POSITIVE_INFINITY) - clock.now()))
    } catch (cause) {
      emit({ type: 'store-failed', operation: 'claim', cause })
      return Math.round(maxSleepMs * (0.5 + random() / 2))
    }
  }

  #freeCapacity(): number {
    const { maxClaimed, batchSize } = this.#options
    const queueCapacity = this.#queue.freeCapacity(this.#deps.definitions.urls)
    return Math.max(0, Math.min(batchSize, maxClaimed - this.#leases.size, queueCapacity))
  }

  async #accept(claims: readonly Claim[], claimedAt: number): Promise<void> {
    if (this.#isStopping) return this.#leases.release(claims.map(({ fence }) => fence))
    const rejected: Claim[] = []
    for (const claim of claims) {
      if (this.#queue.enqueue(claim)) this.#hold(claim, claimedAt)
      else rejected.push(claim)
    }
    this.#startReady()
    await Promise.all(rejected.map((claim) => this.#defer(claim)))
  }

  #hold(claim: Claim, claimedAt: number): void {
    this.#leases.hold(claim.fence, claimedAt, () => {
      if (!this.#queue.remove(claim)) this.#active.get(claim)?.controller.abort(new LeaseLost(claim.fence))
    })
  }

  /** The queue of its provider is full, and the runs of other providers must not wait for it. */
  async #defer(claim: Claim): Promise<void> {
    const { store, clock, policy, random } = this.#deps
    const context = { sync: claim.fence.sync, now: clock.now(), policy, random }
    const progress = { checkpoint: claim.state.checkpoint, warnings: [] }
    const outcome = { kind: 'deferred', retryAfter: this.#options.queueFullDelayMs } as const
    await store.finishRun(claim.fence, toRunEnd(outcome, claim, progress, context), clock.now())
  }

  #startReady(): void {
    if (this.#isStopping) return
    for (const claim of this.#queue.takeReady()) {
      void this.#run(claim).then(() => {
        this.#queue.release(claim)
        this.#startReady()
        if (this.#isFull && this.#freeCapacity() >= this.#options.refillThreshold) this.#sleep.abort()
      })
    }
  }

  #run(claim: Claim): Promise<void> {
    const controller = new AbortController()
    const done = this.#execute(claim, controller.signal)
    this.#active.set(claim, { controller, done })
    return done
  }

  async #execute(claim: Claim, signal: AbortSignal): Promise<void> {
    const hasYielded = await executeClaim(claim, this.#deps, { signal, afterPage: () => this.#isStopping })
    this.#active.delete(claim)
    if (hasYielded) await this.#leases.release([claim.fence])
    else this.#leases.drop(claim.fence)
  }
}
