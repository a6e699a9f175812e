import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { holdSecret } from '../runtime/secret.ts'
import type { Call, Settings } from './application.ts'
import { ValidationError } from './errors.ts'

/** How long a secret waits for its callback (ms). */
const HANDOVER_MS = 300_000
const MOST_WAITING = 1_000
/** Longest secret that is taken (characters): more than any private key in use. */
const LONGEST_SECRET = 16_384
const TOKEN_BYTES = 32

interface Waiting {
  secret: string
  expires: number
}

/**
 * Secrets too large for a URL, on their short way from an application's own form route to its callback. Bounded, in
 * this process and gone after five minutes: behind a load balancer both requests must reach the same copy of the hub.
 */
const waiting = new LRUCache<string, Waiting>({ max: MOST_WAITING, ttl: HANDOVER_MS, ttlAutopurge: true })

/**
 * Keeps a secret that a form posted and gives the short token that may travel through /auth/callback in its place.
 * The token is good once, and only for this application and `state`. Throws ValidationError on an empty or huge secret.
 */
export function leaveSecret<S extends Settings>(call: Call<S>, state: string, secret: string): string {
  if (secret === '' || secret.length > LONGEST_SECRET) {
    throw new ValidationError(
      `The key must hold between 1 and ${LONGEST_SECRET} characters. Go back and paste it again.`,
    )
  }
  holdSecret(secret)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  waiting.set(placeOf(call, state, token), { secret, expires: call.clock() + HANDOVER_MS })
  return token
}

/** The secret left for this token, once. Throws ValidationError when there is none, or it waited too long. */
export function collectSecret<S extends Settings>(call: Call<S>, state: string, token: string): string {
  const place = placeOf(call, state, token)
  const found = waiting.get(place)
  waiting.delete(place)
  if (!found || found.expires <= call.clock()) {
    throw new ValidationError('The key was already used or has waited too long. Start the connection again.')
  }
  holdSecret(found.secret)
  return found.secret
}

/** A keyed fingerprint, so that the tokens themselves are kept nowhere. */
function placeOf<S extends Settings>(call: Call<S>, state: string, token: string): string {
  return call.keys.sign('memory', JSON.stringify(['handover', call.application, state, token]))
}
