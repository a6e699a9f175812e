import { LRUCache } from 'lru-cache'
import type { Call, Settings } from '../application.ts'
import { CredentialsExpiredError } from '../errors.ts'
import type { Tokens } from './vendor.ts'

/** How long the result of a refresh is given again to whoever comes with the same refresh token. */
const REPLAY_MS = 60_000
/** How long a refresh token that the vendor declared dead is refused without asking again. */
const DEAD_MS = 600_000
const MOST_REMEMBERED = 10_000

/**
 * Keyed by a fingerprint of the refresh token, never by the token. Both memories are bounded, in process and an
 * optimisation: losing them changes nothing that is promised.
 */
const won = new LRUCache<string, Promise<Tokens>>({ max: MOST_REMEMBERED, ttl: REPLAY_MS })
const dead = new LRUCache<string, string>({ max: MOST_REMEMBERED, ttl: DEAD_MS })

/**
 * Runs a refresh once for all who ask at the same time or shortly after with the same refresh token: a vendor that
 * rotates tokens would answer the second of two refreshes as if the account were dead. A failed refresh is not
 * remembered, except that a token refused for good is refused again without a call.
 */
export async function refreshOnce<S extends Settings>(
  call: Call<S>,
  identity: string,
  exchange: () => Promise<Tokens>,
): Promise<Tokens> {
  const key = call.keys.sign('memory', identity)
  const refusal = dead.get(key)
  if (refusal !== undefined) throw new CredentialsExpiredError(refusal)
  const running = won.get(key)
  if (running) return running
  const flight = exchange()
  // Without an end while it runs: a slow vendor must not be asked a second time.
  won.set(key, flight, { ttl: 0 })
  try {
    const tokens = await flight
    won.set(key, flight)
    return tokens
  } catch (error) {
    if (won.peek(key) === flight) won.delete(key)
    if (error instanceof CredentialsExpiredError && !error.mayHeal) dead.set(key, error.message)
    throw error
  }
}
