import { type Answer, empty } from '../core/answers.ts'
import { bearerOf, type Call, formOf } from '../core/call.ts'
import type { AccessToken } from '../core/grants.ts'
import type { Route } from '../core/router.ts'
import type { SalesforceAccount } from './account.ts'
import { reply } from './error-form.ts'
import { badOAuthToken, namedError, tokenError } from './errors.ts'
import type { Salesforce } from './salesforce.ts'

/** Whose a token is, how long it lives, and taking it back. */
export function identityRoutes(salesforce: Salesforce): Route[] {
  return [
    { method: 'GET', pattern: '/services/oauth2/userinfo', handle: (call) => userInfo(salesforce, call) },
    { method: 'POST', pattern: '/services/oauth2/userinfo', handle: (call) => userInfo(salesforce, call) },
    { method: 'GET', pattern: '/id/:org/:user', handle: (call) => identity(salesforce, call) },
    { method: 'POST', pattern: '/services/oauth2/introspect', handle: (call) => introspect(salesforce, call) },
    { method: 'POST', pattern: '/services/oauth2/revoke', handle: (call) => revoke(salesforce, call) },
  ]
}

/** The `id` of a token answer. */
export function identityUrl({ org, userId }: SalesforceAccount, origin: string): string {
  return `${origin}/id/${org.id}/${userId}`
}

function accountOf(salesforce: Salesforce, call: Call): SalesforceAccount | undefined {
  const access = salesforce.oauth.grants.inspect(bearerOf(call) ?? '')
  return access && salesforce.account(access.grant.account)
}

function userInfo(salesforce: Salesforce, call: Call): Answer {
  const account = accountOf(salesforce, call)
  if (!account) return badOAuthToken()
  const { origin } = call.url
  return reply({
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

function identity(salesforce: Salesforce, call: Call): Answer {
  const account = accountOf(salesforce, call)
  if (!account) return badOAuthToken()
  const { org, user } = call.params
  if (org !== account.org.id || user !== account.userId) return namedError('notFound')
  return reply({
    id: identityUrl(account, call.url.origin),
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
    urls: apiUrls(account, call.url.origin),
    active: true,
    user_type: 'STANDARD',
    language: 'en_US',
    locale: 'en_US',
    is_app_installed: true,
  })
}

/** `{version}` stands in these as it is. */
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

/** An application may look at its own tokens ("OpenID Connect Token Introspection"). */
function introspect(salesforce: Salesforce, call: Call): Answer {
  const form = formOf(call)
  const client = salesforce.oauth.clients.find(({ id }) => id === form.get('client_id'))
  if (!client) return tokenError('invalidClientId')
  if (client.secret !== form.get('client_secret')) return tokenError('invalidClient')
  const access = salesforce.oauth.grants.inspect(form.get('token') ?? '')
  if (!access || access.grant.client !== client) return reply({ active: false })
  return reply({ active: true, ...claimsOf(salesforce, access, call.url.origin) })
}

function claimsOf(salesforce: Salesforce, access: AccessToken, origin: string): object {
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

/** Taking back one token ends the grant it came from. The answer is empty; a token nobody knows is an error. */
function revoke({ oauth }: Salesforce, call: Call): Answer {
  const token = formOf(call).get('token') ?? call.url.searchParams.get('token') ?? ''
  const grant = oauth.grants.grantOf(token)
  if (!grant || grant.revoked) {
    return reply({ error: 'unsupported_token_type', error_description: 'this token type is not supported' }, 400)
  }
  oauth.grants.revoke((one) => one === grant)
  return empty(200)
}
