import type { HttpRequest } from '../../core/http/request.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { throwInvalidParameter } from '../api/errors.ts'
import { paginate } from '../api/pagination.ts'
import type { GoogleState } from '../state.ts'

export interface ListOptions<T> {
  /** The member that holds the items. */
  name: string
  items: readonly T[]
  /** Epoch ms. */
  toTime(item: T): number
  toId(item: T): string
  order: 'ascending' | 'descending'
  matches?(item: T): boolean
  /** The default page size and the maximum one; greater sizes are reduced to it. */
  pageSize: { fallback: number; max: number }
  toJson(item: T): object
}

/** Returns one page of a list as Google's JSON. An empty list is left out. */
export function listPage<T>(
  google: GoogleState,
  request: HttpRequest,
  options: ListOptions<T>,
): Record<string, unknown> {
  const { name, items, toTime, toId, order, matches = () => true, toJson } = options
  const toSortKey = (item: T) => [order === 'ascending' ? toTime(item) : -toTime(item), toId(item)] as const
  const sorted = [...items].sort((a, b) => toSortKey(a)[0] - toSortKey(b)[0] || (toId(a) < toId(b) ? -1 : 1))
  const pageSize = parsePageSize(request, options.pageSize)
  const page = paginate(google, request, { items: sorted, toSortKey, matches, pageSize })
  return omitUndefined({
    [name]: page.items.length > 0 ? page.items.map(toJson) : undefined,
    nextPageToken: page.nextPageToken,
  })
}

function parsePageSize(request: HttpRequest, { fallback, max }: { fallback: number; max: number }): number {
  const text = request.url.searchParams.get('pageSize') ?? '0'
  if (!/^-?\d+$/.test(text)) {
    throwInvalidParameter(request, 'pageSize', `Invalid value at 'page_size' (TYPE_INT32), "${text}"`)
  }
  if (Number(text) < 0) throwInvalidParameter(request, 'pageSize', 'page_size must not be negative.')
  return Math.min(Number(text), max) || fallback
}
