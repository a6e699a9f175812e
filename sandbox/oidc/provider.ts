import { generateKeyPairSync, randomBytes } from 'node:crypto'
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import type { Person } from '../core/world.ts'
import { createMemory } from './memory.ts'

/** What the platform's API is called in the tokens made for it. */
export const AUDIENCE = 'https://platform.example/api/v1/graph'
/** An application with a UI: anyone on this machine, with PKCE and no secret. */
export const CONSOLE_CLIENT = 'platform-console'
/** An integration without a UI, which acts as one person. */
export const SERVER_CLIENT = { id: 'sample-integration', secret: 'sandbox-integration-secret' }

const API_SCOPE = 'graph'
const TOKEN_SECONDS = 900
const MONTH_SECONDS = 30 * 86_400

/** An OpenID Connect issuer for a few people. The protocol is a certified library's; only the people are ours. */
export function createProvider(issuer: string, people: readonly Person[]): Provider {
  return new Provider(issuer, configuration(people))
}

function configuration(people: readonly Person[]): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    adapter: createMemory(),
    clients: [
      {
        client_id: CONSOLE_CLIENT,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        // A native client's loopback redirect may name any port (RFC 8252, 7.3).
        redirect_uris: ['http://127.0.0.1/signed-in', 'http://localhost/signed-in'],
      },
      {
        client_id: SERVER_CLIENT.id,
        client_secret: SERVER_CLIENT.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'sandbox', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    ttl: {
      ...{
        AccessToken: TOKEN_SECONDS,
        ClientCredentials: TOKEN_SECONDS,
        Interaction: TOKEN_SECONDS,
        IdToken: TOKEN_SECONDS,
      },
      ...{ Grant: MONTH_SECONDS, RefreshToken: MONTH_SECONDS, Session: MONTH_SECONDS },
    },
    findAccount: (_ctx, sub) => accountOf(people, sub),
    extraTokenClaims: (_ctx, token) => tokenClaims(people, 'accountId' in token ? token.accountId : undefined),
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    loadExistingGrant: grantEverything,
    // Nobody is asked for consent here, so there is no consent that could name offline access.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: API_SCOPE,
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: TOKEN_SECONDS,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  }
}

function accountOf(people: readonly Person[], sub: string) {
  const person = people.find(({ key }) => key === sub)
  return person && { accountId: sub, claims: () => ({ sub, ...claimsOf(person) }) }
}

/** The platform knows people by the e-mail address in the token; the integration acts as the first of them. */
function tokenClaims(people: readonly Person[], sub: string | undefined) {
  const person = people.find(({ key }) => key === sub) ?? people[0]
  return person && (sub ? claimsOf(person) : { act_as: person.key, ...claimsOf(person) })
}

function claimsOf({ email, name, givenName, familyName }: Person) {
  return { email, email_verified: true, name, given_name: givenName, family_name: familyName }
}

/** Whoever signs in agrees to everything: what is shown here is the platform, not the issuer. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { session, client, provider, result } = oidc
  if (!session?.accountId || !client) return undefined
  const known = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const existing = known ? await provider.Grant.find(known) : undefined
  if (existing) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email profile offline_access')
  grant.addResourceScope(AUDIENCE, API_SCOPE)
  await grant.save()
  return grant
}
