import type { Client } from './client.ts'
import { AuthorizationError } from './errors.ts'
import { isWellFormedChallenge } from './pkce.ts'
import type { OAuthSettings } from './settings.ts'
import type { OAuthVendor } from './vendor.ts'

/** A valid authorization request. */
export interface AuthorizationRequest {
  client: Client
  redirectUri: string
  /** As requested, without duplicates. */
  scopes: readonly string[]
  state: string | undefined
  challenge: string | undefined
  /** All parameters, including vendor-specific ones. */
  query: URLSearchParams
}

/** The parts of an authorization server that the check of a request depends on. */
export interface AuthorizationPolicy {
  readonly clients: readonly Client[]
  readonly settings: OAuthSettings
  readonly vendor: OAuthVendor
  /** The key of `vendor.scopes` for a scope. */
  canonicalScope(scope: string): string
}

/**
 * Validates an authorization request (RFC 6749, section 4.1.1). Client and redirect URI come first, because errors in
 * them must not be sent to the redirect URI (section 4.1.2.1). Throws an AuthorizationError.
 */
export function checkAuthorization(query: URLSearchParams, policy: AuthorizationPolicy): AuthorizationRequest {
  const { clients, settings, vendor } = policy
  const clientId = requireParameter(query, 'client_id')
  const client = clients.find(({ id }) => id === clientId)
  if (!client) throw new AuthorizationError('unknown-client', clientId)
  const redirectUri = requireParameter(query, 'redirect_uri')
  if (!client.redirectUris.includes(redirectUri)) throw new AuthorizationError('redirect-mismatch', redirectUri)
  const responseType = requireParameter(query, 'response_type')
  if (responseType !== 'code') throw new AuthorizationError('unsupported-response-type', responseType)
  const scopes = [...new Set(requireParameter(query, 'scope').split(/\s+/).filter(Boolean))]
  const unknownScope = scopes.find((scope) => !Object.hasOwn(vendor.scopes, policy.canonicalScope(scope)))
  if (unknownScope !== undefined) throw new AuthorizationError('unknown-scope', unknownScope)
  return {
    client,
    redirectUri,
    scopes,
    state: query.get('state') ?? undefined,
    challenge: parseChallenge(query, settings),
    query,
  }
}

function parseChallenge(query: URLSearchParams, settings: OAuthSettings): string | undefined {
  const challenge = query.get('code_challenge') ?? undefined
  if (challenge === undefined) {
    if (settings.pkce === 'required') throw new AuthorizationError('challenge-missing')
    return undefined
  }
  // A missing method means `plain` (RFC 7636, section 4.3), which does not protect against a leaked request.
  const method = query.get('code_challenge_method') ?? 'plain'
  if (method !== 'S256') throw new AuthorizationError('challenge-method', method)
  if (!isWellFormedChallenge(challenge)) throw new AuthorizationError('challenge-malformed')
  return challenge
}

function requireParameter(query: URLSearchParams, name: string): string {
  const value = query.get(name)
  if (!value) throw new AuthorizationError('missing-parameter', name)
  return value
}
