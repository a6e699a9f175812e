import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { type Viewer, visibleAmong } from '../access/visibility.ts'
import { type TagRow, tagColumns } from '../tags/rows.ts'

/** Columns of the blocks `f` between which links are sought. */
export const linkColumns = sql.raw('b.tenant_id, b.block_id, b.parent_id, b.origin_id, b.thread_id, b.date_associated')

/** Selects the pairs of a block `f` and what it refers to: its parent, its origin, and what it depends on (block_links). */
export function references(table: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select f.block_id as source_id, f.parent_id as target_id from ${table} f where f.parent_id is not null
    union all
    select f.block_id, f.origin_id from ${table} f where f.origin_id is not null
    union all
    select f.block_id, l.target_id from ${table} f
      join block_links l on l.tenant_id = f.tenant_id and l.source_id = f.block_id`
}

/** Selects the pairs of a block that refers to a block `f`, and `f`. */
export function backReferences(viewer: Viewer, table: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select c.block_id as source_id, f.block_id as target_id from ${table} f
      join blocks c on c.tenant_id = f.tenant_id and c.parent_id = f.block_id
    union all
    select c.block_id, f.block_id from ${table} f
      join blocks c on c.tenant_id = f.tenant_id and c.origin_id = f.block_id
    union all
    select l.source_id, f.block_id from ${table} f
      join block_links l on l.tenant_id = any(array[f.tenant_id, ${viewer.tenantId}]) and l.target_id = f.block_id`
}

/** Selects the pairs of a block `c` of a thread and an earlier block `f` of the same one. */
export const inThread = sql.raw('c.tenant_id = f.tenant_id and c.thread_id = f.thread_id and c.block_id <> f.block_id')

export interface FabricLink {
  source_id: string
  target_id: string
}

/**
 * Finds the links among the given blocks. A link leads from the block that holds the reference to the one that it names:
 * from a part to its whole, from a result to its origin, from an agent to what it watches, and in a thread from the later
 * block to the earlier one.
 */
export async function findBlockLinks(
  db: Database,
  viewer: Viewer,
  blockIds: readonly string[],
  size: number,
): Promise<FabricLink[]> {
  const { rows } = await sql<FabricLink>`
    with members as materialized (
      select ${linkColumns} from ${visibleAmong(viewer, blockIds)}
      join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    )
    select source_id, target_id from (
      ${references(sql`members`)}
      union
      select c.block_id, f.block_id from members f
        join members c on ${inThread} and (c.date_associated, c.block_id) > (f.date_associated, f.block_id)
    ) links
    where target_id = any(${blockIds}::uuid[]) group by 1, 2 order by 1, 2 limit ${size}`.execute(db)
  return rows
}

/** Finds the viewer's tags on the given blocks except the viewer's own, those on the most blocks first. */
export async function findTagsOfBlocks(
  db: Database,
  viewer: Viewer,
  blockIds: readonly string[],
  size: number,
): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select ${tagColumns} from (
      select s.tag_id, count(*) as blocks from sharing s
      where s.tenant_id = ${viewer.tenantId} and s.block_id = any(${blockIds}::uuid[]) and s.tag_id <> ${viewer.tagId}
      group by s.tag_id
    ) used
    join tags t on t.tenant_id = ${viewer.tenantId} and t.tag_id = used.tag_id and not t.archived
    order by used.blocks desc, t.alias, t.tag_id limit ${size}`.execute(db)
  return rows
}

/** Finds the links between the given blocks (source) and tags (target), the newest first. */
export async function findTagLinks(
  db: Database,
  viewer: Viewer,
  blockIds: readonly string[],
  tagIds: readonly string[],
  size: number,
): Promise<FabricLink[]> {
  const { rows } = await sql<FabricLink>`
    select s.block_id as source_id, s.tag_id as target_id from sharing s
    where s.tenant_id = ${viewer.tenantId} and s.block_id = any(${blockIds}::uuid[])
      and s.tag_id = any(${tagIds}::uuid[])
    order by s.date_associated desc, s.block_id, s.tag_id limit ${size}`.execute(db)
  return rows
}
