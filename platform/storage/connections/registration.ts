import type { ConnectMethod, Credential } from '../../../src/contract/index.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { isObject } from '../../model/parse.ts'
import type { ConnectionKey } from '../../model/sync.ts'
import type { Buckets } from '../buckets.ts'
import { contentHash } from '../ingest/canonical-form.ts'
import { type Database, inTransaction, type Tx } from '../postgres/database.ts'
import { toStorableText } from '../text-normalization.ts'
import { activateSyncs, type ConnectionDeps, recordConnectionChange } from './activation.ts'
import { resolveConnectionAlerts } from './alerts.ts'
import {
  type CredentialKeys,
  decryptCredential,
  type EncryptedCredential,
  encryptCredential,
} from './credential-encryption.ts'
import { CONNECTION_COLUMNS, type Connection, toConnection } from './rows.ts'
import { cancelRuns, stopSyncs } from './sync-control.ts'

/** What a provider posts. `application` is the one that was connected, if the provider names it. */
export interface ReceivedRegistration {
  connectionId: string
  application?: string
  credential: Credential
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * The database of the bucket that has a connection; undefined if none has it. All buckets are asked at once, and one that
 * cannot be asked fails the search only if no other has the connection: it may have it.
 */
export async function findBucketOf(buckets: Pick<Buckets, 'all'>, connectionId: string): Promise<Database | undefined> {
  if (!UUID.test(connectionId)) return undefined
  const [first, ...others] = buckets.all()
  if (first && others.length === 0) return first.db
  const searches = buckets
    .all()
    .map(async ({ db }) => ((await hasConnection(db, connectionId)) ? db : Promise.reject()))
  try {
    return await Promise.any(searches)
  } catch (error) {
    const failures = (error as AggregateError).errors.filter((failure) => failure !== undefined)
    if (failures.length > 0) throw failures[0]
    return undefined
  }
}

async function hasConnection(db: Database, connectionId: string): Promise<boolean> {
  const query = db.selectFrom('connections').select('connection_id').where('connection_id', '=', connectionId)
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Saves the credential that a provider registers. Undefined if no connection with this id waits for one, its time is up,
 * or it is for another application. Repeating a registration has no effect. The account that was connected before needs no
 * new confirmation; another one may need it, and nothing is synced until then. As soon as the connection is active, no
 * other registration is accepted until the next start.
 */
export async function completeRegistration(
  db: Database,
  deps: ConnectionDeps,
  { connectionId, application, credential }: ReceivedRegistration,
  now: number,
): Promise<Connection | undefined> {
  if (!UUID.test(connectionId)) return undefined
  return inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('connections')
      .select([...CONNECTION_COLUMNS, 'needs_confirmation', 'account_changed'])
      .select(['credential', 'credential_key_id', 'credential_version', 'registration_until'])
      .where('connection_id', '=', connectionId)
      .forUpdate()
      .executeTakeFirst()
    if (!row || (application !== undefined && application !== row.application)) return undefined
    const connection = toConnection(row)
    if (isDuplicateRegistration(deps, connection, row, credential)) return connection
    if ((row.registration_until ?? 0) <= now) return undefined
    const sameAccount = connection.email?.toLowerCase() === credential.email.toLowerCase()
    const isAccepted = connection.status !== 'pending' && connection.status !== 'unconfirmed' && sameAccount
    const status = isAccepted || !row.needs_confirmation ? 'active' : 'unconfirmed'
    const accountChanged = row.account_changed || (row.credential_version > 0 && !sameAccount)
    const registered = await saveRegisteredCredential(tx, deps, connection, credential, { status, accountChanged }, now)
    if (status === 'active') await activateSyncs(tx, deps, registered, accountChanged, now)
    return registered
  })
}

/** Whether this registration has been saved before: providers repeat it when they did not receive the response. */
function isDuplicateRegistration(
  { keys }: ConnectionDeps,
  { status, ...key }: Connection,
  { credential, credential_key_id }: { credential: Buffer | null; credential_key_id: string | null },
  received: Credential,
): boolean {
  if (!credential || !credential_key_id || (status !== 'active' && status !== 'unconfirmed')) return false
  const stored = decryptIfPossible(keys, key, { credential, credential_key_id })
  return stored !== undefined && contentHash(stored) === contentHash(received)
}

/** Undefined if the stored value was altered or its key is not configured. A new registration then replaces it. */
function decryptIfPossible(
  keys: CredentialKeys,
  key: ConnectionKey,
  encrypted: EncryptedCredential,
): Credential | undefined {
  try {
    return decryptCredential(keys, key, encrypted)
  } catch {
    return undefined
  }
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
      // Nothing tells how long before its registration the credential was obtained.
      date_credential: null,
      status,
      ...omitUndefined({ registration_until: status === 'active' ? null : undefined }),
      email: toStorableText(credential.email),
      ...toMethod(credential),
      account_changed: accountChanged,
      date_updated: now,
      reason: null,
      scope_message: null,
      date_next_check: null,
      refresh_worker: null,
      refresh_until: null,
      refresh_failed_since: null,
      refresh_not_before: null,
    }))
    .where('tenant_id', '=', key.tenantId)
    .where('connection_id', '=', key.connectionId)
    .returning(CONNECTION_COLUMNS)
    .executeTakeFirstOrThrow()
  await recordConnectionChange(tx, key, { status }, now)
  return toConnection(row)
}

/** The profile of a key connection says so, and until when the key's certificate is valid (epoch ms). */
function toMethod({ profile }: Credential): { connect_method: ConnectMethod; date_certificate_end: number | null } {
  const { method, dateCertificateEnd } = isObject(profile) ? profile : {}
  return {
    connect_method: method === 'key' ? 'key' : 'oauth',
    date_certificate_end: Number.isSafeInteger(dateCertificateEnd) ? (dateCertificateEnd as number) : null,
  }
}
