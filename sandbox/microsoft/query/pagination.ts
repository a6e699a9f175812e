import type { GraphRequest } from '../api/graph-request.ts'
import type { MicrosoftState } from '../state.ts'
import type { Position } from './skip-values.ts'

export interface Page<T> {
  items: readonly T[]
  /** Holds a nextLink unless this is the last page. */
  links: { '@odata.nextLink'?: string }
}

/** Searches paginate with `$skiptoken`, all other Outlook collections with `$skip`. */
export type PageOption = '$skip' | '$skiptoken'

/** Returns the page of `items` that begins where the request's `$skip` or `$skiptoken` says. */
export function paginate<T>(
  microsoft: MicrosoftState,
  request: GraphRequest,
  items: readonly T[],
  { size, option = '$skip' }: { size: number; option?: PageOption },
): Page<T> {
  const { emptyPages, maxPageSize, loop } = microsoft.settings
  const position = getPosition(microsoft, request, option)
  const linkTo = (skipValue: number) => ({ '@odata.nextLink': nextLink(request, option, skipValue) })
  const linkToPosition = (next: Position) => linkTo(microsoft.skipValues.getOrCreate(listingKey(request), next))
  if (position.emptyPages > 0) {
    return { items: [], links: linkToPosition({ index: position.index, emptyPages: position.emptyPages - 1 }) }
  }
  const end = position.index + Math.min(size, maxPageSize)
  const pageItems = items.slice(position.index, end)
  const skipValue = getSkipValue(request, option)
  if (skipValue !== undefined && loop === 'same-link') return { items: pageItems, links: linkTo(skipValue) }
  if (skipValue !== undefined && loop === 'new-link') {
    return { items: pageItems, links: linkTo(microsoft.skipValues.create(listingKey(request), position)) }
  }
  const isLast = end >= items.length || microsoft.omitsNextLink()
  return { items: pageItems, links: isLast ? {} : linkToPosition({ index: end, emptyPages }) }
}

/** A skip value that was never in a nextLink is the client's own item count. */
function getPosition({ skipValues, settings }: MicrosoftState, request: GraphRequest, option: PageOption): Position {
  const skipValue = getSkipValue(request, option)
  const position = skipValue === undefined ? undefined : skipValues.getPosition(listingKey(request), skipValue)
  return position ?? { index: skipValue ?? 0, emptyPages: settings.emptyPages }
}

function getSkipValue({ options, fail }: GraphRequest, option: PageOption): number | undefined {
  if (option === '$skip') return options.skip
  if (options.skiptoken === undefined) return undefined
  const value = Number(Buffer.from(options.skiptoken, 'base64url').toString('latin1').split('!')[1])
  return Number.isInteger(value) ? value : fail('BadRequest', 'The skip token is not valid.')
}

/** The parts of a request that determine which items there are and in which order. The page size does not. */
function listingKey({ http }: GraphRequest): string {
  const ignored = ['$skip', '$skiptoken', '$top', '$select', '$count', '$expand']
  const query = [...http.url.searchParams].filter(([name]) => !ignored.includes(name.toLowerCase()))
  return JSON.stringify([http.account, http.url.pathname, query.sort()])
}

/**
 * The request's URL with another `$skip` or `$skiptoken`, escaped as Microsoft does it. The link does not carry headers
 * such as `Prefer`: the client must send them again.
 */
function nextLink({ http: { url } }: GraphRequest, option: PageOption, skipValue: number): string {
  const otherParameters = [...url.searchParams].filter(([name]) => name.toLowerCase() !== option)
  const text = option === '$skip' ? String(skipValue) : Buffer.from(`MSZ!${skipValue}`, 'latin1').toString('base64url')
  const query = [...otherParameters, [option, text] as const]
  return `${url.origin}${url.pathname}?${query.map((pair) => pair.map(escapeQuery).join('=')).join('&')}`
}

function escapeQuery(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll("'", '%27')
    .replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
}
