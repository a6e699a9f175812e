import { paginate, parseEntries } from '../../src/kit/lists.ts'
import type { Requester } from './client.ts'
import { toNextPath } from './paths.ts'

/** A page of a Graph list. Only the last page has no link; pages before it may be empty. */
export interface ListPage<Entry> {
  value?: Entry[]
  '@odata.nextLink'?: string
}

/** Yields the entries of each page of a list. Throws VendorError if Graph repeats pages. */
export async function* fetchPages<Entry extends { id?: string }>(
  request: Requester,
  path: string,
): AsyncGenerator<readonly Entry[]> {
  const pages = paginate({
    vendor: 'Microsoft',
    fetch: (next = path) => request<ListPage<Entry>>(next),
    nextToken: (page) => toNextPath(page['@odata.nextLink']),
    // Graph is known to return the same page again and again under changing links.
    fingerprint: (page) => toPageKey(toEntries(page)),
  })
  for await (const page of pages) yield toEntries(page)
}

/** The entries of a page. Throws VendorError if `value` is not a list. */
export function toEntries<Entry>({ value }: ListPage<Entry>): readonly Entry[] {
  return parseEntries('Microsoft', value).filter((entry) => typeof entry === 'object' && entry !== null)
}

/** A key that identifies a page: the ids on it. Undefined for an empty page, because several may follow each other. */
export function toPageKey(entries: readonly { id?: string }[]): string | undefined {
  return entries.map(({ id }) => id).join(' ') || undefined
}
