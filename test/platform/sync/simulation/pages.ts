import type { HttpResponse } from '../../../../platform/provider/transport.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { type Fault, ok, problem } from './faults.ts'

export interface Filter {
  dateStart: number
  dateEnd: number
  cursor?: string
}

interface PageContext {
  now: number
  fault: Fault | undefined
  /** The times at which the provider invalidated its cursors. */
  cursorResets: readonly number[]
}

const PAGE_SIZE = 7
const INVALID_ITEM = { externalId: 'bad', blockType: 7 }

/**
 * Returns a page of the items that are visible by now, oldest first. A cursor contains the index of the last delivered
 * item and when the cursor was issued.
 */
export function datedPage<Item extends { date: number; visibleFrom: number }>(
  filter: Filter | undefined,
  items: readonly Item[],
  toItem: (item: Item) => unknown,
  { now, fault, cursorResets }: PageContext,
): HttpResponse {
  if (!filter) return problem(400, 'validation-error')
  const { dateStart, dateEnd, cursor } = filter
  if (cursor?.startsWith('beyond')) return pageBeyondEnd(cursor, items.slice(0, 1).map(toItem))
  const [, lastIndex = '-1', dateIssued = '0'] = cursor?.split(' ') ?? []
  const isInvalid = cursorResets.some((date) => Number(dateIssued) <= date && date <= now)
  if (cursor !== undefined && isInvalid) return problem(400, 'validation-error')
  const remaining = items.flatMap((item, index) => {
    const isVisible = item.date >= dateStart && item.date < dateEnd && item.visibleFrom <= now
    return isVisible && index > Number(lastIndex) ? [{ item, index }] : []
  })
  const selected = remaining.slice(0, PAGE_SIZE)
  const page = selected.map(({ item }) => toItem(item))
  const pageFault = cursor === undefined ? fault : faultOfLaterPage(fault)
  if (remaining.length <= PAGE_SIZE) return pageOf(page, pageFault, paginationAtEnd(fault, cursor))
  return pageOf(page, pageFault, { hasMore: true, cursor: `after ${selected.at(-1)?.index} ${now}` })
}

/** Replacing a later page by invalid items would be a data loss that nobody could notice. */
function faultOfLaterPage(fault: Fault | undefined): Fault | undefined {
  return fault === 'only-invalid-items' ? undefined : fault
}

interface Pagination {
  hasMore: boolean
  cursor?: string
}

/** The pagination of the last page. With a fault it promises more pages, which contain nothing new. */
function paginationAtEnd(fault: Fault | undefined, cursor: string | undefined): Pagination {
  switch (fault) {
    case 'same-cursor':
      return omitUndefined({ hasMore: true, cursor })
    case 'no-cursor':
      return { hasMore: true }
    case 'circle':
      return { hasMore: true, cursor: 'beyond a' }
    case 'empty-pages':
      return { hasMore: true, cursor: 'beyond 1' }
    default:
      return { hasMore: false }
  }
}

/** Returns the pages after the end: a circle of two with the same item, or an endless series of empty pages. */
function pageBeyondEnd(cursor: string, items: unknown[]): HttpResponse {
  const circle: Record<string, string> = { 'beyond a': 'beyond b', 'beyond b': 'beyond a' }
  const next = circle[cursor]
  if (next) return pageOf(items, undefined, { hasMore: true, cursor: next })
  return pageOf([], undefined, { hasMore: true, cursor: `beyond ${Number(cursor.split(' ')[1]) + 1}` })
}

/** Returns all items in one page. */
export function singlePage(items: unknown[], fault: Fault | undefined): HttpResponse {
  return pageOf(items, fault, { hasMore: false })
}

function pageOf(items: unknown[], fault: Fault | undefined, pagination: Pagination): HttpResponse {
  if (fault === 'only-invalid-items') return ok({ items: [INVALID_ITEM], pagination: { hasMore: false, pageSize: 1 } })
  const extraItems = fault === 'invalid-items' ? [INVALID_ITEM] : fault === 'duplicate' ? items.slice(0, 1) : []
  const allItems = [...items, ...extraItems]
  return ok({ items: allItems, pagination: { ...pagination, pageSize: allItems.length } })
}
