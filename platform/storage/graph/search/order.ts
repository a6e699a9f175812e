import { type RawBuilder, sql } from 'kysely'

export const SORT_FIELDS = [
  'dateCreated',
  'dateUpdated',
  'dateAssociated',
  'dateDue',
  'dateStart',
  'title',
  'status',
  'relevance',
] as const
export type SortField = (typeof SORT_FIELDS)[number]

export interface SortKey {
  field: SortField
  direction: 'asc' | 'desc'
}

/**
 * How blocks are sorted; `smart` puts what is to be done next first. Blocks without a value come last in either direction.
 * Ties are broken by the date of the last change, the latest first, and then by block id.
 */
export type Order = readonly SortKey[] | 'smart'

/** The sort expressions of a statement that depend on more than blocks `b` and links `v`. */
export interface SortExpressions {
  dateUpdated: RawBuilder<number>
  /** The rank of a match; undefined without a text filter. */
  relevance?: RawBuilder<unknown> | undefined
}

/** Whether links `v` have all sort keys, so that the blocks need not be joined. */
export function isLinkOrder(order: Order): boolean {
  return order !== 'smart' && order.every(({ field }) => field === 'dateUpdated')
}

export function orderBy(order: Order, expressions: SortExpressions): RawBuilder<unknown> {
  const keys = order === 'smart' ? SMART : order.flatMap((key) => sortKey(key, expressions) ?? [])
  return sql`order by ${sql.join([...keys, sql`${expressions.dateUpdated} desc`, sql`v.block_id`])}`
}

/** Open blocks by due date, then those without one; completed blocks last. */
const SMART = [sql`b.status is not distinct from 'completed'`, sql`b.date_due nulls last`]

function sortKey(
  { field, direction }: SortKey,
  { dateUpdated, relevance }: SortExpressions,
): RawBuilder<unknown> | undefined {
  if (field === 'relevance') return relevance && sql`${relevance} ${sql.raw(direction)} nulls last`
  if (field === 'dateUpdated') return sql`${dateUpdated} ${sql.raw(direction)}`
  return sql`${KEYS[field]} ${sql.raw(direction)} nulls last`
}

/** The status of a block. Tasks without one count as not started. */
export const statusExpression = sql<string>`coalesce(b.status, case b.block_type when 'task' then 'not_started' end)`

/** Sorts the statuses of tasks by progress; those of events follow, by name. */
const STATUS = sql`case ${statusExpression} when 'not_started' then '0' when 'in_progress' then '1' when 'completed' then '2'
  else b.status end collate "C"`

const KEYS: Readonly<Record<Exclude<SortField, 'relevance' | 'dateUpdated'>, RawBuilder<unknown>>> = {
  dateCreated: sql`b.date_created`,
  dateAssociated: sql`b.date_associated`,
  dateDue: sql`b.date_due`,
  dateStart: sql`b.date_start`,
  title: sql`lower(b.title) collate "C"`,
  status: STATUS,
}
