import { generateKeyPairSync, randomBytes } from 'node:crypto'
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import type { Person } from '../core/fixtures.ts'
import { createMemory, type Records } from './memory.ts'
import { signedOutPage, signOutPage } from './sign-out-pages.ts'

/** The audience of access tokens for the platform's API. */
export const AUDIENCE = 'https://platform.example/api/v1/graph'
/** The public client of applications with a UI; uses PKCE instead of a secret. */
export const CONSOLE_CLIENT = 'platform-console'
/** The confidential client of an integration without a UI, which acts as one person. */
export const SERVER_CLIENT = { id: 'sample-integration', secret: 'sandbox-integration-secret' }

const API_SCOPE = 'graph'
const TOKEN_SECONDS = 900
const MONTH_SECONDS = 30 * 86_400

export interface ProviderOptions {
  people: readonly Person[]
  /** Where sessions, codes and refresh tokens are. */
  records: Records
  /** Validity of access tokens (s). */
  accessTokenSeconds?: number
}

/** Creates an OpenID Connect issuer for these people, based on the certified library oidc-provider. */
export function createProvider(issuer: string, options: ProviderOptions): Provider {
  return new Provider(issuer, createConfiguration(options))
}

function createConfiguration({ people, records, accessTokenSeconds = TOKEN_SECONDS }: ProviderOptions): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    adapter: createMemory(records),
    clients: [
      {
        client_id: CONSOLE_CLIENT,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        // A native client's loopback redirect may name any port (RFC 8252, 7.3).
        redirect_uris: ['http://127.0.0.1/signed-in', 'http://localhost/signed-in'],
        post_logout_redirect_uris: ['http://127.0.0.1/signed-out', 'http://localhost/signed-out'],
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
      AccessToken: accessTokenSeconds,
      ClientCredentials: TOKEN_SECONDS,
      Interaction: TOKEN_SECONDS,
      IdToken: TOKEN_SECONDS,
      Grant: MONTH_SECONDS,
      RefreshToken: MONTH_SECONDS,
      Session: MONTH_SECONDS,
    },
    findAccount: (_ctx, sub) => findAccount(people, sub),
    extraTokenClaims: (_ctx, token) => createTokenClaims(people, 'accountId' in token ? token.accountId : undefined),
    // Scripts of applications on this machine redeem their codes themselves.
    clientBasedCORS: (_ctx, origin) => isLoopback(origin),
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    loadExistingGrant: grantEverything,
    // There is no consent page on which a user could grant offline access, so every allowed client gets it.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (ctx, form) => showPage(ctx, signOutPage(form)),
        postLogoutSuccessSource: (ctx) => showPage(ctx, signedOutPage()),
      },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: API_SCOPE,
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: accessTokenSeconds,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  }
}

function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(origin).hostname)
}

async function showPage(ctx: KoaContextWithOIDC, html: string): Promise<void> {
  ctx.type = 'html'
  ctx.body = html
}

function findAccount(people: readonly Person[], sub: string) {
  const person = people.find(({ key }) => key === sub)
  return person && { accountId: sub, claims: () => ({ sub, ...toClaims(person) }) }
}

/** The platform identifies people by the email address in the token; the integration acts as the first person. */
function createTokenClaims(people: readonly Person[], sub: string | undefined) {
  const person = people.find(({ key }) => key === sub) ?? people[0]
  return person && (sub ? toClaims(person) : { act_as: person.key, ...toClaims(person) })
}

function toClaims({ email, name, givenName, familyName }: Person) {
  return { email, email_verified: true, name, given_name: givenName, family_name: familyName }
}

/** Grants all scopes without a consent page. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { session, client, provider, result } = oidc
  if (!session?.accountId || !client) return undefined
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const existing = grantId ? await provider.Grant.find(grantId) : undefined
  if (existing) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email profile offline_access')
  grant.addResourceScope(AUDIENCE, API_SCOPE)
  await grant.save()
  return grant
}
