import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ConnectionKey } from '../../model/sync.ts'
import { type Database, inTransaction } from '../postgres/database.ts'
import { activateSyncs, type ConnectionDeps, recordConnectionChange } from './activation.ts'
import { resolveConnectionAlerts } from './alerts.ts'
import { findConnection } from './lists.ts'
import { CONNECTION_COLUMNS, type Connection, toConnection } from './rows.ts'
import { cancelRuns, stopSyncs } from './sync-control.ts'

export type { ConnectionDeps } from './activation.ts'
export { completeRegistration } from './registration.ts'

export interface NewConnection {
  provider: string
  application: string
  label: string
  /** Whether a person has to accept the connected account before anything is synced. */
  needsConfirmation: boolean
  /** When the provider's registration is no longer accepted (epoch ms). */
  registrationUntil: number
}

/** Creates a connection in status `pending`, which waits for the provider's registration. */
export async function startConnection(
  db: Database,
  tenantId: string,
  { provider, application, label, needsConfirmation, registrationUntil }: NewConnection,
  now: number,
): Promise<Connection> {
  const row = await db
    .insertInto('connections')
    .values({
      tenant_id: tenantId,
      connection_id: randomUUID(),
      provider,
      application,
      label,
      status: 'pending',
      registration_until: registrationUntil,
      needs_confirmation: needsConfirmation,
      date_created: now,
      date_updated: now,
    })
    .returning(CONNECTION_COLUMNS)
    .executeTakeFirstOrThrow()
  return toConnection(row)
}

/** Accepts a new registration for an existing connection, which stays as it is until then. */
export async function startReconnect(
  db: Database,
  key: ConnectionKey,
  { needsConfirmation, registrationUntil }: Pick<NewConnection, 'needsConfirmation' | 'registrationUntil'>,
): Promise<Connection | undefined> {
  await sql`
    update connections set registration_until = ${registrationUntil}, needs_confirmation = ${needsConfirmation}
    where tenant_id = ${key.tenantId} and connection_id = ${key.connectionId}`.execute(db)
  return findConnection(db, key)
}

/**
 * Accepts the connected account, and no other one until the next start. Undefined if the connection does not wait for
 * confirmation, or if its account is not that of `email`: another one may have been connected since it was shown.
 */
export async function confirmConnection(
  db: Database,
  deps: ConnectionDeps,
  key: ConnectionKey,
  now: number,
  email?: string,
): Promise<Connection | undefined> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable('connections')
      .$if(email !== undefined, (query) => query.where('email', '=', email ?? null))
      .set({ status: 'active', registration_until: null, date_updated: now })
      .where('tenant_id', '=', key.tenantId)
      .where('connection_id', '=', key.connectionId)
      .where('status', '=', 'unconfirmed')
      .returning([...CONNECTION_COLUMNS, 'account_changed'])
      .executeTakeFirst()
    if (!row) return undefined
    const connection = toConnection(row)
    await activateSyncs(tx, deps, connection, row.account_changed, now)
    await recordConnectionChange(tx, key, { status: 'active' }, now)
    return connection
  })
}

/** Deletes the credential and stops all syncs. Synced data stays. */
export async function disconnect(db: Database, key: ConnectionKey, now: number): Promise<Connection | undefined> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable('connections')
      .set((column) => ({
        status: 'disconnected',
        credential: null,
        credential_key_id: null,
        // What is being refreshed at the moment must not be saved.
        credential_version: column('credential_version', '+', 1),
        date_credential: null,
        date_certificate_end: null,
        registration_until: null,
        reason: null,
        scope_message: null,
        refresh_worker: null,
        refresh_until: null,
        date_updated: now,
      }))
      .where('tenant_id', '=', key.tenantId)
      .where('connection_id', '=', key.connectionId)
      .returning(CONNECTION_COLUMNS)
      .executeTakeFirst()
    if (!row) return undefined
    await cancelRuns(tx, key, now)
    await stopSyncs(tx, key)
    await resolveConnectionAlerts(tx, key, now)
    await recordConnectionChange(tx, key, { status: 'disconnected' }, now)
    return toConnection(row)
  })
}
