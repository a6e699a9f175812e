import { randomUUID } from 'node:crypto'
import { type Answer, json } from '../core/answers.ts'
import { type Call, formOf } from '../core/call.ts'
import { type Agreement, type ConsentFlow, consentRoutes, redirectBack } from '../core/consent.ts'
import type { Issued } from '../core/grants.ts'
import { IdTokens } from '../core/id-token.ts'
import { Refusal } from '../core/origin.ts'
import type { AuthorizationRefusal, TokenRefusal } from '../core/refusals.ts'
import type { Route } from '../core/router.ts'
import { tokenHandler } from '../core/token-endpoint.ts'
import { adminWallPage } from './admin-wall.ts'
import { BRAND } from './login-error.ts'
import type { Microsoft } from './microsoft.ts'
import { AUTHORIZATION_ERROR, TOKEN_ERROR } from './oauth-wording.ts'
import { canonicalScope, reportOf, SCOPE, spansResources } from './scopes.ts'
import { TENANTS, type Tenant } from './tenants.ts'
import { claimsOf } from './tokens.ts'

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
export function oauthRoutes(microsoft: Microsoft): Route[] {
  const { loginErrors } = microsoft
  const tokens = tokenRoutes(microsoft, new IdTokens())
  return [
    ...TENANTS.flatMap((tenant) => consentRoutes(authorizePath(tenant.path), consentFlow(microsoft, tenant))),
    {
      method: 'GET',
      pattern: authorizePath(':tenant'),
      handle: (call) => loginErrors.page(90002, call, call.params.tenant),
    },
    ...tokens,
  ]
}

function authorizePath(tenant: string): string {
  return `/${tenant}/oauth2/v2.0/authorize`
}

function tokenRoutes(microsoft: Microsoft, idTokens: IdTokens): Route[] {
  const { oauth, loginErrors } = microsoft
  const token = tokenHandler(oauth, {
    issued: (issued) => tokenAnswer(microsoft, idTokens, issued),
    refused: (refusal, call) => refusedToken(microsoft, refusal, call),
  })
  const handle = (call: Call) => {
    const { tenant = '' } = call.params
    if (!TENANTS.some(({ path }) => path === tenant)) return loginErrors.body(90002, call, tenant)
    const scope = formOf(call).get('scope') ?? ''
    return spansResources(scope.split(/\s+/)) ? loginErrors.body(28000, call, scope) : token(call)
  }
  return [
    { method: 'POST', pattern: '/:tenant/oauth2/v2.0/token', handle },
    { method: 'GET', pattern: '/:tenant/discovery/v2.0/keys', handle: () => json(idTokens.keySet()) },
  ]
}

function consentFlow(microsoft: Microsoft, tenant: Tenant): ConsentFlow {
  return {
    oauth: microsoft.oauth,
    brand: BRAND,
    accounts: () => [...microsoft.accounts.values()].filter(tenant.admits),
    skipsPage: (agreement) => passesSilently(microsoft, agreement),
    agreed: (agreement) => callbackParameters(microsoft, agreement),
    refused: (refusal, call) => refusedAuthorization(microsoft, refusal, call),
  }
}

/** Whoever has agreed before is let through, unless the application wants to see him. */
function passesSilently({ oauth, loginErrors }: Microsoft, { request, account, scopes }: Agreement): boolean {
  const prompt = request.query.get('prompt')
  const known = oauth.grants.hasConsented(account, request.client.id, scopes.map(canonicalScope))
  if (prompt === 'none' && !known) {
    const { redirectUri, state } = request
    throw new Refusal(redirectBack(redirectUri, state, loginErrors.parameters(65001, request.client.id)))
  }
  return known && (prompt === null || prompt === 'none')
}

/** A refresh token comes only of `offline_access`. */
function callbackParameters({ oauth, settings }: Microsoft, { request, account, scopes }: Agreement) {
  const withheld = settings.withheldScopes.map(canonicalScope)
  const granted = [...new Set(scopes.map(canonicalScope))].filter((scope) => !withheld.includes(scope))
  const offline = granted.includes(SCOPE.offline)
  return { code: oauth.grants.issueCode(request, { account, scopes: granted, offline }), session_state: randomUUID() }
}

function refusedAuthorization(microsoft: Microsoft, { reason, detail }: AuthorizationRefusal, call: Call): Answer {
  const { loginErrors, settings, oauth } = microsoft
  if (reason === 'admin-wall') return oauth.settings.autoConsent ? cancelled(call) : adminWallPage(cancelled(call))
  if (reason === 'access-denied') {
    return settings.refusalForm === 'cancelled' ? cancelled(call) : loginErrors.callback(65004, call)
  }
  const [code, place] = AUTHORIZATION_ERROR[reason]
  return loginErrors[place](code, call, detail || undefined)
}

/** How it comes back when the person leaves the page, also the one that asks for an administrator. */
function cancelled(call: Call): Answer {
  const query = call.url.searchParams
  const parameters = { error: 'access_denied', error_subcode: 'cancel' }
  return redirectBack(query.get('redirect_uri') ?? '', query.get('state'), parameters)
}

/** A revoked grant and an aged token are told apart, as is a missing secret from other missing parameters. */
function refusedToken({ oauth, loginErrors }: Microsoft, { reason, detail }: TokenRefusal, call: Call): Answer {
  const revoked = oauth.grants.grantOf(formOf(call).get('refresh_token') ?? '')?.revoked
  if (reason === 'refresh-dead' && revoked) return loginErrors.body(50173, call)
  if (reason === 'missing-parameter' && detail === 'client_secret') return loginErrors.body(7000218, call)
  return loginErrors.body(TOKEN_ERROR[reason], call, detail || undefined)
}

function tokenAnswer(microsoft: Microsoft, idTokens: IdTokens, { access, refreshToken, grant }: Issued): Answer {
  const seconds = Math.floor((access.expiresAt - microsoft.clock.now()) / 1000)
  const body = {
    token_type: 'Bearer',
    scope: reportOf(access.scopes, microsoft.settings),
    expires_in: seconds,
    ext_expires_in: seconds,
    access_token: access.token,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(access.scopes.includes(SCOPE.openid) ? { id_token: idTokens.issue(claimsOf(microsoft, grant)) } : {}),
  }
  return json(body, 200, { 'cache-control': 'no-store, no-cache', pragma: 'no-cache' })
}
