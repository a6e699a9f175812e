import { type Answer, html, redirect } from './answers.ts'
import type { AuthorizationRequest } from './authorization.ts'
import { type Call, formOf } from './call.ts'
import type { OAuth } from './oauth.ts'
import { type Brand, consentPage } from './pages.ts'
import { AuthorizationRefusal } from './refusals.ts'
import type { Route } from './router.ts'

/** What the person decided. */
export interface Agreement {
  request: AuthorizationRequest
  account: string
  /** Those asked for that were not unticked, spelled as they were asked for. */
  scopes: readonly string[]
}

/** What an authorization endpoint has of its vendor's own. */
export interface ConsentFlow {
  oauth: OAuth
  brand: Brand
  accounts(): readonly { email: string; name: string }[]
  /** Whether the vendor lets this account through without asking it again. */
  skipsPage?(agreement: Agreement): boolean
  /** The parameters the redirect URI is called with; `state` is added to them. */
  agreed(agreement: Agreement): Record<string, string>
  /** The answer to a request that is not in order, or that person or administrator refused. */
  refused(refusal: AuthorizationRefusal, call: Call): Answer
}

/** The authorization endpoint: the page, and what its form leads to. */
export function consentRoutes(pattern: string, flow: ConsentFlow): Route[] {
  return [
    { method: 'GET', pattern, handle: (call) => guarded(flow, call, () => ask(flow, call)) },
    { method: 'POST', pattern, handle: (call) => guarded(flow, call, () => decide(flow, call)) },
  ]
}

/** Calls the redirect URI with these parameters and the client's state, which comes back as it was sent. */
export function redirectBack(
  redirectUri: string,
  state: string | null | undefined,
  parameters: Record<string, string>,
): Answer {
  const target = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...parameters, ...(state ? { state } : {}) })) {
    target.searchParams.set(name, value)
  }
  return redirect(target)
}

function guarded(flow: ConsentFlow, call: Call, step: () => Answer): Answer {
  try {
    return step()
  } catch (error) {
    if (error instanceof AuthorizationRefusal) return flow.refused(error, call)
    throw error
  }
}

function ask(flow: ConsentFlow, call: Call): Answer {
  const { oauth } = flow
  const request = oauth.check(call.url.searchParams)
  if (oauth.settings.adminWall) throw new AuthorizationRefusal('admin-wall')
  if (oauth.settings.deny) throw new AuthorizationRefusal('access-denied')
  const account = presumedAccount(flow, request)
  const ticked = oauth.settings.grantOnly ?? request.scopes
  const agreement = { request, account, scopes: grantedOf(oauth, request, ticked) }
  if (oauth.settings.autoConsent || flow.skipsPage?.(agreement)) return agree(flow, agreement)
  return html(
    consentPage({
      brand: flow.brand,
      application: request.client.name,
      action: call.url.pathname + call.url.search,
      accounts: flow.accounts(),
      signedIn: account,
      scopes: request.scopes.map((scope) => ({ scope, required: false, words: '', ...wordsFor(oauth, scope) })),
    }),
  )
}

function decide(flow: ConsentFlow, call: Call): Answer {
  const request = flow.oauth.check(call.url.searchParams)
  const form = formOf(call)
  if (form.get('decision') !== 'allow') throw new AuthorizationRefusal('access-denied')
  const account = flow.accounts().find(({ email }) => email === form.get('account'))?.email
  if (account === undefined) throw new AuthorizationRefusal('missing-parameter', 'account')
  return agree(flow, { request, account, scopes: grantedOf(flow.oauth, request, form.getAll('scope')) })
}

function agree(flow: ConsentFlow, agreement: Agreement): Answer {
  const { redirectUri, state } = agreement.request
  return redirectBack(redirectUri, state, flow.agreed(agreement))
}

function presumedAccount(flow: ConsentFlow, request: AuthorizationRequest): string {
  const accounts = flow.accounts().map(({ email }) => email)
  const wished = [request.query.get('login_hint'), flow.oauth.settings.signedIn].find(
    (one) => one && accounts.includes(one),
  )
  const account = wished ?? accounts[0]
  if (account === undefined) throw new RangeError('The sandbox has no accounts to sign in with')
  return account
}

function grantedOf(oauth: OAuth, request: AuthorizationRequest, ticked: readonly string[]): readonly string[] {
  const allowed = new Set(ticked.map((scope) => oauth.canonical(scope)))
  return request.scopes.filter((scope) => wordsFor(oauth, scope)?.required || allowed.has(oauth.canonical(scope)))
}

function wordsFor(oauth: OAuth, scope: string) {
  return oauth.vendor.scopes[oauth.canonical(scope)]
}
