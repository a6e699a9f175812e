import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tenant } from '../../connections/tenants.ts'
import type { Database, Tx } from '../../postgres/database.ts'
import type { BlockTable } from '../../postgres/tables/blocks.ts'

/** Who looks. What they may see, they see through their own person tag. */
export type Viewer = Pick<Tenant, 'tenantId' | 'tagId'>

/** A block as a viewer sees it: all of its row but what is large, and what the viewer may do with it. */
export type BlockRow = Omit<
  Selectable<BlockTable>,
  'document' | 'large' | 'people' | 'external_key' | 'content_hash' | 'version' | 'tsv'
> & {
  /** 0 reads, 1 edits, 2 owns. */
  sharing_level: number
}

/** Columns of a `BlockRow`, of a block `b` that is visible through its link `v`. */
export const blockColumns = sql.raw<BlockRow>(
  [
    ...['tenant_id', 'block_id', 'block_type', 'title', 'summary', 'text', 'detail', 'creator_id'],
    ...['parent_id', 'parent_type', 'origin_id', 'origin_type', 'origin_tag_id', 'thread_id', 'status', 'priority'],
    ...['snoozed', 'template', 'proposed', 'generated', 'archived', 'date_start', 'date_end', 'date_due'],
    ...['date_remind_me', 'date_completed', 'date_associated', 'date_created', 'date_updated'],
    ...['provider', 'application', 'connection_id', 'uri', 'external_id'],
  ]
    .map((column) => `b.${column}`)
    .concat('v.sharing_level')
    .join(', '),
)

/**
 * The one rule of who sees what: `v` is a link that shares a block with the viewer's own person tag. A block of another
 * tenant that is shared with the viewer has such a link among the viewer's rows.
 *
 * For blocks that something else leads to. Said like this, `v` is found by its block: the index of the viewer's own tag
 * looks as good to a planner who knows no tenant, and holds all that the viewer may see.
 */
export function visibleTo({ tenantId, tagId }: Viewer): RawBuilder<boolean> {
  return sql<boolean>`v.tenant_id = ${tenantId} and (v.tag_id = ${tagId} and v.shared) is true`
}

/** The same for lists that begin with all that the viewer may see, from which the index of the viewer's tag leads on. */
export function allVisibleTo({ tenantId, tagId }: Viewer): RawBuilder<boolean> {
  return sql<boolean>`v.tenant_id = ${tenantId} and v.tag_id = ${tagId} and v.shared`
}

/** Blocks `b` with the links `v` that make them visible: to be followed by `where ${visibleTo(viewer)}`. */
export const visibleBlocks = sql.raw(
  'sharing v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id',
)

/**
 * A link `s` of any tag of the viewer's, of a block that is visible to the viewer. For lists that begin with tags. The
 * offset keeps it a look-up for each link: as a join, all that the tenant has would be read.
 */
export function isVisible(viewer: Viewer, link: 's' = 's'): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from sharing v where ${visibleTo(viewer)} and v.block_id = ${sql.raw(link)}.block_id offset 0
  )`
}

/**
 * The links `v` that make blocks visible, of those of the blocks that the viewer may see. They are looked up one by one:
 * told which blocks, the planner might rather read all links of the viewer's own tag.
 */
export function visibleAmong(viewer: Viewer, blockIds: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select v.* from unnest(${[...new Set(blockIds)]}::uuid[]) as k (block_id)
    cross join lateral (
      select * from sharing v where ${visibleTo(viewer)} and v.block_id = k.block_id limit 1
    ) v
  ) v`
}

/** The block of that id, if the viewer may see it. */
export async function findBlock(db: Database | Tx, viewer: Viewer, blockId: string): Promise<BlockRow | undefined> {
  return (await findBlocks(db, viewer, [blockId])).get(blockId)
}

/** Those of the blocks that the viewer may see, archived or not, by id. */
export async function findBlocks(
  db: Database | Tx,
  viewer: Viewer,
  blockIds: readonly string[],
): Promise<Map<string, BlockRow>> {
  const { rows } = await sql<BlockRow>`
    select ${blockColumns} from ${visibleAmong(viewer, blockIds)}
    join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id`.execute(db)
  return new Map(rows.map((row) => [row.block_id, row]))
}
