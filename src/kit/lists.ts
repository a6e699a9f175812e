import { VendorError } from './vendor-errors.ts'

/** Pages that one list may have; a vendor that gives more never comes to an end. */
const MOST_PAGES = 200

/** A vendor's list that comes in pages. */
export interface List<Page> {
  vendor: string
  /** Asks for a page: the first one, or the one behind `token`. */
  fetch: (token?: string) => Promise<Page>
  /** What leads to the next page; undefined on the last one. */
  next: (page: Page) => string | undefined
  /** What a page holds, as a text, where the vendor is known to repeat pages under ever new tokens. */
  content?: (page: Page) => string | undefined
}

/** All pages of a list, one after the other. Throws VendorError when the vendor begins to repeat itself. */
export async function* pagesOf<Page>({ vendor, fetch, next, content }: List<Page>): AsyncGenerator<Page> {
  const tokens = new Set<string>()
  const contents = new Set<string>()
  let token: string | undefined
  do {
    const page = await fetch(token)
    if (isKnown(contents, content?.(page))) throw endless(`${vendor} began to repeat its list.`)
    yield page
    token = next(page)
    if (isKnown(tokens, token)) throw endless(`${vendor} began to repeat its list.`)
    if (tokens.size > MOST_PAGES) throw endless(`${vendor} gives more than ${MOST_PAGES} pages of one list.`)
  } while (token !== undefined)
}

/** Whether the text was met before; it is remembered either way. */
function isKnown(texts: Set<string>, text: string | undefined): boolean {
  if (text === undefined) return false
  const known = texts.has(text)
  texts.add(text)
  return known
}

function endless(sentence: string): VendorError {
  return new VendorError(
    { class: 'unavailable', retry: false, sentence, next: 'The next run tries again.' },
    { at: 'api', status: 200, reasons: ['endless-list'], cause: undefined },
  )
}

/** The entries of a page: none when the member is absent. Anything but a list is no answer of the vendor's. */
export function entriesOf<Entry>(vendor: string, entries: readonly Entry[] | null | undefined): readonly Entry[] {
  if (entries === undefined || entries === null) return []
  if (Array.isArray(entries)) return entries
  throw new VendorError(
    { class: 'unavailable', retry: false, sentence: `${vendor} sent no list.`, next: 'The next run tries again.' },
    { at: 'api', status: 200, reasons: ['no-list'], cause: undefined },
  )
}

/** What a list's position carries for cycle detection: the pages read so far, and one that is remembered. */
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
