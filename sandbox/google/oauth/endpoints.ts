import { randomBytes } from 'node:crypto'
import { messagePage } from '../../core/html/pages.ts'
import type { HttpRequest } from '../../core/http/request.ts'
import { type HttpResponse, html, json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { type ConsentDecision, createConsentRoutes, redirectBack } from '../../core/oauth/consent.ts'
import type { AuthorizationError } from '../../core/oauth/errors.ts'
import type { Grant, IssuedTokens, TokenKind } from '../../core/oauth/grant.ts'
import { IdTokens } from '../../core/oauth/id-tokens.ts'
import { createTokenHandler } from '../../core/oauth/token-endpoint.ts'
import type { OAuthVendor } from '../../core/oauth/vendor.ts'
import type { GoogleState } from '../state.ts'
import { AUTHORIZATION_ERROR, TOKEN_ERROR } from './error-codes.ts'
import { canonicalScope, SCOPE, SCOPES } from './scopes.ts'

export const BRAND = { name: 'Google', color: '#1a73e8' }
const ISSUER = 'https://accounts.google.com'
const LOOK: Readonly<Record<TokenKind, string>> = { code: '4/0A', access: 'ya29.a0A', refresh: '1//0g' }

export const GOOGLE_OAUTH: OAuthVendor = {
  scopes: SCOPES,
  canonicalScope,
  createToken: (kind) => LOOK[kind] + randomBytes(48).toString('base64url'),
}

/** https://developers.google.com/identity/protocols/oauth2/web-server */
export function createOAuthRoutes(google: GoogleState): Route[] {
  const idTokens = new IdTokens()
  const { oauth } = google
  const token = createTokenHandler(oauth, {
    toTokenResponse: (issued) => toTokenResponse(google, idTokens, issued),
    toErrorResponse: (refusal) => {
      const [status, error, error_description] = TOKEN_ERROR[refusal.reason](refusal.detail)
      return json({ error, error_description }, status)
    },
  })
  return [
    ...createConsentRoutes('/o/oauth2/v2/auth', {
      oauth,
      brand: BRAND,
      listAccounts: () => [...google.accounts.values()],
      skipsPage: (agreement) => hasConsentedBefore(google, agreement) && !hasPrompt(agreement, 'consent'),
      createParameters: (agreement) => createCallbackParameters(google, agreement),
      toErrorResponse: (refusal, call) => toAuthorizationErrorResponse(refusal, call),
    }),
    { method: 'POST', pattern: '/token', handle: token },
    { method: 'GET', pattern: '/oauth2/v3/certs', handle: () => json(idTokens.keySet()) },
  ]
}

function hasPrompt({ request }: ConsentDecision, prompt: string): boolean {
  return (request.query.get('prompt') ?? '').split(' ').includes(prompt)
}

function hasConsentedBefore({ oauth }: GoogleState, { account, request }: ConsentDecision): boolean {
  return oauth.grants.hasConsented(account, request.client.id)
}

/** A refresh token comes with the first consent of an account, and later only when consent is asked for again. */
function createCallbackParameters(google: GoogleState, agreement: ConsentDecision): Record<string, string> {
  const { request, account, scopes } = agreement
  const asked = !hasConsentedBefore(google, agreement) || hasPrompt(agreement, 'consent')
  const granted = [...new Set(scopes.map(canonicalScope))]
  const offline = asked && request.query.get('access_type') === 'offline'
  const code = google.oauth.grants.issueCode(request, { account, scopes: granted, offline })
  const { hostedDomain } = google.account(account)
  return {
    iss: ISSUER,
    code,
    scope: [...new Set([...scopes, ...granted])].sort().join(' '),
    authuser: '0',
    hd: hostedDomain,
    prompt: asked ? 'consent' : 'none',
  }
}

/** Only the person's own no is told to the application; everything else Google shows on a page of its own. */
function toAuthorizationErrorResponse({ reason, detail }: AuthorizationError, call: HttpRequest): HttpResponse {
  const query = call.url.searchParams
  if (reason === 'access-denied')
    return redirectBack(query.get('redirect_uri') ?? '', query.get('state'), { error: 'access_denied' })
  const [code, text] = AUTHORIZATION_ERROR[reason](detail)
  return html(messagePage(BRAND, { title: 'Access blocked', text, detail: `Error 400: ${code}` }), 400)
}

function toTokenResponse(
  google: GoogleState,
  idTokens: IdTokens,
  { access, refreshToken, grant }: IssuedTokens,
): HttpResponse {
  const seconds = Math.floor((access.expiresAt - google.clock.now()) / 1000)
  const identifies = [SCOPE.openid, SCOPE.email, SCOPE.profile].some((scope) => access.scopes.includes(scope))
  const body = {
    access_token: access.token,
    // Google has spent a moment of the hour by the time it answers.
    expires_in: Math.max(0, seconds - 1),
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope: access.scopes.join(' '),
    token_type: 'Bearer',
    ...(identifies ? { id_token: idTokens.issue(createClaims(google, grant)) } : {}),
  }
  return json(body, 200, { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', pragma: 'no-cache' })
}

function createClaims(google: GoogleState, grant: Grant): Record<string, unknown> {
  const { sub, email, hostedDomain } = google.account(grant.account)
  const issuedAt = Math.floor(google.clock.now() / 1000)
  const nonce = grant.query.get('nonce')
  const { id } = grant.client
  const who = grant.scopes.includes(SCOPE.email) ? { email, email_verified: true } : {}
  const when = { iat: issuedAt, exp: issuedAt + 3600 }
  return { iss: ISSUER, azp: id, aud: id, sub, hd: hostedDomain, ...who, ...(nonce ? { nonce } : {}), ...when }
}
