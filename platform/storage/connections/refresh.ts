import { sql } from 'kysely'
import type { ConnectMethod, Credential } from '../../../src/contract/index.ts'
import { omitNullish } from '../../../src/runtime/omit.ts'
import type { ConnectionKey, DeadCredential, UsedCredential } from '../../model/sync.ts'
import type { CheckResult, RefreshLease } from '../../model/sync-store.ts'
import { inTransaction, type Tx } from '../postgres/database.ts'
import type { SyncStoreContext } from '../runs/context.ts'
import { toStorableText } from '../text-normalization.ts'
import { recordConnectionChange } from './activation.ts'
import { raiseEndAlert, raiseReconnectAlert, updateScopeAlert } from './alerts.ts'
import { decryptCredential, type EncryptedCredential, encryptCredential } from './credential-encryption.ts'

interface RefreshLeaseRow extends EncryptedCredential {
  credential_version: number
  date_credential: number | null
  refresh_failed_since: number | null
  refresh_not_before: number | null
  granted: boolean
}

/** No refresh is put off for longer. A date further ahead was written while the clock was. */
const MAX_BACKOFF_MS = 86_400_000

/** Acquires the refresh lease if it is free, and reads the stored credential in the same statement. */
export async function leaseRefresh(
  { db, keys }: SyncStoreContext,
  key: ConnectionKey,
  workerId: string,
  now: number,
  leaseMs: number,
): Promise<RefreshLease> {
  const { rows } = await sql<RefreshLeaseRow>`
    with previous as (
      select *,
        (coalesce(refresh_until, 0) <= ${now} or refresh_until > ${now + 2 * leaseMs})
          and (coalesce(refresh_not_before, 0) <= ${now} or refresh_not_before > ${now + MAX_BACKOFF_MS}) as free
      from connections where tenant_id = ${key.tenantId} and connection_id = ${key.connectionId} for update
    )
    update connections c set
      refresh_worker = case when previous.free then ${workerId} else c.refresh_worker end,
      refresh_until = case when previous.free then ${now + leaseMs} else c.refresh_until end
    from previous where c.tenant_id = previous.tenant_id and c.connection_id = previous.connection_id
    returning previous.free as granted, c.credential, c.credential_key_id, c.credential_version,
      c.date_credential, c.refresh_failed_since, c.refresh_not_before`.execute(db)
  const [row] = rows
  if (!row?.credential) throw new Error(`connection ${key.connectionId} has no credential to refresh`)
  return omitNullish({
    granted: row.granted,
    credential: decryptCredential(keys, key, row),
    credentialVersion: row.credential_version,
    dateCredential: row.date_credential,
    failedSince: row.refresh_failed_since,
    notBefore: row.refresh_not_before,
  })
}

/** Replaces only the credential of `version`, and nothing if the user has disconnected or signed in again since. */
export async function saveCredential(
  { db, keys }: SyncStoreContext,
  key: ConnectionKey,
  credential: Credential,
  version: number,
  now: number,
): Promise<void> {
  const encrypted = encryptCredential(keys, key, credential)
  await sql`
    update connections set credential = ${encrypted.credential}, credential_key_id = ${encrypted.credential_key_id},
      credential_version = credential_version + 1, date_credential = ${now}, refresh_worker = null, refresh_until = null,
      refresh_failed_since = null, refresh_not_before = null, date_updated = ${now}
    where tenant_id = ${key.tenantId} and connection_id = ${key.connectionId} and credential_version = ${version}
  `.execute(db)
}

export async function recordRefreshFailure(
  { db }: SyncStoreContext,
  { tenantId, connectionId, credentialVersion }: UsedCredential,
  workerId: string,
  notBefore: number,
  now: number,
): Promise<void> {
  await sql`
    update connections set refresh_worker = null, refresh_until = null, refresh_not_before = ${notBefore},
      refresh_failed_since = coalesce(refresh_failed_since, ${now})
    where tenant_id = ${tenantId} and connection_id = ${connectionId} and status = 'active'
      and credential_version = ${credentialVersion} and refresh_worker = ${workerId}`.execute(db)
}

export async function requireReconnect(
  { db }: Pick<SyncStoreContext, 'db'>,
  key: ConnectionKey,
  dead: DeadCredential,
  now: number,
): Promise<void> {
  await inTransaction(db, (tx) => stopForReconnect(tx, key, dead, now))
}

/** Stops all syncs of a connection, unless its credential has been replaced since it was rejected. */
export async function stopForReconnect(tx: Tx, key: ConnectionKey, dead: DeadCredential, now: number): Promise<void> {
  const { rows } = await sql<{ provider: string; application: string }>`
    update connections set status = 'reconnect_required', reason = ${toStorableText(dead.reason)}, date_updated = ${now},
      refresh_worker = null, refresh_until = null
    where tenant_id = ${key.tenantId} and connection_id = ${key.connectionId} and status = 'active'
      and credential_version = ${dead.credentialVersion}
    returning provider, application`.execute(tx)
  const [stopped] = rows
  if (!stopped) return
  await sql`
    update syncs set runnable = false
    where tenant_id = ${key.tenantId} and connection_id = ${key.connectionId}`.execute(tx)
  await raiseReconnectAlert(tx, key, { ...stopped, reason: dead.reason }, now)
  await recordConnectionChange(tx, key, { status: 'reconnect_required' }, now)
}

interface CheckedConnection {
  provider: string
  application: string
  connect_method: ConnectMethod | null
  /** Whether a permission is missing since this check, or no longer. */
  is_changed: boolean
}

/** Saves nothing if the user has disconnected or signed in again since the check began. */
export async function saveCheckResult(
  { db }: SyncStoreContext,
  used: UsedCredential,
  check: CheckResult,
  now: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<CheckedConnection>`
      with previous as (
        select * from connections where tenant_id = ${used.tenantId} and connection_id = ${used.connectionId}
          and status = 'active' and credential_version = ${used.credentialVersion} for update
      )
      update connections c set scope_message = ${toStored(check.scopeMessage)}, date_next_check = ${check.dateNextCheck},
        account_id = coalesce(${toStored(check.accountId)}, c.account_id), date_updated = ${now}
      from previous where c.tenant_id = previous.tenant_id and c.connection_id = previous.connection_id
      returning c.provider, c.application, c.connect_method,
        c.scope_message is distinct from previous.scope_message as is_changed`.execute(tx)
    if (!rows[0]) return
    const { connect_method: connectMethod, is_changed, ...source } = rows[0]
    await updateScopeAlert(tx, used, { ...source, message: check.scopeMessage }, now)
    if (is_changed) await recordConnectionChange(tx, used, { status: 'active' }, now)
    const { dateConnectionEnd } = check
    if (dateConnectionEnd === undefined) return
    await raiseEndAlert(tx, used, { ...source, dateConnectionEnd, connectMethod: connectMethod ?? 'oauth' }, now)
  })
}

function toStored(text: string | undefined): string | null {
  return text === undefined ? null : toStorableText(text)
}
