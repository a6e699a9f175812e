import { type RawBuilder, sql } from 'kysely'
import { bucketSchemasOf } from '../../buckets.ts'
import { type Change, insertIntoFeeds } from '../../changes.ts'
import { BucketTransaction } from '../../copies/bucket-transaction.ts'
import { type Database, inTransaction, type Tx } from '../../postgres/database.ts'
import { Pipeline, type Send, type Statement } from '../../postgres/pipelining.ts'
import { type BlockChange, type BlockKey, ChangedBlocks, type EventType, toBlockKey } from './changed-blocks.ts'
import { deriveAccess, toIds } from './derived-access.ts'
import { Feeds } from './feeds.ts'
import { finishOverBuckets } from './finish-over-buckets.ts'
import { type LockedBlock, lockOverBuckets } from './lock-over-buckets.ts'
import { copyBlockColumns, insertReadersChanges } from './readers.ts'
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
  readonly #buckets: BucketTransaction | undefined
  /** On a cluster: the blocks that this mutation has locked, by id. */
  readonly #locked = new Map<string, LockedBlock>()

  constructor(tx: Tx, pipeline: Pipeline, viewer: Viewer, now: number, db: Database) {
    this.tx = tx
    this.#pipeline = pipeline
    this.send = pipeline.send
    this.viewer = viewer
    this.now = now
    this.#feeds = new Feeds(viewer.tenantId)
    const schemas = bucketSchemasOf(db)
    this.#buckets = schemas && new BucketTransaction(schemas, viewer.tenantId, pipeline.send)
    this.#usesGenericPlans = schemas === undefined
  }

  /** Whether a tenant lives in another bucket than the viewer, who then sees copies of the tenant's blocks. */
  isElsewhere(tenantId: string): boolean {
    if (this.#buckets === undefined || tenantId === this.viewer.tenantId) return false
    return this.#buckets.homeOf(tenantId) !== this.#buckets.own
  }

  /** Sends statements where everything that a tenant owns is. `lockBlock` must have found a block of the tenant before. */
  sendHome(tenantId: string): Send {
    const isElsewhere = this.#buckets !== undefined && this.isElsewhere(tenantId)
    return isElsewhere ? this.#buckets.in(this.#buckets.homeOf(tenantId)) : this.send
  }

  /** Sends where everything that belongs to a locked block is; undefined if that is not elsewhere. */
  sendToHomeOf(blockId: string): Send | undefined {
    const tenantId = this.#locked.get(blockId)?.block.tenant_id
    return tenantId !== undefined && this.isElsewhere(tenantId) ? this.sendHome(tenantId) : undefined
  }

  /**
   * Like `sendHome`, for statements that write a block or what belongs to it. If the tenant lives elsewhere, the copy that the
   * viewer sees is written in the same way, so that what this mutation reads afterwards is there. Returns the rows of the home.
   */
  write(tenantId: string): Send {
    if (!this.isElsewhere(tenantId)) return this.send
    return (statement) => {
      const written = this.sendHome(tenantId)(statement)
      this.send(statement)
      return written
    }
  }

  /**
   * Sends a statement in each bucket in which somebody may see a block that this mutation has locked. It gets a condition for
   * tenants `r`, which those of other buckets do not meet.
   */
  sendToReaders(block: BlockKey, toStatement: (isResident: RawBuilder<boolean>) => Statement<unknown>): void {
    const buckets = this.#buckets
    if (!buckets) return void this.send(toStatement(sql<boolean>`true`))
    const statement = toStatement(sql<boolean>`exists (select from feeds f where f.tenant_id = r.tenant_id)`)
    const home = this.isElsewhere(block.tenant_id) ? buckets.homeOf(block.tenant_id) : buckets.own
    const names = new Set([buckets.own, home, ...(this.#locked.get(block.block_id)?.readerBuckets ?? [])])
    for (const name of [...names].sort()) buckets.in(name)(statement)
  }

  /** See `lockBlock`. */
  async lock(blockId: string): Promise<BlockRow | undefined> {
    const { send, viewer } = this
    if (this.#buckets) {
      const locked = await lockOverBuckets(this.#buckets, viewer, blockId)
      if (locked) this.#locked.set(blockId, locked)
      return locked?.block
    }
    send(sql`
      select from sharing v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
      where ${visibleTo(viewer)} and v.block_id = ${blockId} for update of b`)
    return (await send(selectBlocks(viewer, [blockId])))[0]
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

  /**
   * Records that who may see a block may differ from what its shares say, although nobody has changed them now. Tenants who
   * gain or lose access are notified, others are not.
   */
  recordOutdatedAccess(block: BlockKey): void {
    this.#changes.addShares(block, true)
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
    if (this.#buckets && !(isSameForAll && changes.every((change) => this.#isOfOwnBucket(change)))) {
      return this.#finishOver(this.#buckets, read)
    }
    const { send, viewer, now } = this
    const derivation = { send, viewer, now, changes: this.#changes, feeds: this.#feeds }
    if (!isSameForAll) await deriveAccess(derivation, this.#changes.ofShares, changes)
    copyBlockColumns(
      send,
      changes.filter(({ isRowWritten }) => isRowWritten),
    )
    const result = read()
    const appending = isSameForAll ? this.#appendToReaders(changes) : this.#appendFeeds()
    this.#pipeline.commit()
    return (await Promise.all([result, appending]))[0]
  }

  async #finishOver<Result>(buckets: BucketTransaction, read: () => Promise<Result>): Promise<Result> {
    const { viewer, now } = this
    const feeds = await finishOverBuckets({ buckets, viewer, now, changes: this.#changes, feeds: this.#feeds })
    const result = read()
    const appending = feeds.map(([bucket, ofBucket]) => {
      const statement = insertIntoFeeds(ofBucket.byTenant(), now)
      return statement && buckets.in(bucket)(statement)
    })
    this.#pipeline.commit()
    return (await Promise.all([result, ...appending]))[0]
  }

  /** Whether nobody of another bucket may see a block, as far as this mutation has learned without asking for it. */
  #isOfOwnBucket({ tenant_id, block_id, event }: BlockChange): boolean {
    if (this.isElsewhere(tenant_id)) return false
    const locked = this.#locked.get(block_id)
    if (locked) return locked.readerBuckets.every((bucket) => bucket === this.#buckets?.own)
    return event === 'CREATED' && tenant_id === this.viewer.tenantId
  }

  #isEmpty(): boolean {
    return this.#changes.isEmpty && this.#activities.length === 0 && this.#feeds.isEmpty
  }

  async #appendToReaders(changes: readonly BlockChange[]): Promise<void> {
    if (changes.length > 0) await this.send(insertReadersChanges(changes, this.viewer.tenantId, this.now))
  }

  async #appendFeeds(): Promise<void> {
    const appending = insertIntoFeeds(this.#feeds.byTenant(), this.now)
    if (appending) await this.send(appending)
  }

  #writeActivities(): void {
    const byHome = Map.groupBy(this.#activities, ({ tenant_id }) => this.#buckets?.homeOf(tenant_id))
    for (const activities of byHome.values()) {
      const [{ tenant_id }] = activities as [Activity & BlockKey]
      this.sendHome(tenant_id)(this.#insertActivities(activities))
    }
  }

  #insertActivities(activities: readonly (BlockKey & Activity)[]) {
    return sql`
      insert into activities (tenant_id, activity_id, block_id, activity_type, actor_type, actor_id, detail, date_created)
      select i.tenant_id, gen_random_uuid(), i.block_id, i.activity_type, 'TENANT', ${this.viewer.tenantId},
        coalesce(i.detail, '{}'), ${this.now}
      from jsonb_to_recordset(${JSON.stringify(activities)}::jsonb)
        as i (tenant_id uuid, block_id uuid, activity_type text, detail jsonb)`
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
      const mutation = new Mutation(tx, pipeline, viewer, now, db)
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
export function lockBlock(mutation: Mutation, blockId: string): Promise<BlockRow | undefined> {
  return mutation.lock(blockId)
}
