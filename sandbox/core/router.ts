import type { Answer } from './answers.ts'
import type { Call } from './call.ts'

export type Handler = (call: Call) => Answer | Promise<Answer>

export interface Route {
  method: string
  /** Literal segments and `:names`; a name takes one whole segment, percent-decoded. */
  pattern: string
  handle: Handler
  /** The API the route belongs to: what is counted as in flight together, and what `latency` slows down. */
  api?: string
}

export interface Match {
  route: Route
  params: Record<string, string>
}

/** The first route of the table that fits wins, so literal patterns stand before those with names. */
export function matchRoute(routes: readonly Route[], method: string, path: string): Match | undefined {
  const segments = path.split('/')
  for (const route of routes) {
    if (route.method !== method) continue
    const params = paramsOf(route.pattern, segments)
    if (params) return { route, params }
  }
  return undefined
}

function paramsOf(pattern: string, segments: readonly string[]): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  if (wanted.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, want] of wanted.entries()) {
    const segment = decode(segments[index] ?? '')
    if (segment === undefined) return undefined
    if (want.startsWith(':') && segment !== '') params[want.slice(1)] = segment
    else if (want !== segment) return undefined
  }
  return params
}

/** A `%` that starts no escape makes the path unknown rather than the server fail. */
function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
