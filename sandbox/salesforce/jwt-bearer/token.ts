import { type HttpRequest, parseForm } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { type Assertion, parseAssertion, toClaimTime } from '../../core/keys/assertion.ts'
import type { SalesforceAccount } from '../account.ts'
import { type TokenErrorName, tokenErrorResponse } from '../errors.ts'
import { identityUrl } from '../oauth/identity.ts'
import { jsonResponse } from '../responses.ts'
import type { SalesforceState } from '../state.ts'
import type { ConnectedApp } from './connected-app.ts'

export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** The audience of the users of each kind of org. A My Domain is none. */
const AUDIENCES = { production: 'https://login.salesforce.com', sandbox: 'https://test.salesforce.com' }

/** "OAuth 2.0 JWT Bearer Flow for Server-to-Server Integration". */
export function handleJwtBearer(salesforce: SalesforceState, request: HttpRequest): HttpResponse {
  const text = parseForm(request).get('assertion') ?? ''
  const assertion = parseAssertion(text)
  if (!assertion) return tokenErrorResponse('invalidAssertion')
  const { connectedApp, clock } = salesforce
  const refusal = checkAssertion(connectedApp, assertion, clock.now())
  if (refusal) return tokenErrorResponse(refusal)
  const account = findAccount(salesforce, assertion.claims.sub)
  if (!account) return tokenErrorResponse('notApprovedByUser')
  const accessRefusal = checkAccess(salesforce, account)
  return accessRefusal ? tokenErrorResponse(accessRefusal) : tokenResponse(salesforce, account, request.url.origin)
}

function checkAssertion(app: ConnectedApp, assertion: Assertion, now: number): TokenErrorName | undefined {
  const { header, claims } = assertion
  const { orgType, maxAssertionSeconds } = app.settings
  if (claims.iss !== app.client.id) return 'invalidClientId'
  const certificate = app.findCertificate(now)
  const isSigned = header.alg === 'RS256' && certificate !== undefined && assertion.isSignedBy(certificate.publicKey)
  if (!isSigned) return 'invalidAssertion'
  if (claims.aud !== AUDIENCES[orgType]) return 'invalidAudience'
  // Also accepted as digits in a string, which clients send.
  const isDigits = typeof claims.exp === 'string' && /^\d+$/.test(claims.exp)
  const end = toClaimTime(isDigits ? Number(claims.exp) : claims.exp)
  const isInTime = end !== undefined && end > now && end <= now + maxAssertionSeconds * 1000
  return isInTime ? undefined : 'expiredCode'
}

/** The subject is a username, which has the form of an address but is none. */
function findAccount({ accounts }: SalesforceState, subject: unknown): SalesforceAccount | undefined {
  return [...accounts.values()].find(({ username }) => username === subject)
}

/** A user must be approved: there is no page on which they could do it. */
function checkAccess(
  { settings, connectedApp }: SalesforceState,
  { username }: SalesforceAccount,
): TokenErrorName | undefined {
  const { approved, inactive } = connectedApp.settings
  if (inactive.includes(username)) return 'inactiveUser'
  if (settings.appAccess === 'not-approved') return 'invalidAppAccess'
  if (settings.appAccess !== 'open') return 'invalidClient'
  const isApproved = approved === 'all' || (approved !== 'none' && approved.includes(username))
  return isApproved ? undefined : 'notApprovedByUser'
}

/** There is neither a refresh token nor a lifetime. */
function tokenResponse(
  { oauth, connectedApp }: SalesforceState,
  account: SalesforceAccount,
  origin: string,
): HttpResponse {
  const { client, settings } = connectedApp
  const grant = { account: account.email, scopes: settings.scopes, offline: false }
  const { access } = oauth.grants.issue(client, grant)
  return jsonResponse({
    access_token: access.token,
    scope: access.scopes.join(' '),
    instance_url: origin,
    id: identityUrl(account, origin),
    token_type: 'Bearer',
  })
}
