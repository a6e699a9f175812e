import { sql } from 'kysely'
import type { Credential } from '../../../src/contract/index.ts'
import { omitNullish } from '../../../src/runtime/omit.ts'
import type { ConnectionKey, SyncConnection } from '../../model/sync.ts'
import type { Database } from '../postgres/database.ts'
import { type CredentialKeys, decryptCredential, type EncryptedCredential } from './credential-encryption.ts'

/** Decrypts the credential of a connection. Undefined if that fails, which has then been reported. */
export type DecryptCredential = (key: ConnectionKey, encrypted: EncryptedCredential) => Credential | undefined

/** The columns of a connection and its provider that are needed to call the provider. */
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

/** Reports failures to `onError`: the key is a different one, or the row was tampered with. */
export function createCredentialDecryptor(keys: CredentialKeys, onError: (error: Error) => void): DecryptCredential {
  return (key, encrypted) => {
    try {
      return decryptCredential(keys, key, encrypted)
    } catch (cause) {
      onError(new Error(`the credential of connection ${key.connectionId} cannot be decrypted`, { cause }))
      return undefined
    }
  }
}

export function toSyncConnection(row: CallableConnectionRow, decrypt: DecryptCredential): SyncConnection | undefined {
  const key = { tenantId: row.tenant_id, connectionId: row.connection_id }
  const credential = decrypt(key, row)
  if (!credential) return undefined
  return omitNullish({
    ...key,
    provider: row.provider,
    application: row.application,
    providerUrl: row.url,
    credential,
    credentialVersion: row.credential_version,
    dateCredential: row.date_credential,
    dateNextCheck: row.date_next_check,
  })
}

/** An active connection with its credential, to call its provider on demand. Undefined if there is none. */
export async function findCallableConnection(
  db: Database,
  decrypt: DecryptCredential,
  { tenantId, connectionId }: ConnectionKey,
): Promise<SyncConnection | undefined> {
  const { rows } = await sql<CallableConnectionRow>`
    select c.tenant_id, c.connection_id, c.provider, c.application, c.credential, c.credential_key_id,
      c.credential_version, c.date_credential, c.date_next_check, p.url
    from connections c join providers p on p.provider = c.provider
    where c.tenant_id = ${tenantId} and c.connection_id = ${connectionId} and c.status = 'active'`.execute(db)
  return rows[0] && toSyncConnection(rows[0], decrypt)
}
