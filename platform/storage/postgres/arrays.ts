import { type RawBuilder, sql } from 'kysely'

/**
 * The ids as an array: `any(${idArray(ids)}::uuid[])`. It is read by a subquery, so that the planner does not know its length.
 * It otherwise finds the plan for a short list cheaper than the one for any list, and plans the statement each time, which
 * takes longer than to execute it.
 */
export function idArray(ids: Iterable<string>): RawBuilder<unknown> {
  return sql`(select ${[...new Set(ids)]}::uuid[])`
}

/** The ids as rows of a statement that looks each of them up. */
export function unnestIds(ids: Iterable<string>): RawBuilder<unknown> {
  return sql`unnest(${idArray(ids)})`
}
