import { setTimeout as sleep } from 'node:timers/promises'
import { listProviders } from '../storage/connections/providers.ts'
import { runMutation } from '../storage/graph/access/mutation.ts'
import { claimDueTenants, type DueTenant } from '../storage/graph/recommending/save.ts'
import type { Database } from '../storage/postgres/database.ts'
import { recommend } from './recommend.ts'

export interface RecommendationOptions {
  /** Time between two looks at what a tenant has (ms); 0 turns recommendations of the platform off. */
  intervalMs: number
  /** Interval at which an idle process looks for tenants that are due (ms). */
  pollIntervalMs: number
}

export const DEFAULT_RECOMMENDATION_OPTIONS: RecommendationOptions = { intervalMs: 900_000, pollIntervalMs: 5_000 }

export interface RecommendationWorkerDeps {
  db: Database
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
    const { db, options, onError } = this.#deps
    const now = this.#deps.now()
    const tenants = await claimDueTenants(db, BATCH_SIZE, now, options.intervalMs)
    if (tenants.length === 0) return 0
    const definitions = (await listProviders(db)).map(({ definition }) => definition)
    for (const tenant of tenants) {
      if (this.#stopped.signal.aborted) break
      const work = (mutation: Parameters<typeof recommend>[0]) => recommend(mutation, { ...tenant, definitions })
      await runMutation(db, toViewer(tenant), now, work).catch(onError)
    }
    return tenants.length
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    const { options, onError } = this.#deps
    while (!signal.aborted) {
      const count = await this.runOnce().catch((error) => {
        onError(error)
        return 0
      })
      if (count < BATCH_SIZE) await sleep(options.pollIntervalMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

function toViewer({ tenantId, tagId }: DueTenant) {
  return { tenantId, tagId }
}
