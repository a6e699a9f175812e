import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { BlockType } from '../../postgres/tables/index.ts'
import type { Viewer } from '../access/visibility.ts'
import { type TagRow, tagColumns } from '../tags/rows.ts'
import { buildBlockQuery } from './block-query.ts'
import type { BlockFilters } from './filters.ts'

/** Two tags that occur on the same blocks of a scope. */
export interface CoOccurrenceRow {
  source: string
  target: string
  /** The number of those blocks, and the same by type of block. */
  blocks: number
  block_types: Partial<Record<BlockType, number>>
  /** The first and the last date that they refer to (epoch ms). */
  date_first: number
  date_last: number
}

export interface CoOccurrences {
  coOccurrences: CoOccurrenceRow[]
  /** The number of all pairs, also of those that are not returned. */
  total: number
  /** True if the scope has more blocks than were counted. */
  isTruncated: boolean
}

/** Maximum number of blocks of a scope in which co-occurrences are counted; the newest are taken. */
export const MAX_CO_OCCURRENCE_BLOCKS = 5_000

/** Finds pairs of the given tags on the blocks of a scope, the most frequent first. */
export async function findCoOccurrences(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  tagIds: readonly string[],
  size: number,
): Promise<CoOccurrences> {
  const { from, where, dateUpdated } = await buildBlockQuery(db, viewer, filters, {
    limit: MAX_CO_OCCURRENCE_BLOCKS + 1,
  })
  const { rows } = await sql<CoOccurrenceRow & { total: number; scope_size: number }>`
    with scope as materialized (
      select v.block_id from ${from} where ${where} order by ${dateUpdated} desc limit ${MAX_CO_OCCURRENCE_BLOCKS + 1}
    ),
    links as materialized (
      select s.block_id, s.tag_id, s.block_type, s.date_associated from scope
      join sharing s on s.tenant_id = ${viewer.tenantId} and s.block_id = scope.block_id
      where s.tag_id = any(${tagIds}::uuid[])
    ),
    counted as (
      select one.tag_id as source, other.tag_id as target, one.block_type, count(*)::int as blocks,
        min(one.date_associated) as date_first, max(one.date_associated) as date_last
      from links one join links other on other.block_id = one.block_id and other.tag_id > one.tag_id
      group by one.tag_id, other.tag_id, one.block_type
    )
    select source, target, sum(blocks)::int as blocks, jsonb_object_agg(block_type, blocks) as block_types,
      min(date_first) as date_first, max(date_last) as date_last, (count(*) over ())::int as total,
      (select count(*) from scope)::int as scope_size
    from counted group by source, target order by 3 desc, source, target limit ${size}`.execute(db)
  const { total = 0, scope_size = 0 } = rows[0] ?? {}
  return { coOccurrences: rows, total, isTruncated: scope_size > MAX_CO_OCCURRENCE_BLOCKS }
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
  const { from, where } = await buildBlockQuery(db, viewer, filters)
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
