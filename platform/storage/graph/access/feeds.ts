import type { Change } from '../../changes.ts'

type Block = { block_id: string; block_type: string }

/** Of what a tenant is told of one block the strongest counts: who has lost it need not know that it changed. */
const STRENGTH: Readonly<Record<Change['event_type'], number>> = {
  ...{ UPDATED: 0, RESTORED: 1, ARCHIVED: 1, CREATED: 2, SHARED: 3, UNSHARED: 4 },
}

/** What one person's edit is going to be told of, by tenant. Of each block everybody is told once. */
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
    const known = feed.get(key)
    if (known && STRENGTH[known.event_type] > STRENGTH[change.event_type]) return
    feed.set(key, { ...change, actor_id: this.#actorId })
  }

  addBlock(tenantId: string, { block_id, block_type }: Block, event_type: Change['event_type']): void {
    this.add(tenantId, { event_type, subject: 'block', subject_id: block_id, subject_type: block_type })
  }

  /** In the order of the tenants, so that those who edit each other's blocks do not wait in a circle. */
  inTenantOrder(): [string, Change[]][] {
    const feeds = [...this.#feeds].sort(([one], [other]) => (one < other ? -1 : 1))
    return feeds.map(([tenantId, changes]) => [tenantId, [...changes.values()]])
  }
}
