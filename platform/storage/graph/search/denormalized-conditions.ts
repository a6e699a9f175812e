import { type RawBuilder, sql } from 'kysely'
import { inRange } from './date-conditions.ts'
import type { BlockFilters } from './filters.ts'

/** Conditions on columns that links copy from their blocks and that the indexes of links cover. */
export function denormalizedConditions(
  alias: 'l' | 'v',
  { archived, blockTypes, dates, tasks }: BlockFilters,
): RawBuilder<boolean>[] {
  const link = sql.raw(alias)
  return [
    ...(archived ? [] : [sql<boolean>`not ${link}.archived`]),
    ...(blockTypes ? [sql<boolean>`${link}.block_type = any(${blockTypes}::text[])`] : []),
    ...(tasks ? [sql<boolean>`${link}.block_type = 'task'`] : []),
    ...(dates?.updated ? [inRange(sql`${link}.date_updated`, dates.updated)] : []),
  ]
}
