import { sql } from 'kysely'
import type { ConnectionKey } from '../../model/sync.ts'
import { type Database, inTransaction } from '../postgres/database.ts'
import {
  type CredentialKey,
  type CredentialKeys,
  decryptCredential,
  type EncryptedCredential,
  encryptCredential,
} from './credential-encryption.ts'

/** How many stored credentials are encrypted with a key. */
export interface KeyCount {
  keyId: string
  count: number
}

/** Reads all entries of an index: a second for some ten million credentials. */
export async function countCredentialsByKey(db: Database): Promise<KeyCount[]> {
  const { rows } = await sql<KeyCount>`
    select credential_key_id as "keyId", count(*) as count from connections where credential_key_id is not null
    group by credential_key_id order by count(*) desc, credential_key_id`.execute(db)
  return rows
}

/** The ids of the keys with which stored credentials are encrypted. Reads one entry of an index for each of them. */
export async function listStoredKeyIds(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive ids as (
      (select credential_key_id as id from connections where credential_key_id is not null order by 1 limit 1)
      union all
      select (select c.credential_key_id from connections c where c.credential_key_id > ids.id order by 1 limit 1)
      from ids where ids.id is not null
    )
    select id from ids where id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ids of keys that stored credentials were encrypted with and that are not among `keys`. */
export async function findUnavailableKeyIds(db: Database, keys: CredentialKeys): Promise<string[]> {
  return (await listStoredKeyIds(db)).filter((id) => !keys.some((key) => key.id === id))
}

interface CredentialRow extends EncryptedCredential {
  tenant_id: string
  connection_id: string
}

export interface ReEncryption {
  /** Credentials that are now encrypted with the other key. */
  done: number
  /** Connections whose credential cannot be decrypted, although its key is there: it was altered. */
  failed: ConnectionKey[]
  /** Where the next batch begins. Undefined: this was the last one. */
  next?: ConnectionKey
}

/**
 * Encrypts up to `limit` credentials with another key, in one transaction. The credentials stay the same, and so do their
 * versions: a refresh that is under way saves its result afterwards. Connections that are locked are left out.
 */
export async function reEncrypt(
  db: Database,
  {
    from,
    to,
    after,
    limit,
  }: { from: CredentialKey; to: CredentialKey; after?: ConnectionKey | undefined; limit: number },
): Promise<ReEncryption> {
  return inTransaction(db, async (tx) => {
    const position = after
      ? sql`and (tenant_id, connection_id) > (${after.tenantId}::uuid, ${after.connectionId}::uuid)`
      : sql``
    const { rows } = await sql<CredentialRow>`
      select tenant_id, connection_id, credential, credential_key_id from connections
      where credential_key_id = ${from.id} ${position}
      order by tenant_id, connection_id limit ${limit} for no key update skip locked`.execute(tx)
    const failed: ConnectionKey[] = []
    const encrypted = rows.flatMap((row) => {
      const key = { tenantId: row.tenant_id, connectionId: row.connection_id }
      try {
        return [{ ...key, credential: encryptCredential([to], key, decryptCredential([from], key, row)).credential }]
      } catch {
        failed.push(key)
        return []
      }
    })
    if (encrypted.length > 0) {
      await sql`
        update connections c set credential = e.credential, credential_key_id = ${to.id}
        from unnest(${encrypted.map(({ tenantId }) => tenantId)}::uuid[],
          ${encrypted.map(({ connectionId }) => connectionId)}::uuid[],
          ${encrypted.map(({ credential }) => credential)}::bytea[]) e (tenant_id, connection_id, credential)
        where c.tenant_id = e.tenant_id and c.connection_id = e.connection_id`.execute(tx)
    }
    const last = rows.length === limit ? rows.at(-1) : undefined
    const next = last && { tenantId: last.tenant_id, connectionId: last.connection_id }
    return { done: encrypted.length, failed, ...(next ? { next } : {}) }
  })
}
