import { type RawBuilder, sql } from 'kysely'
import type { Health, RunError, SyncName } from '../../model/sync.ts'
import { appendChanges, type Change } from '../changes.ts'
import { type Database, inTransaction, type Tx } from '../postgres/database.ts'
import { endMisdatedLeases, isMisdatedLease } from './misdated.ts'

const RUN_ABANDONED: RunError = {
  type: 'about:blank',
  title: 'Abandoned',
  detail: 'The sync was paused or stopped before this run could be resumed.',
  status: 409,
}

/** Number of tenants whose runs are ended per call; the next call takes the next ones. */
const MAX_TENANTS = 50

/**
 * Ends the leases that no worker can hold, and the runs that no worker holds and none will resume, because their syncs were
 * paused or stopped. Data and the checkpoint stay: if the sync is resumed, its next run continues there. What is to be ended
 * is looked up before every claim, hence in one statement.
 */
export async function endMisdatedLeasesAndOrphanedRuns(db: Database, now: number, leaseMs: number): Promise<void> {
  const { rows } = await sql<{ tenant_id: string }>`
    with ended as (${endMisdatedLeases(now, leaseMs)})
    select distinct tenant_id from syncs
    where ${isLeft} and (lease_until is null or lease_until <= ${now} or ${isMisdatedLease(now, leaseMs)})
    limit ${MAX_TENANTS}`.execute(db)
  for (const { tenant_id } of rows) await inTransaction(db, (tx) => endOrphanedRunsOfTenant(tx, tenant_id, now))
}

const isLeft = sql<boolean>`run_id is not null and not runnable`

/** The run of a paused sync is not orphaned while its worker extends the lease: it ends normally. */
function isOrphaned(now: number): RawBuilder<boolean> {
  return sql<boolean>`${isLeft} and (lease_until is null or lease_until <= ${now})`
}

interface OrphanedRunRow {
  run_id: string
  connection_id: string
  sync: SyncName
  health: Health
}

async function endOrphanedRunsOfTenant(tx: Tx, tenantId: string, now: number): Promise<void> {
  const { rows } = await sql<OrphanedRunRow>`
    with orphaned as (
      select * from syncs where tenant_id = ${tenantId} and ${isOrphaned(now)} for update skip locked
    ),
    ended as (
      update syncs s set token = s.token + 1, worker = null, lease_until = null, date_due = s.date_next_run,
        run_id = null, last_run_id = orphaned.run_id
      from orphaned
      where s.tenant_id = ${tenantId} and s.connection_id = orphaned.connection_id and s.sync = orphaned.sync
      returning orphaned.run_id, s.connection_id, s.sync, s.health
    )
    update sync_runs r set state = 'deferred', date_end = ${now}, error = ${JSON.stringify(RUN_ABANDONED)}::jsonb
    from ended where r.tenant_id = ${tenantId} and r.run_id = ended.run_id
    returning r.run_id, r.connection_id, r.sync, ended.health`.execute(tx)
  await appendChanges(tx, tenantId, rows.map(toChange), now)
}

function toChange({ run_id: runId, connection_id, sync, health }: OrphanedRunRow): Change {
  const subject = { subject: 'sync', subject_id: connection_id, subject_type: sync } as const
  return { event_type: 'UPDATED', ...subject, detail: { runId, state: 'deferred', health } }
}
