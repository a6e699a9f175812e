import { getBearerToken, type HttpRequest, parseForm } from '../../core/http/request.ts'
import { empty, type HttpResponse } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { AccessToken } from '../../core/oauth/grant.ts'
import type { SalesforceAccount } from '../account.ts'
import { badOAuthTokenResponse, namedErrorResponse, tokenErrorResponse } from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import type { SalesforceState } from '../state.ts'

/** The userinfo, identity, introspection and revocation endpoints. */
export function identityRoutes(salesforce: SalesforceState): Route[] {
  return [
    { method: 'GET', pattern: '/services/oauth2/userinfo', handle: (request) => userInfo(salesforce, request) },
    { method: 'POST', pattern: '/services/oauth2/userinfo', handle: (request) => userInfo(salesforce, request) },
    { method: 'GET', pattern: '/id/:org/:user', handle: (request) => identity(salesforce, request) },
    { method: 'POST', pattern: '/services/oauth2/introspect', handle: (request) => introspect(salesforce, request) },
    { method: 'POST', pattern: '/services/oauth2/revoke', handle: (request) => revoke(salesforce, request) },
  ]
}

/** The `id` of a token response. */
export function identityUrl({ org, userId }: SalesforceAccount, origin: string): string {
  return `${origin}/id/${org.id}/${userId}`
}

function findAccount(salesforce: SalesforceState, request: HttpRequest): SalesforceAccount | undefined {
  const access = salesforce.oauth.grants.inspect(getBearerToken(request) ?? '')
  return access && salesforce.account(access.grant.account)
}

function userInfo(salesforce: SalesforceState, request: HttpRequest): HttpResponse {
  const account = findAccount(salesforce, request)
  if (!account) return badOAuthTokenResponse()
  const { origin } = request.url
  return jsonResponse({
    sub: identityUrl(account, origin),
    user_id: account.userId,
    organization_id: account.org.id,
    preferred_username: account.username,
    nickname: account.givenName,
    name: account.name,
    email: account.email,
    email_verified: true,
    given_name: account.givenName,
    family_name: account.familyName,
    zoneinfo: account.timeZone,
    urls: apiUrls(account, origin),
    active: true,
    user_type: 'STANDARD',
    language: 'en_US',
    locale: 'en_US',
  })
}

function identity(salesforce: SalesforceState, request: HttpRequest): HttpResponse {
  const account = findAccount(salesforce, request)
  if (!account) return badOAuthTokenResponse()
  const { org, user } = request.params
  if (org !== account.org.id || user !== account.userId) return namedErrorResponse('notFound')
  return jsonResponse({
    id: identityUrl(account, request.url.origin),
    asserted_user: true,
    user_id: account.userId,
    organization_id: account.org.id,
    username: account.username,
    nick_name: account.givenName,
    display_name: account.name,
    email: account.email,
    email_verified: true,
    first_name: account.givenName,
    last_name: account.familyName,
    timezone: account.timeZone,
    urls: apiUrls(account, request.url.origin),
    active: true,
    user_type: 'STANDARD',
    language: 'en_US',
    locale: 'en_US',
    is_app_installed: true,
  })
}

/** The URLs contain the literal placeholder `{version}`. */
function apiUrls(account: SalesforceAccount, origin: string): Record<string, string> {
  const rest = `${origin}/services/data/v{version}/`
  return {
    rest,
    sobjects: `${rest}sobjects/`,
    search: `${rest}search/`,
    query: `${rest}query/`,
    profile: `${origin}/${account.userId}`,
    custom_domain: origin,
  }
}

/** An application may introspect its own tokens ("OpenID Connect Token Introspection"). */
function introspect(salesforce: SalesforceState, request: HttpRequest): HttpResponse {
  const form = parseForm(request)
  const client = salesforce.oauth.clients.find(({ id }) => id === form.get('client_id'))
  if (!client) return tokenErrorResponse('invalidClientId')
  if (client.secret !== form.get('client_secret')) return tokenErrorResponse('invalidClient')
  const access = salesforce.oauth.grants.inspect(form.get('token') ?? '')
  if (!access || access.grant.client !== client) return jsonResponse({ active: false })
  return jsonResponse({ active: true, ...toIntrospectionClaims(salesforce, access, request.url.origin) })
}

function toIntrospectionClaims(salesforce: SalesforceState, access: AccessToken, origin: string): object {
  const account = salesforce.account(access.grant.account)
  const issuedAt = Math.floor((access.expiresAt - salesforce.oauth.settings.accessTokenLifetimeMs) / 1000)
  return {
    scope: access.scopes.join(' '),
    client_id: access.grant.client.id,
    username: account.username,
    sub: identityUrl(account, origin),
    token_type: 'access_token',
    exp: Math.floor(access.expiresAt / 1000),
    iat: issuedAt,
    nbf: issuedAt,
  }
}

/** Revoking a token revokes its whole grant. The response is empty; an unknown token is an error. */
function revoke({ oauth }: SalesforceState, request: HttpRequest): HttpResponse {
  const token = parseForm(request).get('token') ?? request.url.searchParams.get('token') ?? ''
  const grant = oauth.grants.findGrant(token)
  if (!grant || grant.revoked) {
    return jsonResponse({ error: 'unsupported_token_type', error_description: 'this token type is not supported' }, 400)
  }
  oauth.grants.revoke((candidate) => candidate === grant)
  return empty(200)
}
