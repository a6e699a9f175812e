import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Credential } from '../../../src/contract/index.ts'
import type { ConnectionKey } from '../../model/sync.ts'

/** The key credentials are encrypted with. Its id is kept beside them, so keys can be changed one after another. */
export interface CredentialKey {
  id: string
  key: Buffer
}

/** The first key encrypts; each decrypts what it encrypted. */
export type CredentialKeys = readonly [CredentialKey, ...CredentialKey[]]

export interface EncryptedCredential {
  credential: Buffer
  credential_key_id: string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key from a secret of any form. The same secret gives the same key and id everywhere. */
export function deriveCredentialKey(secret: string): CredentialKey {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'provider-hub', `credential ${purpose}`, bytes))
  return { id: derive('key id', 6).toString('base64url'), key: derive('key', 32) }
}

/** Encrypts with AES-256-GCM, bound to its connection: a credential moved to another row does not open. */
export function encryptCredential(
  keys: CredentialKeys,
  of: ConnectionKey,
  credential: Credential,
): EncryptedCredential {
  const [{ id, key }] = keys
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(additionalData(of))
  const text = Buffer.concat([cipher.update(JSON.stringify(credential), 'utf8'), cipher.final()])
  return { credential: Buffer.concat([nonce, cipher.getAuthTag(), text]), credential_key_id: id }
}

/** Throws when the key is missing, or when what is stored was not sealed for this connection. */
export function decryptCredential(keys: CredentialKeys, of: ConnectionKey, sealed: EncryptedCredential): Credential {
  const found = keys.find(({ id }) => id === sealed.credential_key_id)
  if (!found) throw new Error(`the credential of ${of.connectionId} was encrypted with another key than the ones given`)
  const nonce = sealed.credential.subarray(0, NONCE_BYTES)
  const tag = sealed.credential.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', found.key, nonce).setAAD(additionalData(of)).setAuthTag(tag)
  const text = Buffer.concat([decipher.update(sealed.credential.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  return JSON.parse(text.toString('utf8')) as Credential
}

function additionalData({ tenantId, connectionId }: ConnectionKey): Buffer {
  return Buffer.from(`${tenantId}/${connectionId}`)
}

/**
 * The secret that encrypts credentials beside an embedded store: made once, read by every later start. It is linked
 * into place whole, so of programs that start at once all use the same.
 */
export async function loadOrCreateLocalKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'credential-key')
  const kept = await readFile(file, 'utf8').catch(ifMissing)
  if (kept !== undefined) return kept
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  await link(draft, file).catch(ifExists)
  await rm(draft)
  return await readFile(file, 'utf8')
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function ifExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
