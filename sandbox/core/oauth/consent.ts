import { type Brand, consentPage } from '../html/pages.ts'
import { type HttpRequest, parseForm } from '../http/request.ts'
import { type HttpResponse, html, redirect } from '../http/responses.ts'
import type { Route } from '../http/router.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { AuthorizationError } from './errors.ts'

/** The user's decision to grant access. */
export interface ConsentDecision {
  request: AuthorizationRequest
  account: string
  /** The requested scopes that were not unticked, as the client spelled them. */
  scopes: readonly string[]
}

/** The vendor-specific part of an authorization endpoint. */
export interface ConsentFlow {
  oauth: AuthorizationServer
  brand: Brand
  listAccounts(): readonly { email: string; name: string }[]
  /** Whether the vendor approves this request without showing the page again. */
  skipsPage?(decision: ConsentDecision): boolean
  /** Throws an AuthorizationError if this account may not consent. */
  checkPolicy?(decision: ConsentDecision): void
  /** Returns the parameters of the redirect URI, without `state`. */
  createParameters(decision: ConsentDecision): Record<string, string>
  /** Returns the response to an invalid request, or to one that the user or an administrator denied. */
  toErrorResponse(error: AuthorizationError, httpRequest: HttpRequest): HttpResponse
}

/** Creates the routes of an authorization endpoint: GET shows the consent page, POST handles its form. */
export function createConsentRoutes(pattern: string, flow: ConsentFlow): Route[] {
  return [
    { method: 'GET', pattern, handle: (request) => handleErrors(flow, request, () => showPage(flow, request)) },
    { method: 'POST', pattern, handle: (request) => handleErrors(flow, request, () => submitForm(flow, request)) },
  ]
}

/** Redirects to the redirect URI with these parameters and the client's unchanged `state`. */
export function redirectBack(
  redirectUri: string,
  state: string | null | undefined,
  parameters: Record<string, string>,
): HttpResponse {
  const target = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
  if (state) target.searchParams.set('state', state)
  return redirect(target)
}

function handleErrors(flow: ConsentFlow, httpRequest: HttpRequest, handle: () => HttpResponse): HttpResponse {
  try {
    return handle()
  } catch (error) {
    if (error instanceof AuthorizationError) return flow.toErrorResponse(error, httpRequest)
    throw error
  }
}

function showPage(flow: ConsentFlow, { url }: HttpRequest): HttpResponse {
  const { oauth } = flow
  const request = oauth.checkAuthorization(url.searchParams)
  if (oauth.settings.requireAdminConsent) throw new AuthorizationError('admin-consent-required')
  if (oauth.settings.deny) throw new AuthorizationError('access-denied')
  const account = preselectAccount(flow, request)
  const tickedScopes = oauth.settings.grantOnly ?? request.scopes
  const decision = { request, account, scopes: filterGranted(oauth, request, tickedScopes) }
  if (oauth.settings.autoConsent || flow.skipsPage?.(decision)) return approve(flow, decision)
  return html(
    consentPage({
      brand: flow.brand,
      application: request.client.name,
      action: url.pathname + url.search,
      accounts: flow.listAccounts(),
      signedIn: account,
      scopes: request.scopes.map((scope) => ({ scope, required: false, label: '', ...describeScope(oauth, scope) })),
    }),
  )
}

function submitForm(flow: ConsentFlow, httpRequest: HttpRequest): HttpResponse {
  const request = flow.oauth.checkAuthorization(httpRequest.url.searchParams)
  const form = parseForm(httpRequest)
  if (form.get('decision') !== 'allow') throw new AuthorizationError('access-denied')
  const account = flow.listAccounts().find(({ email }) => email === form.get('account'))?.email
  if (account === undefined) throw new AuthorizationError('missing-parameter', 'account')
  return approve(flow, { request, account, scopes: filterGranted(flow.oauth, request, form.getAll('scope')) })
}

function approve(flow: ConsentFlow, decision: ConsentDecision): HttpResponse {
  flow.checkPolicy?.(decision)
  const { redirectUri, state } = decision.request
  return redirectBack(redirectUri, state, flow.createParameters(decision))
}

/** Selects the account of `login_hint`, the one that is signed in, or the first one. */
function preselectAccount(flow: ConsentFlow, request: AuthorizationRequest): string {
  const emails = flow.listAccounts().map(({ email }) => email)
  const candidates = [request.query.get('login_hint'), flow.oauth.settings.signedIn, emails[0]]
  const account = candidates.find((email) => email && emails.includes(email))
  if (!account) throw new RangeError('The sandbox has no accounts to sign in with')
  return account
}

function filterGranted(
  oauth: AuthorizationServer,
  request: AuthorizationRequest,
  tickedScopes: readonly string[],
): readonly string[] {
  const ticked = new Set(tickedScopes.map((scope) => oauth.canonicalScope(scope)))
  return request.scopes.filter(
    (scope) => describeScope(oauth, scope)?.required || ticked.has(oauth.canonicalScope(scope)),
  )
}

function describeScope(oauth: AuthorizationServer, scope: string) {
  return oauth.vendor.scopes[oauth.canonicalScope(scope)]
}
