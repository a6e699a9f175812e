import { createHmac, randomBytes } from 'node:crypto'
import { messagePage } from '../../core/html/pages.ts'
import { createRequest, type HttpRequest, parseForm } from '../../core/http/request.ts'
import { type HttpResponse, html } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { type ConsentDecision, createConsentRoutes, redirectBack } from '../../core/oauth/consent.ts'
import { AuthorizationError, type TokenError } from '../../core/oauth/errors.ts'
import type { IssuedTokens } from '../../core/oauth/grant.ts'
import { IdTokens } from '../../core/oauth/id-tokens.ts'
import { createTokenHandler } from '../../core/oauth/token-endpoint.ts'
import type { OAuthVendor } from '../../core/oauth/vendor.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { SalesforceAccount } from '../account.ts'
import { tokenErrorResponse } from '../errors.ts'
import { handleJwtBearer, JWT_BEARER } from '../jwt-bearer/token.ts'
import { jsonResponse } from '../responses.ts'
import type { SalesforceState } from '../state.ts'
import { AUTHORIZATION_ERRORS, TOKEN_ERRORS_BY_REASON } from './error-codes.ts'
import { identityUrl } from './identity.ts'
import { withRefreshLock } from './refresh-lock.ts'
import { canonicalScope, DEFAULT_SCOPES, SCOPES } from './scopes.ts'

export const BRAND = { name: 'Salesforce', color: '#0176d3' }
const ID_TOKEN_SECONDS = 120
const AUTHORIZE = '/services/oauth2/authorize'

/** Access tokens begin with the org's id in 15 characters. They contain `!` and `.`. */
export function salesforceOAuth(accounts: ReadonlyMap<string, SalesforceAccount>): OAuthVendor {
  const random = () => randomBytes(48).toString('base64url')
  return {
    scopes: SCOPES,
    canonicalScope,
    createToken(kind, { account }) {
      if (kind === 'code') return `aPrx.${random()}`
      if (kind === 'refresh') return `5Aep861.${random()}`
      return `${accounts.get(account)?.org.id.slice(0, 15)}!AQEA.${random()}`
    },
  }
}

/** "OAuth 2.0 Web Server Flow for Web App Integration". */
export function oauthRoutes(salesforce: SalesforceState): Route[] {
  const idTokens = new IdTokens('salesforce')
  const { oauth } = salesforce
  const consent = createConsentRoutes(AUTHORIZE, {
    oauth,
    brand: BRAND,
    listAccounts: () => [...salesforce.accounts.values()],
    skipsPage: (agreement) => hasConsented(salesforce, agreement) && !hasPrompt(agreement),
    createParameters: (agreement) => createRedirectParameters(salesforce, agreement),
    toErrorResponse: authorizationErrorResponse,
  })
  return [
    ...consent.map((route) => ({ ...route, handle: (request: HttpRequest) => route.handle(withDefaults(request)) })),
    {
      method: 'POST',
      pattern: '/services/oauth2/token',
      handle: withRefreshLock(salesforce.settings, (request) => handleTokenRequest(salesforce, idTokens, request)),
    },
    { method: 'GET', pattern: '/id/keys', handle: () => jsonResponse(idTokens.keySet()) },
  ]
}

/** Requests may omit the scopes and the code challenge method, which is always S256. */
function withDefaults(request: HttpRequest): HttpRequest {
  const url = new URL(request.url)
  const query = url.searchParams
  if (!query.has('scope')) query.set('scope', DEFAULT_SCOPES)
  if (query.has('code_challenge') && !query.has('code_challenge_method')) query.set('code_challenge_method', 'S256')
  return createRequest({ method: request.method, url, headers: request.headers, body: request.body })
}

function hasConsented({ oauth }: SalesforceState, { account, request }: ConsentDecision): boolean {
  return oauth.grants.hasConsented(account, request.client.id)
}

function hasPrompt({ request }: ConsentDecision): boolean {
  return /\b(login|consent|select_account)\b/.test(request.query.get('prompt') ?? '')
}

/** An administrator's restrictions take effect after the user has signed in (Help, article 005132365). */
function createRedirectParameters(
  { settings, oauth }: SalesforceState,
  agreement: ConsentDecision,
): Record<string, string> {
  const { request, account, scopes } = agreement
  switch (settings.appAccess) {
    case 'not-installed':
      return { error: 'invalid_client', error_description: 'app must be installed into org' }
    case 'external-app-elsewhere':
      return {
        error: 'OAUTH_EC_APP_NOT_FOUND',
        error_description: 'External client app is not installed in this org',
      }
    case 'blocked':
      throw new AuthorizationError('admin-consent-required')
    default: {
      const granted = [...new Set(scopes.map(canonicalScope))]
      const offline = granted.includes('refresh_token')
      return { code: oauth.grants.issueCode(request, { account, scopes: granted, offline }) }
    }
  }
}

function authorizationErrorResponse({ reason, detail }: AuthorizationError, request: HttpRequest): HttpResponse {
  const { error, description, redirects } = AUTHORIZATION_ERRORS[reason](detail)
  const query = request.url.searchParams
  if (redirects) {
    return redirectBack(query.get('redirect_uri') ?? '', query.get('state'), { error, error_description: description })
  }
  const page = { title: 'We can’t authorize you because of an OAuth error.', text: description, detail: error }
  return html(messagePage(BRAND, page), 400)
}

function tokenRequestErrorResponse({ reason, detail }: TokenError): HttpResponse {
  const tokenError = TOKEN_ERRORS_BY_REASON[reason]
  if (typeof tokenError === 'string') return tokenErrorResponse(tokenError)
  const [error, error_description] = tokenError(detail)
  return jsonResponse({ error, error_description }, 400)
}

function handleTokenRequest(
  salesforce: SalesforceState,
  idTokens: IdTokens,
  request: HttpRequest,
): HttpResponse | Promise<HttpResponse> {
  if (parseForm(request).get('grant_type') === JWT_BEARER) return handleJwtBearer(salesforce, request)
  return createTokenHandler(salesforce.oauth, {
    toTokenResponse: (issued) => tokenResponse(salesforce, idTokens, issued, request.url.origin),
    toErrorResponse: tokenRequestErrorResponse,
  })(request)
}

/** The response has no `expires_in`, and `issued_at` is a string of epoch ms. Login host and instance are one origin. */
function tokenResponse(
  salesforce: SalesforceState,
  idTokens: IdTokens,
  issued: IssuedTokens,
  origin: string,
): HttpResponse {
  if (salesforce.settings.appAccess === 'not-approved') return tokenErrorResponse('invalidAppAccess')
  const { access, refreshToken, grant } = issued
  const id = identityUrl(salesforce.account(grant.account), origin)
  const now = salesforce.clock.now()
  const seconds = Math.floor(now / 1000)
  const claims = { iss: origin, aud: grant.client.id, sub: id, iat: seconds, exp: seconds + ID_TOKEN_SECONDS }
  const body = omitUndefined({
    access_token: access.token,
    refresh_token: refreshToken,
    signature: createHmac('sha256', grant.client.secret).update(`${id}${now}`).digest('base64'),
    scope: access.scopes.join(' '),
    id_token: access.scopes.includes('openid') ? idTokens.issue(claims) : undefined,
    instance_url: origin,
    id,
    token_type: 'Bearer',
    issued_at: String(now),
  })
  return jsonResponse(body)
}
