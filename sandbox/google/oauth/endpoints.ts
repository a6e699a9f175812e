import { randomBytes } from 'node:crypto'
import { messagePage } from '../../core/html/pages.ts'
import { type HttpRequest, parseForm } from '../../core/http/request.ts'
import { type HttpResponse, html, json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { type ConsentDecision, createConsentRoutes, redirectBack } from '../../core/oauth/consent.ts'
import type { AuthorizationError } from '../../core/oauth/errors.ts'
import type { Grant, IssuedTokens, TokenKind } from '../../core/oauth/grant.ts'
import { IdTokens } from '../../core/oauth/id-tokens.ts'
import { createTokenHandler } from '../../core/oauth/token-endpoint.ts'
import type { OAuthVendor } from '../../core/oauth/vendor.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { handleJwtBearer, JWT_BEARER } from '../service-accounts/jwt-bearer.ts'
import type { GoogleState } from '../state.ts'
import { AUTHORIZATION_ERROR, TOKEN_ERROR } from './error-codes.ts'
import { canonicalScope, SCOPE, SCOPES } from './scopes.ts'

export const BRAND = { name: 'Google', color: '#1a73e8' }
const ISSUER = 'https://accounts.google.com'
const TOKEN_PREFIX: Readonly<Record<TokenKind, string>> = { code: '4/0A', access: 'ya29.a0A', refresh: '1//0g' }

export const GOOGLE_OAUTH: OAuthVendor = {
  scopes: SCOPES,
  canonicalScope,
  createToken: (kind) => TOKEN_PREFIX[kind] + randomBytes(48).toString('base64url'),
}

/** https://developers.google.com/identity/protocols/oauth2/web-server */
export function createOAuthRoutes(google: GoogleState): Route[] {
  const idTokens = new IdTokens('google')
  const { oauth } = google
  const handleToken = createTokenHandler(oauth, {
    toTokenResponse: (tokens) => toTokenResponse(google, idTokens, tokens),
    toErrorResponse: ({ reason, detail }) => {
      const [status, error, error_description] = TOKEN_ERROR[reason](detail)
      return json({ error, error_description }, status)
    },
  })
  return [
    ...createConsentRoutes('/o/oauth2/v2/auth', {
      oauth,
      brand: BRAND,
      listAccounts: () => [...google.accounts.values()],
      skipsPage: (decision) =>
        hasConsentedBefore(google, decision) &&
        !hasPrompt(decision, 'consent') &&
        !hasPrompt(decision, 'select_account'),
      createParameters: (decision) => createCallbackParameters(google, decision),
      toErrorResponse: toAuthorizationErrorResponse,
    }),
    {
      method: 'POST',
      pattern: '/token',
      handle: (request) =>
        parseForm(request).get('grant_type') === JWT_BEARER ? handleJwtBearer(google, request) : handleToken(request),
    },
    { method: 'GET', pattern: '/oauth2/v3/certs', handle: () => json(idTokens.keySet()) },
  ]
}

function hasPrompt({ request }: ConsentDecision, prompt: string): boolean {
  return (request.query.get('prompt') ?? '').split(' ').includes(prompt)
}

function hasConsentedBefore({ oauth }: GoogleState, { account, request }: ConsentDecision): boolean {
  return oauth.grants.hasConsented(account, request.client.id)
}

/** A refresh token is issued on an account's first consent, and later only if the client requests consent again. */
function createCallbackParameters(google: GoogleState, decision: ConsentDecision): Record<string, string> {
  const { request, account, scopes } = decision
  const showedConsent = !hasConsentedBefore(google, decision) || hasPrompt(decision, 'consent')
  const grantedScopes = [...new Set(scopes.map(canonicalScope))]
  const offline = showedConsent && request.query.get('access_type') === 'offline'
  const code = google.oauth.grants.issueCode(request, { account, scopes: grantedScopes, offline })
  const { hostedDomain } = google.account(account)
  return {
    iss: ISSUER,
    code,
    scope: [...new Set([...scopes, ...grantedScopes])].sort().join(' '),
    authuser: '0',
    hd: hostedDomain,
    prompt: showedConsent ? 'consent' : 'none',
  }
}

/** Google reports only the user's own denial to the application; all other errors appear on a page of its own. */
function toAuthorizationErrorResponse({ reason, detail }: AuthorizationError, { url }: HttpRequest): HttpResponse {
  const query = url.searchParams
  if (reason === 'access-denied') {
    return redirectBack(query.get('redirect_uri') ?? '', query.get('state'), { error: 'access_denied' })
  }
  const [code, text] = AUTHORIZATION_ERROR[reason](detail)
  return html(messagePage(BRAND, { title: 'Access blocked', text, detail: `Error 400: ${code}` }), 400)
}

function toTokenResponse(
  google: GoogleState,
  idTokens: IdTokens,
  { access, refreshToken, refreshExpiresAt, grant }: IssuedTokens,
): HttpResponse {
  const seconds = Math.floor((access.expiresAt - google.clock.now()) / 1000)
  const identifies = [SCOPE.openid, SCOPE.email, SCOPE.profile].some((scope) => access.scopes.includes(scope))
  const body = omitUndefined({
    access_token: access.token,
    // Some time has passed before the response arrives.
    expires_in: Math.max(0, seconds - 1),
    refresh_token: refreshToken,
    // Only for access that the user has limited in time.
    refresh_token_expires_in: refreshExpiresAt && Math.floor((refreshExpiresAt - google.clock.now()) / 1000),
    scope: access.scopes.join(' '),
    token_type: 'Bearer',
    id_token: identifies ? idTokens.issue(createClaims(google, grant)) : undefined,
  })
  return json(body, 200, { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', pragma: 'no-cache' })
}

function createClaims(google: GoogleState, grant: Grant): Record<string, unknown> {
  const { sub, email, hostedDomain } = google.account(grant.account)
  const issuedAt = Math.floor(google.clock.now() / 1000)
  const hasEmail = grant.scopes.includes(SCOPE.email)
  return omitUndefined({
    iss: ISSUER,
    azp: grant.client.id,
    aud: grant.client.id,
    sub,
    hd: hostedDomain,
    email: hasEmail ? email : undefined,
    email_verified: hasEmail ? true : undefined,
    nonce: grant.query.get('nonce') || undefined,
    iat: issuedAt,
    exp: issuedAt + 3600,
  })
}
