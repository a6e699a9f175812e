import type { Call, Settings } from '../application.ts'
import { CredentialsExpiredError } from '../errors.ts'
import type { Tokens } from './tokens.ts'

/**
 * Runs one refresh for all requests with the same refresh token that arrive while it runs or shortly after it: a vendor
 * that rotates tokens would reject the second of two refreshes. A failed refresh is not cached, unless the vendor rejected
 * the token permanently: a key may be accepted again, so `remembersRejections` is false for it. `identity` names the
 * vendor and the token.
 */
export async function refreshOnce<S extends Settings>(
  call: Call<S>,
  identity: string,
  exchange: () => Promise<Tokens>,
  remembersRejections = true,
): Promise<Tokens> {
  const { refreshes, rejections } = call.memory
  const key = call.keys.sign('memory', identity)
  const rejection = rejections.get(key)
  if (rejection !== undefined) throw new CredentialsExpiredError(rejection)
  const running = refreshes.get(key)
  if (running) return running
  const result = exchange()
  // Without a TTL while it runs: a slow vendor must not get a second request.
  refreshes.set(key, result, { ttl: 0 })
  try {
    const tokens = await result
    refreshes.set(key, result)
    return tokens
  } catch (error) {
    if (refreshes.peek(key) === result) refreshes.delete(key)
    const isRejection = error instanceof CredentialsExpiredError && !error.recoverable
    if (isRejection && remembersRejections) rejections.set(key, error.message)
    throw error
  }
}
