import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import { type BlockRow, blockColumns, type Viewer, visibleTo } from '../access/visibility.ts'
import { BLOCK, type BlockQuery, buildBlockQuery } from './block-query.ts'
import type { BlockFilters } from './filters.ts'
import { isLinkOrder, type Order, orderBy } from './order.ts'

export interface BlockSearch extends PageRequest {
  filters: BlockFilters
  /** Defaults to relevance with a text filter, else to the last changed first. */
  order?: Order
}

/** Number of the newest matches that are ranked by relevance. */
const MAX_RANKED = 1_000

/**
 * Lists one page of matching blocks that the viewer may see. Sorts ids first, then reads the rows of the page only.
 * `columns` selects from blocks `b` and links `v`.
 */
export async function searchBlocks(
  db: Database,
  viewer: Viewer,
  search: BlockSearch,
  columns: RawBuilder<BlockRow> = blockColumns,
): Promise<BlockRow[]> {
  const { filters, size } = search
  if (size === 0) return []
  const { ids, order } = await selectPage(db, viewer, { ...search, order: toOrder(search.order, filters) })
  // The level is read only if the columns contain it: it is in no index of a tag's links.
  const { rows } = await sql<BlockRow>`
    select ${columns} from (
      select ids.*, (
        select v.sharing_level from sharing v where ${visibleTo(viewer)} and v.block_id = ids.block_id limit 1
      ) as sharing_level
      from (${ids}) ids
    ) v ${BLOCK} order by ${order}`.execute(db)
  return rows
}

/** Counts the matching blocks that the viewer may see. */
export async function countBlocks(db: Database, viewer: Viewer, filters: BlockFilters): Promise<number> {
  const { from, where } = await buildBlockQuery(db, viewer, filters)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from} where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Drops sorting by relevance if there is no text filter, and applies the default. */
function toOrder(order: Order | undefined, { text }: BlockFilters): Order {
  if (order === 'smart') return order
  const keys = (order ?? []).filter(({ field }) => field !== 'relevance' || text !== undefined)
  return keys.length > 0 ? keys : [{ field: text === undefined ? 'dateUpdated' : 'relevance', direction: 'desc' }]
}

/** The ids of one page of blocks, and of their tenants, in order. */
interface SortedIds {
  ids: RawBuilder<unknown>
  /** Sorts what is joined to them, `v`, in the same way. */
  order: RawBuilder<unknown>
}

async function selectPage(db: Database, viewer: Viewer, search: Required<BlockSearch>): Promise<SortedIds> {
  const { filters, order, size, page } = search
  const pageOf = (ids: RawBuilder<unknown>) => sql`${ids} limit ${size} offset ${size * page}`
  const end = size * (page + 1)
  if (isNewestFirst(order)) {
    // PostgreSQL sees that these are sorted, and sorts nothing twice.
    const ids = newestIds(await buildBlockQuery(db, viewer, filters, { limit: end }), end)
    return { ids: pageOf(ids), order: NEWEST_FIRST }
  }
  const ids = await selectIds(db, viewer, filters, order, end)
  return { ids: sql`select *, row_number() over () as place from (${pageOf(ids)}) ids`, order: sql`v.place` }
}

function isNewestFirst(order: Order): boolean {
  const [first, second] = order === 'smart' ? [] : order
  return first?.field === 'dateUpdated' && first.direction === 'desc' && !second
}

/** Selects the ids of the matching blocks, and of their tenants, in order, at least those up to the end of the page. */
async function selectIds(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  order: Order,
  end: number,
): Promise<RawBuilder<unknown>> {
  if (order !== 'smart' && order[0]?.field === 'relevance') {
    const limit = Math.max(MAX_RANKED, end)
    return rankedIds(await buildBlockQuery(db, viewer, filters, { limit }), order, limit)
  }
  return sortedIds(await buildBlockQuery(db, viewer, filters, { withBlocks: !isLinkOrder(order) }), order)
}

function sortedIds({ from, where, dateUpdated, textQuery }: BlockQuery, order: Order): RawBuilder<unknown> {
  return sql`select v.block_tenant_id, v.block_id from ${from} where ${where}
    ${orderBy(order, { dateUpdated, relevance: textQuery && rank(textQuery) })}`
}

const NEWEST_FIRST = sql`v.date_updated desc, v.block_id`

function newestIds(blockQuery: BlockQuery, limit: number): RawBuilder<unknown> {
  return sql`select v.block_tenant_id, v.block_id, v.date_updated
    from ${newestRows(blockQuery, limit)} v order by ${NEWEST_FIRST}`
}

/** Ranks the newest matches only, because ranking reads the text of each. Older matches follow, the last changed first. */
function rankedIds(blockQuery: BlockQuery, order: Order, limit: number): RawBuilder<unknown> {
  const { textQuery, hasBlocks } = blockQuery
  const relevance = textQuery && rank(textQuery)
  // Where matches are found by reading their text, they are ranked at the same time.
  const ranked = hasBlocks && relevance ? sql`, ${relevance} as relevance` : sql``
  const joinsBlocks =
    !hasBlocks || order === 'smart' || !isLinkOrder(order.filter(({ field }) => field !== 'relevance'))
  return sql`select v.block_tenant_id, v.block_id from (
      select *, row_number() over (order by date_updated desc, block_id) as place
      from ${newestRows(blockQuery, limit, ranked)} newest
    ) v ${joinsBlocks ? BLOCK : sql``}
    ${orderBy(order, {
      dateUpdated: sql`v.date_updated`,
      relevance:
        relevance && sql`case when v.place <= ${MAX_RANKED} then ${hasBlocks ? sql`v.relevance` : relevance} end`,
    })}`
}

/** The `limit` last changed matches, and ties. If `from` is sorted this way, PostgreSQL stops reading after them. */
function newestRows(
  { from, where, dateUpdated }: BlockQuery,
  limit: number,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`(select v.block_tenant_id, v.block_id, ${dateUpdated} as date_updated${more}
    from ${from} where ${where} order by ${dateUpdated} desc fetch first ${limit} rows with ties)`
}

function rank(textQuery: RawBuilder<unknown>): RawBuilder<number> {
  return sql`ts_rank(b.tsv, ${textQuery})`
}
