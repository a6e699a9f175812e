import { omitUndefined } from '../../runtime/omit.ts'
import { holdSecret } from '../../runtime/secret.ts'
import { ProviderError } from '../errors.ts'
import type { Tokens } from './tokens.ts'

/** Line breaks, NUL and half a surrogate cannot be sent in a header or a form. */
export function isMalformedToken(token: unknown): boolean {
  return typeof token === 'string' && (/[\r\n\0]/.test(token) || !token.isWellFormed())
}

export function malformedToken(vendor: string): ProviderError {
  return new ProviderError(
    502,
    'vendor-error',
    `${vendor} returned a token that cannot be used. The next run tries again.`,
  )
}

/** A token is treated as expired this much earlier, so that it does not expire on its way to the vendor. */
const EXPIRY_MARGIN = { share: 0.1, maxMs: 120_000 }

/**
 * The tokens of a token endpoint's response, whose `access_token` is a text. `dateRequested`: epoch ms. `readScopes` reads
 * the response's `scope`.
 */
export function toTokens(
  response: Readonly<Record<string, unknown>>,
  dateRequested: number,
  readScopes: (scope: unknown) => readonly string[] = readSeparatedByBlanks,
): Tokens {
  const { access_token, refresh_token, expires_in, refresh_token_expires_in, scope } = response
  const grantLifetimeMs = Number(refresh_token_expires_in) * 1000
  const dateRefreshExpiry = grantLifetimeMs > 0 ? dateRequested + grantLifetimeMs : undefined
  const lifetimeMs = Number(expires_in) * 1000
  const marginMs = Math.min(EXPIRY_MARGIN.maxMs, lifetimeMs * EXPIRY_MARGIN.share)
  const accessToken = access_token as string
  const refreshToken = typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : undefined
  for (const token of [accessToken, refreshToken]) holdSecret(token)
  return omitUndefined({
    accessToken,
    refreshToken,
    // An access token may outlive its grant on paper, but not at the vendor.
    dateExpiry: earliest(lifetimeMs > 0 ? dateRequested + lifetimeMs - marginMs : undefined, dateRefreshExpiry),
    dateRefreshExpiry,
    scopes: scope === undefined || scope === null ? undefined : [...readScopes(scope)],
    response,
  })
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-3.3 */
function readSeparatedByBlanks(scope: unknown): string[] {
  return typeof scope === 'string' ? scope.split(/\s+/).filter(Boolean) : []
}

function earliest(...dates: (number | undefined)[]): number | undefined {
  const dated = dates.filter((date) => date !== undefined)
  return dated.length > 0 ? Math.min(...dated) : undefined
}
