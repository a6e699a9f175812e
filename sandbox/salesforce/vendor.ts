import { type Answer, html } from '../core/answers.ts'
import { bearerOf, type Call } from '../core/call.ts'
import { performPart, type Vendor } from '../core/origin.ts'
import { messagePage } from '../core/pages.ts'
import { matchRoute, type Route } from '../core/router.ts'
import { compositeResource, type Perform } from './api/composite.ts'
import { apiRoute, withUsage } from './api/guard.ts'
import { RESOURCES } from './api/resources.ts'
import { versionRoutes } from './api/versions.ts'
import { errorAnswer } from './error-form.ts'
import { namedError } from './errors.ts'
import { FAULT_ERRORS } from './fault-errors.ts'
import { identityRoutes } from './identity.ts'
import { BRAND, oauthRoutes } from './oauth.ts'
import { recordPages } from './record-page.ts'
import type { Salesforce } from './salesforce.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']

/** Login host and instance on one origin. */
export function salesforceVendor(salesforce: Salesforce): Vendor {
  const resources = RESOURCES.map((resource) => apiRoute(salesforce, resource))
  // The parts of a composite request cross no network of their own: without an API there is no latency.
  const partRoutes = resources.map(({ method, pattern, handle }) => ({ method, pattern, handle }))
  const parts = vendorOf(salesforce, partRoutes)
  const perform: Perform = (part) => performPart(parts, salesforce.stage, part)
  return vendorOf(salesforce, [
    ...oauthRoutes(salesforce),
    ...identityRoutes(salesforce),
    ...versionRoutes(),
    ...resources,
    apiRoute(salesforce, compositeResource(perform)),
    ...recordPages(salesforce),
  ])
}

function vendorOf(salesforce: Salesforce, routes: readonly Route[]): Vendor {
  const { oauth, accounts } = salesforce
  const usageOf = ({ account }: Call) => accounts.get(account ?? '')?.org.usage
  return {
    name: 'salesforce',
    routes,
    identify: (call) => oauth.grants.inspect(bearerOf(call) ?? '')?.grant.account,
    unknownRoute: (call) => withUsage(usageOf(call), unknown(routes, call)),
    crashed(call, error) {
      process.emitWarning(error instanceof Error ? error : String(error))
      return withUsage(usageOf(call), namedError('unknownException'))
    },
    errors: Object.fromEntries(
      Object.entries(FAULT_ERRORS).map(([name, answer]) => [
        name,
        (call: Call) => withUsage(usageOf(call), answer(call)),
      ]),
    ),
  }
}

/** A page for people; for programs, whether it is the session, the method or the path that is wrong. */
function unknown(routes: readonly Route[], call: Call): Answer {
  const { pathname } = call.url
  if (!pathname.startsWith('/services/')) {
    const title = 'URL No Longer Exists'
    return html(messagePage(BRAND, { title, text: `There is nothing at ${pathname}.`, detail: '404' }), 404)
  }
  const allowed = METHODS.filter((method) => matchRoute(routes, method, pathname))
  if (allowed.length > 0) {
    const message = `HTTP Method '${call.method}' not allowed. Allowed are ${allowed.join(',')}`
    return errorAnswer(405, { errorCode: 'METHOD_NOT_ALLOWED', message })
  }
  const isApi = pathname.startsWith('/services/data/')
  return namedError(isApi && call.account === undefined ? 'sessionExpired' : 'notFound')
}
