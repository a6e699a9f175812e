import { VendorError } from './vendor-errors.ts'

/** Maximum number of pages of one list. A longer list is treated as endless. */
const MAX_PAGES = 200

/** How to read a paginated list of a vendor. */
export interface PaginatedList<Page> {
  vendor: string
  /** Fetches the first page, or the page of `token`. */
  fetch: (token?: string) => Promise<Page>
  /** The token of the next page; undefined on the last one. */
  nextToken: (page: Page) => string | undefined
  /** The content of a page as a string. Needed for vendors that may repeat pages with new tokens. */
  fingerprint?: (page: Page) => string | undefined
}

/** Yields all pages of a list in order. Throws VendorError if the list repeats itself or has more than 200 pages. */
export async function* paginate<Page>({
  vendor,
  fetch,
  nextToken,
  fingerprint,
}: PaginatedList<Page>): AsyncGenerator<Page> {
  const tokens = new Set<string>()
  const contents = new Set<string>()
  let token: string | undefined
  do {
    const page = await fetch(token)
    if (hasSeen(contents, fingerprint?.(page))) throw endlessListError(`${vendor} returned the same list page twice.`)
    yield page
    token = nextToken(page)
    if (hasSeen(tokens, token)) throw endlessListError(`${vendor} returned the same list page twice.`)
    if (tokens.size > MAX_PAGES) throw endlessListError(`${vendor} returned more than ${MAX_PAGES} pages of one list.`)
  } while (token !== undefined)
}

/** Whether the set has the text already. It has it afterwards. */
function hasSeen(texts: Set<string>, text: string | undefined): boolean {
  if (text === undefined) return false
  const isRepeated = texts.has(text)
  texts.add(text)
  return isRepeated
}

function endlessListError(sentence: string): VendorError {
  return new VendorError(
    { class: 'unavailable', retry: false, sentence, next: 'The next run tries again.' },
    { at: 'api', status: 200, reasons: ['endless-list'], cause: undefined },
  )
}

/** The entries of a page; an absent list is empty. Throws VendorError if `entries` is not an array. */
export function parseEntries<Entry>(vendor: string, entries: readonly Entry[] | null | undefined): readonly Entry[] {
  if (entries === undefined || entries === null) return []
  if (Array.isArray(entries)) return entries
  throw invalidValue(vendor, 'list', 'no-list')
}

/** A text of a response, which may be absent. Throws VendorError if `text` is something else. */
export function parseText(vendor: string, text: string | null | undefined): string | undefined {
  if (text === undefined || text === null) return undefined
  if (typeof text === 'string') return text
  throw invalidValue(vendor, 'text', 'no-text')
}

function invalidValue(vendor: string, noun: string, reason: string): VendorError {
  const sentence = `${vendor} returned an invalid ${noun}.`
  return new VendorError(
    { class: 'unavailable', retry: false, sentence, next: 'The next run tries again.' },
    { at: 'api', status: 200, reasons: [reason], cause: undefined },
  )
}

/** The part of a list's position that detects cycles: the number of pages read, and one remembered page. */
export interface CycleState<Landmark> {
  pages: number
  landmark?: Landmark
}

/**
 * Counts a page and remembers it as the landmark if its number is a power of two. A list whose next page equals the
 * landmark is cyclic: this finds a cycle of any length while carrying a single page along (R. P. Brent, An improved
 * Monte Carlo factorization algorithm, BIT 20, 1980). Spread the result over the state: an unchanged landmark is
 * not part of it.
 */
export function advanceLandmark<Landmark>(state: CycleState<unknown>, page: Landmark): CycleState<Landmark> {
  const pages = state.pages + 1
  const isPowerOfTwo = (pages & (pages - 1)) === 0
  return isPowerOfTwo ? { pages, landmark: page } : { pages }
}
