import { VendorError } from '../../src/kit/errors.ts'

/** A page of one of Google's lists; only a missing token marks the last one, an empty page does not. */
interface ListPage {
  nextPageToken?: string | null
}

/** Pages that one list may have; 200 pages of 2,500 events are more than a calendar holds. */
const MOST_PAGES = 200

/** All pages of a list, one after the other. Throws VendorError when Google begins to repeat itself. */
export async function* pagesOf<Page extends ListPage>(
  list: (part: { pageToken?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  const seen = new Set<string>()
  let part: { pageToken?: string } = {}
  while (true) {
    const page = await list(part)
    yield page
    const next = page.nextPageToken
    if (!next) return
    if (seen.has(next) || seen.size === MOST_PAGES) throw endless(seen.has(next))
    seen.add(next)
    part = { pageToken: next }
  }
}

function endless(repeats: boolean): VendorError {
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: repeats ? 'Google began to repeat its list.' : `Google's list has more than ${MOST_PAGES} pages.`,
      next: 'The next run tries again.',
    },
    { at: 'api', status: 200, reasons: ['endless-list'], cause: undefined },
  )
}

/** The entries of a page: none when the member is absent. Anything but a list is no answer of Google's. */
export function entriesOf<Entry>(entries: Entry[] | null | undefined): Entry[] {
  if (entries === undefined || entries === null) return []
  if (!Array.isArray(entries)) throw notAList()
  return entries
}

function notAList(): VendorError {
  return new VendorError(
    { class: 'unavailable', retry: false, sentence: 'Google sent no list.', next: 'The next run tries again.' },
    { at: 'api', status: 200, reasons: ['no-list'], cause: undefined },
  )
}
