import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { BlockType } from '../../postgres/tables/index.ts'
import type { Viewer } from '../access/visibility.ts'
import { buildBlockQuery } from './block-query.ts'
import type { BlockFilters } from './filters.ts'

/** The number of blocks of a type in a bucket of a timeline. */
export interface TimelineCount {
  /** The index of the bucket. */
  bucket: number
  block_type: BlockType
  count: number
}

/** Half-open buckets: each begins at a start and ends at the next one, the last at `end` (epoch ms, ascending). */
export interface TimelineBuckets {
  starts: readonly number[]
  end: number
}

/** Counts the matching blocks that the viewer may see, by the time that they refer to. Empty buckets have no rows. */
export async function countBlocksByTime(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  { starts, end }: TimelineBuckets,
): Promise<TimelineCount[]> {
  const { from, where } = await buildBlockQuery(db, viewer, filters, { withAssociated: true })
  const { rows } = await sql<TimelineCount>`
    select width_bucket(v.date_associated, ${starts}::bigint[]) - 1 as bucket, v.block_type, count(*)::int as count
    from ${from}
    where ${where} and v.date_associated >= ${starts[0]}::bigint and v.date_associated < ${end}::bigint
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** The first and the last time that matching blocks refer to (epoch ms); undefined if there are none. */
export async function findTimeRange(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
): Promise<{ first: number; last: number } | undefined> {
  const { from, where } = await buildBlockQuery(db, viewer, filters, { withAssociated: true })
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(v.date_associated) as first, max(v.date_associated) as last from ${from} where ${where}`.execute(db)
  const [{ first, last } = { first: null, last: null }] = rows
  return first === null || last === null ? undefined : { first, last }
}
