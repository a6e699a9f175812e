import { messagePage } from '../core/html/pages.ts'
import { handleBatchPart } from '../core/http/exchange.ts'
import { getBearerToken, type HttpRequest } from '../core/http/request.ts'
import { html } from '../core/http/responses.ts'
import type { Vendor } from '../core/http/vendor.ts'
import { createBatchRoute } from './api/batch.ts'
import { toNamedErrorResponse } from './api/errors.ts'
import { createApiRoute } from './api/guard.ts'
import { createApiMethods } from './api/methods.ts'
import { getService } from './api/responses.ts'
import { createDriveRoutes } from './drive/methods.ts'
import { BRAND, createOAuthRoutes } from './oauth/endpoints.ts'
import { createIdentityRoutes } from './oauth/identity.ts'
import type { GoogleState } from './state.ts'

/** Google's hosts (accounts, oauth2, www, gmail, docs, sheets …) on one origin. Their paths do not conflict. */
export function createGoogleVendor(google: GoogleState, errors: Vendor['errors']): Vendor {
  const handlePart = (request: HttpRequest) => handleBatchPart(vendor, google.context, request)
  const vendor: Vendor = {
    name: 'google',
    routes: [
      ...createOAuthRoutes(google),
      ...createIdentityRoutes(google),
      ...createApiMethods(google).map((method) => createApiRoute(google, method)),
      ...createDriveRoutes(google),
      createBatchRoute({ service: 'gmail', pattern: '/batch/gmail/v1', maxCalls: 100, handlePart }),
      createBatchRoute({ service: 'calendar', pattern: '/batch/calendar/v3', maxCalls: 1000, handlePart }),
    ],
    identify: (request) => google.oauth.grants.inspect(getBearerToken(request) ?? '')?.grant.account,
    unknownRoute(request) {
      const { pathname } = request.url
      if (/^\/(gmail|calendar|batch|v2|v1\/people|drive|upload|v1\/documents|v4\/spreadsheets)\//.test(pathname))
        return toNamedErrorResponse('notFound', getService(request))
      const text = `The requested URL ${pathname} was not found on this server.`
      return html(messagePage(BRAND, { title: 'Error 404 (Not Found)', text, detail: 'That’s all we know.' }), 404)
    },
    internalError(request, error) {
      process.emitWarning(error instanceof Error ? error : String(error))
      return toNamedErrorResponse('backendError', getService(request))
    },
    errors,
  }
  return vendor
}
