import { sql } from 'kysely'
import type { ConnectionKey, Health, RunError, SyncName, SyncState } from '../../model/sync.ts'
import { appendChanges } from '../changes.ts'
import { type Database, inTransaction, type Tx } from '../postgres/database.ts'
import { toSyncColumns, toSyncState } from '../runs/sync-rows.ts'
import { loadSyncsByConnection } from './lists.ts'
import type { Sync } from './rows.ts'

/** Begins nothing new from now on; a run that is going on ends as it would have. Undefined: there is no such sync. */
export function pauseSync(db: Database, key: ConnectionKey, sync: SyncName, now: number): Promise<Sync | undefined> {
  return setPausedByUser(db, key, sync, true, now)
}

/** What was due meanwhile is due now. */
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
      ...{ event_type: 'UPDATED' as const, subject: 'sync' as const, subject_id: connectionId, subject_type: sync },
      ...{ actor_id: tenantId, detail: { health, pausedByUser } },
    }))
    await appendChanges(tx, tenantId, changes, now)
  })
  return findSync(db, key, sync)
}

async function findSync(db: Database, key: ConnectionKey, sync: SyncName): Promise<Sync | undefined> {
  const syncs = await loadSyncsByConnection(db, key.tenantId, [key.connectionId])
  return syncs.get(key.connectionId)?.find((one) => one.sync === sync)
}

const CONNECTION_CHANGED: RunError = {
  type: 'about:blank',
  title: 'Broken off',
  detail: 'The connection was changed while this run was going on.',
  status: 409,
}

/** Takes every run of a connection from its worker: no write of it succeeds any more. */
export async function cancelRuns(tx: Tx, key: ConnectionKey, now: number): Promise<void> {
  await sql`
    with broken as (
      update syncs s set token = s.token + 1, worker = null, lease_until = null, date_due = s.date_next_run,
        run_id = null, last_run_id = coalesce(s.run_id, s.last_run_id)
      from syncs before
      where s.tenant_id = ${key.tenantId} and s.connection_id = ${key.connectionId}
        and before.tenant_id = s.tenant_id and before.connection_id = s.connection_id and before.sync = s.sync
      returning before.run_id
    )
    update sync_runs r set state = 'deferred', date_end = ${now}, error = ${JSON.stringify(CONNECTION_CHANGED)}::jsonb
    from broken where r.tenant_id = ${key.tenantId} and r.run_id = broken.run_id`.execute(tx)
}

export async function stopSyncs(tx: Tx, key: ConnectionKey): Promise<void> {
  await sql`
    update syncs set runnable = false
    where tenant_id = ${key.tenantId} and connection_id = ${key.connectionId}`.execute(tx)
}

/** A sync that a connection is to have, and when it first runs. */
export interface InitialSync {
  sync: SyncName
  dateNextRun: number
}

/**
 * Has a connection's syncs run: new ones begin healthy; those that were there before go on with their own facts, as
 * `resumed` has them. After a change of the account nothing is known of what it has already given.
 */
export async function startSyncs(
  tx: Tx,
  key: ConnectionKey,
  starts: readonly InitialSync[],
  resumed: (state: SyncState, sync: SyncName) => SyncState,
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
    const { checkpoint, dateReadUntil, ...facts } = resumed(toSyncState(row), row.sync)
    const place = { ...(checkpoint && { checkpoint }), ...(dateReadUntil !== undefined && { dateReadUntil }) }
    await tx
      .updateTable('syncs')
      .set({ ...toSyncColumns(accountChanged ? facts : { ...facts, ...place }), runnable: !row.paused_by_user })
      .where('tenant_id', '=', key.tenantId)
      .where('connection_id', '=', key.connectionId)
      .where('sync', '=', row.sync)
      .execute()
  }
  const known = new Set(rows.map(({ sync }) => sync))
  const fresh = starts.filter(({ sync }) => !known.has(sync))
  if (fresh.length > 0)
    await tx
      .insertInto('syncs')
      .values(fresh.map((start) => toSyncRow(key, start)))
      .execute()
}

function toSyncRow({ tenantId, connectionId }: ConnectionKey, { sync, dateNextRun }: InitialSync) {
  return {
    ...{ tenant_id: tenantId, connection_id: connectionId, sync },
    ...({ health: 'healthy', trigger: 'connect', runnable: true } as const),
    ...{ date_next_run: dateNextRun, date_due: dateNextRun },
  }
}

/** A provider that offers more than before: connections that are active get the syncs they lack. */
export async function addSyncs(db: Database, key: ConnectionKey, starts: readonly InitialSync[]): Promise<void> {
  if (starts.length === 0) return
  await inTransaction(db, (tx) =>
    tx
      .insertInto('syncs')
      .values(starts.map((start) => toSyncRow(key, start)))
      .onConflict((conflict) => conflict.columns(['tenant_id', 'connection_id', 'sync']).doNothing())
      .execute(),
  )
}
