import { sql } from 'kysely'
import type { ConnectionKey, SyncName, SyncState } from '../../model/sync.ts'
import { appendChanges } from '../changes.ts'
import type { Tx } from '../postgres/database.ts'
import type { CredentialKeys } from './credential-encryption.ts'
import type { Connection } from './rows.ts'
import { type InitialSync, startSyncs } from './sync-control.ts'

/** What connecting needs. Decisions about syncs are the engine's and are passed in. */
export interface ConnectionDeps {
  keys: CredentialKeys
  /** The syncs of a new connection and when each first runs. */
  initialSyncs: (connection: Connection, now: number) => readonly InitialSync[]
  /** The state of a sync after the user has signed in again: health one step better, due soon. */
  toResumedState: (state: SyncState, sync: SyncName, now: number) => SyncState
}

/** Starts the syncs of a connection that has been accepted. */
export async function activateSyncs(
  tx: Tx,
  deps: ConnectionDeps,
  connection: Connection,
  accountChanged: boolean,
  now: number,
) {
  const toResumedState = (state: SyncState, sync: SyncName) => deps.toResumedState(state, sync, now)
  await startSyncs(tx, connection, deps.initialSyncs(connection, now), toResumedState, accountChanged)
  await adoptBlocks(tx, connection)
  await tx
    .updateTable('connections')
    .set({ account_changed: false })
    .where('tenant_id', '=', connection.tenantId)
    .where('connection_id', '=', connection.connectionId)
    .execute()
}

/**
 * Continues what other connections to the same account have synced that are not used any more: the tables whose records are
 * requested and written, and the calendars in which missing events are cancelled, are those of a connection.
 */
async function adoptBlocks(
  tx: Tx,
  { tenantId, connectionId, provider, application, email }: Connection,
): Promise<void> {
  if (email === null) return
  await sql`
    update blocks b set connection_id = ${connectionId} from connections c
    where c.tenant_id = ${tenantId} and c.provider = ${provider} and c.application = ${application}
      and lower(c.email) = lower(${email}) and c.connection_id <> ${connectionId} and c.status <> 'active'
      and b.tenant_id = c.tenant_id and b.connection_id = c.connection_id
      and b.block_type in ('calendar', 'event', 'table', 'record')`.execute(tx)
}

export async function recordConnectionChange(
  tx: Tx,
  key: ConnectionKey,
  detail: { status: string },
  now: number,
): Promise<void> {
  const event = { event_type: 'UPDATED', subject: 'connection', subject_id: key.connectionId } as const
  await appendChanges(tx, key.tenantId, [{ ...event, detail }], now)
}
