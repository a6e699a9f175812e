import type { Change, Feed } from '../../changes.ts'

type Block = { block_id: string; block_type: string }

/** Of several events about one subject, only the one with the highest rank is kept: UNSHARED makes UPDATED irrelevant. */
const RANK: Readonly<Record<Change['event_type'], number>> = {
  UPDATED: 0,
  RESTORED: 1,
  ARCHIVED: 1,
  CREATED: 2,
  SHARED: 3,
  UNSHARED: 4,
}

/** Collects the changes of one mutation for the feeds of tenants, at most one change per tenant and subject. */
export class Feeds {
  readonly #actorId: string
  readonly #feeds = new Map<string, Map<string, Change>>()

  constructor(actorId: string) {
    this.#actorId = actorId
  }

  add(tenantId: string, change: Change): void {
    const feed = this.#feeds.get(tenantId) ?? new Map<string, Change>()
    this.#feeds.set(tenantId, feed)
    const key = `${change.subject} ${change.subject_id}`
    const previous = feed.get(key)
    if (previous && RANK[previous.event_type] > RANK[change.event_type]) return
    feed.set(key, { ...change, actor_id: this.#actorId })
  }

  addBlock(tenantId: string, { block_id, block_type }: Block, event_type: Change['event_type']): void {
    this.add(tenantId, { event_type, subject: 'block', subject_id: block_id, subject_type: block_type })
  }

  get isEmpty(): boolean {
    return this.#feeds.size === 0
  }

  /** Whether these changes are only updates of the given blocks for one tenant. */
  hasOnlyUpdates(tenantId: string, blockIds: readonly string[]): boolean {
    return [...this.#feeds].every(
      ([ofTenant, changes]) =>
        ofTenant === tenantId &&
        [...changes.values()].every(
          ({ event_type, subject, subject_id }) =>
            event_type === 'UPDATED' && subject === 'block' && blockIds.includes(subject_id),
        ),
    )
  }

  byTenant(): Feed[] {
    return [...this.#feeds].map(([tenantId, changes]) => [tenantId, [...changes.values()]])
  }
}
