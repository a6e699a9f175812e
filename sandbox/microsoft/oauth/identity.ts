import type { HttpRequest } from '../../core/http/request.ts'
import { type HttpResponse, json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { authenticate } from '../api/authenticate.ts'
import { createFail } from '../api/guard.ts'
import { graphResponse } from '../api/responses.ts'
import type { MicrosoftState } from '../state.ts'
import { SCOPE, SCOPES } from './scopes.ts'
import { pairwiseSubject } from './tokens.ts'

/** OpenID Connect's userinfo endpoint and provider metadata. */
export function identityRoutes(microsoft: MicrosoftState): Route[] {
  const userInfo = (request: HttpRequest) => getUserInfo(microsoft, request)
  return [
    { method: 'GET', pattern: '/oidc/userinfo', api: 'directory', handle: userInfo },
    { method: 'POST', pattern: '/oidc/userinfo', api: 'directory', handle: userInfo },
    { method: 'GET', pattern: '/:tenant/v2.0/.well-known/openid-configuration', handle: getProviderMetadata },
  ]
}

/** https://learn.microsoft.com/entra/identity-platform/userinfo */
function getUserInfo(microsoft: MicrosoftState, request: HttpRequest): HttpResponse {
  const fail = createFail(microsoft, request)
  const { grant, scopes } = authenticate(microsoft, request, fail)
  if (!scopes.includes(SCOPE.openid)) fail('Authorization_RequestDenied')
  const account = microsoft.account(grant.account)
  const { name, familyName, givenName, mail, personal, email } = account
  const address = personal ? email : mail
  const body = omitUndefined({
    sub: pairwiseSubject(account, grant.client.id),
    name,
    family_name: familyName,
    given_name: givenName,
    picture: 'https://graph.microsoft.com/v1.0/me/photo/$value',
    email: (scopes.includes(SCOPE.email) && address) || undefined,
  })
  return graphResponse(body, request)
}

function getProviderMetadata({ params: { tenant = 'common' }, url: { origin } }: HttpRequest): HttpResponse {
  return json({
    issuer: `https://login.microsoftonline.com/${tenant === 'common' ? '{tenantid}' : tenant}/v2.0`,
    authorization_endpoint: `${origin}/${tenant}/oauth2/v2.0/authorize`,
    token_endpoint: `${origin}/${tenant}/oauth2/v2.0/token`,
    jwks_uri: `${origin}/${tenant}/discovery/v2.0/keys`,
    userinfo_endpoint: `${origin}/oidc/userinfo`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    scopes_supported: Object.keys(SCOPES).slice(0, 4),
    id_token_signing_alg_values_supported: ['RS256'],
    subject_types_supported: ['pairwise'],
  })
}
