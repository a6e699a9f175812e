import { sql } from 'kysely'
import type { ConnectionKey } from '../../model/sync.ts'
import type { Tx } from '../postgres/database.ts'

/** The application of a tenant, whose connections share what is known about tags. */
export interface TenantApplication extends Pick<ConnectionKey, 'tenantId'> {
  provider: string
  application: string
}

/** Insight about tags that got their ids at a vendor is read soon after, but not more often than this. */
const INSIGHT_MIN_INTERVAL_MS = 3_600_000

/**
 * Asks for a run of the insight sync of all connections to an application, whose tags got ids: at once if they are the
 * first ones, else an hour after its last success. A run that is in progress may have read the ids before, so another one
 * follows it. Syncs that fail or are paused keep their schedule.
 */
export async function requestInsight(
  tx: Tx,
  { tenantId, provider, application }: TenantApplication,
  isFirst: boolean,
  now: number,
): Promise<void> {
  const minIntervalMs = isFirst ? 0 : INSIGHT_MIN_INTERVAL_MS
  const requested = sql`greatest(${now}::bigint, coalesce(s.date_last_success, 0) + ${minIntervalMs}::bigint)`
  await sql`
    update syncs s set date_requested = least(s.date_requested, ${requested}),
      date_next_run = case when s.run_id is null then least(s.date_next_run, ${requested}) else s.date_next_run end,
      date_due = case when s.run_id is null then least(s.date_due, ${requested}) else s.date_due end
    from connections c
    where s.tenant_id = ${tenantId} and s.sync = 'insight' and s.health = 'healthy' and s.failure_count = 0
      and s.date_next_run is not null and c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
      and c.provider = ${provider} and c.application = ${application}`.execute(tx)
}
