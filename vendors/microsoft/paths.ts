import { VendorError } from '../../src/kit/vendor-errors.ts'

/** The version of Graph that everything here is written for; the library puts it in front of each path. */
const API_VERSION = '/v1.0'

/**
 * A path of Graph. Ids may hold `=`, `/` and `+` and differ in case alone, filters hold spaces and colons, and the
 * library encodes none of them.
 */
export function toPath(segments: readonly string[], query: Readonly<Record<string, string | number>> = {}): string {
  const path = `/${segments.map(encodeURIComponent).join('/')}`
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return parameters.length > 0 ? `${path}?${parameters.join('&')}` : path
}

/**
 * Where a nextLink leads, as a path for the origin that we call: whatever host it names is never asked, and nothing in
 * it is read. https://learn.microsoft.com/graph/paging
 */
export function toNextPath(link: string | null | undefined): string | undefined {
  if (!link) return undefined
  const url = URL.canParse(link, BASE_URL) ? new URL(link, BASE_URL) : undefined
  const path = `${url?.pathname}${url?.search}`
  // The library takes `https://` for the beginning of an address wherever in a path it stands.
  if (!path.startsWith(`${API_VERSION}/`) || path.includes('://')) throw foreignLink()
  return path.slice(API_VERSION.length)
}

const BASE_URL = 'https://graph.microsoft.com'

function foreignLink(): VendorError {
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: 'Microsoft sent a link that leads elsewhere.',
      next: 'The next run tries again.',
    },
    { at: 'api', status: 200, reasons: ['foreign-link'], cause: undefined },
  )
}

/** The same link for smaller pages. Nothing else of a link may be changed, and this is what we ourselves asked for. */
export function withPageSize(path: string, top: number): string {
  const [resource = '', query = ''] = path.split('?', 2)
  const kept = query.split('&').filter((parameter) => parameter !== '' && !/^(\$|%24)top=/i.test(parameter))
  return `${resource}?${[...kept, `$top=${top}`].join('&')}`
}
