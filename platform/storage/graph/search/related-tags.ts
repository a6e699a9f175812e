import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../postgres/conditions.ts'
import type { Database } from '../../postgres/database.ts'
import type { BlockType, TagType } from '../../postgres/tables/index.ts'
import type { Viewer } from '../access/visibility.ts'
import type { TagRow } from '../tags/rows.ts'
import { buildBlockQuery } from './block-query.ts'
import type { BlockFilters } from './filters.ts'
import { countTagsOfScope } from './scope-tags.ts'

/** A tag and how often it occurs on the blocks of a scope, that is, on the blocks that match the filters of a search. */
export interface RelatedTagRow extends Pick<TagRow, 'tag_id' | 'alias' | 'tag_type' | 'tag_sub_type'> {
  occurrences: number
  /** Number of blocks in the scope. */
  scope_size: number
  /** Number of links of the tag anywhere, counted up to MAX_COUNTED_LINKS. */
  total: number
  /** Occurrences by type of block; empty unless `withTypes`. */
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
  /** Whether occurrences are counted by type of block as well, which takes longer. */
  withTypes?: boolean
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
  const { filters, size, withTypes = false, countsAll = false } = search
  if (size === 0) return []
  const blockQuery = await buildBlockQuery(db, viewer, filters)
  const tag = sql`cross join lateral (
    select t.alias, t.tag_type, t.tag_sub_type from tags t
    where t.tenant_id = ${viewer.tenantId} and t.tag_id = found.tag_id and ${tagCondition(search)} limit 1
  ) t`
  const columns = sql`tag_id, alias, tag_type, tag_sub_type, occurrences, scope_size, total`
  const { rows } = await sql<RelatedTagRow>`
    with ${countTagsOfScope(viewer, blockQuery, withTypes)},
    found as materialized (
      select occurring.*, whole.size as scope_size
      from (${withTypes ? OCCURRENCES : sql`select tag_id, count as occurrences from counted`}) occurring cross join whole
      where ${foundCondition(viewer, search)}
    ),
    frequent as materialized (
      select found.*, ${countLinks(viewer, sql`${MAX_COUNTED_LINKS}`)} as total
      from (
        select found.*, t.* from (select * from found order by occurrences desc, tag_id) found ${tag}
        order by found.occurrences desc, found.tag_id limit ${size * CANDIDATE_FACTOR}
      ) found
    ),
    least as materialized (
      select coalesce((select ${relevance} from frequent order by 1 desc offset ${size - 1} limit 1), 0) as relevance
    ),
    -- A tag's relevance is at most the root of its share of the scope. A tag with too many links is not ahead of the least
    -- either, so no more of them are counted than would show that.
    rare as (
      select found.*, t.* from (
        select found.*, least.relevance as least, ${countLinks(
          viewer,
          sql`least(${MAX_COUNTED_LINKS}, 2 + occurrences * (occurrences / nullif(scope_size * least.relevance ^ 2, 0)))::int`,
        )} as total
        from found cross join least
        where (-found.occurrences, found.tag_id) > (select -occurrences, tag_id from frequent order by 1 desc, 2 desc limit 1)
          and found.occurrences >= found.scope_size * least.relevance ^ 2 * ${ROUNDING}::float8
        offset 0
      ) found ${tag} where ${relevance} >= found.least * ${ROUNDING}::float8
    ),
    best as materialized (
      select * from (select ${columns} from frequent union all select ${columns} from rare) rated
      order by ${relevance} desc, occurrences desc, alias, tag_id limit ${size}
    )${withTypes ? TYPES : sql``}
    select best.*, ${withTypes ? sql`types.block_types` : sql`'{}'::jsonb as block_types`},
      ${countsAll ? sql`(select count(*) from found ${tag})::int` : sql`null::int`} as found_tags
    from best ${withTypes ? sql`join types on types.tag_id = best.tag_id` : sql``}
    order by ${relevance} desc, occurrences desc, alias, best.tag_id`.execute(db)
  return rows
}

const OCCURRENCES = sql`select tag_id, sum(count)::int as occurrences from counted group by tag_id`
const TYPES = sql`,
    types as materialized (
      select tag_id, jsonb_object_agg(block_type, count) as block_types from counted
      where (tag_id in (select tag_id from best)) is true group by tag_id
    )`

/** Keeps a tag whose relevance equals the least one in spite of rounding. */
const ROUNDING = 1 - 1e-9

/** The number of links of the tag `found`, counted up to a limit. The order selects the index of links that are not archived. */
function countLinks({ tenantId }: Viewer, limit: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*) from (
    select from sharing s where s.tenant_id = ${tenantId} and s.tag_id = found.tag_id and not s.archived
    order by s.date_associated desc limit ${limit}
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
    and occurrences >= ${minOccurrences} and occurrences * 100::float8 >= ${minPercentage}::float8 * whole.size`
}

function tagCondition({ tagTypes, tagSubTypes }: RelatedTagSearch): RawBuilder<boolean> {
  return allOf([
    sql`not t.archived`,
    ...(tagTypes ? [sql<boolean>`t.tag_type = any(${tagTypes}::text[])`] : []),
    ...(tagSubTypes ? [sql<boolean>`t.tag_sub_type = any(${tagSubTypes}::text[])`] : []),
  ])
}
