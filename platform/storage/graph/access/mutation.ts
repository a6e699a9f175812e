import { sql } from 'kysely'
import { appendChanges, type Change } from '../../changes.ts'
import { type Database, inTransaction, type Tx } from '../../postgres/database.ts'
import { type RecipientRow, syncShareColumns, updateRecipients } from '../../sharing.ts'
import { Feeds } from './feeds.ts'
import { propagateAccess, syncRecipientLinks } from './inherited-access.ts'
import { type BlockRow, findBlock, type Viewer, visibleTo } from './visibility.ts'

type EventType = Change['event_type']

/** Identifies a block: the tenant that owns it, its id and its type. */
export type BlockKey = Pick<BlockRow, 'tenant_id' | 'block_id' | 'block_type'>

/** An entry for the activity history of a block. */
export interface Activity {
  activity_type: (typeof ACTIVITY_TYPES)[number]
  detail?: Record<string, unknown>
}

export const ACTIVITY_TYPES = [
  'CREATED',
  'RENAMED',
  'STATUS_CHANGED',
  'COMMENTED',
  'SHARED',
  'UNSHARED',
  'ASSIGNED',
  'UNASSIGNED',
  'ARCHIVED',
  'RESTORED',
  'UPDATED',
] as const

/**
 * One transaction in which a person changes the graph (a unit of work). Functions that write report each change here.
 * `flush` then derives everything that follows from the changes: columns copied to sharing rows, rows of recipients,
 * access of comments, activities and change feeds.
 */
export class Mutation {
  readonly tx: Tx
  readonly viewer: Viewer
  /** Epoch ms. All writes of the mutation use this time. */
  readonly now: number
  readonly #changes = new Map<string, BlockKey & { event: EventType }>()
  readonly #shareChanges = new Map<string, BlockKey>()
  readonly #activities: (BlockKey & Activity)[] = []
  readonly #feeds: Feeds

  constructor(tx: Tx, viewer: Viewer, now: number) {
    this.tx = tx
    this.viewer = viewer
    this.now = now
    this.#feeds = new Feeds(viewer.tenantId)
  }

  /** Records that a block was written. A block created by this mutation is reported as CREATED, whatever happens to it later. */
  recordChange(block: BlockKey, event: EventType = 'UPDATED'): void {
    const recorded = this.#changes.get(block.block_id)
    const isCovered = recorded !== undefined && (event === 'UPDATED' || recorded.event === 'CREATED')
    if (!isCovered) this.#changes.set(block.block_id, { ...toBlockKey(block), event })
  }

  /** Records that a block's shares were written. Tenants who gain or lose access to the block are notified. */
  recordShareChange(block: BlockKey): void {
    this.#shareChanges.set(block.block_id, toBlockKey(block))
    this.recordChange(block)
  }

  /** Adds an entry to the block's history. */
  recordActivity(block: BlockKey, activity: Activity): void {
    this.#activities.push({ ...toBlockKey(block), ...activity })
  }

  /** Records a change that only one tenant is notified of: of a tag, a recommendation, or the viewer's own state of a block. */
  recordTenantChange(change: Omit<Change, 'actor_id'>, tenantId = this.viewer.tenantId): void {
    this.#feeds.add(tenantId, change)
  }

  /**
   * Writes what follows from the recorded changes. Must be the last step of the transaction. The feeds are appended at
   * the end and in the order of tenant ids, because each append locks its tenant's row.
   */
  async flush(): Promise<void> {
    await this.#writeActivities()
    for (const [tenantId, blocks] of groupByTenant(this.#shareChanges.values())) {
      const ids = blocks.map(({ block_id }) => block_id)
      const messageIds = await propagateAccess(this.tx, tenantId, ids, this.now)
      const { removed, added } = await updateRecipients(this.tx, tenantId, [...ids, ...messageIds])
      await syncRecipientLinks(this.tx, tenantId, ids)
      this.#notifyRecipients(added, () => 'SHARED')
      this.#notifyRecipients(removed, () => 'UNSHARED')
    }
    for (const [tenantId, blocks] of groupByTenant(this.#changes.values())) {
      await this.#notifyOfBlocks(tenantId, blocks)
    }
    for (const [tenantId, changes] of this.#feeds.inTenantOrder()) {
      await appendChanges(this.tx, tenantId, changes, this.now)
    }
  }

  async #notifyOfBlocks(tenantId: string, blocks: readonly (BlockKey & { event: EventType })[]): Promise<void> {
    const ids = blocks.map(({ block_id }) => block_id)
    const events = new Map(blocks.map(({ block_id, event }) => [block_id, event]))
    this.#notifyRecipients(
      await syncShareColumns(this.tx, tenantId, ids),
      ({ block_id }) => events.get(block_id) ?? 'UPDATED',
    )
    const visibleIds = await findVisibleToOwner(this.tx, tenantId, ids)
    for (const { block_id, block_type, event } of blocks) {
      const hasLostAccess = tenantId === this.viewer.tenantId && this.#shareChanges.has(block_id)
      if (visibleIds.has(block_id)) this.#feeds.addBlock(tenantId, { block_id, block_type }, event)
      else if (hasLostAccess) this.#feeds.addBlock(tenantId, { block_id, block_type }, 'UNSHARED')
    }
  }

  #notifyRecipients(rows: readonly RecipientRow[], eventOf: (row: RecipientRow) => EventType): void {
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

/**
 * Runs `work` in one transaction, which is rolled back if it throws. `work` runs again after a deadlock or a serialization
 * failure, so it must have no effects outside the transaction.
 */
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
 * Locks a block that the viewer may see, so that no other transaction writes it or its links until this one ends. Returns
 * the row as read after the lock was acquired: the viewer may have lost access while waiting. Returns undefined if the
 * block does not exist or is not visible.
 */
export async function lockBlock({ tx, viewer }: Mutation, blockId: string): Promise<BlockRow | undefined> {
  await sql`
    select from sharing v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    where ${visibleTo(viewer)} and v.block_id = ${blockId} for update of b`.execute(tx)
  return findBlock(tx, viewer, blockId)
}

/** Returns the ids of those blocks that their owner can see. An owner who has left a block is no longer notified of it. */
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
