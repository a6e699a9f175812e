import type { Call, Settings } from '../application.ts'
import { CredentialsExpiredError } from '../errors.ts'
import type { Tokens } from './tokens.ts'

/** What is refreshed. */
interface Refreshed {
  /** Names the vendor and the refresh token. */
  identity: string
  /** The access token that is to be replaced. */
  accessToken: string
}

/**
 * Runs one refresh for all requests with the same refresh token that arrive while it runs or shortly after it: a vendor
 * that rotates tokens would reject the second of two refreshes. Whoever has the resulting access token already gets another
 * one: the vendor may have ended it at once. A failed refresh is not cached, unless the vendor rejected the token permanently:
 * a key may be accepted again, so `remembersRejections` is false for it.
 */
export async function refreshOnce<S extends Settings>(
  call: Call<S>,
  { identity, accessToken }: Refreshed,
  exchange: () => Promise<Tokens>,
  remembersRejections = true,
): Promise<Tokens> {
  const { refreshes, rejections } = call.memory
  const key = call.keys.sign('memory', identity)
  const rejection = rejections.get(key)
  if (rejection !== undefined) throw new CredentialsExpiredError(rejection)
  const cached = refreshes.get(key)
  if (cached && cached.tokens?.accessToken !== accessToken) return cached.result
  const result = exchange()
  // Without a TTL while it runs: a slow vendor must not get a second request.
  refreshes.set(key, { result }, { ttl: 0 })
  try {
    const tokens = await result
    refreshes.set(key, { result, tokens })
    return tokens
  } catch (error) {
    if (refreshes.peek(key)?.result === result) refreshes.delete(key)
    const isRejection = error instanceof CredentialsExpiredError && !error.recoverable
    if (isRejection && remembersRejections) rejections.set(key, error.message)
    throw error
  }
}
