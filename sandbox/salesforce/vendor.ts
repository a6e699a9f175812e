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

/** Serves the login host and the instance on one origin. */
export function salesforceVendor(salesforce: SalesforceState): Vendor {
  const resources = RESOURCES.map((resource) => apiRoute(salesforce, resource))
  // Subrequests of a composite request do not cross the network. Routes without an `api` have no latency.
  const partRoutes = resources.map(({ method, pattern, handle }) => ({ method, pattern, handle }))
  const partVendor = createVendor(salesforce, partRoutes)
  const handlePart: HandlePart = (part) => handleBatchPart(partVendor, salesforce.context, part)
  return createVendor(salesforce, [
    ...oauthRoutes(salesforce),
    ...identityRoutes(salesforce),
    ...versionRoutes(),
    ...resources,
    apiRoute(salesforce, compositeResource(handlePart)),
    ...recordPageRoutes(salesforce),
  ])
}

function createVendor(salesforce: SalesforceState, routes: readonly Route[]): Vendor {
  const { oauth, accounts } = salesforce
  const getUsage = ({ account }: HttpRequest) => accounts.get(account ?? '')?.org.usage
  return {
    name: 'salesforce',
    routes,
    identify: (request) => oauth.grants.inspect(getBearerToken(request) ?? '')?.grant.account,
    unknownRoute: (request) => withUsageHeader(getUsage(request), unknownRouteResponse(routes, request)),
    internalError(request, error) {
      process.emitWarning(error instanceof Error ? error : String(error))
      return withUsageHeader(getUsage(request), namedErrorResponse('unknownException'))
    },
    errors: Object.fromEntries(
      Object.entries(FAULT_RESPONSES).map(([name, toResponse]) => [
        name,
        (request: HttpRequest) => withUsageHeader(getUsage(request), toResponse(request)),
      ]),
    ),
  }
}

/** Returns a page for unknown paths outside the API, and otherwise an error about the session, method or path. */
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
