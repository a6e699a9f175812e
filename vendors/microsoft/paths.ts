import { VendorError } from '../../src/kit/vendor-errors.ts'

/** The version of Graph, which the library prepends to each path. */
const API_VERSION = '/v1.0'

/**
 * Builds a path of Graph with an encoded query. Ids may contain `=`, `/` and `+`, filters contain spaces and colons, and
 * the library encodes none of them.
 */
export function toPath(segments: readonly string[], query: Readonly<Record<string, string | number>> = {}): string {
  const path = `/${segments.map(encodeURIComponent).join('/')}`
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return parameters.length > 0 ? `${path}?${parameters.join('&')}` : path
}

/**
 * The path of a nextLink, to be requested from the configured origin: the host in the link is ignored. Links are opaque
 * otherwise. Throws VendorError for a link to another API. https://learn.microsoft.com/graph/paging
 */
export function toNextPath(link: string | null | undefined): string | undefined {
  if (!link) return undefined
  const url = URL.canParse(link, BASE_URL) ? new URL(link, BASE_URL) : undefined
  const path = `${url?.pathname}${url?.search}`
  // The library treats `https://` anywhere in a path as the start of an absolute URL.
  if (!path.startsWith(`${API_VERSION}/`) || path.includes('://')) throw foreignLink()
  return path.slice(API_VERSION.length)
}

const BASE_URL = 'https://graph.microsoft.com'

function foreignLink(): VendorError {
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: 'Microsoft sent a link to an unexpected address.',
      next: 'The next run tries again.',
    },
    { at: 'api', status: 200, reasons: ['foreign-link'], cause: undefined },
  )
}

/** The same link with another page size, the only part of a link that may be changed. */
export function withPageSize(path: string, top: number): string {
  const [resource = '', query = ''] = path.split('?', 2)
  const parameters = query.split('&').filter((parameter) => parameter !== '' && !/^(\$|%24)top=/i.test(parameter))
  return `${resource}?${[...parameters, `$top=${top}`].join('&')}`
}
