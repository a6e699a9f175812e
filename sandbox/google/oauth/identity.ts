import { getBearerToken, type HttpRequest, parseForm } from '../../core/http/request.ts'
import { empty, type HttpResponse, json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { throwError } from '../api/errors.ts'
import type { GoogleState } from '../state.ts'
import { SCOPE } from './scopes.ts'

/** Creates the routes for token info, revocation and userinfo. */
export function createIdentityRoutes(google: GoogleState): Route[] {
  return [
    { method: 'GET', pattern: '/tokeninfo', handle: (request) => tokenInfo(google, request) },
    { method: 'POST', pattern: '/tokeninfo', handle: (request) => tokenInfo(google, request) },
    { method: 'POST', pattern: '/revoke', handle: (request) => revoke(google, request) },
    { method: 'GET', pattern: '/oauth2/v2/userinfo', handle: (request) => userInfo(google, request, 'id') },
    { method: 'GET', pattern: '/v1/userinfo', handle: (request) => userInfo(google, request, 'sub') },
  ]
}

function tokenInfo(google: GoogleState, request: HttpRequest): HttpResponse {
  const text =
    request.url.searchParams.get('access_token') ??
    parseForm(request).get('access_token') ??
    getBearerToken(request) ??
    ''
  const access = google.oauth.grants.inspect(text)
  const error = google.settings.tokenInfoErrors === 'named' ? 'invalid_token' : undefined
  if (!access) return json(omitUndefined({ error, error_description: 'Invalid Value' }), 400)
  const { sub, email } = google.account(access.grant.account)
  const { id } = access.grant.client
  const hasEmail = access.scopes.includes(SCOPE.email)
  const body = omitUndefined({
    azp: id,
    aud: id,
    sub,
    scope: access.scopes.join(' '),
    exp: String(Math.floor(access.expiresAt / 1000)),
    expires_in: String(Math.floor((access.expiresAt - google.clock.now()) / 1000)),
    email: hasEmail ? email : undefined,
    email_verified: hasEmail ? 'true' : undefined,
    access_type: access.grant.query.get('access_type') ?? 'online',
  })
  return json(body)
}

/** Revoking one token revokes all grants of the account to the client. */
function revoke({ oauth }: GoogleState, request: HttpRequest): HttpResponse {
  const text = request.url.searchParams.get('token') ?? parseForm(request).get('token') ?? ''
  const grant = oauth.grants.findGrant(text)
  if (!grant || grant.revoked) {
    return json({ error: 'invalid_token', error_description: 'Token expired or revoked' }, 400)
  }
  oauth.grants.revoke(({ account, client }) => account === grant.account && client === grant.client)
  return empty(200)
}

function userInfo(google: GoogleState, request: HttpRequest, idName: 'id' | 'sub'): HttpResponse {
  const text = getBearerToken(request)
  const access = google.oauth.grants.inspect(text ?? '')
  if (!access) return throwError(text === undefined ? 'required' : 'authError', request)
  const { sub, email, name, givenName, familyName, hostedDomain } = google.account(access.grant.account)
  const verifiedName = idName === 'id' ? 'verified_email' : 'email_verified'
  const emailMembers = { email, [verifiedName]: true }
  const profileMembers = { name, given_name: givenName, family_name: familyName }
  return json({
    [idName]: sub,
    ...(access.scopes.includes(SCOPE.email) ? emailMembers : undefined),
    ...(access.scopes.includes(SCOPE.profile) ? profileMembers : undefined),
    hd: hostedDomain,
  })
}
