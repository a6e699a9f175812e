import type { Logger } from 'pino'
import { type ChangeEvent, changesAfter, newestSequence } from '../../storage/changes.ts'
import type { Database } from '../../storage/postgres/database.ts'

/** How often the store is asked what is new (ms), and how many changes of a tenant are read at a time. */
const POLL_INTERVAL_MS = 250
const MAX_CHANGES = 500

/** Who wants to hear what changes for a tenant; several changes may come together, in their order. */
export type ChangeListener = (changes: readonly ChangeEvent[]) => void

interface Followed {
  since: number
  listeners: Set<ChangeListener>
}

/**
 * What changes, as it happens: reads the feeds of the tenants that somebody here listens to. It asks the store, so it
 * hears of what any process has written; what was missed while nobody listened stands in `changes`.
 */
export class LiveFeed {
  readonly #db: Database
  readonly #log: Logger
  readonly #followed = new Map<string, Followed>()
  #timer: NodeJS.Timeout | undefined
  #isFailing = false
  #isStopped = false

  constructor(db: Database, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** Hears all changes from now on. Answers how to stop. */
  async listen(tenantId: string, listener: ChangeListener): Promise<() => void> {
    const since = this.#followed.get(tenantId)?.since ?? (await newestSequence(this.#db, tenantId))
    const followed = this.#followed.get(tenantId) ?? { since, listeners: new Set() }
    followed.listeners.add(listener)
    this.#followed.set(tenantId, followed)
    if (!this.#isStopped) this.#timer ??= setTimeout(() => this.#look(), POLL_INTERVAL_MS)
    return () => {
      followed.listeners.delete(listener)
      if (followed.listeners.size === 0 && this.#followed.get(tenantId) === followed) this.#followed.delete(tenantId)
    }
  }

  /** Nobody hears anything any more. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#followed.clear()
  }

  async #look(): Promise<void> {
    const cursors = [...this.#followed].map(([tenantId, { since }]) => ({ tenantId, since }))
    try {
      if (cursors.length > 0) this.#tell(await changesAfter(this.#db, cursors, MAX_CHANGES))
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) this.#log.warn({ err: error }, 'live events are late: the feed of changes cannot be read')
      this.#isFailing = true
    }
    this.#timer =
      this.#followed.size > 0 && !this.#isStopped ? setTimeout(() => this.#look(), POLL_INTERVAL_MS) : undefined
  }

  #tell(changes: readonly ChangeEvent[]): void {
    for (const [tenantId, some] of Map.groupBy(changes, ({ tenant_id }) => tenant_id)) {
      const followed = this.#followed.get(tenantId)
      const news = some.filter(({ sequence }) => sequence > (followed?.since ?? Number.POSITIVE_INFINITY))
      if (!followed || news.length === 0) continue
      followed.since = news.at(-1)?.sequence ?? followed.since
      for (const listener of followed.listeners) listener(news)
    }
  }
}
