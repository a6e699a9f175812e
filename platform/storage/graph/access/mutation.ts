import { sql } from 'kysely'
import { appendChanges, type Change } from '../../changes.ts'
import { type Database, inTransaction, type Tx } from '../../postgres/database.ts'
import { type RecipientRow, syncShareColumns, updateRecipients } from '../../sharing.ts'
import { Feeds } from './feeds.ts'
import { propagateAccess, syncRecipientLinks } from './inherited-access.ts'
import { type BlockRow, findBlock, type Viewer, visibleTo } from './visibility.ts'

type EventType = Change['event_type']

/** What names a block: its home tenant, id and type. */
export type BlockKey = Pick<BlockRow, 'tenant_id' | 'block_id' | 'block_type'>

/** Something that somebody did to a block, as its history tells it. */
export interface Activity {
  activity_type: (typeof ACTIVITY_TYPES)[number]
  detail?: Record<string, unknown>
}

export const ACTIVITY_TYPES = [
  ...(['CREATED', 'RENAMED', 'STATUS_CHANGED', 'COMMENTED', 'SHARED', 'UNSHARED'] as const),
  ...(['ASSIGNED', 'UNASSIGNED', 'ARCHIVED', 'RESTORED', 'UPDATED'] as const),
] as const

/**
 * A change of the graph by a person: one transaction. Whoever changes something says so here; at the end the copies in
 * links, the rows of guests, the links of comments, the histories and the feeds of changes follow from it.
 */
export class Mutation {
  readonly tx: Tx
  readonly viewer: Viewer
  /** Epoch ms; the same for all that is written. */
  readonly now: number
  readonly #changed = new Map<string, BlockKey & { event: EventType }>()
  readonly #relinked = new Map<string, BlockKey>()
  readonly #activities: (BlockKey & Activity)[] = []
  readonly #feeds: Feeds

  constructor(tx: Tx, viewer: Viewer, now: number) {
    this.tx = tx
    this.viewer = viewer
    this.now = now
    this.#feeds = new Feeds(viewer.tenantId)
  }

  /** The block was written. One that was created is told of as that, whatever else happened to it. */
  recordChange(block: BlockKey, event: EventType = 'UPDATED'): void {
    const known = this.#changed.get(block.block_id)
    const isWeaker = known !== undefined && (event === 'UPDATED' || known.event === 'CREATED')
    if (!isWeaker) this.#changed.set(block.block_id, { ...toBlockKey(block), event })
  }

  /** The block's shared links were written. Whoever sees it now and did not before, or the other way round, is told. */
  recordShareChange(block: BlockKey): void {
    this.#relinked.set(block.block_id, toBlockKey(block))
    this.recordChange(block)
  }

  /** Goes into the block's history. */
  recordActivity(block: BlockKey, activity: Activity): void {
    this.#activities.push({ ...toBlockKey(block), ...activity })
  }

  /** Something that is told to one tenant alone has changed: a tag, a recommendation, a mark. */
  recordTenantChange(change: Omit<Change, 'actor_id'>, tenantId = this.viewer.tenantId): void {
    this.#feeds.add(tenantId, change)
  }

  /** Ends the transaction's work. The feeds come last, in the order of the tenants: writing them holds their rows. */
  async flush(): Promise<void> {
    await this.#writeActivities()
    for (const [tenantId, blocks] of groupByTenant(this.#relinked.values())) {
      const ids = blocks.map(({ block_id }) => block_id)
      const followers = await propagateAccess(this.tx, tenantId, ids, this.now)
      const { gone, come } = await updateRecipients(this.tx, tenantId, [...ids, ...followers])
      await syncRecipientLinks(this.tx, tenantId, ids)
      this.#tellGuests(come, () => 'SHARED')
      this.#tellGuests(gone, () => 'UNSHARED')
    }
    for (const [tenantId, blocks] of groupByTenant(this.#changed.values())) await this.#tellOfBlocks(tenantId, blocks)
    for (const [tenantId, changes] of this.#feeds.inTenantOrder()) {
      await appendChanges(this.tx, tenantId, changes, this.now)
    }
  }

  async #tellOfBlocks(tenantId: string, blocks: readonly (BlockKey & { event: EventType })[]): Promise<void> {
    const ids = blocks.map(({ block_id }) => block_id)
    const events = new Map(blocks.map(({ block_id, event }) => [block_id, event]))
    this.#tellGuests(
      await syncShareColumns(this.tx, tenantId, ids),
      ({ block_id }) => events.get(block_id) ?? 'UPDATED',
    )
    const seen = await findVisibleToOwner(this.tx, tenantId, ids)
    for (const { block_id, block_type, event } of blocks) {
      const hasLeft = tenantId === this.viewer.tenantId && this.#relinked.has(block_id)
      if (seen.has(block_id)) this.#feeds.addBlock(tenantId, { block_id, block_type }, event)
      else if (hasLeft) this.#feeds.addBlock(tenantId, { block_id, block_type }, 'UNSHARED')
    }
  }

  #tellGuests(rows: readonly RecipientRow[], eventOf: (row: RecipientRow) => EventType): void {
    for (const row of rows) this.#feeds.addBlock(row.tenant_id, row, eventOf(row))
  }

  async #writeActivities(): Promise<void> {
    if (this.#activities.length === 0) return
    await sql`
      insert into activities (tenant_id, activity_id, block_id, activity_type, actor_type, actor_id, detail, date_created)
      select i.tenant_id, gen_random_uuid(), i.block_id, i.activity_type, 'TENANT', ${this.viewer.tenantId},
        coalesce(i.detail, '{}'), ${this.now}
      from jsonb_to_recordset(${JSON.stringify(this.#activities)}::jsonb)
        as i (tenant_id uuid, block_id uuid, activity_type text, detail jsonb)`.execute(this.tx)
  }
}

/** Runs `work` in one transaction; nothing of it stays when it throws. It may run twice, so it does nothing else. */
export function runMutation<Result>(
  db: Database,
  viewer: Viewer,
  now: number,
  work: (mutation: Mutation) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const mutation = new Mutation(tx, viewer, now)
    const result = await work(mutation)
    await mutation.flush()
    return result
  })
}

/**
 * The block of that id as it stands, if the viewer may see it; nobody else writes it or its links until the
 * transaction ends. Read after the lock is held: who waited for it may have lost their access meanwhile.
 */
export async function lockBlock({ tx, viewer }: Mutation, blockId: string): Promise<BlockRow | undefined> {
  await sql`
    select from sharing v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    where ${visibleTo(viewer)} and v.block_id = ${blockId} for update of b`.execute(tx)
  return findBlock(tx, viewer, blockId)
}

/** Those of a tenant's own blocks that it sees itself; who has left a block is told of it no more. */
async function findVisibleToOwner(tx: Tx, tenantId: string, blockIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ block_id: string }>`
    select s.block_id from tenants home
    join sharing s on s.tenant_id = home.tenant_id and s.tag_id = home.tag_id and s.shared
      and s.block_id = any(${blockIds}::uuid[])
    where home.tenant_id = ${tenantId}`.execute(tx)
  return new Set(rows.map(({ block_id }) => block_id))
}

function toBlockKey({ tenant_id, block_id, block_type }: BlockKey): BlockKey {
  return { tenant_id, block_id, block_type }
}

function groupByTenant<Block extends BlockKey>(blocks: Iterable<Block>): Map<string, Block[]> {
  return Map.groupBy(blocks, ({ tenant_id }) => tenant_id)
}
