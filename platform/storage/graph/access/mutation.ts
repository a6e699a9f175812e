import { sql } from 'kysely'
import { type Change, insertIntoFeeds } from '../../changes.ts'
import { type Database, inTransaction, type Tx } from '../../postgres/database.ts'
import { mayFail, Pipeline, type Send } from '../../postgres/pipelining.ts'
import { isPlaced } from '../../postgres/placement.ts'
import { type RecipientRow, updateRecipients } from '../../sharing.ts'
import {
  type BlockChange,
  type BlockKey,
  ChangedBlocks,
  type EventType,
  type ShareChange,
  toBlockKey,
} from './changed-blocks.ts'
import { Feeds } from './feeds.ts'
import { propagateAccess, syncRecipientLinks } from './inherited-access.ts'
import { copyBlockColumns, insertReadersChanges, selectReaders } from './readers.ts'
import { type BlockRow, selectBlocks, type Viewer, visibleTo } from './visibility.ts'

export type { BlockKey }

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
 * `finish` then derives everything that follows from the changes: columns copied to sharing rows, rows of recipients,
 * access of comments, activities and change feeds.
 */
export class Mutation {
  readonly tx: Tx
  /**
   * Sends a statement without waiting for those before. A write whose result does not matter need not be awaited: if it
   * fails, so does the mutation, with the same error.
   */
  readonly send: Send
  readonly viewer: Viewer
  /** Epoch ms. All writes of the mutation use this time. */
  readonly now: number
  readonly #changes = new ChangedBlocks()
  readonly #activities: (BlockKey & Activity)[] = []
  readonly #feeds: Feeds
  readonly #pipeline: Pipeline
  readonly #usesGenericPlans: boolean

  constructor(tx: Tx, pipeline: Pipeline, viewer: Viewer, now: number, usesGenericPlans: boolean) {
    this.tx = tx
    this.#pipeline = pipeline
    this.send = pipeline.send
    this.viewer = viewer
    this.now = now
    this.#feeds = new Feeds(viewer.tenantId)
    this.#usesGenericPlans = usesGenericPlans
  }

  /** Records that a block was written. A block created by this mutation is reported as CREATED, whatever happens to it later. */
  recordChange(block: BlockKey, event: EventType = 'UPDATED'): void {
    this.#changes.add(block, event, { isRowWritten: true })
  }

  /** Records that a block was inserted. Its links are inserted after it, with its columns. */
  recordCreation(block: BlockKey): void {
    this.#changes.add(block, 'CREATED', { isRowWritten: false })
  }

  /** Records that something that belongs to a block was written, such as a reaction, but not its own row. */
  recordChangeOfParts(block: BlockKey): void {
    this.#changes.add(block, 'UPDATED', { isRowWritten: false })
  }

  /**
   * Records that a block's shares were written. Tenants who gain or lose access to the block are notified. `revokes` is
   * whether somebody may have lost access.
   */
  recordShareChange(block: BlockKey, { revokes = true }: { revokes?: boolean } = {}): void {
    this.#changes.addShares(block, revokes)
    this.recordChangeOfParts(block)
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
   * Writes what follows from the recorded changes, calls `read`, which must send its statements at once, and commits. The
   * feeds are appended at the end and in the order of tenant ids, because each append locks its tenant's row.
   */
  async finish<Result>(read: () => Promise<Result>): Promise<Result> {
    // All of these statements start from keys, so that one plan serves all values; planning takes longer than executing.
    // Citus needs the values where an insert selects from a list.
    if (this.#usesGenericPlans && !this.#isEmpty()) this.send(sql`set local plan_cache_mode = 'force_generic_plan'`)
    this.#writeActivities()
    const changes = this.#changes.all
    // Readers are all notified of the same then, so the statement that notifies them finds them too. The viewer is one.
    const isSameForAll =
      this.#changes.ofShares.length === 0 && this.#feeds.hasOnlyUpdates(this.viewer.tenantId, toIds(changes))
    if (!isSameForAll) await this.#collectEvents(changes)
    copyBlockColumns(
      this.send,
      changes.filter(({ isRowWritten }) => isRowWritten),
    )
    const result = read()
    const appending = isSameForAll ? this.#appendToReaders(changes) : this.#appendFeeds()
    this.#pipeline.commit()
    return (await Promise.all([result, appending]))[0]
  }

  #isEmpty(): boolean {
    return this.#changes.all.length === 0 && this.#activities.length === 0 && this.#feeds.isEmpty
  }

  /** Updates the access that follows from changed shares, and collects what each tenant is notified of. */
  async #collectEvents(changes: readonly BlockChange[]): Promise<void> {
    const sharing = [...groupByTenant(this.#changes.ofShares)].map(([tenantId, blocks]) =>
      this.#updateAccess(tenantId, blocks),
    )
    const reading = [...groupByTenant(changes)].map(([tenantId, blocks]) => this.#notifyOfBlocks(tenantId, blocks))
    await Promise.all([...sharing, ...reading])
  }

  async #updateAccess(tenantId: string, blocks: readonly ShareChange[]): Promise<void> {
    const ids = toIds(blocks)
    const revokes = blocks.some((block) => block.revokes)
    const propagating = propagateAccess(this.send, tenantId, ids, { now: this.now, revokes })
    const updating = [mayFail(updateRecipients(this.send, tenantId, ids, { revokes }))]
    syncRecipientLinks(this.send, tenantId, ids, { revokes })
    const messageIds = await propagating
    if (messageIds.length > 0) updating.push(updateRecipients(this.send, tenantId, messageIds, { revokes }))
    for (const { removed, added } of await Promise.all(updating)) {
      this.#notifyReaders(added, () => 'SHARED')
      this.#notifyReaders(removed, () => 'UNSHARED')
    }
  }

  async #notifyOfBlocks(tenantId: string, blocks: readonly BlockChange[]): Promise<void> {
    const readers = await this.send(selectReaders(tenantId, toIds(blocks)))
    const events = new Map(blocks.map(({ block_id, event }) => [block_id, event]))
    this.#notifyReaders(readers, ({ block_id }) => events.get(block_id) ?? 'UPDATED')
    if (tenantId !== this.viewer.tenantId) return
    const visibleIds = new Set(toIds(readers.filter((reader) => reader.tenant_id === tenantId)))
    for (const block of blocks) {
      const hasLostAccess = !visibleIds.has(block.block_id) && this.#changes.hasShares(block)
      if (hasLostAccess) this.#feeds.addBlock(tenantId, block, 'UNSHARED')
    }
  }

  async #appendToReaders(changes: readonly BlockChange[]): Promise<void> {
    if (changes.length > 0) await this.send(insertReadersChanges(changes, this.viewer.tenantId, this.now))
  }

  async #appendFeeds(): Promise<void> {
    const appending = insertIntoFeeds(this.#feeds.inTenantOrder(), this.now)
    if (appending) await this.send(appending)
  }

  #notifyReaders(rows: readonly RecipientRow[], eventOf: (row: RecipientRow) => EventType): void {
    for (const row of rows) this.#feeds.addBlock(row.tenant_id, row, eventOf(row))
  }

  #writeActivities(): void {
    if (this.#activities.length === 0) return
    this.send(sql`
      insert into activities (tenant_id, activity_id, block_id, activity_type, actor_type, actor_id, detail, date_created)
      select i.tenant_id, gen_random_uuid(), i.block_id, i.activity_type, 'TENANT', ${this.viewer.tenantId},
        coalesce(i.detail, '{}'), ${this.now}
      from jsonb_to_recordset(${JSON.stringify(this.#activities)}::jsonb)
        as i (tenant_id uuid, block_id uuid, activity_type text, detail jsonb)`)
  }
}

/**
 * Runs `work` in one transaction, which is rolled back if it throws, and returns its result, or what `read` returns, which
 * reads the state after all changes and must send its statements at once. Both run again after a deadlock or a
 * serialization failure, so they must have no effects outside the transaction.
 */
export function runMutation<Work, Result = Work>(
  db: Database,
  viewer: Viewer,
  now: number,
  work: (mutation: Mutation) => Promise<Work>,
  read?: (send: Send, result: Work) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const pipeline = await Pipeline.open(tx)
    try {
      const mutation = new Mutation(tx, pipeline, viewer, now, !isPlaced(db))
      const result = await work(mutation)
      // Without `read` the type of its result is that of the work's.
      return await mutation.finish(async () => (read ? read(mutation.send, result) : (result as unknown as Result)))
    } finally {
      pipeline.end()
    }
  })
}

/**
 * Locks a block that the viewer may see, so that no other transaction writes it or its links until this one ends. Returns
 * the row as read after the lock was acquired: the viewer may have lost access while waiting. Returns undefined if the
 * block does not exist or is not visible.
 */
export async function lockBlock({ send, viewer }: Mutation, blockId: string): Promise<BlockRow | undefined> {
  send(sql`
    select from sharing v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    where ${visibleTo(viewer)} and v.block_id = ${blockId} for update of b`)
  return (await send(selectBlocks(viewer, [blockId])))[0]
}

function toIds(blocks: readonly { block_id: string }[]): string[] {
  return blocks.map(({ block_id }) => block_id)
}

function groupByTenant<Block extends BlockKey>(blocks: Iterable<Block>): Map<string, Block[]> {
  return Map.groupBy(blocks, ({ tenant_id }) => tenant_id)
}
