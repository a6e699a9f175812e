import type { GraphRequest } from '../api/graph-request.ts'
import type { MicrosoftState } from '../state.ts'
import type { Position } from './skip-values.ts'

export interface Page<T> {
  items: readonly T[]
  /** The members of the answer that say whether, and where, it goes on. */
  links: { '@odata.nextLink'?: string }
}

/** Searches page by `$skiptoken`, everything else of Outlook by `$skip`. */
export type PageOption = '$skip' | '$skiptoken'

/** One page of everything, from where the call says. */
export function paginate<T>(
  microsoft: MicrosoftState,
  request: GraphRequest,
  all: readonly T[],
  { size, option = '$skip' }: { size: number; option?: PageOption },
): Page<T> {
  const { emptyPages, maxPageSize, loop } = microsoft.settings
  const here = getPosition(microsoft, request, option)
  const linkTo = (value: number) => ({ '@odata.nextLink': nextLink(request, option, value) })
  const goOn = (next: Position) => linkTo(microsoft.skipValues.getOrCreate(listingKey(request), next))
  if (here.emptyPages > 0) return { items: [], links: goOn({ index: here.index, emptyPages: here.emptyPages - 1 }) }
  const end = here.index + Math.min(size, maxPageSize)
  const items = all.slice(here.index, end)
  const given = getSkipValue(request, option)
  if (given !== undefined && loop === 'same-link') return { items, links: linkTo(given) }
  if (given !== undefined && loop === 'new-link') {
    return { items, links: linkTo(microsoft.skipValues.create(listingKey(request), here)) }
  }
  return { items, links: end < all.length ? goOn({ index: end, emptyPages: emptyPages }) : {} }
}

function getPosition({ skipValues, settings }: MicrosoftState, request: GraphRequest, option: PageOption): Position {
  const value = getSkipValue(request, option)
  const known = value === undefined ? undefined : skipValues.getPosition(listingKey(request), value)
  return known ?? { index: value ?? 0, emptyPages: settings.emptyPages }
}

function getSkipValue({ options, fail }: GraphRequest, option: PageOption): number | undefined {
  if (option === '$skip') return options.skip
  if (options.skiptoken === undefined) return undefined
  const value = Number(Buffer.from(options.skiptoken, 'base64url').toString('latin1').split('!')[1])
  return Number.isInteger(value) ? value : fail('BadRequest', 'The skip token is not valid.')
}

/** What decides which items there are and in which order; the size of a page does not. */
function listingKey({ http }: GraphRequest): string {
  const free = ['$skip', '$skiptoken', '$top', '$select', '$count', '$expand']
  const query = [...http.url.searchParams].filter(([name]) => !free.includes(name.toLowerCase()))
  return JSON.stringify([http.account, http.url.pathname, query.sort()])
}

/** The call's own URL with another `$skip`, escaped as Microsoft does it. It carries no headers: those are up to the caller. */
function nextLink({ http: { url } }: GraphRequest, option: PageOption, value: number): string {
  const kept = [...url.searchParams].filter(([name]) => name.toLowerCase() !== option)
  const text = option === '$skip' ? String(value) : Buffer.from(`MSZ!${value}`, 'latin1').toString('base64url')
  const query = [...kept, [option, text] as const]
  return `${url.origin}${url.pathname}?${query.map((pair) => pair.map(escapeQuery).join('=')).join('&')}`
}

function escapeQuery(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll("'", '%27')
    .replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
}
