import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Credential } from '../../../src/contract/index.ts'
import type { ConnectionKey } from '../../model/sync.ts'

/** A key that encrypts credentials. Its id is stored with each credential, so that keys can be rotated. */
export interface CredentialKey {
  id: string
  key: Buffer
}

/** The first key encrypts; all of them decrypt. */
export type CredentialKeys = readonly [CredentialKey, ...CredentialKey[]]

export interface EncryptedCredential {
  credential: Buffer
  credential_key_id: string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives a key and its id from a secret of any form (HKDF-SHA256). The same secret gives the same key everywhere. */
export function deriveCredentialKey(secret: string): CredentialKey {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'provider-hub', `credential ${purpose}`, bytes))
  return { id: derive('key id', 6).toString('base64url'), key: derive('key', 32) }
}

/** Encrypts with AES-256-GCM. The connection is additional data, so a credential copied to another row is rejected. */
export function encryptCredential(
  keys: CredentialKeys,
  connection: ConnectionKey,
  credential: Credential,
): EncryptedCredential {
  const [{ id, key }] = keys
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(additionalData(connection))
  const text = Buffer.concat([cipher.update(JSON.stringify(credential), 'utf8'), cipher.final()])
  return { credential: Buffer.concat([nonce, cipher.getAuthTag(), text]), credential_key_id: id }
}

/** Throws if the key is missing, or if the stored value was not encrypted for this connection. */
export function decryptCredential(
  keys: CredentialKeys,
  connection: ConnectionKey,
  encrypted: EncryptedCredential,
): Credential {
  const match = keys.find(({ id }) => id === encrypted.credential_key_id)
  if (!match)
    throw new Error(`the credential of ${connection.connectionId} was encrypted with a key that is not configured`)
  const nonce = encrypted.credential.subarray(0, NONCE_BYTES)
  const tag = encrypted.credential.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', match.key, nonce).setAAD(additionalData(connection)).setAuthTag(tag)
  const text = Buffer.concat([
    decipher.update(encrypted.credential.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ])
  return JSON.parse(text.toString('utf8')) as Credential
}

function additionalData({ tenantId, connectionId }: ConnectionKey): Buffer {
  return Buffer.from(`${tenantId}/${connectionId}`)
}

/**
 * The secret for credentials next to an embedded database: created at the first start, read by later ones. The complete
 * file is linked into place, so that programs that start at the same time use the same secret.
 */
export async function loadOrCreateLocalKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'credential-key')
  const existing = await readFile(file, 'utf8').catch(ifMissing)
  if (existing !== undefined) return existing
  await mkdir(dataDir, { recursive: true })
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(temporary, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  await link(temporary, file).catch(ifExists)
  await rm(temporary)
  return await readFile(file, 'utf8')
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function ifExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
