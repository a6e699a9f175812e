import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Claim, ConnectionKey, Fence, SyncName, Trigger } from '../../model/sync.ts'
import type { Heartbeat } from '../../model/sync-store.ts'
import type { DecryptCredential } from '../connections/callable.ts'
import { type CallableConnectionRow, toSyncConnection } from '../connections/callable.ts'
import type { SyncStoreContext } from './context.ts'
import { endMisdatedLeasesAndOrphanedRuns } from './orphaned.ts'
import { startRuns } from './start.ts'
import { toSyncState } from './sync-rows.ts'

type StateRow = Parameters<typeof toSyncState>[0]
type ClaimRow = StateRow & CallableConnectionRow & { sync: SyncName; token: number; run_id: string }

/** The lease to claim syncs with: see `SyncStore.claim`. */
interface LeaseRequest {
  workerId: string
  now: number
  leaseMs: number
  /** The most syncs to claim. */
  limit: number
}

/** Also ends the leases that no worker can hold, and the runs that none will resume. */
export async function claim(
  context: SyncStoreContext,
  workerId: string,
  limit: number,
  now: number,
  leaseMs: number,
): Promise<Claim[]> {
  await endMisdatedLeasesAndOrphanedRuns(context.db, now, leaseMs)
  return claimDue(context, workerId, limit, now, leaseMs)
}

/** Claims due syncs, the longest overdue first. */
export async function claimDue(
  context: SyncStoreContext,
  workerId: string,
  limit: number,
  now: number,
  leaseMs: number,
): Promise<Claim[]> {
  // Workers that claim at the same time skip the rows that another one has locked.
  const due = sql`
    select tenant_id, connection_id, sync from syncs
    where runnable and date_due <= ${now} order by date_due limit ${limit} for update skip locked`
  return claimSyncs(context, { workerId, now, leaseMs, limit }, due)
}

/** Claims one sync whether it is due or not, unless it is running or its connection is not active. */
export async function claimOne(
  context: SyncStoreContext,
  workerId: string,
  { tenantId, connectionId }: ConnectionKey,
  sync: SyncName,
  now: number,
  leaseMs: number,
): Promise<Claim | undefined> {
  const candidate = sql`
    select s.tenant_id, s.connection_id, s.sync from syncs s
    join connections c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id and c.status = 'active'
    where s.tenant_id = ${tenantId} and s.connection_id = ${connectionId} and s.sync = ${sync}
      and (coalesce(s.lease_until, 0) <= ${now} or s.lease_until > ${now + 2 * leaseMs}) for update of s skip locked`
  return (await claimSyncs(context, { workerId, now, leaseMs, limit: 1 }, candidate, 'manual'))[0]
}

/**
 * Leases the candidates, starts the runs that are not resumed, and reads what a run needs. The id of a run is stored with its
 * lease, so the record of a run that is missing because the worker was killed in between is written by the next one. In one
 * statement with the lease, the record could not be written while any node of a cluster is away (decision 068).
 */
async function claimSyncs(
  { db, decrypt }: SyncStoreContext,
  { workerId, now, leaseMs, limit }: LeaseRequest,
  candidates: RawBuilder<unknown>,
  trigger?: Trigger,
): Promise<Claim[]> {
  const newIds = Array.from({ length: limit }, () => randomUUID())
  const { rows } = await sql<ClaimRow>`
    with candidates as (select *, row_number() over () as number from (${candidates}) c),
    claimed as (
      update syncs s set worker = ${workerId}, lease_until = ${now + leaseMs}, date_due = ${now + leaseMs},
        token = s.token + 1, run_id = coalesce(s.run_id, (${newIds}::uuid[])[c.number]),
        date_requested = case when s.run_id is null then null else s.date_requested end
      from candidates c where s.tenant_id = c.tenant_id and s.connection_id = c.connection_id and s.sync = c.sync
      returning s.*
    )
    select s.*, c.provider, c.application, c.credential, c.credential_key_id, c.credential_version, c.date_credential,
      c.date_next_check, p.url
    from claimed s
    join connections c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
    join providers p on p.provider = c.provider
    order by s.date_next_run`.execute(db)
  if (rows.length === 0) return []
  const triggers = await startRuns(db, rows, workerId, now, trigger)
  return rows.flatMap((row) => toClaim(row, triggers.get(row.run_id) as Trigger, decrypt))
}

/** When the credential cannot be decrypted, the sync stays leased: it is claimed again when the lease expires, not at once. */
function toClaim(row: ClaimRow, trigger: Trigger, decrypt: DecryptCredential): Claim[] {
  const connection = toSyncConnection(row, decrypt)
  if (!connection) return []
  const fence = { tenantId: row.tenant_id, connectionId: row.connection_id, sync: row.sync, token: row.token }
  return [{ fence, runId: row.run_id, trigger, state: toSyncState(row), connection }]
}

export async function nextDue({ db }: SyncStoreContext): Promise<number | undefined> {
  const { rows } = await sql<{ date_due: number }>`
    select date_due from syncs where runnable and date_due is not null order by date_due limit 1`.execute(db)
  return rows[0]?.date_due
}

export async function heartbeat(
  { db }: SyncStoreContext,
  fences: readonly Fence[],
  now: number,
  leaseMs: number,
): Promise<Heartbeat> {
  const leaseUntil = now + leaseMs
  const { rows } = await sql<{ index: number }>`
    update syncs s set lease_until = ${leaseUntil}, date_due = ${leaseUntil}
    from ${fenceRows(fences)} where ${fenceHolds} returning f.index`.execute(db)
  const indexes = new Set(rows.map(({ index }) => index))
  const held = fences.filter((_, index) => indexes.has(index))
  return { held, lost: fences.filter((_, index) => !indexes.has(index)) }
}

/** The run stays in state `running`: the next worker that claims the sync resumes it. */
export async function release({ db }: SyncStoreContext, fences: readonly Fence[], now: number): Promise<void> {
  await sql`
    update syncs s set worker = null, lease_until = null, date_due = ${now}, token = s.token + 1
    from ${fenceRows(fences)} where ${fenceHolds}`.execute(db)
}

function fenceRows(fences: readonly Fence[]): RawBuilder<unknown> {
  const rows = fences.map((fence, index) => ({ ...fence, index }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as f ("tenantId" uuid, "connectionId" uuid, sync text, token bigint, index integer)`
}

const fenceHolds = sql`s.tenant_id = f."tenantId" and s.connection_id = f."connectionId" and s.sync = f.sync
  and s.token = f.token`
