import { type Answer, json } from '../core/answers.ts'
import type { Call } from '../core/call.ts'
import type { Route } from '../core/router.ts'
import type { MicrosoftAccount } from './account.ts'
import { context } from './context.ts'
import { graphAnswer } from './error-form.ts'
import { authenticate, refuser } from './guard.ts'
import type { Microsoft } from './microsoft.ts'
import { type ResourceType, selectionOf, selector } from './query/select.ts'
import { SCOPE, SCOPES } from './scopes.ts'
import { subjectOf } from './tokens.ts'
import type { Visit } from './visit.ts'

/** Who the account is, apart from Graph's /me: OpenID Connect's userinfo and metadata. */
export function identityRoutes(microsoft: Microsoft): Route[] {
  const userInfo = (call: Call) => userInfoOf(microsoft, call)
  return [
    { method: 'GET', pattern: '/oidc/userinfo', api: 'directory', handle: userInfo },
    { method: 'POST', pattern: '/oidc/userinfo', api: 'directory', handle: userInfo },
    { method: 'GET', pattern: '/:tenant/v2.0/.well-known/openid-configuration', handle: metadata },
  ]
}

const USER: ResourceType = {
  name: 'user',
  properties: [
    'businessPhones',
    'displayName',
    'givenName',
    'jobTitle',
    'mail',
    'mobilePhone',
    'officeLocation',
    'preferredLanguage',
    'surname',
    'userPrincipalName',
    'id',
    'userType',
    'accountEnabled',
  ],
  onRequest: ['userType', 'accountEnabled'],
  always: [],
}

/** https://learn.microsoft.com/graph/api/user-get */
export function getMe(visit: Visit): object {
  const selected = selector(visit, USER)
  return { ...context(`users${selectionOf(visit)}/$entity`), ...selected(toUser(visit.account)) }
}

function toUser(account: MicrosoftAccount): Record<string, unknown> {
  const { id, name, givenName, familyName, title, mail, userPrincipalName, personal } = account
  return {
    businessPhones: [],
    displayName: name,
    givenName,
    jobTitle: personal ? null : title,
    mail,
    mobilePhone: null,
    officeLocation: null,
    preferredLanguage: null,
    surname: familyName,
    userPrincipalName,
    id,
    userType: userPrincipalName.includes('#EXT#') ? 'Guest' : 'Member',
    accountEnabled: true,
  }
}

/** https://learn.microsoft.com/entra/identity-platform/userinfo */
function userInfoOf(microsoft: Microsoft, call: Call): Answer {
  const refuse = refuser(microsoft, call)
  const { grant, scopes } = authenticate(microsoft, call, refuse)
  if (!scopes.includes(SCOPE.openid)) refuse('Authorization_RequestDenied')
  const account = microsoft.account(grant.account)
  const { name, familyName, givenName, mail, personal, email } = account
  const address = personal ? email : mail
  const body = {
    sub: subjectOf(account, grant.client.id),
    name,
    family_name: familyName,
    given_name: givenName,
    picture: 'https://graph.microsoft.com/v1.0/me/photo/$value',
    ...(scopes.includes(SCOPE.email) && address ? { email: address } : {}),
  }
  return graphAnswer(body, call)
}

function metadata({ params: { tenant = 'common' }, url: { origin } }: Call): Answer {
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
