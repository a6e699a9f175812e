import { createHash, randomBytes } from 'node:crypto'
import type { Grant, TokenKind } from '../../core/oauth/grant.ts'
import type { OAuthVendor } from '../../core/oauth/vendor.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { Random } from '../../core/random.ts'
import type { MicrosoftAccount } from '../account.ts'
import type { MicrosoftState } from '../state.ts'
import { canonicalScope, SCOPE, SCOPES } from './scopes.ts'

/** The prefixes of the tokens of work accounts and of personal accounts. */
const TOKEN_PREFIXES: Readonly<Record<TokenKind, readonly [work: string, personal: string]>> = {
  code: ['1.AX', 'M.C5'],
  access: ['eyJ0eXAiOiJKV1QiLCJub25jZSI6', 'EwB4A8l6'],
  refresh: ['1.AXoA', 'M.C5xx_BAY.0.U.-C'],
}

/** An access token lives for a random time between the configured lifetime and 1.5 times of it: 60 to 90 minutes. */
export function microsoftOAuth(getAccount: (email: string) => MicrosoftAccount): OAuthVendor {
  const random = new Random(60)
  return {
    scopes: SCOPES,
    canonicalScope,
    createToken: (kind, { account }) => createToken(kind, getAccount(account).personal),
    drawLifetimeMs: (ms) => Math.floor((ms * (1 + random.next() / 2)) / 1000) * 1000,
  }
}

/**
 * Access tokens are opaque to applications: those of work accounts only look like a JWT, and those of personal accounts
 * do not contain dots (https://learn.microsoft.com/entra/identity-platform/access-tokens).
 */
function createToken(kind: TokenKind, personal: boolean): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64url')
  if (personal) return TOKEN_PREFIXES[kind][1] + random(96)
  return TOKEN_PREFIXES[kind][0] + (kind === 'access' ? [random(30), random(180), random(64)].join('.') : random(96))
}

/** https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference */
export function idTokenClaims(
  microsoft: MicrosoftState,
  { account: email, client, scopes, query }: Grant,
): Record<string, unknown> {
  const account = microsoft.account(email)
  const issuedAt = Math.floor(microsoft.clock.now() / 1000)
  const nonce = query.get('nonce')
  const { name, objectId, tenant, userPrincipalName, personal } = account
  const isGuest = userPrincipalName.includes('#EXT#')
  const profile = scopes.includes(SCOPE.profile)
    ? { name, oid: objectId, preferred_username: personal ? email : userPrincipalName }
    : {}
  return omitUndefined({
    ver: '2.0',
    iss: `https://login.microsoftonline.com/${tenant}/v2.0`,
    aud: client.id,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + 3600,
    sub: pairwiseSubject(account, client.id),
    tid: tenant,
    ...profile,
    // Managed users have no `email` claim unless their directory is configured to add it; guests have one.
    email: scopes.includes(SCOPE.email) && (personal || isGuest) ? email : undefined,
    nonce: nonce || undefined,
  })
}

/** The `sub` claim, which is different for every application (OpenID Connect, pairwise subject). */
export function pairwiseSubject({ objectId }: MicrosoftAccount, clientId: string): string {
  return createHash('sha256').update(`${objectId} ${clientId}`).digest('base64url')
}
