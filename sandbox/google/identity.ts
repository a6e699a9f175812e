import { type Answer, empty, json } from '../core/answers.ts'
import { bearerOf, type Call, formOf } from '../core/call.ts'
import type { Route } from '../core/router.ts'
import { refuse } from './errors.ts'
import type { Google } from './google.ts'
import { SCOPE } from './scopes.ts'

/** What a token is good for, whose it is, and taking it back. */
export function identityRoutes(google: Google): Route[] {
  return [
    { method: 'GET', pattern: '/tokeninfo', handle: (call) => tokenInfo(google, call) },
    { method: 'POST', pattern: '/tokeninfo', handle: (call) => tokenInfo(google, call) },
    { method: 'POST', pattern: '/revoke', handle: (call) => revoke(google, call) },
    { method: 'GET', pattern: '/oauth2/v2/userinfo', handle: (call) => userInfo(google, call, 'id') },
    { method: 'GET', pattern: '/v1/userinfo', handle: (call) => userInfo(google, call, 'sub') },
  ]
}

function tokenInfo(google: Google, call: Call): Answer {
  const text = call.url.searchParams.get('access_token') ?? formOf(call).get('access_token') ?? bearerOf(call) ?? ''
  const access = google.oauth.grants.inspect(text)
  if (!access) return json({ error: 'invalid_token', error_description: 'Invalid Value' }, 400)
  const { sub, email } = google.account(access.grant.account)
  const { id } = access.grant.client
  return json({
    azp: id,
    aud: id,
    sub,
    scope: access.scopes.join(' '),
    exp: String(Math.floor(access.expiresAt / 1000)),
    expires_in: String(Math.floor((access.expiresAt - google.clock.now()) / 1000)),
    ...(access.scopes.includes(SCOPE.email) ? { email, email_verified: 'true' } : {}),
    access_type: access.grant.query.get('access_type') ?? 'online',
  })
}

/** Taking back one token ends everything this person has granted to the client's project. */
function revoke({ oauth }: Google, call: Call): Answer {
  const text = call.url.searchParams.get('token') ?? formOf(call).get('token') ?? ''
  const grant = oauth.grants.grantOf(text)
  if (!grant || grant.revoked) {
    return json({ error: 'invalid_token', error_description: 'Token expired or revoked' }, 400)
  }
  oauth.grants.revoke((one) => one.account === grant.account && one.client === grant.client)
  return empty(200)
}

function userInfo(google: Google, call: Call, idName: 'id' | 'sub'): Answer {
  const text = bearerOf(call)
  const access = google.oauth.grants.inspect(text ?? '')
  if (!access) return refuse(text === undefined ? 'required' : 'authError', call)
  const { sub, email, name, givenName, familyName, hostedDomain } = google.account(access.grant.account)
  const verified = idName === 'id' ? 'verified_email' : 'email_verified'
  return json({
    [idName]: sub,
    ...(access.scopes.includes(SCOPE.email) ? { email, [verified]: true } : {}),
    ...(access.scopes.includes(SCOPE.profile) ? { name, given_name: givenName, family_name: familyName } : {}),
    hd: hostedDomain,
  })
}
