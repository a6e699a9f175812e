import type { HttpRequest } from './request.ts'
import type { HttpResponse } from './responses.ts'

export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>

export interface Route {
  method: string
  /** Literal segments and `:names`; a name matches one whole segment, percent-decoded. A last `**` matches any further segments. */
  pattern: string
  handle: Handler
  /** The API that the route belongs to. Requests in flight are counted per API; `latency` applies to APIs only. */
  api?: string
}

export interface RouteMatch {
  route: Route
  params: Record<string, string>
}

/** Returns the first route that matches, so literal patterns must precede patterns with names. */
export function matchRoute(routes: readonly Route[], method: string, path: string): RouteMatch | undefined {
  const segments = path.split('/')
  for (const route of routes) {
    if (route.method !== method) continue
    const params = matchPattern(route.pattern, segments)
    if (params) return { route, params }
  }
  return undefined
}

function matchPattern(pattern: string, segments: readonly string[]): Record<string, string> | undefined {
  const patternSegments = pattern.split('/')
  if (patternSegments.at(-1) === '**') {
    const count = patternSegments.length - 1
    return segments.length > count
      ? matchPattern(patternSegments.slice(0, -1).join('/'), segments.slice(0, count))
      : undefined
  }
  if (patternSegments.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, patternSegment] of patternSegments.entries()) {
    const segment = decode(segments[index] ?? '')
    if (segment === undefined) return undefined
    if (patternSegment.startsWith(':') && segment !== '') params[patternSegment.slice(1)] = segment
    else if (patternSegment !== segment) return undefined
  }
  return params
}

/** Returns undefined for a malformed escape, so that the path is unknown and the server does not fail. */
function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
