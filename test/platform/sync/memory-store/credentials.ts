import type { DeadCredential, UsedCredential } from '../../../../platform/model/sync.ts'
import type { CheckResult, RefreshLease } from '../../../../platform/model/sync-store.ts'
import type { Credential } from '../../../../src/contract/index.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import type { StoredConnection } from './stored.ts'

export function leaseRefresh(
  connection: StoredConnection,
  workerId: string,
  now: number,
  leaseMs: number,
): RefreshLease {
  const granted = (connection.refreshUntil ?? 0) <= now && (connection.refreshNotBefore ?? 0) <= now
  if (granted) Object.assign(connection, { refreshWorker: workerId, refreshUntil: now + leaseMs })
  const { credential, credentialVersion, dateCredential, refreshFailedSince, refreshNotBefore } = connection
  return omitUndefined({
    granted,
    credential,
    credentialVersion,
    dateCredential,
    failedSince: refreshFailedSince,
    notBefore: refreshNotBefore,
  })
}

export function saveCredential(
  connection: StoredConnection,
  credential: Credential,
  version: number,
  now: number,
): void {
  if (connection.credentialVersion !== version) return
  Object.assign(connection, { credential, credentialVersion: version + 1, dateCredential: now })
  delete connection.refreshWorker
  delete connection.refreshUntil
  delete connection.refreshFailedSince
  delete connection.refreshNotBefore
}

export function recordRefreshFailure(
  connection: StoredConnection,
  used: UsedCredential,
  workerId: string,
  notBefore: number,
  now: number,
): void {
  if (!isInUse(connection, used) || connection.refreshWorker !== workerId) return
  delete connection.refreshWorker
  delete connection.refreshUntil
  connection.refreshNotBefore = notBefore
  connection.refreshFailedSince ??= now
}

export function requireReconnect(connection: StoredConnection, { credentialVersion }: DeadCredential): void {
  if (isInUse(connection, { credentialVersion })) connection.status = 'reconnect_required'
}

export function saveCheckResult(
  connection: StoredConnection,
  used: UsedCredential,
  { scopeMessage, dateConnectionEnd, dateNextCheck }: CheckResult,
): void {
  if (!isInUse(connection, used)) return
  connection.dateNextCheck = dateNextCheck
  if (scopeMessage === undefined) delete connection.scopeMessage
  else connection.scopeMessage = scopeMessage
  Object.assign(connection, omitUndefined({ dateConnectionEnd }))
}

function isInUse(
  connection: StoredConnection,
  { credentialVersion }: Pick<StoredConnection, 'credentialVersion'>,
): boolean {
  return connection.status === 'active' && connection.credentialVersion === credentialVersion
}
