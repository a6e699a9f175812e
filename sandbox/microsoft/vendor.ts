import { type Answer, html } from '../core/answers.ts'
import { bearerOf, type Call } from '../core/call.ts'
import { performPart, type Vendor } from '../core/origin.ts'
import { messagePage } from '../core/pages.ts'
import { matchRoute } from '../core/router.ts'
import { batchRoute } from './batch.ts'
import { errorAnswer } from './error-form.ts'
import { ERRORS } from './errors.ts'
import { authenticate, graphRoute, refuser } from './guard.ts'
import { identityRoutes } from './identity.ts'
import { BRAND } from './login-error.ts'
import { graphMethods } from './methods.ts'
import type { Microsoft } from './microsoft.ts'
import { oauthRoutes } from './oauth.ts'

/** Microsoft's two hosts on one origin: login.microsoftonline.com and graph.microsoft.com. Their paths do not clash. */
export function microsoftVendor(microsoft: Microsoft, errors: Vendor['errors']): Vendor {
  const vendor: Vendor = {
    name: 'microsoft',
    routes: [
      ...graphMethods(microsoft).map((method) => graphRoute(microsoft, method)),
      batchRoute(microsoft, (call) => performPart(vendor, microsoft.stage, call)),
      ...identityRoutes(microsoft),
      ...oauthRoutes(microsoft),
    ],
    identify: (call) => microsoft.oauth.grants.inspect(bearerOf(call) ?? '')?.grant.account,
    unknownRoute: (call) => (isGraph(call) ? unknownResource(microsoft, vendor, call) : notFound(call)),
    crashed(call, error) {
      process.emitWarning(error instanceof Error ? error : String(error))
      return errorAnswer(ERRORS.ErrorInternalServerError, call, microsoft.clock.now())
    },
    errors,
  }
  return vendor
}

function isGraph({ url }: Call): boolean {
  return /^\/(v1\.0|beta)(\/|$)/.test(url.pathname)
}

/** Graph looks at the token first, then at the path, from left to right. */
function unknownResource(microsoft: Microsoft, { routes }: Vendor, call: Call): Answer {
  const refuse = refuser(microsoft, call)
  authenticate(microsoft, call, refuse)
  const known = ['GET', 'POST'].some((method) => matchRoute(routes, method, call.url.pathname))
  if (known) return refuse('methodNotAllowed')
  return refuse('BadRequest', `Resource not found for the segment '${strangeSegment(routes, call)}'.`)
}

/** The first segment with which no route goes on. */
function strangeSegment(routes: Vendor['routes'], { url }: Call): string {
  const segments = url.pathname.split('/')
  const goesOn = (count: number) =>
    routes.some(({ pattern }) => {
      const wanted = pattern.split('/')
      const fits = (segment: string, index: number) => wanted[index]?.startsWith(':') || wanted[index] === segment
      return wanted[1] === 'v1.0' && wanted.length >= count && segments.slice(0, count).every(fits)
    })
  return segments.find((_, index) => !goesOn(index + 1)) ?? segments.at(-1) ?? ''
}

function notFound({ url }: Call): Answer {
  const text = `There is nothing at ${url.pathname}.`
  return html(messagePage(BRAND, { title: 'We can’t find that page', text, detail: 'Error 404' }), 404)
}
