import { html } from '../core/answers.ts'
import { bearerOf } from '../core/call.ts'
import { performPart, type Vendor } from '../core/origin.ts'
import { messagePage } from '../core/pages.ts'
import { batchRoute } from './batch.ts'
import { serviceOf } from './error-form.ts'
import { namedError } from './errors.ts'
import type { Google } from './google.ts'
import { apiRoute } from './guard.ts'
import { identityRoutes } from './identity.ts'
import { apiMethods } from './methods.ts'
import { BRAND, oauthRoutes } from './oauth.ts'

/** Google's hosts on one origin: accounts, oauth2, www, gmail. Their paths do not clash. */
export function googleVendor(google: Google, errors: Vendor['errors']): Vendor {
  const perform = (call: Parameters<typeof performPart>[2]) => performPart(vendor, google.stage, call)
  const vendor: Vendor = {
    name: 'google',
    routes: [
      ...oauthRoutes(google),
      ...identityRoutes(google),
      ...apiMethods(google).map((method) => apiRoute(google, method)),
      batchRoute({ service: 'gmail', pattern: '/batch/gmail/v1', mostCalls: 100, perform }),
      batchRoute({ service: 'calendar', pattern: '/batch/calendar/v3', mostCalls: 1000, perform }),
    ],
    identify: (call) => google.oauth.grants.inspect(bearerOf(call) ?? '')?.grant.account,
    unknownRoute(call) {
      if (/^\/(gmail|calendar|batch)\//.test(call.url.pathname)) return namedError('notFound', serviceOf(call))
      const text = `The requested URL ${call.url.pathname} was not found on this server.`
      return html(messagePage(BRAND, { title: 'Error 404 (Not Found)', text, detail: 'That’s all we know.' }), 404)
    },
    crashed(call, error) {
      process.emitWarning(error instanceof Error ? error : String(error))
      return namedError('backendError', serviceOf(call))
    },
    errors,
  }
  return vendor
}
