import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import {
  allVisibleTo,
  type BlockRow,
  blockColumns,
  type Viewer,
  visibleAmong,
  visibleTo,
} from '../access/visibility.ts'
import { inRange } from './date-conditions.ts'
import { backReferences, inThread, linkColumns, references } from './fabric-links.ts'
import type { NumberFilter } from './filters.ts'

/** Restricts the blocks that a traversal may reach by their dates, in epoch ms. */
export interface FabricWindow {
  associated: NumberFilter
  created?: NumberFilter
}

/** The limits of one step of a traversal. */
export interface FabricStep {
  window: FabricWindow
  /** The number of blocks up to which a tag is followed: see `maxBlocksOfTag`. */
  maxBlocksOfTag: number
  size: number
}

/** Tags are followed if they are on at most this share of what the viewer sees, and in any case on so many blocks. */
const MAX_TAG_SHARE = 0.1
const MIN_BLOCKS_OF_TAG = 20
/** Counting ends here, so that a step costs the same in a large graph. */
const MAX_BLOCKS_OF_TAG = 2_000

/** The number of blocks up to which tags are followed in the viewer's graph. */
export async function maxBlocksOfTag(db: Database, viewer: Viewer): Promise<number> {
  const limit = MAX_BLOCKS_OF_TAG / MAX_TAG_SHARE
  const { rows } = await sql<{ blocks: number }>`
    select count(*)::int as blocks from (
      select from sharing v where ${allVisibleTo(viewer)} and not v.archived limit ${limit}
    ) visible`.execute(db)
  return Math.max(MIN_BLOCKS_OF_TAG, Math.floor((rows[0]?.blocks ?? 0) * MAX_TAG_SHARE))
}

/** Selects the viewer's tags on the frontier that are on few enough blocks. */
function tagsToFollow({ tenantId, tagId }: Viewer, maxBlocks: number): RawBuilder<unknown> {
  return sql`
    select used.tag_id from (
      select distinct s.tag_id from frontier f
      join sharing s on s.tenant_id = ${tenantId} and s.block_id = f.block_id and s.tag_id <> ${tagId}
    ) used
    cross join lateral (
      select count(*) as blocks from (
        select from sharing c where c.tenant_id = ${tenantId} and c.tag_id = used.tag_id and not c.archived
        limit ${maxBlocks + 1}
      ) links
    ) total
    where total.blocks <= ${maxBlocks}`
}

/** Maximum number of blocks considered per tag of a block; the newest are taken. */
const MAX_BLOCKS_PER_TAG = 50

/**
 * One step of a breadth-first traversal: finds visible neighbors of the frontier that are not in `visited`. Parents,
 * children, origins, results and blocks of the same thread come first, then blocks linked to the same tags; within each
 * group the newest first. Tags on more than `maxBlocksOfTag` blocks are not followed: the viewer's own company is on nearly
 * everything, so it relates nothing. Nor are the viewer's own tag and blocks that the viewer may not see.
 */
export async function findNeighbors(
  db: Database,
  viewer: Viewer,
  frontier: readonly string[],
  visited: readonly string[],
  { window, maxBlocksOfTag, size }: FabricStep,
): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    with frontier as materialized (
      select ${linkColumns} from ${visibleAmong(viewer, frontier)}
      join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    ),
    next as (
      select block_id, min(distance) as distance from (
        select target_id as block_id, 0 as distance from (${references(sql`frontier`)}) links
        union all
        select source_id, 0 from (${backReferences(viewer, sql`frontier`)}) links
        union all
        select c.block_id, 0 from frontier f join blocks c on ${inThread}
        union all
        select o.block_id, 1 from (${tagsToFollow(viewer, maxBlocksOfTag)}) followed
        cross join lateral (
          select o.block_id from sharing o where o.tenant_id = ${viewer.tenantId} and o.tag_id = followed.tag_id
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
