import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { BlockType } from '../../postgres/tables/index.ts'
import type { Viewer } from '../access/visibility.ts'
import { type TagRow, tagColumns } from '../tags/rows.ts'
import { buildBlockQuery } from './block-query.ts'
import type { BlockFilters } from './filters.ts'

/** Two tags that occur on the same blocks of a scope, and the number of those blocks. */
export interface CoOccurrenceRow {
  source: string
  target: string
  blocks: number
}

/** Maximum number of blocks of a scope in which co-occurrences are counted; the newest are taken. */
export const MAX_CO_OCCURRENCE_BLOCKS = 5_000
/** Maximum number of pairs returned; the most frequent are taken. */
const MAX_CO_OCCURRENCES = 1_000

/** Finds pairs of the given tags on the blocks of a scope. `isTruncated`: the scope has more blocks than were counted. */
export async function findCoOccurrences(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  tagIds: readonly string[],
): Promise<{ coOccurrences: CoOccurrenceRow[]; isTruncated: boolean }> {
  const { from, where, dateUpdated } = await buildBlockQuery(db, viewer, filters)
  const { rows } = await sql<CoOccurrenceRow & { scope_size: number }>`
    with scope as materialized (
      select v.block_id from ${from} where ${where} order by ${dateUpdated} desc limit ${MAX_CO_OCCURRENCE_BLOCKS + 1}
    ),
    links as materialized (
      select s.block_id, s.tag_id from scope
      join sharing s on s.tenant_id = ${viewer.tenantId} and s.block_id = scope.block_id
      where s.tag_id = any(${tagIds}::uuid[])
    )
    select one.tag_id as source, other.tag_id as target, count(*)::int as blocks,
      (select count(*) from scope)::int as scope_size
    from links one join links other on other.block_id = one.block_id and other.tag_id > one.tag_id
    group by one.tag_id, other.tag_id order by blocks desc, source, target limit ${MAX_CO_OCCURRENCES}`.execute(db)
  return { coOccurrences: rows, isTruncated: (rows[0]?.scope_size ?? 0) > MAX_CO_OCCURRENCE_BLOCKS }
}

/** A tag and the number of blocks of a scope that it is on, by block type. */
export interface TagWithBlockCounts extends TagRow {
  block_types: Partial<Record<BlockType, number>>
}

/** Loads the viewer's tags with these ids, with their block counts in a scope. */
export async function countBlocksByTag(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  tagIds: readonly string[],
): Promise<TagWithBlockCounts[]> {
  if (tagIds.length === 0) return []
  const { from, where } = await buildBlockQuery(db, viewer, filters, { readsAll: true })
  const { rows } = await sql<TagWithBlockCounts>`
    with scope as materialized (select v.block_id, v.block_type from ${from} where ${where}),
    counted as (
      select types.tag_id, jsonb_object_agg(types.block_type, types.count) as block_types from (
        select s.tag_id, scope.block_type, count(*) from scope
        join sharing s on s.tenant_id = ${viewer.tenantId} and s.block_id = scope.block_id
        where s.tag_id = any(${tagIds}::uuid[]) group by s.tag_id, scope.block_type
      ) types group by types.tag_id
    )
    select ${tagColumns}, coalesce(counted.block_types, '{}') as block_types from tags t
    left join counted on counted.tag_id = t.tag_id
    where t.tenant_id = ${viewer.tenantId} and t.tag_id = any(${tagIds}::uuid[]) and not t.archived
    order by t.alias, t.tag_id`.execute(db)
  return rows
}
