import { parseEntries as entriesOfList, paginate as pagesOfList } from '../../src/kit/lists.ts'
import type { Requester } from './client.ts'
import { toNextPath } from './paths.ts'

/** A page of one of Graph's lists; only a missing link marks the last one, an empty page does not. */
export interface ListPage<Entry> {
  value?: Entry[]
  '@odata.nextLink'?: string
}

/** The entries of a list's pages, page by page. Throws VendorError when Graph begins to repeat itself. */
export async function* fetchPages<Entry extends { id?: string }>(
  ask: Requester,
  path: string,
): AsyncGenerator<readonly Entry[]> {
  const pages = pagesOfList({
    vendor: 'Microsoft',
    fetch: (next = path) => ask<ListPage<Entry>>(next),
    nextToken: (page) => toNextPath(page['@odata.nextLink']),
    // Graph is known to give the same page for ever under a link that changes each time.
    fingerprint: (page) => toPageKey(toEntries(page)),
  })
  for await (const page of pages) yield toEntries(page)
}

export function toEntries<Entry>({ value }: ListPage<Entry>): readonly Entry[] {
  return entriesOfList('Microsoft', value).filter((entry) => typeof entry === 'object' && entry !== null)
}

/** What tells a page from another: the ids on it. Nothing for an empty page, since many of those may follow another. */
export function toPageKey(entries: readonly { id?: string }[]): string | undefined {
  return entries.map(({ id }) => id).join(' ') || undefined
}
