import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../postgres/conditions.ts'
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
  /** Number of tags that match the search, also of those that are not returned; null unless `countsAll`. */
  found_tags: number | null
}

export interface RelatedTagSearch {
  filters: BlockFilters
  /** Tags left out of the result, such as those that define the scope. */
  excludedTagIds: readonly string[]
  tagTypes?: readonly TagType[]
  tagSubTypes?: readonly string[]
  minOccurrences?: number
  minPercentage?: number
  /** Whether all tags that match are counted. */
  countsAll?: boolean
  size: number
}

/** Maximum number of links counted per tag; further links would hardly change its relevance. */
export const MAX_COUNTED_LINKS = 5_000
/** The CANDIDATE_FACTOR × `size` most frequent tags are rated first; of the others only those that could still be ahead. */
const CANDIDATE_FACTOR = 2

/**
 * Finds the viewer's tags on the blocks of a scope, the most relevant first. Relevance is the cosine similarity of the
 * scope and the tag, so tags that occur everywhere rank low. The viewer's own tag is left out, because every block has it.
 */
export async function searchRelatedTags(
  db: Database,
  viewer: Viewer,
  search: RelatedTagSearch,
): Promise<RelatedTagRow[]> {
  const { filters, size, countsAll = false } = search
  if (size === 0) return []
  const { from, where } = await buildBlockQuery(db, viewer, filters)
  const candidates = (found: RawBuilder<unknown>) => sql`${found} found cross join lateral (
    select * from tags t where t.tenant_id = ${viewer.tenantId} and t.tag_id = found.tag_id
      and ${tagCondition(search)} limit 1
  ) t`
  const { rows } = await sql<RelatedTagRow>`
    with scope as materialized (select v.block_id from ${from} where ${where}),
    whole as materialized (select count(*)::int as size from scope),
    -- Links have copies of the types of their blocks. The links of all blocks are found with one scan of an index.
    counted as materialized (
      select s.tag_id, s.block_type, count(*)::int as count from sharing s
      where s.tenant_id = ${viewer.tenantId} and s.block_id = any(array(select block_id from scope))
      group by s.tag_id, s.block_type
    ),
    found as materialized (
      select occurring.*, whole.size as scope_size, row_number() over (order by occurrences desc, tag_id) as place
      from (select tag_id, sum(count)::int as occurrences from counted group by tag_id) occurring cross join whole
      where ${foundCondition(viewer, search)}
    ),
    frequent as materialized (
      select found.*, ${countLinks(viewer, sql`${MAX_COUNTED_LINKS}`)} as total
      from (select found.* from ${candidates(sql`(select * from found order by place)`)} order by found.place limit ${size * CANDIDATE_FACTOR}) found
    ),
    least as materialized (
      select coalesce((select ${relevance} from frequent order by 1 desc offset ${size - 1} limit 1), 0) as relevance
    ),
    -- A tag's relevance is at most the root of its share of the scope. A tag with too many links is not ahead of the least
    -- either, so no more of them are counted than would show that.
    rare as (
      select found.*, ${countLinks(
        viewer,
        sql`least(${MAX_COUNTED_LINKS}, 2 + occurrences * (occurrences / nullif(scope_size * least.relevance ^ 2, 0)))::int`,
      )} as total
      from (
        select found.* from ${candidates(sql`found`)}
        where found.place > (select max(place) from frequent)
          and found.occurrences >= found.scope_size * (select relevance ^ 2 from least) * ${ROUNDING}::float8
      ) found cross join least
    ),
    best as materialized (
      select best.*, t.alias from (select * from frequent union all select * from rare) best
      cross join lateral (
        select alias from tags t where t.tenant_id = ${viewer.tenantId} and t.tag_id = best.tag_id limit 1
      ) t
      order by ${relevance} desc, occurrences desc, alias, tag_id limit ${size}
    ),
    types as materialized (
      select tag_id, jsonb_object_agg(block_type, count) as block_types from counted
      where (tag_id in (select tag_id from best)) is true group by tag_id
    )
    select ${tagColumns}, best.occurrences, best.scope_size, best.total, types.block_types,
      ${countsAll ? sql`(select count(*) from ${candidates(sql`found`)})::int` : sql`null::int`} as found_tags
    from best join types on types.tag_id = best.tag_id
    cross join lateral (
      select * from tags t where t.tenant_id = ${viewer.tenantId} and t.tag_id = best.tag_id limit 1
    ) t
    order by ${relevance} desc, occurrences desc, alias, tag_id`.execute(db)
  return rows
}

/** Keeps a tag whose relevance equals the least one in spite of rounding. */
const ROUNDING = 1 - 1e-9

/** The number of links of the tag `found`, counted up to a limit. */
function countLinks({ tenantId }: Viewer, limit: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*) from (
    select from sharing s where s.tenant_id = ${tenantId} and s.tag_id = found.tag_id and not s.archived limit ${limit}
  ) links)::int`
}

const relevance = sql`occurrences / sqrt(scope_size::float8 * greatest(total, occurrences))`

/** Cosine similarity of a scope and a tag, from 0 to 1. */
export function toRelevance({ occurrences, scope_size, total }: RelatedTagRow): number {
  return occurrences / Math.sqrt(scope_size * Math.max(total, occurrences))
}

function foundCondition({ tagId }: Viewer, search: RelatedTagSearch): RawBuilder<boolean> {
  const { excludedTagIds, minOccurrences = 1, minPercentage = 0 } = search
  return sql`tag_id <> all(${[tagId, ...excludedTagIds]}::uuid[])
    and occurrences >= ${minOccurrences} and occurrences * 100.0 >= ${minPercentage} * whole.size`
}

function tagCondition({ tagTypes, tagSubTypes }: RelatedTagSearch): RawBuilder<boolean> {
  return allOf([
    sql`not t.archived`,
    ...(tagTypes ? [sql<boolean>`t.tag_type = any(${tagTypes}::text[])`] : []),
    ...(tagSubTypes ? [sql<boolean>`t.tag_sub_type = any(${tagSubTypes}::text[])`] : []),
  ])
}
