import { type RawBuilder, sql } from 'kysely'
import { allOf } from './conditions.ts'
import type { NumberFilter } from './filters.ts'

/** Column within the filter's bounds, which are drawn to whole milliseconds so that an index of the column serves. */
export function inRange(column: RawBuilder<unknown>, filter: NumberFilter): RawBuilder<boolean> {
  const { from, to } = boundsOf(filter)
  return allOf([
    ...(from === undefined ? [] : [sql<boolean>`${column} >= ${from}::bigint`]),
    ...(to === undefined ? [] : [sql<boolean>`${column} <= ${to}::bigint`]),
  ])
}

/** Both ends inclusive. */
function boundsOf({ gt, gte, eq, lte, lt }: NumberFilter): { from?: number; to?: number } {
  const from = [gt === undefined ? gt : Math.floor(gt) + 1, ...[gte, eq].map((bound) => bound && Math.ceil(bound))]
  const to = [lt === undefined ? lt : Math.ceil(lt) - 1, ...[lte, eq].map((bound) => bound && Math.floor(bound))]
  const [froms, tos] = [from, to].map((bounds) => bounds.filter((bound) => bound !== undefined).map(representable))
  return {
    ...(froms?.length ? { from: Math.max(...froms) } : {}),
    ...(tos?.length ? { to: Math.min(...tos) } : {}),
  }
}

/** No date is further away than this, and a bigint holds it. */
function representable(bound: number): number {
  return Math.min(Math.max(bound, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
}
