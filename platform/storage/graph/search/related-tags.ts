import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { BlockType, TagType } from '../../postgres/tables/index.ts'
import type { Viewer } from '../access/visibility.ts'
import { type TagRow, tagColumns } from '../tags/rows.ts'
import { buildBlockQuery } from './block-query.ts'
import type { BlockFilters } from './filters.ts'

/** A tag and how often it occurs on the blocks of a scope, that is, on the blocks that match the filters of a search. */
export interface RelatedTagRow extends TagRow {
  occurrences: number
  /** Number of blocks in the scope. */
  scope_size: number
  /** Number of links of the tag anywhere, counted up to MAX_COUNTED_LINKS. */
  total: number
  /** Occurrences by type of block. */
  block_types: Partial<Record<BlockType, number>>
  /** Number of tags that match the search, also of those that are not returned. */
  found_tags: number
}

export interface RelatedTagSearch {
  filters: BlockFilters
  /** Tags left out of the result, such as those that define the scope. */
  excludedTagIds: readonly string[]
  tagTypes?: readonly TagType[]
  tagSubTypes?: readonly string[]
  minOccurrences?: number
  minPercentage?: number
  size: number
}

/** Maximum number of links counted per tag; further links would hardly change its relevance. */
export const MAX_COUNTED_LINKS = 5_000
/** The CANDIDATE_FACTOR × `size` most frequent tags are rated first; of the others only those that could still be ahead. */
const CANDIDATE_FACTOR = 4

/**
 * Finds the viewer's tags on the blocks of a scope, the most relevant first. Relevance is the cosine similarity of the
 * scope and the tag, so tags that occur everywhere rank low. The viewer's own tag is left out, because every block has it.
 */
export async function searchRelatedTags(
  db: Database,
  viewer: Viewer,
  search: RelatedTagSearch,
): Promise<RelatedTagRow[]> {
  const { filters, size } = search
  if (size === 0) return []
  const { from, where } = await buildBlockQuery(db, viewer, filters, { readsAll: true })
  const { rows } = await sql<RelatedTagRow>`
    with scope as materialized (select v.block_id, v.block_type from ${from} where ${where}),
    whole as materialized (select count(*) as size from scope),
    counted as (
      select s.tag_id, scope.block_type, count(*)::int as count from scope
      join sharing s on s.tenant_id = ${viewer.tenantId} and s.block_id = scope.block_id
      group by s.tag_id, scope.block_type
    ),
    found as (
      select tag_id, sum(count)::int as occurrences, jsonb_object_agg(block_type, count) as block_types
      from counted group by tag_id
    ),
    candidates as materialized (
      select ${tagColumns}, found.occurrences, found.block_types, whole.size::int as scope_size,
        row_number() over (order by found.occurrences desc, t.alias, t.tag_id) as place
      from found cross join whole
      join tags t on t.tenant_id = ${viewer.tenantId} and t.tag_id = found.tag_id
      where ${candidateCondition(viewer, search)}
    ),
    frequent as materialized (${rate(viewer, sql`c.place <= ${size * CANDIDATE_FACTOR}`)}),
    -- A tag's relevance is at most the root of its share of the scope, so a rarer one can be ahead of these only down here.
    least as materialized (
      select coalesce((select ${relevance} as relevance from frequent order by 1 desc offset ${size - 1} limit 1), 0) as relevance
    ),
    rated as (
      select * from frequent
      union all
      ${rate(
        viewer,
        sql`c.place > ${size * CANDIDATE_FACTOR}
          and c.occurrences >= c.scope_size * (select relevance * relevance from least)`,
      )}
    )
    select *, (select count(*) from candidates)::int as found_tags from rated order by ${relevance} desc, occurrences desc, alias, tag_id limit ${size}`.execute(
    db,
  )
  return rows
}

/** Selects candidates `c` with the number of their links, counted up to MAX_COUNTED_LINKS. */
function rate({ tenantId }: Viewer, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select c.*, total.count::int as total from candidates c cross join lateral (
      select count(*) as count from (
        select from sharing s where s.tenant_id = ${tenantId} and s.tag_id = c.tag_id and not s.archived
        limit ${MAX_COUNTED_LINKS}
      ) links
    ) total
    where ${condition}`
}

const relevance = sql`occurrences / sqrt(scope_size::float8 * greatest(total, occurrences))`

/** Cosine similarity of a scope and a tag, from 0 to 1. */
export function toRelevance({ occurrences, scope_size, total }: RelatedTagRow): number {
  return occurrences / Math.sqrt(scope_size * Math.max(total, occurrences))
}

function candidateCondition({ tagId }: Viewer, search: RelatedTagSearch): RawBuilder<boolean> {
  const { excludedTagIds, tagTypes, tagSubTypes, minOccurrences = 1, minPercentage = 0 } = search
  return sql`not t.archived and t.tag_id <> all(${[tagId, ...excludedTagIds]}::uuid[])
    and found.occurrences >= ${minOccurrences} and found.occurrences * 100.0 >= ${minPercentage} * whole.size
    and ${tagTypes ? sql`t.tag_type = any(${tagTypes}::text[])` : sql`true`}
    and ${tagSubTypes ? sql`t.tag_sub_type = any(${tagSubTypes}::text[])` : sql`true`}`
}
