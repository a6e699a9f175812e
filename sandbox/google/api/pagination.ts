import { createHash } from 'node:crypto'
import type { HttpRequest } from '../../core/http/request.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GoogleState } from '../state.ts'
import { throwInvalidParameter } from './errors.ts'
import { compareSortKeys, type SortKey } from './sort-key.ts'

export interface PageOptions<T> {
  /** Sorted by sort key, ascending. */
  items: readonly T[]
  toSortKey(item: T): SortKey
  matches(item: T): boolean
  pageSize: number
}

export interface Page<T> {
  items: T[]
  nextPageToken?: string
}

interface PageTokenContent {
  /** Hash of the query that the token belongs to. */
  queryHash: string
  /** Sort key of the last item that was returned. */
  after: SortKey | null
  /** Empty pages to return before the next page with items. */
  remainingEmptyPages: number
}

/** Returns the page that the request's `pageToken` points to. A page token is valid for its own query only. */
export function paginate<T>(google: GoogleState, request: HttpRequest, options: PageOptions<T>): Page<T> {
  const { items, toSortKey, matches, pageSize } = options
  const queryHash = hashQuery(request)
  const { emptyPages } = google.settings
  const token = parsePageToken(google, request, queryHash)
  const { after, remainingEmptyPages } = token ?? { after: null, remainingEmptyPages: emptyPages }
  const createToken = (content: Omit<PageTokenContent, 'queryHash'>) => google.tokens.encode({ queryHash, ...content })
  if (remainingEmptyPages > 0) {
    return { items: [], nextPageToken: createToken({ after, remainingEmptyPages: remainingEmptyPages - 1 }) }
  }
  const start = after === null ? 0 : findIndexAfter(items, toSortKey, after)
  const page: T[] = []
  let nextPageToken: string | undefined
  for (const item of items.slice(start)) {
    if (!matches(item)) continue
    const last = page.at(-1)
    if (page.length === pageSize && last) {
      nextPageToken = createToken({ after: toSortKey(last), remainingEmptyPages: emptyPages })
      break
    }
    page.push(item)
  }
  return omitUndefined({ items: page, nextPageToken })
}

function parsePageToken(google: GoogleState, request: HttpRequest, queryHash: string): PageTokenContent | undefined {
  const token = request.url.searchParams.get('pageToken')
  if (!token) return undefined
  const content = google.tokens.decode(token) as PageTokenContent | undefined
  if (content?.queryHash !== queryHash) {
    throwInvalidParameter(request, 'pageToken', 'Invalid pageToken', 'invalidPageToken')
  }
  return content
}

/** Hashes everything that decides which items are listed and in which order. */
function hashQuery(request: HttpRequest): string {
  const parameters = [...request.url.searchParams].filter(
    ([name]) => !['pageToken', 'maxResults', 'pageSize', 'fields', 'alt'].includes(name),
  )
  const query = JSON.stringify([request.account, request.url.pathname, parameters.sort()])
  return createHash('sha256').update(query).digest('base64url')
}

function findIndexAfter<T>(items: readonly T[], toSortKey: (item: T) => SortKey, after: SortKey): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareSortKeys(toSortKey(items[middle] as T), after) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
