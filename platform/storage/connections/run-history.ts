import { sql } from 'kysely'
import type { ConnectionKey, Counters, SyncName } from '../../model/sync.ts'
import type { Database } from '../postgres/database.ts'

/** The runs of a sync on one day, added up. */
export interface RunDay extends Counters {
  sync: SyncName
  /** When the day began (epoch ms). */
  date: number
  runs: number
  failedRuns: number
  deferredRuns: number
  /** Runs with warnings. */
  warnedRuns: number
}

/** Adds up the runs of a connection by sync and day, oldest day first. `days`: when each day began (epoch ms), ascending. */
export async function addUpRuns(
  db: Database,
  { tenantId, connectionId }: ConnectionKey,
  days: readonly number[],
): Promise<RunDay[]> {
  const { rows } = await sql<Omit<RunDay, 'date'> & { day: number }>`
    select sync, width_bucket(date_start, ${days}::bigint[]) as day, count(*)::int as runs,
      count(*) filter (where state = 'failed')::int as "failedRuns",
      count(*) filter (where state = 'deferred')::int as "deferredRuns",
      count(*) filter (where jsonb_array_length(warnings) > 0)::int as "warnedRuns",
      sum(created)::float8 as created, sum(updated)::float8 as updated, sum(unchanged)::float8 as unchanged,
      sum(skipped)::float8 as skipped, sum(failed_count)::float8 as "failedCount"
    from sync_runs
    where tenant_id = ${tenantId} and connection_id = ${connectionId} and date_start >= ${days[0] ?? 0}
    group by sync, day order by day, sync`.execute(db)
  return rows.map(({ day, ...counted }) => ({ ...counted, date: days[day - 1] ?? 0 }))
}
