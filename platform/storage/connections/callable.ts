import { sql } from 'kysely'
import type { Credential } from '../../../src/contract/index.ts'
import type { ConnectionKey, SyncConnection } from '../../model/sync.ts'
import type { Database } from '../postgres/database.ts'
import { type CredentialKeys, decryptCredential, type EncryptedCredential } from './credential-encryption.ts'

/** Decrypts; undefined when that is not possible, which has then been told to whoever runs this. */
export type DecryptCredential = (of: ConnectionKey, sealed: EncryptedCredential) => Credential | undefined

/** What is read of a connection to call its provider. */
export interface CallableConnectionRow extends EncryptedCredential {
  tenant_id: string
  connection_id: string
  provider: string
  application: string
  credential_version: number
  date_credential: number | null
  date_next_check: number | null
  url: string
}

/** `onFault` is told of credentials that do not open: the key is another one, or the row was tampered with. */
export function createCredentialDecryptor(keys: CredentialKeys, onFault: (error: Error) => void): DecryptCredential {
  return (of, sealed) => {
    try {
      return decryptCredential(keys, of, sealed)
    } catch (cause) {
      onFault(new Error(`the credential of connection ${of.connectionId} does not open`, { cause }))
      return undefined
    }
  }
}

export function toSyncConnection(row: CallableConnectionRow, open: DecryptCredential): SyncConnection | undefined {
  const key = { tenantId: row.tenant_id, connectionId: row.connection_id }
  const credential = open(key, row)
  if (!credential) return undefined
  return {
    ...key,
    provider: row.provider,
    application: row.application,
    providerUrl: row.url,
    credential,
    credentialVersion: row.credential_version,
    ...(row.date_credential === null ? {} : { dateCredential: row.date_credential }),
    ...(row.date_next_check === null ? {} : { dateNextCheck: row.date_next_check }),
  }
}

/** An active connection, for a call on demand; undefined when there is none. */
export async function findCallableConnection(
  db: Database,
  open: DecryptCredential,
  { tenantId, connectionId }: ConnectionKey,
): Promise<SyncConnection | undefined> {
  const { rows } = await sql<CallableConnectionRow>`
    select c.tenant_id, c.connection_id, c.provider, c.application, c.credential, c.credential_key_id,
      c.credential_version, c.date_credential, c.date_next_check, p.url
    from connections c join providers p on p.provider = c.provider
    where c.tenant_id = ${tenantId} and c.connection_id = ${connectionId} and c.status = 'active'`.execute(db)
  return rows[0] && toSyncConnection(rows[0], open)
}

/** Ids of keys that credentials were encrypted with and that are not among the given ones. */
export async function findUnavailableKeyIds(db: Database, keys: CredentialKeys): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct credential_key_id as id from connections where credential_key_id is not null`.execute(db)
  return rows.map(({ id }) => id).filter((id) => !keys.some((key) => key.id === id))
}
