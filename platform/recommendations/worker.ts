import { setTimeout as sleep } from 'node:timers/promises'
import type { Bucket } from '../storage/buckets.ts'
import { listProviders } from '../storage/connections/providers.ts'
import type { EachBucket } from '../storage/each-bucket.ts'
import { runMutation } from '../storage/graph/access/mutation.ts'
import { claimDueTenants, type DueTenant } from '../storage/graph/recommending/save.ts'
import { recommend } from './recommend.ts'

export interface RecommendationOptions {
  /** Time between two looks at what a tenant has (ms); 0 turns recommendations of the platform off. */
  intervalMs: number
  /** Interval at which an idle process looks for tenants that are due (ms). */
  pollIntervalMs: number
}

export const DEFAULT_RECOMMENDATION_OPTIONS: RecommendationOptions = { intervalMs: 900_000, pollIntervalMs: 5_000 }

export interface RecommendationWorkerDeps {
  each: EachBucket
  options: RecommendationOptions
  /** Epoch ms. */
  now: () => number
  onError: (error: unknown) => void
}

const BATCH_SIZE = 20

/** Makes recommendations for each tenant from time to time, in the background. */
export class RecommendationWorker {
  readonly #deps: RecommendationWorkerDeps
  readonly #stopped = new AbortController()
  #loop: Promise<void> | undefined

  constructor(deps: RecommendationWorkerDeps) {
    this.#deps = deps
  }

  start(): void {
    if (this.#deps.options.intervalMs > 0) this.#loop ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#loop
  }

  /** Makes recommendations for the tenants that are due and resolves to their number. */
  async runOnce(): Promise<number> {
    const { each } = this.#deps
    const counts = await Promise.all(each.present().map((bucket) => this.#runIn(bucket)))
    return counts.reduce((total, count) => total + count, 0)
  }

  async #runIn(bucket: Bucket): Promise<number> {
    const { each, options, onError } = this.#deps
    const { db } = bucket
    const now = this.#deps.now()
    const claim = () => claimDueTenants(db, BATCH_SIZE, now, options.intervalMs)
    const { results, failures } = await each.query([bucket], claim)
    if (failures[0]) throw new Error(`recommendations cannot be made in ${bucket.name}`, { cause: failures[0].error })
    const tenants = results.flatMap(({ value }) => value)
    if (tenants.length === 0) return 0
    const definitions = (await listProviders(db)).map(({ definition }) => definition)
    for (const tenant of tenants) {
      if (this.#stopped.signal.aborted) break
      const work = (mutation: Parameters<typeof recommend>[0]) => recommend(mutation, { ...tenant, definitions })
      await runMutation(db, toViewer(tenant), now, work).catch(onError)
    }
    return tenants.length
  }

  /** Buckets are worked on at the same time, so that none waits for another. */
  async #run(): Promise<void> {
    const { signal } = this.#stopped
    const { each, options } = this.#deps
    const running = new Map<string, Promise<void>>()
    while (!signal.aborted) {
      for (const bucket of each.present()) {
        if (running.has(bucket.name)) continue
        const work = this.#runUntilNothingIsDue(bucket).finally(() => running.delete(bucket.name))
        running.set(bucket.name, work)
      }
      await sleep(options.pollIntervalMs, undefined, { signal }).catch(() => undefined)
    }
    await Promise.all(running.values())
  }

  async #runUntilNothingIsDue(bucket: Bucket): Promise<void> {
    let count: number
    do {
      count = await this.#runIn(bucket).catch((error) => {
        this.#deps.onError(error)
        return 0
      })
    } while (count === BATCH_SIZE && !this.#stopped.signal.aborted)
  }
}

function toViewer({ tenantId, tagId }: DueTenant) {
  return { tenantId, tagId }
}
