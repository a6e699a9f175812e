import { markup } from '../../core/html/markup.ts'
import { accountChoices, page } from '../../core/html/pages.ts'
import { type HttpRequest, parseForm } from '../../core/http/request.ts'
import { HttpError, type HttpResponse, html } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { redirectBack } from '../../core/oauth/consent.ts'
import type { MicrosoftAccount } from '../account.ts'
import type { MicrosoftState } from '../state.ts'
import { BRAND } from './login-errors.ts'
import { canonicalScope, SCOPES } from './scopes.ts'
import { TENANTS, type TenantEndpoint } from './tenants.ts'

/** https://learn.microsoft.com/entra/identity-platform/v2-admin-consent */
export function adminConsentRoutes(microsoft: MicrosoftState): Route[] {
  const organizations = TENANTS.filter(({ path }) => path !== 'common' && path !== 'consumers')
  const pattern = (path: string) => `/${path}/v2.0/adminconsent`
  return [
    ...organizations.flatMap((tenant) => [
      {
        method: 'GET',
        pattern: pattern(tenant.path),
        handle: (request: HttpRequest) => show(microsoft, tenant, request),
      },
      {
        method: 'POST',
        pattern: pattern(tenant.path),
        handle: (request: HttpRequest) => decide(microsoft, tenant, request),
      },
    ]),
    {
      method: 'GET',
      pattern: pattern(':tenant'),
      handle: (request) => microsoft.loginErrors.page(90002, request, request.params.tenant),
    },
  ]
}

interface ConsentRequest {
  clientId: string
  redirectUri: string
  scopes: readonly string[]
}

/** Fails with a page of Microsoft: an invalid request must not be redirected. */
function parseRequest({ oauth, loginErrors }: MicrosoftState, request: HttpRequest): ConsentRequest {
  const query = request.url.searchParams
  const get = (name: string) => query.get(name) || fail(900144, name)
  const fail = (code: 700016 | 50011 | 70011 | 900144, detail: string): never => {
    throw new HttpError(loginErrors.page(code, request, detail))
  }
  const clientId = get('client_id')
  const client = oauth.clients.find(({ id }) => id === clientId) ?? fail(700016, clientId)
  const redirectUri = get('redirect_uri')
  if (!client.redirectUris.includes(redirectUri)) fail(50011, redirectUri)
  const scopes = get('scope').split(/\s+/).map(canonicalScope)
  const unknown = scopes.find((scope) => !Object.hasOwn(SCOPES, scope))
  if (unknown !== undefined) fail(70011, unknown)
  return { clientId, redirectUri, scopes }
}

function show(microsoft: MicrosoftState, tenant: TenantEndpoint, request: HttpRequest): HttpResponse {
  const consent = parseRequest(microsoft, request)
  const accounts = listAdministrators(microsoft, tenant)
  const [first] = accounts
  const { autoConsent, signedIn, deny } = microsoft.oauth.settings
  if (deny) return declined(consent, request)
  if (autoConsent && first)
    return approve(microsoft, consent, accounts.find(({ email }) => email === signedIn) ?? first, request)
  const { pathname, search } = request.url
  return html(
    page(
      BRAND,
      'Permissions requested',
      markup`<h1>Permissions requested for your organization</h1>
<form method="post" action="${pathname + search}">
  <fieldset><legend>Administrator</legend>${accountChoices(accounts, first?.email ?? '')}</fieldset>
  <fieldset><legend>This application may, for all users</legend>${consent.scopes.map((scope) => markup`<p>${SCOPES[scope]?.label ?? ''} <small>${scope}</small></p>`)}</fieldset>
  <footer><button name="decision" value="allow" class="primary">Accept</button><button name="decision" value="cancel">Cancel</button></footer>
</form>`,
    ),
  )
}

function decide(microsoft: MicrosoftState, tenant: TenantEndpoint, request: HttpRequest): HttpResponse {
  const consent = parseRequest(microsoft, request)
  const form = parseForm(request)
  const administrator = listAdministrators(microsoft, tenant).find(({ email }) => email === form.get('account'))
  return form.get('decision') === 'allow' && administrator
    ? approve(microsoft, consent, administrator, request)
    : declined(consent, request)
}

/** Every work account of the sandbox is an administrator of its organization; guests are not. */
function listAdministrators({ accounts }: MicrosoftState, tenant: TenantEndpoint): MicrosoftAccount[] {
  return [...accounts.values()].filter(
    (account) => tenant.admits(account) && !account.personal && !account.userPrincipalName.includes('#EXT#'),
  )
}

function approve(
  { approvals }: MicrosoftState,
  { clientId, redirectUri, scopes }: ConsentRequest,
  { tenant }: MicrosoftAccount,
  { url }: HttpRequest,
): HttpResponse {
  approvals.add(tenant, clientId, scopes)
  const parameters = { admin_consent: 'True', tenant, scope: url.searchParams.get('scope') ?? '' }
  return redirectBack(redirectUri, url.searchParams.get('state'), parameters)
}

function declined({ redirectUri }: ConsentRequest, { url }: HttpRequest): HttpResponse {
  return redirectBack(redirectUri, url.searchParams.get('state'), {
    error: 'consent_required',
    error_description: 'AADSTS65004: User declined to consent to access the app.',
  })
}
