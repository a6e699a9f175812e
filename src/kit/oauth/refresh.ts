import { LRUCache } from 'lru-cache'
import type { Call, Settings } from '../application.ts'
import { CredentialsExpiredError } from '../errors.ts'
import type { Tokens } from './vendor.ts'

/** How long the result of a refresh is returned again for the same refresh token. */
const RESULT_TTL_MS = 60_000
/** How long a refresh token that the vendor rejected is rejected without another request. */
const REJECTION_TTL_MS = 600_000
const MAX_ENTRIES = 10_000

/**
 * Keyed by a hash of the refresh token, never by the token itself. Both caches are bounded and local to the process.
 * They are optimizations: losing their entries is safe.
 */
const results = new LRUCache<string, Promise<Tokens>>({ max: MAX_ENTRIES, ttl: RESULT_TTL_MS })
const rejections = new LRUCache<string, string>({ max: MAX_ENTRIES, ttl: REJECTION_TTL_MS })

/**
 * Runs one refresh for all requests with the same refresh token that arrive while it runs or shortly after it: a vendor
 * that rotates tokens would reject the second of two refreshes. A failed refresh is not cached, unless the vendor rejected
 * the token permanently. `identity` names the vendor and the token.
 */
export async function refreshOnce<S extends Settings>(
  call: Call<S>,
  identity: string,
  exchange: () => Promise<Tokens>,
): Promise<Tokens> {
  const key = call.keys.sign('memory', identity)
  const rejection = rejections.get(key)
  if (rejection !== undefined) throw new CredentialsExpiredError(rejection)
  const running = results.get(key)
  if (running) return running
  const result = exchange()
  // Without a TTL while it runs: a slow vendor must not get a second request.
  results.set(key, result, { ttl: 0 })
  try {
    const tokens = await result
    results.set(key, result)
    return tokens
  } catch (error) {
    if (results.peek(key) === result) results.delete(key)
    if (error instanceof CredentialsExpiredError && !error.recoverable) rejections.set(key, error.message)
    throw error
  }
}
