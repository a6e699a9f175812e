import { createHmac, randomBytes } from 'node:crypto'
import { type Answer, html } from '../core/answers.ts'
import { type Call, createCall } from '../core/call.ts'
import { type Agreement, consentRoutes, redirectBack } from '../core/consent.ts'
import type { Issued } from '../core/grants.ts'
import { IdTokens } from '../core/id-token.ts'
import type { OAuthVendor } from '../core/oauth.ts'
import { messagePage } from '../core/pages.ts'
import { AuthorizationRefusal, type TokenRefusal } from '../core/refusals.ts'
import type { Route } from '../core/router.ts'
import { tokenHandler } from '../core/token-endpoint.ts'
import type { SalesforceAccount } from './account.ts'
import { reply } from './error-form.ts'
import { tokenError } from './errors.ts'
import { identityUrl } from './identity.ts'
import { AUTHORIZATION_ERROR, TOKEN_ERROR } from './oauth-wording.ts'
import type { Salesforce } from './salesforce.ts'
import { canonicalScope, DEFAULT_SCOPES, SCOPES } from './scopes.ts'

export const BRAND = { name: 'Salesforce', color: '#0176d3' }
const ID_TOKEN_SECONDS = 120
const AUTHORIZE = '/services/oauth2/authorize'

/** Access tokens begin with the org's id in 15 characters; their `!` and `.` need escaping in a URL. */
export function salesforceOAuth(accounts: ReadonlyMap<string, SalesforceAccount>): OAuthVendor {
  const random = () => randomBytes(48).toString('base64url')
  return {
    scopes: SCOPES,
    canonicalScope,
    token(kind, { account }) {
      if (kind === 'code') return `aPrx.${random()}`
      if (kind === 'refresh') return `5Aep861.${random()}`
      return `${accounts.get(account)?.org.id.slice(0, 15)}!AQEA.${random()}`
    },
  }
}

/** "OAuth 2.0 Web Server Flow for Web App Integration". */
export function oauthRoutes(salesforce: Salesforce): Route[] {
  const idTokens = new IdTokens()
  const { oauth } = salesforce
  const consent = consentRoutes(AUTHORIZE, {
    oauth,
    brand: BRAND,
    accounts: () => [...salesforce.accounts.values()],
    skipsPage: (agreement) => isKnown(salesforce, agreement) && !hasPrompt(agreement),
    agreed: (agreement) => callbackParameters(salesforce, agreement),
    refused: refusedAuthorization,
  })
  return [
    ...consent.map((route) => ({ ...route, handle: (call: Call) => route.handle(withDefaults(call)) })),
    { method: 'POST', pattern: '/services/oauth2/token', handle: (call) => exchange(salesforce, idTokens, call) },
    { method: 'GET', pattern: '/id/keys', handle: () => reply(idTokens.keySet()) },
  ]
}

/** A request may leave out the scopes, and the method of its challenge, of which there is only one. */
function withDefaults(call: Call): Call {
  const url = new URL(call.url)
  const query = url.searchParams
  if (!query.has('scope')) query.set('scope', DEFAULT_SCOPES)
  if (query.has('code_challenge') && !query.has('code_challenge_method')) query.set('code_challenge_method', 'S256')
  return createCall({ method: call.method, url, headers: call.headers, body: call.body })
}

function isKnown({ oauth }: Salesforce, { account, request }: Agreement): boolean {
  return oauth.grants.hasConsented(account, request.client.id)
}

function hasPrompt({ request }: Agreement): boolean {
  return /\b(login|consent|select_account)\b/.test(request.query.get('prompt') ?? '')
}

/** An administrator's restrictions show only after the person has signed in (Help, article 005132365). */
function callbackParameters({ settings, oauth }: Salesforce, agreement: Agreement): Record<string, string> {
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
      throw new AuthorizationRefusal('admin-wall')
    default: {
      const granted = [...new Set(scopes.map(canonicalScope))]
      const offline = granted.includes('refresh_token')
      return { code: oauth.grants.issueCode(request, { account, scopes: granted, offline }) }
    }
  }
}

function refusedAuthorization({ reason, detail }: AuthorizationRefusal, call: Call): Answer {
  const { error, description, redirects } = AUTHORIZATION_ERROR[reason](detail)
  const query = call.url.searchParams
  if (redirects) {
    return redirectBack(query.get('redirect_uri') ?? '', query.get('state'), { error, error_description: description })
  }
  const page = { title: 'We can’t authorize you because of an OAuth error.', text: description, detail: error }
  return html(messagePage(BRAND, page), 400)
}

function refusedToken({ reason, detail }: TokenRefusal): Answer {
  const wording = TOKEN_ERROR[reason]
  if (typeof wording === 'string') return tokenError(wording)
  const [error, error_description] = wording(detail)
  return reply({ error, error_description }, 400)
}

function exchange(salesforce: Salesforce, idTokens: IdTokens, call: Call): Answer | Promise<Answer> {
  return tokenHandler(salesforce.oauth, {
    issued: (issued) => tokenAnswer(salesforce, idTokens, issued, call.url.origin),
    refused: refusedToken,
  })(call)
}

/** There is no `expires_in`, and `issued_at` is milliseconds as text. Login host and instance are one origin here. */
function tokenAnswer(salesforce: Salesforce, idTokens: IdTokens, issued: Issued, origin: string): Answer {
  if (salesforce.settings.appAccess === 'not-approved') return tokenError('invalidAppAccess')
  const { access, refreshToken, grant } = issued
  const id = identityUrl(salesforce.account(grant.account), origin)
  const now = salesforce.clock.now()
  const seconds = Math.floor(now / 1000)
  const claims = { iss: origin, aud: grant.client.id, sub: id, iat: seconds, exp: seconds + ID_TOKEN_SECONDS }
  return reply({
    access_token: access.token,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    signature: createHmac('sha256', grant.client.secret).update(`${id}${now}`).digest('base64'),
    scope: access.scopes.join(' '),
    ...(access.scopes.includes('openid') ? { id_token: idTokens.issue(claims) } : {}),
    instance_url: origin,
    id,
    token_type: 'Bearer',
    issued_at: String(now),
  })
}
