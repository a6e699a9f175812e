import { sql } from 'kysely'
import type { ConnectionKey, Health, RunError, SyncName, SyncState } from '../../model/sync.ts'
import { appendChanges } from '../changes.ts'
import { type Database, inTransaction, type Tx } from '../postgres/database.ts'
import { toSyncColumns, toSyncState } from '../runs/sync-rows.ts'
import { loadSyncsByConnection } from './lists.ts'
import type { Sync } from './rows.ts'

/** Starts no new runs from now on; a current run ends normally. Undefined if the sync does not exist. */
export function pauseSync(db: Database, key: ConnectionKey, sync: SyncName, now: number): Promise<Sync | undefined> {
  return setPausedByUser(db, key, sync, true, now)
}

/** A run that became due in the meantime is due immediately. Undefined if the sync does not exist. */
export function resumeSync(db: Database, key: ConnectionKey, sync: SyncName, now: number): Promise<Sync | undefined> {
  return setPausedByUser(db, key, sync, false, now)
}

async function setPausedByUser(db: Database, key: ConnectionKey, sync: SyncName, pausedByUser: boolean, now: number) {
  const { tenantId, connectionId } = key
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ health: Health }>`
      update syncs s set paused_by_user = ${pausedByUser}, runnable = not ${pausedByUser} and c.status = 'active'
      from connections c
      where s.tenant_id = ${tenantId} and s.connection_id = ${connectionId} and s.sync = ${sync}
        and s.paused_by_user <> ${pausedByUser} and c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
      returning s.health`.execute(tx)
    const changes = rows.map(({ health }) => ({
      event_type: 'UPDATED' as const,
      subject: 'sync' as const,
      subject_id: connectionId,
      subject_type: sync,
      actor_id: tenantId,
      detail: { health, pausedByUser },
    }))
    await appendChanges(tx, tenantId, changes, now)
  })
  return findSync(db, key, sync)
}

async function findSync(db: Database, key: ConnectionKey, sync: SyncName): Promise<Sync | undefined> {
  const syncs = await loadSyncsByConnection(db, key.tenantId, [key.connectionId])
  return syncs.get(key.connectionId)?.find((candidate) => candidate.sync === sync)
}

const CONNECTION_CHANGED: RunError = {
  type: 'about:blank',
  title: 'Cancelled',
  detail: 'The connection was changed during this run.',
  status: 409,
}

/** Ends all runs of a connection and invalidates their fences, so that no write of their workers succeeds any more. */
export async function cancelRuns(tx: Tx, key: ConnectionKey, now: number): Promise<void> {
  await sql`
    with cancelled as (
      update syncs s set token = s.token + 1, worker = null, lease_until = null, date_due = s.date_next_run,
        run_id = null, last_run_id = coalesce(s.run_id, s.last_run_id)
      from syncs previous
      where s.tenant_id = ${key.tenantId} and s.connection_id = ${key.connectionId}
        and previous.tenant_id = s.tenant_id and previous.connection_id = s.connection_id and previous.sync = s.sync
      returning previous.run_id
    )
    update sync_runs r set state = 'deferred', date_end = ${now}, error = ${JSON.stringify(CONNECTION_CHANGED)}::jsonb
    from cancelled where r.tenant_id = ${key.tenantId} and r.run_id = cancelled.run_id`.execute(tx)
}

export async function stopSyncs(tx: Tx, key: ConnectionKey): Promise<void> {
  await sql`
    update syncs set runnable = false
    where tenant_id = ${key.tenantId} and connection_id = ${key.connectionId}`.execute(tx)
}

/** A sync to create for a connection, and when it first runs (epoch ms). */
export interface InitialSync {
  sync: SyncName
  dateNextRun: number
}

/**
 * Starts the syncs of a connection. New ones start healthy; existing ones continue with the state that `toResumedState`
 * returns. After a change of the account, checkpoints and what was read of the old account are discarded.
 */
export async function startSyncs(
  tx: Tx,
  key: ConnectionKey,
  initialSyncs: readonly InitialSync[],
  toResumedState: (state: SyncState, sync: SyncName) => SyncState,
  accountChanged: boolean,
): Promise<void> {
  const rows = await tx
    .selectFrom('syncs')
    .selectAll()
    .where('tenant_id', '=', key.tenantId)
    .where('connection_id', '=', key.connectionId)
    .forUpdate()
    .execute()
  for (const row of rows) {
    const resumed = toResumedState(toSyncState(row), row.sync)
    const { checkpoint: _checkpoint, dateReadUntil: _dateReadUntil, ...withoutPosition } = resumed
    await tx
      .updateTable('syncs')
      .set({ ...toSyncColumns(accountChanged ? withoutPosition : resumed), runnable: !row.paused_by_user })
      .where('tenant_id', '=', key.tenantId)
      .where('connection_id', '=', key.connectionId)
      .where('sync', '=', row.sync)
      .execute()
  }
  const existing = new Set(rows.map(({ sync }) => sync))
  const missing = initialSyncs.filter(({ sync }) => !existing.has(sync))
  if (missing.length === 0) return
  await tx
    .insertInto('syncs')
    .values(missing.map((initialSync) => toSyncRow(key, initialSync)))
    .execute()
}

function toSyncRow({ tenantId, connectionId }: ConnectionKey, { sync, dateNextRun }: InitialSync) {
  return {
    tenant_id: tenantId,
    connection_id: connectionId,
    sync,
    health: 'healthy',
    trigger: 'connect',
    runnable: true,
    date_next_run: dateNextRun,
    date_due: dateNextRun,
  } as const
}

/** Creates the syncs that an active connection lacks, after its provider has added capabilities. */
export async function addSyncs(db: Database, key: ConnectionKey, initialSyncs: readonly InitialSync[]): Promise<void> {
  if (initialSyncs.length === 0) return
  await inTransaction(db, (tx) =>
    tx
      .insertInto('syncs')
      .values(initialSyncs.map((initialSync) => toSyncRow(key, initialSync)))
      .onConflict((conflict) => conflict.columns(['tenant_id', 'connection_id', 'sync']).doNothing())
      .execute(),
  )
}
