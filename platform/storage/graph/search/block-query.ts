import { type RawBuilder, sql } from 'kysely'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { allOf } from '../../postgres/conditions.ts'
import type { Database } from '../../postgres/database.ts'
import type { Viewer } from '../access/visibility.ts'
import { chooseAccessPath } from './access-path.ts'
import { blockConditions, matchesText, pointerConditions, taskConditions } from './block-conditions.ts'
import { inRange } from './date-conditions.ts'
import type { BlockFilters } from './filters.ts'
import { linkConditions } from './link-conditions.ts'
import { toTextQuery } from './text-query.ts'

/** The parts of a statement that selects visible blocks: `select … from ${from} where ${where}`. */
export interface BlockQuery {
  /** Has one row per block, with the link `v` that makes it visible. */
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
  /** When the block was last changed. Where `from` is sorted, it is sorted by this, descending. */
  dateUpdated: RawBuilder<number>
  /** The text filter as a tsquery, for ranking. */
  textQuery?: RawBuilder<unknown>
  /** Whether `from` contains the rows `b` of the blocks. */
  hasBlocks: boolean
  /**
   * Selects the `block_id` of each block that matches, whether the viewer may see it or not. Only for statements that check
   * that themselves; undefined if matches are not found by their links alone.
   */
  candidates?: RawBuilder<unknown>
}

/**
 * Builds FROM and WHERE for the blocks visible to `viewer` that match `filters`. Join further tables on `v`:
 *
 *     const { from, where } = await buildBlockQuery(db, viewer, filters)
 *     sql`with scope as materialized (select v.block_tenant_id, v.block_id, v.block_type from ${from} where ${where})
 *       select s.tag_id, count(*)::int from scope
 *       join sharing s on s.tenant_id = ${viewer.tenantId} and s.block_id = scope.block_id group by s.tag_id`
 *
 * The rows of the blocks themselves, `b`, are only guaranteed with `withBlocks`: links alone suffice for many statements.
 * Statements that read `v.date_associated` pass `withAssociated`, so that it is read from an index.
 * With a limit, for statements that read only so many matches, the last changed first, `from` is sorted where possible.
 */
export async function buildBlockQuery(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  {
    withBlocks = false,
    withAssociated = false,
    limit,
  }: { withBlocks?: boolean; withAssociated?: boolean; limit?: number | undefined } = {},
): Promise<BlockQuery> {
  const textQuery = filters.text === undefined ? undefined : toTextQuery(filters.text)
  const path = await chooseAccessPath(db, viewer, filters, {
    textQuery,
    limit,
    withAssociated: withAssociated || filters.dates?.associated !== undefined,
  })
  const indexed = [...pointerConditions(filters), ...(textQuery === undefined ? [] : [matchesText(textQuery)])]
  const onLinks = filters.dates?.associated ? [inRange(sql`v.date_associated`, filters.dates.associated)] : []
  const onBlocks = [
    ...(path.usesBlockIndex ? [] : indexed),
    ...blockConditions(viewer, filters),
    ...taskConditions(viewer, filters.tasks),
  ]
  const conditions = [...path.where, ...onLinks, ...linkConditions(viewer, filters, path.satisfied), ...onBlocks]
  const hasBlocks = withBlocks || onBlocks.length > 0
  return {
    from: hasBlocks ? sql`${path.from} ${BLOCK}` : path.from,
    where: allOf(conditions),
    dateUpdated: path.dateUpdated,
    ...omitUndefined({
      textQuery: textQuery?.query,
      candidates: conditions.length === 0 ? path.candidates : undefined,
    }),
    hasBlocks,
  }
}

/** Joins the block of each link `v`, looked up on its own, which keeps the order of the links. */
export const BLOCK = sql`cross join lateral (
  select * from blocks b where b.tenant_id = v.block_tenant_id and b.block_id = v.block_id limit 1
) b`
