import { type RawBuilder, sql } from 'kysely'

export const SORT_FIELDS = [
  ...(['dateCreated', 'dateUpdated', 'dateAssociated', 'dateDue', 'dateStart'] as const),
  ...(['title', 'status', 'relevance'] as const),
] as const
export type SortField = (typeof SORT_FIELDS)[number]

export interface SortKey {
  field: SortField
  direction: 'asc' | 'desc'
}

/**
 * How blocks are listed; `smart` means what is to be done first. Blocks without a value come last in either direction,
 * equal ones in the order in which they have changed, the newest first, and at last in the order of their ids.
 */
export type Order = readonly SortKey[] | 'smart'

/** What a statement has the keys of, beside blocks `b` and links `v`. */
export interface SortExpressions {
  dateUpdated: RawBuilder<number>
  /** How well it fits the search; undefined without one: all fit alike then. */
  relevance?: RawBuilder<unknown> | undefined
}

/** Whether a link is all that the keys need. */
export function isLinkOrder(order: Order): boolean {
  return order !== 'smart' && order.every(({ field }) => field === 'dateUpdated')
}

export function orderBy(order: Order, ordered: SortExpressions): RawBuilder<unknown> {
  const keys = order === 'smart' ? SMART : order.flatMap((key) => sortKey(key, ordered) ?? [])
  return sql`order by ${sql.join([...keys, sql`${ordered.dateUpdated} desc`, sql`v.block_id`])}`
}

/** What is open by its due date, what has none after that, and what is completed last. */
const SMART = [sql`b.status is not distinct from 'completed'`, sql`b.date_due nulls last`]

function sortKey(
  { field, direction }: SortKey,
  { dateUpdated, relevance }: SortExpressions,
): RawBuilder<unknown> | undefined {
  if (field === 'relevance') return relevance && sql`${relevance} ${sql.raw(direction)} nulls last`
  if (field === 'dateUpdated') return sql`${dateUpdated} ${sql.raw(direction)}`
  return sql`${KEYS[field]} ${sql.raw(direction)} nulls last`
}

/** A block's status. A task that has none is not started. */
export const statusExpression = sql<string>`coalesce(b.status, case b.block_type when 'task' then 'not_started' end)`

/** The three of a task as they follow each other; an event's after them, by their names. */
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
