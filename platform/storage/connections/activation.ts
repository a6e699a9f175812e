import type { ConnectionKey, SyncName, SyncState } from '../../model/sync.ts'
import { appendChanges } from '../changes.ts'
import type { Tx } from '../postgres/database.ts'
import type { CredentialKeys } from './credential-encryption.ts'
import type { Connection } from './rows.ts'
import { type InitialSync, startSyncs } from './sync-control.ts'

/** How connections become syncs; what the sync engine knows about that is given, not repeated here. */
export interface ConnectionDeps {
  keys: CredentialKeys
  /** Which syncs a connection has and when each first runs. */
  initialSyncs: (connection: Connection, now: number) => readonly InitialSync[]
  /** The facts of a sync after someone has signed in again: health one step back, due soon. */
  toResumedState: (state: SyncState, sync: SyncName, now: number) => SyncState
}

/** Has the syncs of a connection run that was accepted. */
export async function activateSyncs(
  tx: Tx,
  rules: ConnectionDeps,
  connection: Connection,
  accountChanged: boolean,
  now: number,
) {
  const resumed = (state: SyncState, sync: SyncName) => rules.toResumedState(state, sync, now)
  await startSyncs(tx, connection, rules.initialSyncs(connection, now), resumed, accountChanged)
  await tx
    .updateTable('connections')
    .set({ account_changed: false })
    .where('tenant_id', '=', connection.tenantId)
    .where('connection_id', '=', connection.connectionId)
    .execute()
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
