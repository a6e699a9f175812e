import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../postgres/database.ts'

const DAY_MS = 86_400_000
export const RUN_RETENTION_MS = 14 * DAY_MS
export const CHANGE_RETENTION_MS = 30 * DAY_MS
export const PENDING_CONNECTION_RETENTION_MS = DAY_MS
/** How long a completed write to a vendor can be repeated with its idempotency key. Writes of unknown outcome are kept. */
export const WRITE_INTENT_RETENTION_MS = DAY_MS
/** News of companies that nobody asks for any more. */
export const NEWS_RETENTION_MS = 90 * DAY_MS
const BATCH_ROWS = 1_000

/**
 * Deletes old runs, old changes, connections that were never completed, completed writes and old news, in small batches that lock
 * nothing for long.
 */
export async function sweep(db: Database, now: number): Promise<void> {
  await executeInBatches(
    db,
    sql`delete from sync_runs where (tenant_id, run_id) in (
      select r.tenant_id, r.run_id from sync_runs r
      where r.date_start < ${now - RUN_RETENTION_MS} and r.state <> 'running' and not exists (
        select 1 from syncs s where s.tenant_id = r.tenant_id and s.connection_id = r.connection_id
          and s.sync = r.sync and s.last_run_id = r.run_id)
      limit ${BATCH_ROWS})`,
  )
  await executeInBatches(
    db,
    sql`delete from change_events where (tenant_id, sequence) in (
      select tenant_id, sequence from change_events where date < ${now - CHANGE_RETENTION_MS}
      order by date, sequence limit ${BATCH_ROWS})`,
  )
  await executeInBatches(
    db,
    sql`delete from connections where (tenant_id, connection_id) in (
      select tenant_id, connection_id from connections
      where status = 'pending' and registration_until < ${now - PENDING_CONNECTION_RETENTION_MS} limit ${BATCH_ROWS})`,
  )
  await executeInBatches(
    db,
    sql`delete from write_intents where (tenant_id, intent_id) in (
      select tenant_id, intent_id from write_intents
      where state = 'done' and date_updated < ${now - WRITE_INTENT_RETENTION_MS} limit ${BATCH_ROWS})`,
  )
  await executeInBatches(
    db,
    sql`delete from news where (tenant_id, tag_id, url) in (
      select tenant_id, tag_id, url from news where date_created < ${now - NEWS_RETENTION_MS} limit ${BATCH_ROWS})`,
  )
}

async function executeInBatches(db: Database, statement: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(db)
    if (numAffectedRows < BATCH_ROWS) return
  }
}
