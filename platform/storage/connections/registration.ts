import type { Credential } from '../../../src/contract/index.ts'
import type { ConnectionKey } from '../../model/sync.ts'
import { contentHash } from '../ingest/reconcile.ts'
import { type Database, inTransaction, type Tx } from '../postgres/database.ts'
import { activateSyncs, type ConnectionDeps, recordConnectionChange } from './activation.ts'
import { resolveConnectionAlerts } from './alerts.ts'
import { decryptCredential, encryptCredential } from './credential-encryption.ts'
import { CONNECTION_COLUMNS, type Connection, toConnection } from './rows.ts'
import { cancelRuns, stopSyncs } from './sync-control.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Keeps the credential a provider hands over. Undefined when nobody waits for it, or not any more. The same twice is
 * once. The account that was connected before needs no new consent; another one does, and until then nothing syncs.
 */
export async function completeRegistration(
  db: Database,
  rules: ConnectionDeps,
  { connectionId, credential }: { connectionId: string; credential: Credential },
  now: number,
): Promise<Connection | undefined> {
  if (!UUID.test(connectionId)) return undefined
  return inTransaction(db, async (tx) => {
    const waiting = await tx
      .selectFrom('connections')
      .select([...CONNECTION_COLUMNS, 'needs_confirmation', 'account_changed'])
      .select(['credential', 'credential_key_id', 'credential_version'])
      .where('connection_id', '=', connectionId)
      .where('registration_until', '>', now)
      .forUpdate()
      .executeTakeFirst()
    if (!waiting) return undefined
    const before = toConnection(waiting)
    if (isDuplicateRegistration(rules, before, waiting, credential)) return before
    const sameAccount = before.email?.toLowerCase() === credential.email.toLowerCase()
    const isAccepted = before.status !== 'pending' && before.status !== 'unconfirmed' && sameAccount
    const status = isAccepted || !waiting.needs_confirmation ? 'active' : 'unconfirmed'
    const accountChanged = waiting.account_changed || (waiting.credential_version > 0 && !sameAccount)
    const after = await saveRegisteredCredential(tx, rules, before, credential, { status, accountChanged }, now)
    if (status === 'active') await activateSyncs(tx, rules, after, accountChanged, now)
    return after
  })
}

/** Whether this very registration has come before: providers send it again when they did not hear the answer. */
function isDuplicateRegistration(
  { keys }: ConnectionDeps,
  { status, ...key }: Connection,
  { credential, credential_key_id }: { credential: Buffer | null; credential_key_id: string | null },
  given: Credential,
): boolean {
  if (!credential || !credential_key_id || (status !== 'active' && status !== 'unconfirmed')) return false
  const known = keys.some(({ id }) => id === credential_key_id)
  return known && contentHash(decryptCredential(keys, key, { credential, credential_key_id })) === contentHash(given)
}

async function saveRegisteredCredential(
  tx: Tx,
  { keys }: ConnectionDeps,
  key: ConnectionKey,
  credential: Credential,
  { status, accountChanged }: { status: 'active' | 'unconfirmed'; accountChanged: boolean },
  now: number,
): Promise<Connection> {
  await cancelRuns(tx, key, now)
  await stopSyncs(tx, key)
  await resolveConnectionAlerts(tx, key, now)
  const row = await tx
    .updateTable('connections')
    .set((column) => ({
      ...encryptCredential(keys, key, credential),
      credential_version: column('credential_version', '+', 1),
      date_credential: now,
      ...{ status, email: credential.email, account_changed: accountChanged, date_updated: now },
      ...{ reason: null, scope_message: null, date_next_check: null },
      ...{ refresh_worker: null, refresh_until: null, refresh_failed_since: null, refresh_not_before: null },
    }))
    .where('tenant_id', '=', key.tenantId)
    .where('connection_id', '=', key.connectionId)
    .returning(CONNECTION_COLUMNS)
    .executeTakeFirstOrThrow()
  await recordConnectionChange(tx, key, { status }, now)
  return toConnection(row)
}
