import { type RawBuilder, sql } from 'kysely'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { allOf } from '../../postgres/conditions.ts'
import type { NumberFilter } from './filters.ts'

/** Whether a column of epoch ms lies within the bounds of a filter. Bounds are rounded to integers, so that indexes apply. */
export function inRange(column: RawBuilder<unknown>, filter: NumberFilter): RawBuilder<boolean> {
  const { from, to } = boundsOf(filter)
  return allOf([
    ...(from === undefined ? [] : [sql<boolean>`${column} >= ${from}::bigint`]),
    ...(to === undefined ? [] : [sql<boolean>`${column} <= ${to}::bigint`]),
  ])
}

/** Converts a filter to integer bounds; both are inclusive. */
function boundsOf({ gt, gte, eq, lte, lt }: NumberFilter): { from?: number; to?: number } {
  const from = [gt === undefined ? gt : Math.floor(gt) + 1, ...[gte, eq].map((bound) => bound && Math.ceil(bound))]
  const to = [lt === undefined ? lt : Math.ceil(lt) - 1, ...[lte, eq].map((bound) => bound && Math.floor(bound))]
  const [froms, tos] = [from, to].map((bounds) => bounds.filter((bound) => bound !== undefined).map(clampToSafeInteger))
  return omitUndefined({
    from: froms?.length ? Math.max(...froms) : undefined,
    to: tos?.length ? Math.min(...tos) : undefined,
  })
}

/** Keeps a bound within what bigint can hold; no date lies beyond. */
function clampToSafeInteger(bound: number): number {
  return Math.min(Math.max(bound, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
}
