import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import { type BlockRow, findBlocks, type Viewer } from '../access/visibility.ts'
import { type BlockQuery, buildBlockQuery } from './block-query.ts'
import type { BlockFilters } from './filters.ts'
import { isLinkOrder, type Order, orderBy } from './order.ts'
import { MAX_RANKED } from './text-frequency.ts'

export interface BlockSearch extends PageRequest {
  filters: BlockFilters
  /** Defaults to relevance with a text filter, else to the last changed first. */
  order?: Order
}

/** Lists one page of matching blocks that the viewer may see. Sorts ids first, then loads the rows of the page only. */
export async function searchBlocks(db: Database, viewer: Viewer, search: BlockSearch): Promise<BlockRow[]> {
  if (search.size === 0) return []
  const ids = await findIds(db, viewer, search)
  if (ids.length === 0) return []
  const rows = await findBlocks(db, viewer, ids)
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Counts the matching blocks that the viewer may see. */
export async function countBlocks(db: Database, viewer: Viewer, filters: BlockFilters): Promise<number> {
  const { from, where } = await buildBlockQuery(db, viewer, filters, { readsAll: true })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from} where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

async function findIds(db: Database, viewer: Viewer, { filters, order, size, page }: BlockSearch): Promise<string[]> {
  const sort = toOrder(order, filters)
  const idQuery = chooseIdQuery(sort)
  const withBlocks = idQuery === sortedIds && !isLinkOrder(sort)
  const blockQuery = await buildBlockQuery(db, viewer, filters, { withBlocks })
  const { rows } = await sql<{ block_id: string }>`
    ${idQuery(blockQuery, sort, size * (page + 1))} limit ${size} offset ${size * page}`.execute(db)
  return rows.map(({ block_id }) => block_id)
}

/** Drops sorting by relevance if there is no text filter, and applies the default. */
function toOrder(order: Order | undefined, { text }: BlockFilters): Order {
  if (order === 'smart') return order
  const keys = (order ?? []).filter(({ field }) => field !== 'relevance' || text !== undefined)
  return keys.length > 0 ? keys : [{ field: text === undefined ? 'dateUpdated' : 'relevance', direction: 'desc' }]
}

/** Builds a statement that selects block ids in order. Only the first `end` rows have to be in the right order. */
type IdQuery = (blockQuery: BlockQuery, sort: Order, end: number) => RawBuilder<unknown>

function chooseIdQuery(sort: Order): IdQuery {
  const [first, second] = sort === 'smart' ? [] : sort
  if (first?.field === 'relevance') return rankedIds
  return first?.field === 'dateUpdated' && first.direction === 'desc' && !second ? newestIds : sortedIds
}

const sortedIds: IdQuery = ({ from, where, dateUpdated, textQuery }, sort) =>
  sql`select v.block_id from ${from} where ${where}
    ${orderBy(sort, { dateUpdated, relevance: textQuery && rank(textQuery) })}`

const newestIds: IdQuery = (blockQuery, sort, end) =>
  sql`select v.block_id from ${newestRows(blockQuery, end)} v ${orderBy(sort, { dateUpdated: sql`v.date_updated` })}`

/** Ranks the newest matches only, because ranking reads the text of each. Older matches follow, the last changed first. */
const rankedIds: IdQuery = (blockQuery, sort, end) => {
  const { textQuery } = blockQuery
  const relevance = textQuery && sql`case when v.place <= ${MAX_RANKED} then ${rank(textQuery)} end`
  return sql`select v.block_id from (
      select *, row_number() over (order by date_updated desc, block_id) as place
      from ${newestRows(blockQuery, Math.max(MAX_RANKED, end))} newest
    ) v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    ${orderBy(sort, { dateUpdated: sql`v.date_updated`, relevance })}`
}

/** The `end` last changed matches, and ties. If the access path is sorted this way, PostgreSQL stops reading after them. */
function newestRows({ from, where, dateUpdated }: BlockQuery, end: number): RawBuilder<unknown> {
  return sql`(select v.block_tenant_id, v.block_id, ${dateUpdated} as date_updated
    from ${from} where ${where} order by ${dateUpdated} desc fetch first ${end} rows with ties)`
}

function rank(textQuery: RawBuilder<unknown>): RawBuilder<number> {
  return sql`ts_rank(b.tsv, ${textQuery})`
}
