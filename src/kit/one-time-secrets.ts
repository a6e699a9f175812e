import { randomBytes } from 'node:crypto'
import { holdSecret } from '../runtime/secret.ts'
import type { Call, Settings } from './application.ts'
import { ValidationError } from './errors.ts'
import { SECRET_TTL_MS } from './process-memory.ts'

/** Longer than any private key in use (UTF-16 code units). */
const MAX_SECRET_LENGTH = 16_384
const TOKEN_BYTES = 32

/**
 * Stores a secret that a form posted and returns a short token for it, which is sent through /auth/callback in its place.
 * The secret is held in this process, so behind a load balancer both requests must reach the same replica of the hub.
 * The token is valid once, for five minutes, and only for this application and `state`. Throws ValidationError if the
 * secret is empty or too long.
 */
export function putSecret<S extends Settings>(call: Call<S>, state: string, secret: string): string {
  if (secret === '' || secret.length > MAX_SECRET_LENGTH) {
    throw new ValidationError(
      `The key must have between 1 and ${MAX_SECRET_LENGTH} characters. Go back and paste it again.`,
    )
  }
  holdSecret(secret)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  call.memory.secrets.set(toKey(call, state, token), { secret, dateExpiry: call.clock() + SECRET_TTL_MS })
  return token
}

/** Removes the secret of a token and returns it. Throws ValidationError if there is none or it has expired. */
export function takeSecret<S extends Settings>(call: Call<S>, state: string, token: string): string {
  const key = toKey(call, state, token)
  const stored = call.memory.secrets.get(key)
  call.memory.secrets.delete(key)
  if (!stored || stored.dateExpiry <= call.clock()) {
    throw new ValidationError('The key was already used or has expired. Start the connection again.')
  }
  holdSecret(stored.secret)
  return stored.secret
}

/** A keyed hash, so that the tokens themselves are not stored. */
function toKey<S extends Settings>(call: Call<S>, state: string, token: string): string {
  return call.keys.sign('memory', JSON.stringify(['one-time-secret', call.application, state, token]))
}
