import { type HttpRequest, parseForm } from '../../core/http/request.ts'
import { type HttpResponse, json } from '../../core/http/responses.ts'
import { type Assertion, parseAssertion, toClaimTime } from '../../core/keys/assertion.ts'
import { SCOPES } from '../oauth/scopes.ts'
import type { GoogleState } from '../state.ts'
import { type ServiceAccountErrorName, serviceAccountErrorResponse } from './errors.ts'
import type { ServiceAccount } from './service-account.ts'

export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const AUDIENCE = 'https://oauth2.googleapis.com/token'
const MAX_LIFETIME_MS = 60 * 60_000

/** https://developers.google.com/identity/protocols/oauth2/service-account */
export function handleJwtBearer(google: GoogleState, request: HttpRequest): HttpResponse {
  const text = parseForm(request).get('assertion')
  if (!text) return serviceAccountErrorResponse('missingAssertion')
  const assertion = parseAssertion(text)
  if (!assertion) return serviceAccountErrorResponse('malformedAssertion')
  const { serviceAccount, clock } = google
  const scopes = readScopes(assertion.claims.scope)
  const refusal =
    checkKey(serviceAccount, assertion) ??
    checkClaims(assertion, scopes, clock.now()) ??
    checkSubject(google, assertion.claims.sub, scopes)
  return refusal ? serviceAccountErrorResponse(refusal) : tokenResponse(google, assertion, scopes)
}

/** Scopes are separated by blanks. */
function readScopes(scope: unknown): readonly string[] {
  return typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []
}

function checkKey(serviceAccount: ServiceAccount, assertion: Assertion): ServiceAccountErrorName | undefined {
  const { email, settings } = serviceAccount
  if (settings.refusal) return settings.refusal
  if (assertion.claims.iss !== email) return 'unknownAccount'
  if (settings.key === 'disabled') return 'disabledClient'
  const key = serviceAccount.findKey(assertion.header.kid)
  const isValid = assertion.header.alg === 'RS256' && key !== undefined && assertion.isSignedBy(key)
  return isValid ? undefined : 'invalidSignature'
}

/** Times are whole seconds, and there is no leeway. */
function checkClaims(
  { claims }: Assertion,
  scopes: readonly string[],
  now: number,
): ServiceAccountErrorName | undefined {
  if (claims.aud !== AUDIENCE) return 'invalidAudience'
  const [issued, end] = [toClaimTime(claims.iat), toClaimTime(claims.exp)]
  if (issued === undefined || end === undefined) return 'invalidTimes'
  if (issued > now || end <= now || end <= issued || end - issued > MAX_LIFETIME_MS) return 'invalidTimes'
  if (scopes.length === 0 || scopes.some((scope) => !Object.hasOwn(SCOPES, scope))) return 'invalidScope'
  return undefined
}

/** Without a subject, the account acts for itself, which needs no delegation. */
function checkSubject(
  { serviceAccount, accounts }: GoogleState,
  subject: unknown,
  scopes: readonly string[],
): ServiceAccountErrorName | undefined {
  const { email, domain, settings } = serviceAccount
  if (subject === undefined || subject === email) return undefined
  if (typeof subject !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(subject)) return 'notAnEmail'
  if (!subject.toLowerCase().endsWith(`@${domain}`)) return 'otherDomain'
  if (settings.delegation !== 'client-id') return 'notDelegated'
  if (scopes.some((scope) => !settings.scopes.includes(scope)))
    return settings.scopeError === 'access_denied' ? 'accessDenied' : 'notDelegated'
  return accounts.has(subject.toLowerCase()) ? undefined : 'unknownUser'
}

/** There is neither a refresh token nor a list of scopes. */
function tokenResponse(
  { oauth, serviceAccount, clock }: GoogleState,
  { claims }: Assertion,
  scopes: readonly string[],
): HttpResponse {
  const account = typeof claims.sub === 'string' ? claims.sub.toLowerCase() : serviceAccount.email
  const { access } = oauth.grants.issue(serviceAccount.client, { account, scopes, offline: false })
  const seconds = Math.floor((access.expiresAt - clock.now()) / 1000)
  // Some time has passed before the response arrives.
  const body = { access_token: access.token, expires_in: Math.max(0, seconds - 1), token_type: 'Bearer' }
  return json(body, 200, { 'cache-control': 'private' })
}
