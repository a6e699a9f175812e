import { type RawBuilder, sql } from 'kysely'
import type { Fence, Health, RunEnd } from '../../model/sync.ts'
import { LeaseLost } from '../../model/sync-store.ts'
import { appendChanges } from '../changes.ts'
import { updateHealthAlert } from '../connections/alerts.ts'
import { stopForReconnect } from '../connections/refresh.ts'
import { type Database, inTransaction, retryConflicts, type Tx } from '../postgres/database.ts'
import { toStorableJson } from '../text-normalization.ts'
import type { SyncStoreContext } from './context.ts'
import { toWarningsJson } from './counters.ts'
import { toSyncColumns } from './sync-rows.ts'

interface FinishedRun {
  previous_health: Health
  run_id: string
  provider: string
  application: string
  changed: number
}

/**
 * Stores the outcome of a run and the next state of its sync, and releases the lease: in one statement if nobody needs to
 * know, as after most runs, otherwise in one transaction.
 */
export async function finishRun({ db }: SyncStoreContext, fence: Fence, end: RunEnd, now: number): Promise<void> {
  if (end.state !== 'failed' && !end.reconnectRequired) {
    const isQuiet = sql`s.health = ${end.next.health} and r.created + r.updated = 0`
    if (await retryConflicts(() => finishSync(db, fence, end, now, isQuiet))) return
  }
  await inTransaction(db, async (tx) => {
    const finished = await finishSync(tx, fence, end, now)
    if (!finished) throw new LeaseLost(fence)
    if (end.reconnectRequired) await stopForReconnect(tx, fence, end.reconnectRequired, now)
    await updateHealthAlert(tx, fence, finished.previous_health, { ...finished, ...end }, now)
    if (isNoteworthy(finished, end)) await appendSyncChange(tx, fence, end, finished.run_id, now)
  })
}

/** Updates the sync and its run if the fence and the condition hold. Returns undefined otherwise. */
async function finishSync(
  db: Database,
  { tenantId, connectionId, sync, token }: Fence,
  end: RunEnd,
  now: number,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<FinishedRun | undefined> {
  const next = toSyncColumns(end.next)
  // A failed run is retried soon anyway. `least` ignores null, which stands for no next run.
  const nextRun =
    end.state === 'ok' && next.date_next_run !== null
      ? sql`least(${next.date_next_run}::bigint, s.date_requested)`
      : sql`${next.date_next_run}::bigint`
  const error = end.error ? toStorableJson(end.error) : null
  const { rows } = await sql<FinishedRun>`
    with previous as (
      select s.*, r.created + r.updated as changed from syncs s
      join sync_runs r on r.tenant_id = s.tenant_id and r.run_id = s.run_id
      where s.tenant_id = ${tenantId} and s.connection_id = ${connectionId} and s.sync = ${sync}
        and s.token = ${token} and ${condition} for update of s
    ),
    finished as (
      update syncs s set health = ${next.health}, failure_count = ${next.failure_count},
        deferred_count = ${next.deferred_count}, date_first_attempt = ${next.date_first_attempt},
        date_last_success = ${next.date_last_success}, date_paused = ${next.date_paused},
        date_next_run = ${nextRun}, date_due = ${nextRun}, trigger = ${next.trigger},
        date_read_until = ${next.date_read_until}, checkpoint = ${next.checkpoint}::jsonb,
        last_error = ${error}::jsonb, worker = null, lease_until = null, token = s.token + 1,
        run_id = null, last_run_id = s.run_id
      from previous where s.tenant_id = previous.tenant_id and s.connection_id = previous.connection_id
        and s.sync = previous.sync
      returning previous.health as previous_health, previous.run_id, previous.changed
    ),
    run as (
      update sync_runs r set state = ${end.state}, date_end = ${now}, error = ${error}::jsonb,
        warnings = r.warnings || ${toWarningsJson(end.warnings ?? [])}::jsonb
      from finished where r.tenant_id = ${tenantId} and r.run_id = finished.run_id
      returning 1
    )
    select finished.*, c.provider, c.application from finished, run, connections c
    where c.tenant_id = ${tenantId} and c.connection_id = ${connectionId}`.execute(db)
  return rows[0]
}

/** A run without changes, failure or change of health is worth neither an alert nor an entry in the feed. */
function isNoteworthy({ previous_health, changed }: FinishedRun, { state, next }: RunEnd): boolean {
  return changed > 0 || state === 'failed' || next.health !== previous_health
}

async function appendSyncChange(
  tx: Tx,
  { tenantId, connectionId, sync }: Fence,
  end: RunEnd,
  runId: string,
  now: number,
) {
  const detail = { runId, state: end.state, health: end.next.health }
  const event = {
    event_type: 'UPDATED',
    subject: 'sync',
    subject_id: connectionId,
    subject_type: sync,
    detail,
  } as const
  await appendChanges(tx, tenantId, [event], now)
}
