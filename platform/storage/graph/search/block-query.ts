import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { Viewer } from '../access/visibility.ts'
import { chooseAccessPath } from './access-path.ts'
import { blockConditions, matchesText, pointerConditions } from './block-conditions.ts'
import { allOf } from './conditions.ts'
import { inRange } from './date-conditions.ts'
import type { BlockFilters } from './filters.ts'
import { linkConditions } from './link-conditions.ts'
import { taskConditions } from './task-conditions.ts'
import { buildTextQuery } from './text-query.ts'

/** Blocks that the viewer may see, as parts of a statement: `select … from ${from} where ${where}`. */
export interface BlockQuery {
  /** `v` is the link that makes a block visible, and each block comes once. */
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
  /** When the block has changed: the order that comes by itself, where there is one. */
  dateUpdated: RawBuilder<number>
  /** The words of the search as a tsquery, to rank by. */
  words?: RawBuilder<unknown>
}

/**
 * Those of the blocks that the viewer may see that fit. What else is to be known of them is joined to `v`:
 *
 *     const { from, where } = await scopeOf(db, viewer, filters)
 *     sql`with scope as materialized (select v.block_tenant_id, v.block_id, v.block_type from ${from} where ${where})
 *       select s.tag_id, count(*)::int from scope
 *       join sharing s on s.tenant_id = ${viewer.tenantId} and s.block_id = scope.block_id group by s.tag_id`
 *
 * The blocks' own rows are there, as `b`, only with `withBlocks`: many questions are answered by links alone. `isWhole`:
 * all that fit will be read, and not only the first ones in their order.
 */
export async function buildBlockQuery(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  { withBlocks = false, isWhole = false } = {},
): Promise<BlockQuery> {
  const words = filters.text === undefined ? undefined : await buildTextQuery(db, filters.text)
  const lead = await chooseAccessPath(db, viewer, filters, { words, isWhole })
  const onLinks = [...(filters.dates?.associated ? [inRange(sql`v.date_associated`, filters.dates.associated)] : [])]
  const onBlocks = [
    ...(lead.usesBlockIndex
      ? []
      : [...pointerConditions(filters), ...(words === undefined ? [] : [matchesText(words)])]),
    ...blockConditions(viewer, filters),
    ...taskConditions(viewer, filters.tasks),
  ]
  return {
    from: withBlocks || onBlocks.length > 0 ? sql`${lead.from} ${BLOCK}` : lead.from,
    where: allOf([...lead.where, ...onLinks, ...linkConditions(viewer, filters, lead.satisfied), ...onBlocks]),
    dateUpdated: lead.dateUpdated,
    ...(words === undefined ? {} : { words: sql`${words}::tsquery` }),
  }
}

/** Looked up one by one, in the order of what leads to them. */
const BLOCK = sql`cross join lateral (
  select * from blocks b where b.tenant_id = v.block_tenant_id and b.block_id = v.block_id limit 1
) b`
