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
  /** Someone has to accept the account that was connected before anything syncs. */
  needsConfirmation: boolean
  /** Until when the provider's registration is taken. */
  registrationUntil: number
}

/** A new connection, waiting for the provider's registration. */
export async function startConnection(
  db: Database,
  tenantId: string,
  { provider, application, label, needsConfirmation, registrationUntil }: NewConnection,
  now: number,
): Promise<Connection> {
  const row = await db
    .insertInto('connections')
    .values({
      ...{ tenant_id: tenantId, connection_id: randomUUID(), provider, application, label, status: 'pending' },
      ...{
        registration_until: registrationUntil,
        needs_confirmation: needsConfirmation,
        date_created: now,
        date_updated: now,
      },
    })
    .returning(CONNECTION_COLUMNS)
    .executeTakeFirstOrThrow()
  return toConnection(row)
}

/** Lets a connection that is there be signed in again; until that has happened nothing changes for it. */
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

/** Accepts the account that was connected. Undefined when there is nothing to accept. */
export async function confirmConnection(
  db: Database,
  rules: ConnectionDeps,
  key: ConnectionKey,
  now: number,
): Promise<Connection | undefined> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable('connections')
      .set({ status: 'active', date_updated: now })
      .where('tenant_id', '=', key.tenantId)
      .where('connection_id', '=', key.connectionId)
      .where('status', '=', 'unconfirmed')
      .returning([...CONNECTION_COLUMNS, 'account_changed'])
      .executeTakeFirst()
    if (!row) return undefined
    const connection = toConnection(row)
    await activateSyncs(tx, rules, connection, row.account_changed, now)
    await recordConnectionChange(tx, key, { status: 'active' }, now)
    return connection
  })
}

/** Forgets the credential and stops everything; what was brought in stays. */
export async function disconnect(db: Database, key: ConnectionKey, now: number): Promise<Connection | undefined> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable('connections')
      .set({
        ...{ status: 'disconnected', credential: null, credential_key_id: null, date_credential: null },
        ...{ registration_until: null, reason: null, scope_message: null },
        ...{ refresh_worker: null, refresh_until: null, date_updated: now },
      })
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
