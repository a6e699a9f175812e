import { type RawBuilder, sql } from 'kysely'
import type { Health, RunError, SyncName } from '../../model/sync.ts'
import { appendChanges, type Change } from '../changes.ts'
import { type Database, inTransaction, type Tx } from '../postgres/database.ts'

const RUN_ABANDONED: RunError = {
  type: 'about:blank',
  title: 'Left off',
  detail: 'The sync was paused or stopped before this run could be gone on with.',
  status: 409,
}

/** Tenants whose left runs are ended at a time; the next look takes the others. */
const BATCH = 50

/**
 * Ends runs that no worker has and none will go on with, because their syncs were paused or stopped meanwhile. What
 * they read stays, and so does the checkpoint: should the sync be resumed, its next run goes on there.
 */
export async function endOrphanedRuns(db: Database, now: number): Promise<void> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from syncs where ${isOrphaned(now)} limit ${BATCH}`.execute(db)
  for (const { tenant_id } of rows) await inTransaction(db, (tx) => endOrphanedRunsOfTenant(tx, tenant_id, now))
}

/** A paused sync whose worker still prolongs its lease ends as it would have. */
function isOrphaned(now: number): RawBuilder<boolean> {
  return sql<boolean>`run_id is not null and not runnable and (lease_until is null or lease_until <= ${now})`
}

interface OrphanedRunRow {
  run_id: string
  connection_id: string
  sync: SyncName
  health: Health
}

async function endOrphanedRunsOfTenant(tx: Tx, tenantId: string, now: number): Promise<void> {
  const { rows } = await sql<OrphanedRunRow>`
    with taken as (
      select * from syncs where tenant_id = ${tenantId} and ${isOrphaned(now)} for update skip locked
    ),
    left_off as (
      update syncs s set token = s.token + 1, worker = null, lease_until = null, date_due = s.date_next_run,
        run_id = null, last_run_id = taken.run_id
      from taken
      where s.tenant_id = ${tenantId} and s.connection_id = taken.connection_id and s.sync = taken.sync
      returning taken.run_id, s.connection_id, s.sync, s.health
    )
    update sync_runs r set state = 'deferred', date_end = ${now}, error = ${JSON.stringify(RUN_ABANDONED)}::jsonb
    from left_off where r.tenant_id = ${tenantId} and r.run_id = left_off.run_id
    returning r.run_id, r.connection_id, r.sync, left_off.health`.execute(tx)
  await appendChanges(tx, tenantId, rows.map(toChange), now)
}

function toChange({ run_id: runId, connection_id, sync, health }: OrphanedRunRow): Change {
  const subject = { subject: 'sync', subject_id: connection_id, subject_type: sync } as const
  return { event_type: 'UPDATED', ...subject, detail: { runId, state: 'deferred', health } }
}
