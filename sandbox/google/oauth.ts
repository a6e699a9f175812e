import { randomBytes } from 'node:crypto'
import { type Answer, html, json } from '../core/answers.ts'
import type { Call } from '../core/call.ts'
import { type Agreement, consentRoutes, redirectBack } from '../core/consent.ts'
import type { Grant, Issued, TokenKind } from '../core/grants.ts'
import { IdTokens } from '../core/id-token.ts'
import type { OAuthVendor } from '../core/oauth.ts'
import { messagePage } from '../core/pages.ts'
import type { AuthorizationRefusal } from '../core/refusals.ts'
import type { Route } from '../core/router.ts'
import { tokenHandler } from '../core/token-endpoint.ts'
import type { Google } from './google.ts'
import { AUTHORIZATION_ERROR, TOKEN_ERROR } from './oauth-wording.ts'
import { canonicalScope, SCOPE, SCOPES } from './scopes.ts'

export const BRAND = { name: 'Google', color: '#1a73e8' }
const ISSUER = 'https://accounts.google.com'
const LOOK: Readonly<Record<TokenKind, string>> = { code: '4/0A', access: 'ya29.a0A', refresh: '1//0g' }

export const GOOGLE_OAUTH: OAuthVendor = {
  scopes: SCOPES,
  canonicalScope,
  token: (kind) => LOOK[kind] + randomBytes(48).toString('base64url'),
}

/** https://developers.google.com/identity/protocols/oauth2/web-server */
export function oauthRoutes(google: Google): Route[] {
  const idTokens = new IdTokens()
  const { oauth } = google
  const token = tokenHandler(oauth, {
    issued: (issued) => tokenAnswer(google, idTokens, issued),
    refused: (refusal) => {
      const [status, error, error_description] = TOKEN_ERROR[refusal.reason](refusal.detail)
      return json({ error, error_description }, status)
    },
  })
  return [
    ...consentRoutes('/o/oauth2/v2/auth', {
      oauth,
      brand: BRAND,
      accounts: () => [...google.accounts.values()],
      skipsPage: (agreement) => isKnown(google, agreement) && !hasPrompt(agreement, 'consent'),
      agreed: (agreement) => callbackParameters(google, agreement),
      refused: (refusal, call) => refusedAuthorization(refusal, call),
    }),
    { method: 'POST', pattern: '/token', handle: token },
    { method: 'GET', pattern: '/oauth2/v3/certs', handle: () => json(idTokens.keySet()) },
  ]
}

function hasPrompt({ request }: Agreement, prompt: string): boolean {
  return (request.query.get('prompt') ?? '').split(' ').includes(prompt)
}

function isKnown({ oauth }: Google, { account, request }: Agreement): boolean {
  return oauth.grants.hasConsented(account, request.client.id)
}

/** A refresh token comes with the first consent of an account, and later only when consent is asked for again. */
function callbackParameters(google: Google, agreement: Agreement): Record<string, string> {
  const { request, account, scopes } = agreement
  const asked = !isKnown(google, agreement) || hasPrompt(agreement, 'consent')
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
function refusedAuthorization({ reason, detail }: AuthorizationRefusal, call: Call): Answer {
  const query = call.url.searchParams
  if (reason === 'access-denied')
    return redirectBack(query.get('redirect_uri') ?? '', query.get('state'), { error: 'access_denied' })
  const [code, text] = AUTHORIZATION_ERROR[reason](detail)
  return html(messagePage(BRAND, { title: 'Access blocked', text, detail: `Error 400: ${code}` }), 400)
}

function tokenAnswer(google: Google, idTokens: IdTokens, { access, refreshToken, grant }: Issued): Answer {
  const seconds = Math.floor((access.expiresAt - google.clock.now()) / 1000)
  const identifies = [SCOPE.openid, SCOPE.email, SCOPE.profile].some((scope) => access.scopes.includes(scope))
  const body = {
    access_token: access.token,
    // Google has spent a moment of the hour by the time it answers.
    expires_in: Math.max(0, seconds - 1),
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope: access.scopes.join(' '),
    token_type: 'Bearer',
    ...(identifies ? { id_token: idTokens.issue(claimsOf(google, grant)) } : {}),
  }
  return json(body, 200, { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', pragma: 'no-cache' })
}

function claimsOf(google: Google, grant: Grant): Record<string, unknown> {
  const { sub, email, hostedDomain } = google.account(grant.account)
  const issuedAt = Math.floor(google.clock.now() / 1000)
  const nonce = grant.query.get('nonce')
  const { id } = grant.client
  const who = grant.scopes.includes(SCOPE.email) ? { email, email_verified: true } : {}
  const when = { iat: issuedAt, exp: issuedAt + 3600 }
  return { iss: ISSUER, azp: id, aud: id, sub, hd: hostedDomain, ...who, ...(nonce ? { nonce } : {}), ...when }
}
