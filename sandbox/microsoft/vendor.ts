import { messagePage } from '../core/html/pages.ts'
import { handleBatchPart } from '../core/http/exchange.ts'
import type { HttpRequest } from '../core/http/request.ts'
import { type HttpResponse, html } from '../core/http/responses.ts'
import { matchRoute } from '../core/http/router.ts'
import type { Vendor } from '../core/http/vendor.ts'
import { requireToken } from './api/authenticate.ts'
import { batchRoute } from './api/batch.ts'
import { ERRORS } from './api/errors.ts'
import { createFail, graphRoutes } from './api/guard.ts'
import { graphMethods } from './api/methods.ts'
import { errorResponse } from './api/responses.ts'
import { identifyCaller } from './app-only/caller.ts'
import { driveRoutes } from './drive/routes.ts'
import { oauthRoutes } from './oauth/endpoints.ts'
import { identityRoutes } from './oauth/identity.ts'
import { BRAND } from './oauth/login-errors.ts'
import type { MicrosoftState } from './state.ts'

/** Serves login.microsoftonline.com and graph.microsoft.com, whose paths do not overlap, on one origin. */
export function microsoftVendor(microsoft: MicrosoftState, errors: Vendor['errors']): Vendor {
  const vendor: Vendor = {
    name: 'microsoft',
    routes: [
      ...graphMethods(microsoft).flatMap((method) => graphRoutes(microsoft, method)),
      batchRoute(microsoft, (request) => handleBatchPart(vendor, microsoft.context, request)),
      ...driveRoutes(microsoft),
      ...identityRoutes(microsoft),
      ...oauthRoutes(microsoft),
    ],
    identify: (request) => identifyCaller(microsoft, request),
    unknownRoute: (request) =>
      isGraphPath(request) ? unknownResourceResponse(microsoft, vendor, request) : notFoundPage(request),
    internalError(request, error) {
      process.emitWarning(error instanceof Error ? error : String(error))
      return errorResponse(ERRORS.ErrorInternalServerError, request, microsoft.clock.now())
    },
    errors,
  }
  return vendor
}

function isGraphPath({ url }: HttpRequest): boolean {
  return /^\/(v1\.0|beta)(\/|$)/.test(url.pathname)
}

/** Graph checks the token before the path. */
function unknownResourceResponse(microsoft: MicrosoftState, { routes }: Vendor, request: HttpRequest): HttpResponse {
  const fail = createFail(microsoft, request)
  requireToken(microsoft, request, fail)
  const isKnownPath = ['GET', 'POST'].some((method) => matchRoute(routes, method, request.url.pathname))
  if (isKnownPath) return fail('methodNotAllowed')
  return fail('BadRequest', `Resource not found for the segment '${findUnknownSegment(routes, request)}'.`)
}

/** Returns the first segment of the path at which no route matches any longer. */
function findUnknownSegment(routes: Vendor['routes'], { url }: HttpRequest): string {
  const segments = url.pathname.split('/')
  const hasRouteFor = (count: number) =>
    routes.some(({ pattern }) => {
      const expected = pattern.split('/')
      const matches = (segment: string, index: number) =>
        expected[index]?.startsWith(':') || expected[index] === segment
      return expected[1] === 'v1.0' && expected.length >= count && segments.slice(0, count).every(matches)
    })
  return segments.find((_, index) => !hasRouteFor(index + 1)) ?? segments.at(-1) ?? ''
}

function notFoundPage({ url }: HttpRequest): HttpResponse {
  const text = `There is nothing at ${url.pathname}.`
  return html(messagePage(BRAND, { title: 'We can’t find that page', text, detail: 'Error 404' }), 404)
}
