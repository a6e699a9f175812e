import type { OAuth, OAuthSettings } from './oauth.ts'
import { isChallenge } from './pkce.ts'
import { AuthorizationRefusal } from './refusals.ts'

/** An application registered with the vendor. */
export interface Client {
  id: string
  secret: string
  /** The name on the consent page. */
  name: string
  /** Compared character by character. */
  redirectUris: string[]
}

/** An authorization request that has passed every check. */
export interface AuthorizationRequest {
  client: Client
  redirectUri: string
  /** As asked for, without duplicates. */
  scopes: readonly string[]
  state: string | undefined
  challenge: string | undefined
  /** All parameters, the vendor's own among them. */
  query: URLSearchParams
}

/**
 * RFC 6749, section 4.1.1, in the order of section 4.1.2.1: until client and redirect URI are known to be good,
 * nothing may be sent to the redirect URI.
 */
export function checkAuthorization(query: URLSearchParams, oauth: OAuth): AuthorizationRequest {
  const { clients, settings, vendor } = oauth
  const clientId = required(query, 'client_id')
  const client = clients.find((one) => one.id === clientId)
  if (!client) throw new AuthorizationRefusal('unknown-client', clientId)
  const redirectUri = required(query, 'redirect_uri')
  if (!client.redirectUris.includes(redirectUri)) throw new AuthorizationRefusal('redirect-mismatch', redirectUri)
  const responseType = required(query, 'response_type')
  if (responseType !== 'code') throw new AuthorizationRefusal('unsupported-response-type', responseType)
  const scopes = [...new Set(required(query, 'scope').split(/\s+/).filter(Boolean))]
  const unknown = scopes.find((scope) => !Object.hasOwn(vendor.scopes, oauth.canonical(scope)))
  if (unknown !== undefined) throw new AuthorizationRefusal('unknown-scope', unknown)
  return {
    client,
    redirectUri,
    scopes,
    state: query.get('state') ?? undefined,
    challenge: challengeOf(query, settings),
    query,
  }
}

function challengeOf(query: URLSearchParams, settings: OAuthSettings): string | undefined {
  const challenge = query.get('code_challenge') ?? undefined
  if (challenge === undefined) {
    if (settings.pkce === 'required') throw new AuthorizationRefusal('challenge-missing')
    return undefined
  }
  // An absent method means plain (RFC 7636, section 4.3), which proves nothing to whoever has read the request.
  const method = query.get('code_challenge_method') ?? 'plain'
  if (method !== 'S256') throw new AuthorizationRefusal('challenge-method', method)
  if (!isChallenge(challenge)) throw new AuthorizationRefusal('challenge-malformed')
  return challenge
}

function required(query: URLSearchParams, name: string): string {
  const value = query.get(name)
  if (!value) throw new AuthorizationRefusal('missing-parameter', name)
  return value
}
