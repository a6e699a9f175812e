import type { HttpAnswer } from '../../../../platform/provider/transport.ts'
import { type Fault, ok, problem } from './faults.ts'

export interface Filter {
  dateStart: number
  dateEnd: number
  cursor?: string
}

interface Circumstances {
  now: number
  fault: Fault | undefined
  /** Times at which the provider forgot what its cursors mean. */
  amnesias: readonly number[]
}

const PAGE_SIZE = 7
const BAD_ITEM = { externalId: 'bad', blockType: 7 }

/** A page of what is visible by now, oldest first. A cursor is the last one that was delivered, and when that was. */
export function datedPage<Item extends { date: number; visible: number }>(
  filter: Filter | undefined,
  items: readonly Item[],
  toItem: (item: Item) => unknown,
  { now, fault, amnesias }: Circumstances,
): HttpAnswer {
  if (!filter) return problem(400, 'validation-error')
  const { dateStart, dateEnd, cursor } = filter
  if (cursor?.startsWith('beyond')) return pageBeyond(cursor, items.slice(0, 1).map(toItem))
  const [, last = '-1', issued = '0'] = cursor?.split(' ') ?? []
  const isForgotten = amnesias.some((time) => Number(issued) <= time && time <= now)
  if (cursor !== undefined && isForgotten) return problem(400, 'validation-error')
  const there = items.flatMap((item, at) => {
    const isIn = item.date >= dateStart && item.date < dateEnd && item.visible <= now
    return isIn && at > Number(last) ? [{ item, at }] : []
  })
  const shown = there.slice(0, PAGE_SIZE)
  const page = shown.map(({ item }) => toItem(item))
  const told = cursor === undefined ? fault : laterFault(fault)
  if (there.length <= PAGE_SIZE) return pageOf(page, told, whatIsSaidOfMore(fault, cursor))
  return pageOf(page, told, { hasMore: true, cursor: `after ${shown.at(-1)?.at} ${now}` })
}

/** In place of a later page, bad items would be a loss that nobody could notice. */
function laterFault(fault: Fault | undefined): Fault | undefined {
  return fault === 'only-bad-items' ? undefined : fault
}

interface More {
  hasMore: boolean
  cursor?: string
}

/** Of the pages after the last one: nothing is lost by not believing it. */
function whatIsSaidOfMore(fault: Fault | undefined, cursor: string | undefined): More {
  switch (fault) {
    case 'same-cursor':
      return { hasMore: true, ...(cursor === undefined ? {} : { cursor }) }
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

/** Pages that a provider makes up: a circle of two with the same item, or one empty page after the other. */
function pageBeyond(cursor: string, items: unknown[]): HttpAnswer {
  const circle: Record<string, string> = { 'beyond a': 'beyond b', 'beyond b': 'beyond a' }
  const next = circle[cursor]
  if (next) return pageOf(items, undefined, { hasMore: true, cursor: next })
  return pageOf([], undefined, { hasMore: true, cursor: `beyond ${Number(cursor.split(' ')[1]) + 1}` })
}

/** Everything in one page. */
export function page(items: unknown[], fault: Fault | undefined): HttpAnswer {
  return pageOf(items, fault, { hasMore: false })
}

function pageOf(items: unknown[], fault: Fault | undefined, more: More): HttpAnswer {
  if (fault === 'only-bad-items') return ok({ items: [BAD_ITEM], pagination: { hasMore: false, pageSize: 1 } })
  const extra = fault === 'bad-items' ? [BAD_ITEM] : fault === 'twice' ? items.slice(0, 1) : []
  const all = [...items, ...extra]
  return ok({ items: all, pagination: { ...more, pageSize: all.length } })
}
