import type { Microsoft } from '../microsoft.ts'
import type { Visit } from '../visit.ts'
import type { Position } from './skips.ts'

export interface Page<T> {
  items: readonly T[]
  /** The members of the answer that say whether, and where, it goes on. */
  links: { '@odata.nextLink'?: string }
}

/** Searches page by `$skiptoken`, everything else of Outlook by `$skip`. */
export type PageOption = '$skip' | '$skiptoken'

/** One page of everything, from where the call says. */
export function pageOf<T>(
  microsoft: Microsoft,
  visit: Visit,
  all: readonly T[],
  { size, option = '$skip' }: { size: number; option?: PageOption },
): Page<T> {
  const { emptyPages, maxPageSize, loop } = microsoft.settings
  const here = positionOf(microsoft, visit, option)
  const linkTo = (value: number) => ({ '@odata.nextLink': nextLink(visit, option, value) })
  const goOn = (next: Position) => linkTo(microsoft.skips.valueOf(listingOf(visit), next))
  if (here.empties > 0) return { items: [], links: goOn({ index: here.index, empties: here.empties - 1 }) }
  const end = here.index + Math.min(size, maxPageSize)
  const items = all.slice(here.index, end)
  const given = givenValue(visit, option)
  if (given !== undefined && loop === 'same-link') return { items, links: linkTo(given) }
  if (given !== undefined && loop === 'new-link') {
    return { items, links: linkTo(microsoft.skips.newValue(listingOf(visit), here)) }
  }
  return { items, links: end < all.length ? goOn({ index: end, empties: emptyPages }) : {} }
}

function positionOf({ skips, settings }: Microsoft, visit: Visit, option: PageOption): Position {
  const value = givenValue(visit, option)
  const known = value === undefined ? undefined : skips.positionOf(listingOf(visit), value)
  return known ?? { index: value ?? 0, empties: settings.emptyPages }
}

function givenValue({ options, refuse }: Visit, option: PageOption): number | undefined {
  if (option === '$skip') return options.skip
  if (options.skiptoken === undefined) return undefined
  const value = Number(Buffer.from(options.skiptoken, 'base64url').toString('latin1').split('!')[1])
  return Number.isInteger(value) ? value : refuse('BadRequest', 'The skip token is not valid.')
}

/** What decides which items there are and in which order; the size of a page does not. */
function listingOf({ call }: Visit): string {
  const free = ['$skip', '$skiptoken', '$top', '$select', '$count', '$expand']
  const query = [...call.url.searchParams].filter(([name]) => !free.includes(name.toLowerCase()))
  return JSON.stringify([call.account, call.url.pathname, query.sort()])
}

/** The call's own URL with another `$skip`, escaped as Microsoft does it. It carries no headers: those are up to the caller. */
function nextLink({ call: { url } }: Visit, option: PageOption, value: number): string {
  const kept = [...url.searchParams].filter(([name]) => name.toLowerCase() !== option)
  const text = option === '$skip' ? String(value) : Buffer.from(`MSZ!${value}`, 'latin1').toString('base64url')
  const query = [...kept, [option, text] as const]
  return `${url.origin}${url.pathname}?${query.map((pair) => pair.map(escaped).join('=')).join('&')}`
}

function escaped(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll("'", '%27')
    .replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
}
