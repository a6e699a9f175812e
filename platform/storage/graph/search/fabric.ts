import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { type BlockRow, blockColumns, type Viewer, visibleAmong, visibleTo } from '../access/visibility.ts'
import { type TagRow, tagColumns } from '../tags/rows.ts'
import { inRange } from './date-conditions.ts'
import type { NumberFilter } from './filters.ts'

/** Restricts the blocks that a traversal may reach by their dates, in epoch ms. */
export interface FabricWindow {
  associated: NumberFilter
  created?: NumberFilter
}

/** Maximum number of blocks considered per tag of a block; the newest are taken. */
const MAX_BLOCKS_PER_TAG = 50

/**
 * One step of a breadth-first traversal: finds visible neighbors of the frontier that are not in `visited`. Parents,
 * children, origins, results and blocks of the same thread come first, then blocks linked to the same tags; within each
 * group the newest first. The viewer's own tag is not followed, because every block has it, nor are blocks that the
 * viewer may not see.
 */
export async function findNeighbors(
  db: Database,
  viewer: Viewer,
  frontier: readonly string[],
  visited: readonly string[],
  window: FabricWindow,
  size: number,
): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    with frontier as materialized (
      select b.tenant_id, b.block_id, b.parent_id, b.origin_id, b.thread_id from ${visibleAmong(viewer, frontier)}
      join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    ),
    next as (
      select block_id, min(distance) as distance from (
        select target_id as block_id, 0 as distance from (${structuralLinks(sql`frontier`)}) links
        union all
        select o.block_id, 1 from frontier f
        join sharing s on s.tenant_id = ${viewer.tenantId} and s.block_id = f.block_id and s.tag_id <> ${viewer.tagId}
        cross join lateral (
          select o.block_id from sharing o where o.tenant_id = ${viewer.tenantId} and o.tag_id = s.tag_id
            and not o.archived order by o.date_updated desc limit ${MAX_BLOCKS_PER_TAG}
        ) o
      ) found where block_id <> all(${visited}::uuid[]) group by block_id
    )
    select ${blockColumns} from next
    cross join lateral (select * from sharing v where ${visibleTo(viewer)} and v.block_id = next.block_id limit 1) v
    join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    where not b.archived and ${isWithin(window)}
    order by next.distance, b.date_associated desc, b.block_id limit ${size}`.execute(db)
  return rows
}

function isWithin({ associated, created }: FabricWindow): RawBuilder<boolean> {
  const inCreated = created ? inRange(sql`b.date_created`, created) : sql<boolean>`true`
  return sql<boolean>`${inRange(sql`b.date_associated`, associated)} and ${inCreated}`
}

/**
 * Selects pairs of structurally linked blocks: parent and child, origin and result, same thread, or block_links. `table`
 * must have the columns tenant_id, block_id, parent_id, origin_id and thread_id.
 */
function structuralLinks(table: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select f.block_id as source_id, f.parent_id as target_id from ${table} f where f.parent_id is not null
    union all
    select f.block_id, f.origin_id from ${table} f where f.origin_id is not null
    union all
    select f.block_id, c.block_id from ${table} f
      join blocks c on c.tenant_id = f.tenant_id and c.parent_id = f.block_id
    union all
    select f.block_id, c.block_id from ${table} f
      join blocks c on c.tenant_id = f.tenant_id and c.origin_id = f.block_id
    union all
    select f.block_id, c.block_id from ${table} f
      join blocks c on c.tenant_id = f.tenant_id and c.thread_id = f.thread_id and c.block_id <> f.block_id
    union all
    select f.block_id, l.target_id from ${table} f
      join block_links l on l.tenant_id = f.tenant_id and l.source_id = f.block_id
    union all
    select f.block_id, l.source_id from ${table} f
      join block_links l on l.tenant_id = f.tenant_id and l.target_id = f.block_id`
}

export interface FabricLink {
  source_id: string
  target_id: string
}

/** Finds the structural links among the given blocks, each pair once with the lower id as its source. */
export async function findBlockLinks(
  db: Database,
  viewer: Viewer,
  blockIds: readonly string[],
  size: number,
): Promise<FabricLink[]> {
  const { rows } = await sql<FabricLink>`
    with members as materialized (
      select b.tenant_id, b.block_id, b.parent_id, b.origin_id, b.thread_id from ${visibleAmong(viewer, blockIds)}
      join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    )
    select distinct least(source_id, target_id) as source_id, greatest(source_id, target_id) as target_id
    from (${structuralLinks(sql`members`)}) links
    where target_id = any(${blockIds}::uuid[]) order by source_id, target_id limit ${size}`.execute(db)
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
