import { randomBytes } from 'node:crypto'
import { holdSecret } from '../../runtime/secret.ts'
import type { Call, Settings } from '../application.ts'
import { ValidationError } from '../errors.ts'
import { SEALED_KEY_TTL_MS } from '../memory/process-memory.ts'

/** Tells a sealed key from a vendor's authorization code. */
const PREFIX = 'key.'
const ID_BYTES = 16
/** Larger ones would not fit into the headers of a request, in which browsers return them (characters). */
const MAX_LENGTH = 12_000

/** The connect attempt that a sealed key belongs to. */
export interface SealedKeyAttempt {
  state: string
  nonce: string
}

/**
 * Seals a key for the way through the browser to /auth/callback. Every copy of the hub can open it, nobody else: it is
 * encrypted with a key derived from the platform key. It is valid for five minutes and for this attempt only. Throws
 * ValidationError if it is too long.
 */
export async function sealKey<S extends Settings>(
  call: Call<S>,
  attempt: SealedKeyAttempt,
  key: string,
): Promise<string> {
  const { EncryptJWT } = await import('jose')
  const now = Math.floor(call.clock() / 1000)
  const sealed = await new EncryptJWT({ ...attempt, application: call.application, key })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setJti(randomBytes(ID_BYTES).toString('base64url'))
    .setIssuedAt(now)
    .setExpirationTime(now + SEALED_KEY_TTL_MS / 1000)
    .encrypt(call.keys.derive('sealed-key'))
  if (sealed.length > MAX_LENGTH) throw new ValidationError('This key is too long. Use one of at most 8192 bits.')
  return PREFIX + sealed
}

export function isSealedKey(code: string | undefined): code is string {
  return code?.startsWith(PREFIX) ?? false
}

/** Opens a sealed key, once in this process. Throws ValidationError if it is altered, expired, used or of another attempt. */
export async function openSealedKey<S extends Settings>(
  call: Call<S>,
  attempt: Partial<SealedKeyAttempt>,
  code: string,
): Promise<string> {
  const payload = await call.keys.open('sealed-key', code.slice(PREFIX.length), call.clock())
  const { state, nonce, application, key, jti } = payload ?? {}
  const isOwn = state === attempt.state && nonce === attempt.nonce && application === call.application
  if (!isOwn || typeof key !== 'string' || typeof jti !== 'string' || call.memory.openedKeys.has(jti)) {
    throw new ValidationError('This key was already used, or has waited for too long. Start the connection again.')
  }
  call.memory.openedKeys.set(jti, true)
  holdSecret(key)
  return key
}
