import { messagePage } from '../core/html/pages.ts'
import { handleBatchPart } from '../core/http/exchange.ts'
import { getBearerToken, type HttpRequest } from '../core/http/request.ts'
import { type HttpResponse, html } from '../core/http/responses.ts'
import { matchRoute, type Route } from '../core/http/router.ts'
import type { Vendor } from '../core/http/vendor.ts'
import { compositeResource, type HandlePart } from './api/composite.ts'
import { apiRoute, withUsageHeader } from './api/guard.ts'
import { RESOURCES } from './api/resources.ts'
import { versionRoutes } from './api/versions.ts'
import { namedErrorResponse } from './errors.ts'
import { FAULT_RESPONSES } from './fault-errors.ts'
import { BRAND, oauthRoutes } from './oauth/endpoints.ts'
import { identityRoutes } from './oauth/identity.ts'
import { recordPageRoutes } from './record-page.ts'
import { errorResponse } from './responses.ts'
import type { SalesforceState } from './state.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']

/** Login host and instance on one origin. */
export function salesforceVendor(salesforce: SalesforceState): Vendor {
  const resources = RESOURCES.map((resource) => apiRoute(salesforce, resource))
  // The parts of a composite request cross no network of their own: without an API there is no latency.
  const partRoutes = resources.map(({ method, pattern, handle }) => ({ method, pattern, handle }))
  const parts = createVendor(salesforce, partRoutes)
  const perform: HandlePart = (part) => handleBatchPart(parts, salesforce.context, part)
  return createVendor(salesforce, [
    ...oauthRoutes(salesforce),
    ...identityRoutes(salesforce),
    ...versionRoutes(),
    ...resources,
    apiRoute(salesforce, compositeResource(perform)),
    ...recordPageRoutes(salesforce),
  ])
}

function createVendor(salesforce: SalesforceState, routes: readonly Route[]): Vendor {
  const { oauth, accounts } = salesforce
  const usageOf = ({ account }: HttpRequest) => accounts.get(account ?? '')?.org.usage
  return {
    name: 'salesforce',
    routes,
    identify: (request) => oauth.grants.inspect(getBearerToken(request) ?? '')?.grant.account,
    unknownRoute: (request) => withUsageHeader(usageOf(request), unknownRouteResponse(routes, request)),
    internalError(request, error) {
      process.emitWarning(error instanceof Error ? error : String(error))
      return withUsageHeader(usageOf(request), namedErrorResponse('unknownException'))
    },
    errors: Object.fromEntries(
      Object.entries(FAULT_RESPONSES).map(([name, answer]) => [
        name,
        (request: HttpRequest) => withUsageHeader(usageOf(request), answer(request)),
      ]),
    ),
  }
}

/** A page for people; for programs, whether it is the session, the method or the path that is wrong. */
function unknownRouteResponse(routes: readonly Route[], request: HttpRequest): HttpResponse {
  const { pathname } = request.url
  if (!pathname.startsWith('/services/')) {
    const title = 'URL No Longer Exists'
    return html(messagePage(BRAND, { title, text: `There is nothing at ${pathname}.`, detail: '404' }), 404)
  }
  const allowed = METHODS.filter((method) => matchRoute(routes, method, pathname))
  if (allowed.length > 0) {
    const message = `HTTP Method '${request.method}' not allowed. Allowed are ${allowed.join(',')}`
    return errorResponse(405, { errorCode: 'METHOD_NOT_ALLOWED', message })
  }
  const isApi = pathname.startsWith('/services/data/')
  return namedErrorResponse(isApi && request.account === undefined ? 'sessionExpired' : 'notFound')
}
