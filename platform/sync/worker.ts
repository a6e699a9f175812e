import { pause } from '../model/clock.ts'
import type { Claim, ConnectionKey, SyncName } from '../model/sync.ts'
import { LeaseLost } from '../model/sync-store.ts'
import type { Definitions } from '../provider/definitions.ts'
import { type LeaseRules, Leases } from './leases.ts'
import { type ClaimParts, runClaim } from './run-claim.ts'
import { toRunEnd } from './run-outcome.ts'
import { type LaneRules, Lanes } from './run-queue.ts'

export interface WorkerRules {
  /** Runs in hand at a time, waiting ones included, and how many are claimed at once. */
  inHand: number
  batch: number
  /** After having been full, it claims again when there is room for so many. */
  refill: number
  lanes: LaneRules
  leases: LeaseRules
  /** A run whose lane is full is put off by this time. All in ms. */
  fullLane: number
  /** How long a worker without work sleeps, at least and at most. */
  leastSleep: number
  mostSleep: number
  /** What runs get to finish their page when the worker stops. */
  grace: number
}

export interface WorkerParts extends ClaimParts {
  /** Names this process among those that share the work. */
  worker: string
  definitions: Pick<Definitions, 'offerOf' | 'urls'>
  workerRules: WorkerRules
}

/** A run that somebody asked for. */
export interface AskedRun {
  runId: string
  /** Resolves when the run is over, however it went. */
  done: Promise<void>
}

interface Running {
  controller: AbortController
  done: Promise<void>
}

/** Takes syncs that are due and runs them, as one of any number of workers. */
export class Worker {
  readonly #parts: WorkerParts
  readonly #rules: WorkerRules
  readonly #lanes: Lanes
  readonly #leases: Leases
  readonly #running = new Map<Claim, Running>()
  #claiming: Promise<void> = Promise.resolve()
  #isStopping = false
  #isFull = false
  #sleep = new AbortController()

  constructor(parts: WorkerParts) {
    const { store, clock, emit, workerRules } = parts
    this.#parts = parts
    this.#rules = workerRules
    this.#lanes = new Lanes(workerRules.lanes)
    this.#leases = new Leases({ store, clock, emit, rules: workerRules.leases })
  }

  /** Begins to take what is due. A worker that is not started still runs what it is asked for. */
  start(): void {
    this.#claiming = this.#claimOn()
  }

  /** Gives back what has not begun, lets runs finish their page, and gives back the rest. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#sleep.abort()
    const cancel = this.#parts.clock.after(this.#rules.grace, () => {
      for (const { controller } of this.#running.values()) controller.abort()
    })
    await this.#leases.giveBack(this.#lanes.clear().map(({ fence }) => fence))
    await this.#claiming
    const done = Promise.all([...this.#running.values()].map((running) => running.done))
    // A run that hears nothing has its lease taken, so whatever it still does changes nothing.
    const overdue = new AbortController()
    await Promise.race([done, pause(this.#parts.clock, 2 * this.#rules.grace, overdue.signal)])
    overdue.abort()
    await this.#leases.giveBack(this.#leases.fences())
    cancel()
  }

  /** Runs one sync now, due or not; undefined while it is being run, or when it cannot be. */
  async runNow(connection: ConnectionKey, sync: SyncName): Promise<AskedRun | undefined> {
    const { store, worker, clock } = this.#parts
    if (this.#isStopping) return undefined
    const now = clock.now()
    const claim = await store.claimOne(worker, connection, sync, now, this.#rules.leases.lease)
    if (!claim) return undefined
    this.#hold(claim, now)
    return { runId: claim.runId, done: this.#run(claim) }
  }

  async #claimOn(): Promise<void> {
    while (!this.#isStopping) {
      const wait = await this.#claimOnce()
      this.#sleep = new AbortController()
      if (wait > 0 && !this.#isStopping) await pause(this.#parts.clock, wait, this.#sleep.signal)
    }
  }

  /** Takes what is due, as far as there is room, and answers for how long there is nothing more to do. */
  async #claimOnce(): Promise<number> {
    const { store, worker, clock, emit, random } = this.#parts
    const { mostSleep, leastSleep, leases } = this.#rules
    const limit = this.#room()
    this.#isFull = limit === 0
    if (this.#isFull) return mostSleep
    try {
      const now = clock.now()
      const claims = await store.claim(worker, limit, now, leases.lease)
      await this.#take(claims, now)
      if (claims.length === limit) return 0
      const due = claims.length > 0 ? now : await store.nextDue(now)
      return Math.min(mostSleep, Math.max(leastSleep, (due ?? Number.POSITIVE_INFINITY) - clock.now()))
    } catch (cause) {
      emit({ type: 'store-failed', doing: 'claim', cause })
      return Math.round(mostSleep * (0.5 + random() / 2))
    }
  }

  #room(): number {
    const { inHand, batch } = this.#rules
    return Math.max(0, Math.min(batch, inHand - this.#leases.size, this.#lanes.room(this.#parts.definitions.urls)))
  }

  async #take(claims: readonly Claim[], now: number): Promise<void> {
    if (this.#isStopping) return this.#leases.giveBack(claims.map(({ fence }) => fence))
    const full: Claim[] = []
    for (const claim of claims) {
      if (this.#lanes.offer(claim)) this.#hold(claim, now)
      else full.push(claim)
    }
    this.#beginReady()
    await Promise.all(full.map((claim) => this.#putOff(claim)))
  }

  #hold(claim: Claim, taken: number): void {
    this.#leases.hold(claim.fence, taken, () => {
      if (!this.#lanes.withdraw(claim)) this.#running.get(claim)?.controller.abort(new LeaseLost(claim.fence))
    })
  }

  /** Its provider is slow, and others must not wait for that. */
  async #putOff(claim: Claim): Promise<void> {
    const { store, clock, syncRules, random } = this.#parts
    const circumstances = { sync: claim.fence.sync, now: clock.now(), rules: syncRules, random }
    const place = { checkpoint: claim.state.checkpoint, warnings: [] }
    const end = toRunEnd({ kind: 'skipped', retryAfter: this.#rules.fullLane }, claim, place, circumstances)
    await store.finish(claim.fence, end, clock.now())
  }

  #beginReady(): void {
    if (this.#isStopping) return
    for (const claim of this.#lanes.takeReady()) {
      void this.#run(claim).then(() => {
        this.#lanes.leave(claim)
        this.#beginReady()
        if (this.#isFull && this.#room() >= this.#rules.refill) this.#sleep.abort()
      })
    }
  }

  #run(claim: Claim): Promise<void> {
    const controller = new AbortController()
    const done = this.#runAndGiveBack(claim, controller.signal)
    this.#running.set(claim, { controller, done })
    return done
  }

  async #runAndGiveBack(claim: Claim, signal: AbortSignal): Promise<void> {
    const isLeft = await runClaim(claim, this.#parts, { signal, afterPage: () => this.#isStopping })
    this.#running.delete(claim)
    if (isLeft) await this.#leases.giveBack([claim.fence])
    else this.#leases.drop(claim.fence)
  }
}
