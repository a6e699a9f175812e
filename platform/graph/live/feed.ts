import type { Logger } from 'pino'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { bucketNameOf } from '../../storage/buckets.ts'
import { type ChangeEvent, findChangesAfter, findLastSequence } from '../../storage/changes.ts'
import type { Database } from '../../storage/postgres/database.ts'
import type { ChangeFeed, ChangeListener } from '../context.ts'
import { PollInterval } from './poll-interval.ts'
import { LiveReads } from './reads.ts'

/** The maximum number of changes read per tenant and poll. */
const MAX_CHANGES = 500

interface Subscription {
  since: number
  listeners: Set<ChangeListener>
}

/**
 * Publishes changes as they happen, by polling the change feeds of the tenants of a bucket that have listeners in this
 * process. It therefore sees changes written by any process. Changes from before a subscription are read by the query
 * `changes`. While the bucket is unavailable, those of other buckets are not delayed.
 */
export class LiveFeed implements ChangeFeed {
  readonly reads: LiveReads
  readonly #db: Database
  readonly #log: Logger
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #interval = new PollInterval()
  #timer: NodeJS.Timeout | undefined
  #isFailing = false
  #isStopped = false

  constructor(db: Database, log: Logger) {
    this.#db = db
    this.#log = log
    this.reads = new LiveReads(db)
  }

  async listen(tenantId: string, listener: ChangeListener): Promise<() => void> {
    const since = this.#subscriptions.get(tenantId)?.since ?? (await findLastSequence(this.#db, tenantId))
    const subscription = this.#subscriptions.get(tenantId) ?? { since, listeners: new Set() }
    subscription.listeners.add(listener)
    this.#subscriptions.set(tenantId, subscription)
    this.#timer ??= this.#schedule()
    return () => {
      subscription.listeners.delete(listener)
      if (subscription.listeners.size === 0 && this.#subscriptions.get(tenantId) === subscription)
        this.#subscriptions.delete(tenantId)
    }
  }

  /** Stops polling and drops all listeners. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#subscriptions.clear()
  }

  #schedule(): NodeJS.Timeout | undefined {
    if (this.#isStopped || this.#subscriptions.size === 0) return undefined
    return setTimeout(() => this.#poll(), this.#interval.ms)
  }

  async #poll(): Promise<void> {
    const start = performance.now()
    const cursors = [...this.#subscriptions].map(([tenantId, { since }]) => ({ tenantId, since }))
    try {
      const changes = cursors.length > 0 ? await findChangesAfter(this.#db, cursors, MAX_CHANGES) : []
      this.#interval.adapt({ found: changes.length > 0, tookMs: performance.now() - start })
      this.#publish(changes)
      this.#isFailing = false
    } catch (error) {
      this.#interval.adapt({ found: false, tookMs: performance.now() - start })
      if (!this.#isFailing) this.#warn(error)
      this.#isFailing = true
    }
    this.#timer = this.#schedule()
  }

  #warn(error: unknown): void {
    const fields = omitUndefined({ err: error, bucket: bucketNameOf(this.#db) })
    this.#log.warn(fields, 'change feed unavailable; live events are delayed')
  }

  #publish(changes: readonly ChangeEvent[]): void {
    for (const [tenantId, tenantChanges] of Map.groupBy(changes, ({ tenant_id }) => tenant_id)) {
      const subscription = this.#subscriptions.get(tenantId)
      const unseen = tenantChanges.filter(
        ({ sequence }) => sequence > (subscription?.since ?? Number.POSITIVE_INFINITY),
      )
      if (!subscription || unseen.length === 0) continue
      subscription.since = unseen.at(-1)?.sequence ?? subscription.since
      for (const listener of subscription.listeners) listener(unseen)
    }
  }
}
