import { sql } from 'kysely'
import { appendChanges, type Change } from '../changes.ts'
import { type Database, inTransaction, type Tx } from '../database.ts'
import { refreshGuests, touchLinks } from '../sharing.ts'
import { type BlockRow, blockColumns, type Viewer, visibleTo } from './viewing.ts'

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
 * links, the rows of guests, the histories and the feeds of changes follow from it.
 */
export class Edit {
  readonly tx: Tx
  readonly viewer: Viewer
  /** Epoch ms; the same for all that is written. */
  readonly now: number
  readonly #changed = new Map<string, BlockKey & { event: EventType }>()
  readonly #relinked = new Map<string, BlockKey>()
  readonly #activities: (BlockKey & Activity)[] = []
  readonly #others: Change[] = []

  constructor(tx: Tx, viewer: Viewer, now: number) {
    this.tx = tx
    this.viewer = viewer
    this.now = now
  }

  /** The block's row was written. A block that was created is told of as that, whatever else happened to it. */
  changed(block: BlockKey, event: EventType = 'UPDATED'): void {
    const known = this.#changed.get(block.block_id)
    const weaker = known !== undefined && event === 'UPDATED'
    if (!weaker) this.#changed.set(block.block_id, { ...keyOf(block), event })
  }

  /** The block's links were written. Whoever sees it now and did not before, or the other way round, is told. */
  relinked(block: BlockKey): void {
    this.#relinked.set(block.block_id, keyOf(block))
  }

  /** Goes into the block's history. */
  noted(block: BlockKey, activity: Activity): void {
    this.#activities.push({ ...keyOf(block), ...activity })
  }

  /** Something of the viewer's that is no block has changed: a tag, a recommendation. */
  changedOther(change: Omit<Change, 'actor_id'>): void {
    this.#others.push({ ...change, actor_id: this.viewer.tenantId })
  }

  /** Ends the transaction's work. The feeds come last: writing them holds the tenants' rows. */
  async end(): Promise<void> {
    await this.#writeActivities()
    const feeds = this.#feeds()
    for (const [tenantId, blocks] of byTenant(this.#relinked.values())) {
      await touchLinks(this.tx, tenantId, blocks.map(idOf), this.now, this.viewer.tenantId)
      await refreshGuests(this.tx, tenantId, blocks.map(idOf), this.now, this.viewer.tenantId)
    }
    for (const [tenantId, blocks] of byTenant(this.#changed.values())) {
      for (const [event, some] of Map.groupBy(blocks, ({ event }) => event)) {
        await touchLinks(this.tx, tenantId, some.map(idOf), this.now, this.viewer.tenantId, event)
      }
    }
    for (const tenantId of [...feeds.keys()].sort()) {
      await appendChanges(this.tx, tenantId, feeds.get(tenantId) ?? [], this.now)
    }
  }

  /** What the blocks' home tenants are told, and the viewer of what is theirs alone. */
  #feeds(): Map<string, Change[]> {
    const feeds = new Map<string, Change[]>()
    const tell = (tenantId: string, change: Change) => feeds.set(tenantId, [...(feeds.get(tenantId) ?? []), change])
    const untold = [...this.#relinked.values()].filter(({ block_id }) => !this.#changed.has(block_id))
    const updated = untold.map((block) => ({ ...block, event: 'UPDATED' as const }))
    for (const { tenant_id, block_id, block_type, event } of [...this.#changed.values(), ...updated]) {
      const subject = { subject: 'block', subject_id: block_id, subject_type: block_type } as const
      tell(tenant_id, { event_type: event, ...subject, actor_id: this.viewer.tenantId })
    }
    for (const change of this.#others) tell(this.viewer.tenantId, change)
    return feeds
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
export function editing<Result>(
  db: Database,
  viewer: Viewer,
  now: number,
  work: (edit: Edit) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const edit = new Edit(tx, viewer, now)
    const result = await work(edit)
    await edit.end()
    return result
  })
}

/** The block of that id as it stands, if the viewer may see it; nobody else writes it until the transaction ends. */
export async function lockBlock({ tx, viewer }: Edit, blockId: string): Promise<BlockRow | undefined> {
  const { rows } = await sql<BlockRow>`
    select ${blockColumns} from sharing v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    where ${visibleTo(viewer)} and v.block_id = ${blockId} for update of b`.execute(tx)
  return rows[0]
}

function keyOf({ tenant_id, block_id, block_type }: BlockKey): BlockKey {
  return { tenant_id, block_id, block_type }
}

function idOf({ block_id }: BlockKey): string {
  return block_id
}

/** In the order of the tenants, so that two who edit each other's blocks do not wait in a circle. */
function byTenant<Block extends BlockKey>(blocks: Iterable<Block>): [string, Block[]][] {
  return [...Map.groupBy(blocks, ({ tenant_id }) => tenant_id)].sort(([one], [other]) => (one < other ? -1 : 1))
}
