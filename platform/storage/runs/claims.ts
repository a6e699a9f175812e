import { type RawBuilder, sql } from 'kysely'
import type { Claim, ConnectionKey, Fence, SyncName, Trigger } from '../../model/sync.ts'
import type { DecryptCredential } from '../connections/callable.ts'
import { type CallableConnectionRow, toSyncConnection } from '../connections/callable.ts'
import type { Database } from '../postgres/database.ts'
import { endOrphanedRuns } from './orphaned.ts'
import { toSyncState } from './sync-rows.ts'

type StateRow = Parameters<typeof toSyncState>[0]
type ClaimRow = StateRow &
  CallableConnectionRow & { sync: SyncName; token: number; run_id: string; run_trigger: Trigger }

/** How syncs are taken: see `SyncStore.claim`. */
export interface LeaseRequest {
  worker: string
  now: number
  leaseMs: number
}

/** Whoever looks for work also ends the runs that nobody is to go on with. */
export async function claimDue(
  db: Database,
  open: DecryptCredential,
  lease: LeaseRequest,
  limit: number,
): Promise<Claim[]> {
  await endOrphanedRuns(db, lease.now)
  // Workers that look at the same moment pass over what another is just taking.
  const due = sql`
    select tenant_id, connection_id, sync from syncs
    where runnable and date_due <= ${lease.now} order by date_due limit ${limit} for update skip locked`
  return claimSyncs(db, open, lease, due, sql`s.trigger`)
}

/** Takes one sync whatever its due time, unless it is being run or its connection is not active. */
export async function claimOne(
  db: Database,
  open: DecryptCredential,
  lease: LeaseRequest,
  { tenantId, connectionId }: ConnectionKey,
  sync: SyncName,
): Promise<Claim | undefined> {
  const wanted = sql`
    select s.tenant_id, s.connection_id, s.sync from syncs s
    join connections c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id and c.status = 'active'
    where s.tenant_id = ${tenantId} and s.connection_id = ${connectionId} and s.sync = ${sync}
      and coalesce(s.lease_until, 0) <= ${lease.now} for update of s skip locked`
  return (await claimSyncs(db, open, lease, wanted, sql`'manual'`))[0]
}

/** One statement: takes the leases, begins the runs that are not just gone on with, and reads what a run needs. */
async function claimSyncs(
  db: Database,
  open: DecryptCredential,
  { worker, now, leaseMs }: LeaseRequest,
  wanted: RawBuilder<unknown>,
  trigger: RawBuilder<unknown>,
): Promise<Claim[]> {
  const { rows } = await sql<ClaimRow>`
    with wanted as (${wanted}),
    taken as (
      update syncs s set worker = ${worker}, lease_until = ${now + leaseMs}, date_due = ${now + leaseMs},
        token = s.token + 1, run_id = coalesce(s.run_id, gen_random_uuid())
      from wanted w where s.tenant_id = w.tenant_id and s.connection_id = w.connection_id and s.sync = w.sync
      returning s.*
    ),
    begun as (
      insert into sync_runs (tenant_id, run_id, connection_id, sync, trigger, state, worker, date_start)
      select s.tenant_id, s.run_id, s.connection_id, s.sync, ${trigger}, 'running', ${worker}, ${now} from taken s
      on conflict (tenant_id, run_id) do update set worker = excluded.worker
      returning tenant_id, run_id, trigger
    )
    select s.*, begun.trigger as run_trigger, c.provider, c.application, c.credential, c.credential_key_id,
      c.credential_version, c.date_credential, c.date_next_check, p.url
    from taken s
    join begun on begun.tenant_id = s.tenant_id and begun.run_id = s.run_id
    join connections c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
    join providers p on p.provider = c.provider
    order by s.date_next_run`.execute(db)
  return rows.flatMap((row) => toClaim(row, open))
}

/** A credential that does not open keeps its sync leased, so it is tried again when the lease has run out, not at once. */
function toClaim(row: ClaimRow, open: DecryptCredential): Claim[] {
  const connection = toSyncConnection(row, open)
  if (!connection) return []
  const fence = { tenantId: row.tenant_id, connectionId: row.connection_id, sync: row.sync, token: row.token }
  return [{ fence, runId: row.run_id, trigger: row.run_trigger, state: toSyncState(row), connection }]
}

export async function nextDue(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ date_due: number }>`
    select date_due from syncs where runnable and date_due is not null order by date_due limit 1`.execute(db)
  return rows[0]?.date_due
}

/** Answers the fences that are lost: their syncs are others' now. */
export async function heartbeat(db: Database, fences: readonly Fence[], until: number): Promise<Fence[]> {
  const { rows } = await sql<{ at: number }>`
    update syncs s set lease_until = ${until}, date_due = ${until}
    from ${fenceRows(fences)} where ${fenceHolds} returning f.at`.execute(db)
  const held = new Set(rows.map(({ at }) => at))
  return fences.filter((_, at) => !held.has(at))
}

/** The run stays begun: whoever takes the sync next goes on with it. */
export async function release(db: Database, fences: readonly Fence[], now: number): Promise<void> {
  await sql`
    update syncs s set worker = null, lease_until = null, date_due = ${now}, token = s.token + 1
    from ${fenceRows(fences)} where ${fenceHolds}`.execute(db)
}

function fenceRows(fences: readonly Fence[]): RawBuilder<unknown> {
  const rows = fences.map((fence, at) => ({ ...fence, at }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as f ("tenantId" uuid, "connectionId" uuid, sync text, token bigint, at integer)`
}

const fenceHolds = sql`s.tenant_id = f."tenantId" and s.connection_id = f."connectionId" and s.sync = f.sync
  and s.token = f.token`
