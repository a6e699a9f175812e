import { randomUUID } from 'node:crypto'
import { messagePage } from '../../core/html/pages.ts'
import { type HttpRequest, parseForm } from '../../core/http/request.ts'
import { HttpError, type HttpResponse, html, json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { type ConsentDecision, type ConsentFlow, createConsentRoutes, redirectBack } from '../../core/oauth/consent.ts'
import { AuthorizationError, type TokenError } from '../../core/oauth/errors.ts'
import type { IssuedTokens } from '../../core/oauth/grant.ts'
import { IdTokens } from '../../core/oauth/id-tokens.ts'
import { createTokenHandler } from '../../core/oauth/token-endpoint.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { CLIENT_CREDENTIALS, handleClientCredentials } from '../app-only/client-credentials.ts'
import type { MicrosoftState } from '../state.ts'
import { AADSTS } from './aadsts.ts'
import { adminConsentRoutes } from './admin-consent.ts'
import { AUTHORIZATION_ERROR_CODES, TOKEN_ERROR_CODES } from './error-codes.ts'
import { BRAND } from './login-errors.ts'
import { canonicalScope, formatScopes, SCOPE, spansResources } from './scopes.ts'
import { TENANTS, type TenantEndpoint } from './tenants.ts'
import { idTokenClaims } from './tokens.ts'

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
export function oauthRoutes(microsoft: MicrosoftState): Route[] {
  const { loginErrors } = microsoft
  const tokens = tokenRoutes(microsoft, new IdTokens('microsoft'))
  return [
    ...TENANTS.flatMap((tenant) => createConsentRoutes(authorizePath(tenant.path), consentFlow(microsoft, tenant))),
    {
      method: 'GET',
      pattern: authorizePath(':tenant'),
      handle: (request) => loginErrors.page(90002, request, request.params.tenant),
    },
    ...adminConsentRoutes(microsoft),
    ...tokens,
  ]
}

function authorizePath(tenant: string): string {
  return `/${tenant}/oauth2/v2.0/authorize`
}

function tokenRoutes(microsoft: MicrosoftState, idTokens: IdTokens): Route[] {
  const { oauth, loginErrors } = microsoft
  const token = createTokenHandler(oauth, {
    toTokenResponse: (issued) => tokenResponse(microsoft, idTokens, issued),
    toErrorResponse: (refusal, request) => tokenErrorResponse(microsoft, refusal, request),
  })
  const handle = (request: HttpRequest) => {
    const { tenant = '' } = request.params
    if (parseForm(request).get('grant_type') === CLIENT_CREDENTIALS) return handleClientCredentials(microsoft, request)
    if (!TENANTS.some(({ path }) => path === tenant)) return loginErrors.json(90002, request, tenant)
    const scope = parseForm(request).get('scope') ?? ''
    if (spansResources(scope.split(/\s+/))) return loginErrors.json(28000, request, scope)
    const grant = oauth.grants.findGrant(parseForm(request).get('refresh_token') ?? '')
    return grant && microsoft.account(grant.account).deleted ? loginErrors.json(50034, request) : token(request)
  }
  return [
    { method: 'POST', pattern: '/:tenant/oauth2/v2.0/token', handle },
    { method: 'GET', pattern: '/:tenant/discovery/v2.0/keys', handle: () => json(idTokens.keySet()) },
  ]
}

function consentFlow(microsoft: MicrosoftState, tenant: TenantEndpoint): ConsentFlow {
  return {
    oauth: microsoft.oauth,
    brand: BRAND,
    listAccounts: () =>
      [...microsoft.accounts.values()].filter((account) => tenant.admits(account) && !account.deleted),
    skipsPage: (agreement) => skipsConsentPage(microsoft, agreement),
    checkPolicy: (agreement) => checkConsentPolicy(microsoft, agreement),
    createParameters: (agreement) => createRedirectParameters(microsoft, agreement),
    toErrorResponse: (refusal, request) => authorizationErrorResponse(microsoft, refusal, request),
  }
}

/** A user who has consented before is redirected at once, unless the application sends a `prompt`. */
function skipsConsentPage(
  { oauth, loginErrors }: MicrosoftState,
  { request, account, scopes }: ConsentDecision,
): boolean {
  const prompt = request.query.get('prompt')
  const consented = oauth.grants.hasConsented(account, request.client.id, scopes.map(canonicalScope))
  if (prompt === 'none' && !consented) {
    const { redirectUri, state } = request
    throw new HttpError(redirectBack(redirectUri, state, loginErrors.redirectParameters(65001, request.client.id)))
  }
  return consented && (prompt === null || prompt === 'none')
}

/** Consent that was given before remains valid, whatever the policy is now. */
function checkConsentPolicy(microsoft: MicrosoftState, { request, account, scopes }: ConsentDecision): void {
  const { tenant, personal } = microsoft.account(account)
  const { id } = request.client
  if (personal || microsoft.oauth.grants.hasConsented(account, id, scopes.map(canonicalScope))) return
  if (!microsoft.approvals.allow(tenant, id, scopes)) throw new AuthorizationError('admin-consent-required')
}

/** A refresh token is issued only for the scope `offline_access`. */
function createRedirectParameters({ oauth, settings }: MicrosoftState, { request, account, scopes }: ConsentDecision) {
  const withheld = settings.withheldScopes.map(canonicalScope)
  const granted = [...new Set(scopes.map(canonicalScope))].filter((scope) => !withheld.includes(scope))
  const offline = granted.includes(SCOPE.offline)
  return { code: oauth.grants.issueCode(request, { account, scopes: granted, offline }), session_state: randomUUID() }
}

function authorizationErrorResponse(
  microsoft: MicrosoftState,
  { reason, detail }: AuthorizationError,
  request: HttpRequest,
): HttpResponse {
  const { loginErrors, settings, oauth } = microsoft
  if (reason === 'admin-consent-required')
    return oauth.settings.autoConsent ? cancelledRedirect(request) : adminWallPage(cancelledRedirect(request))
  if (reason === 'access-denied') {
    return settings.refusalForm === 'cancelled' ? cancelledRedirect(request) : loginErrors.redirect(65004, request)
  }
  const [code, form] = AUTHORIZATION_ERROR_CODES[reason]
  return loginErrors[form](code, request, detail || undefined)
}

/** The redirect when the user cancels, also on the page that asks for an administrator's approval. */
function cancelledRedirect(request: HttpRequest): HttpResponse {
  const query = request.url.searchParams
  const parameters = { error: 'access_denied', error_subcode: 'cancel' }
  return redirectBack(query.get('redirect_uri') ?? '', query.get('state'), parameters)
}

/** "Need admin approval": a page whose only link is the redirect of `cancelled`. */
function adminWallPage(cancelled: HttpResponse): HttpResponse {
  const text = `AADSTS90094: ${AADSTS[90094].text}`
  const back = { href: cancelled.headers.location ?? '', label: 'Return to the application without granting consent' }
  return html(messagePage(BRAND, { title: 'Need admin approval', text, detail: 'Ask an administrator.', back }))
}

/** Revoked grants and missing client secrets have codes of their own. */
function tokenErrorResponse(
  { oauth, loginErrors }: MicrosoftState,
  { reason, detail }: TokenError,
  request: HttpRequest,
): HttpResponse {
  const revoked = oauth.grants.findGrant(parseForm(request).get('refresh_token') ?? '')?.revoked
  if (reason === 'refresh-inactive' && revoked) return loginErrors.json(50173, request)
  if (reason === 'missing-parameter' && detail === 'client_secret') return loginErrors.json(7000218, request)
  return loginErrors.json(TOKEN_ERROR_CODES[reason], request, detail || undefined)
}

function tokenResponse(
  microsoft: MicrosoftState,
  idTokens: IdTokens,
  { access, refreshToken, grant }: IssuedTokens,
): HttpResponse {
  const seconds = Math.floor((access.expiresAt - microsoft.clock.now()) / 1000)
  const body = omitUndefined({
    token_type: 'Bearer',
    scope: formatScopes(access.scopes, microsoft.settings),
    expires_in: seconds,
    ext_expires_in: seconds,
    access_token: access.token,
    refresh_token: refreshToken,
    id_token: access.scopes.includes(SCOPE.openid) ? idTokens.issue(idTokenClaims(microsoft, grant)) : undefined,
  })
  return json(body, 200, { 'cache-control': 'no-store, no-cache', pragma: 'no-cache' })
}
