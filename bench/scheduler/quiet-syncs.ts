import { randomUUID } from 'node:crypto'
import {
  type CredentialKeys,
  deriveCredentialKey,
  encryptCredential,
} from '../../platform/storage/connections/credential-encryption.ts'
import type { Database } from '../../platform/storage/postgres/database.ts'

export const PROVIDER = 'http://127.0.0.1:9'
export const KEYS: CredentialKeys = [deriveCredentialKey('bench')]
export const CONNECTIONS_OF_TENANT = 100
const CREDENTIAL = { accessToken: 'token', email: 'ada@acme.example', profile: null }

/** Gives a tenant a connection with a sync of mail for each of the due times (epoch ms). Returns the ids of the connections. */
export async function insertSyncs(db: Database, tenantId: string, dueTimes: readonly number[]): Promise<string[]> {
  const keys = dueTimes.map(() => ({ tenantId, connectionId: randomUUID() }))
  await db
    .insertInto('connections')
    .values(
      keys.map((key) => ({
        tenant_id: tenantId,
        connection_id: key.connectionId,
        provider: 'acme',
        application: 'mail',
        label: 'Mail',
        status: 'active',
        credential_version: 1,
        date_created: 0,
        date_updated: 0,
        ...encryptCredential(KEYS, key, CREDENTIAL),
        date_next_check: Date.now() + 86_400_000,
      })),
    )
    .execute()
  await db
    .insertInto('syncs')
    .values(
      keys.map(({ connectionId }, index) => ({
        tenant_id: tenantId,
        connection_id: connectionId,
        sync: 'email',
        health: 'healthy',
        trigger: 'schedule',
        runnable: true,
        date_next_run: dueTimes[index],
        date_due: dueTimes[index],
        date_read_until: Date.now(),
      })),
    )
    .execute()
  return keys.map(({ connectionId }) => connectionId)
}
