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
  /** Absent: a search lists the best matches first, everything else what has changed last. */
  order?: Order
}

/** Blocks that fit, of those the viewer may see. First their ids in order, then the rows of that page only. */
export async function searchBlocks(db: Database, viewer: Viewer, search: BlockSearch): Promise<BlockRow[]> {
  if (search.size === 0) return []
  const ids = await findIds(db, viewer, search)
  if (ids.length === 0) return []
  const rows = await findBlocks(db, viewer, ids)
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** How many blocks fit, of those the viewer may see. */
export async function countBlocks(db: Database, viewer: Viewer, filters: BlockFilters): Promise<number> {
  const { from, where } = await buildBlockQuery(db, viewer, filters, { isWhole: true })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from} where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

async function findIds(db: Database, viewer: Viewer, { filters, order, size, page }: BlockSearch): Promise<string[]> {
  const sort = toOrder(order, filters)
  const shape = choosePlan(sort)
  const scope = await buildBlockQuery(db, viewer, filters, { withBlocks: shape === sortedPlan && !isLinkOrder(sort) })
  const { rows } = await sql<{ block_id: string }>`
    ${shape(scope, sort, size * (page + 1))} limit ${size} offset ${size * page}`.execute(db)
  return rows.map(({ block_id }) => block_id)
}

/** Without words all fit alike. */
function toOrder(order: Order | undefined, { text }: BlockFilters): Order {
  if (order === 'smart') return order
  const keys = (order ?? []).filter(({ field }) => field !== 'relevance' || text !== undefined)
  return keys.length > 0 ? keys : [{ field: text === undefined ? 'dateUpdated' : 'relevance', direction: 'desc' }]
}

/** Ids in order, as a statement; of the rows behind `end` nothing needs to be known. */
type QueryPlan = (scope: BlockQuery, sort: Order, end: number) => RawBuilder<unknown>

function choosePlan(sort: Order): QueryPlan {
  const [first, second] = sort === 'smart' ? [] : sort
  if (first?.field === 'relevance') return rankedPlan
  return first?.field === 'dateUpdated' && first.direction === 'desc' && !second ? newestPlan : sortedPlan
}

const sortedPlan: QueryPlan = ({ from, where, dateUpdated, words }, sort) =>
  sql`select v.block_id from ${from} where ${where}
    ${orderBy(sort, { dateUpdated, relevance: words && rank(words) })}`

const newestPlan: QueryPlan = (scope, sort, end) =>
  sql`select v.block_id from ${newestRows(scope, end)} v ${orderBy(sort, { dateUpdated: sql`v.date_updated` })}`

/** Ranking reads the text of each match, so the newest are ranked; older ones follow them as they have changed. */
const rankedPlan: QueryPlan = (scope, sort, end) => {
  const relevance = scope.words && sql`case when v.place <= ${MAX_RANKED} then ${rank(scope.words)} end`
  return sql`select v.block_id from (
      select *, row_number() over (order by date_updated desc, block_id) as place
      from ${newestRows(scope, Math.max(MAX_RANKED, end))} newest
    ) v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
    ${orderBy(sort, { dateUpdated: sql`v.date_updated`, relevance })}`
}

/** At least so many of those that have changed last: reading ends there where the lead comes in this order. */
function newestRows({ from, where, dateUpdated }: BlockQuery, end: number): RawBuilder<unknown> {
  return sql`(select v.block_tenant_id, v.block_id, ${dateUpdated} as date_updated
    from ${from} where ${where} order by ${dateUpdated} desc fetch first ${end} rows with ties)`
}

function rank(words: RawBuilder<unknown>): RawBuilder<number> {
  return sql`ts_rank(b.tsv, ${words})`
}
