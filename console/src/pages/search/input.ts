import type { GraphSearchInput } from '../../../../platform/client/index.ts'
import { EVERYTHING } from '../../graph/everything.ts'
import { addDays, startOfDay, today } from '../../text/days.ts'
import type { Period, SearchCriteria, Sort } from './criteria.ts'

/** The platform takes no longer searches. */
const MAX_WORDS_LENGTH = 1_000

type Filters = Omit<GraphSearchInput, 'smart' | 'sort' | 'size' | 'page'>

/** What the platform is asked for, except for the order. `now` is epoch ms. */
export function toFilters(criteria: SearchCriteria, now = Date.now()): Filters {
  const { kinds, folderIds, applications, statuses, flags } = criteria
  const words = criteria.words.trim().slice(0, MAX_WORDS_LENGTH)
  const dateAssociated = toRange(criteria, now)
  const tags = toLinks(criteria)
  const isScoped = words !== '' || folderIds.length > 0 || tags.length > 0
  return {
    ...(words === '' ? {} : { searchString: words }),
    ...(kinds.length > 0 ? { blockTypes: [...kinds] } : {}),
    ...(folderIds.length > 0 ? { folderIds: [...folderIds] } : {}),
    ...(applications.length > 0 ? { applications: [...applications] } : {}),
    ...(statuses.length > 0 ? { statuses: [...statuses] } : {}),
    ...(dateAssociated ? { dateAssociated } : {}),
    ...(flags.includes('favorite') ? { favorite: true } : {}),
    ...(flags.includes('proposed') ? { proposed: true } : {}),
    ...(flags.includes('archived') ? { archived: true } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(isScoped ? {} : EVERYTHING),
  }
}

/** `toFilters` with the order. */
export function toInput(criteria: SearchCriteria, now = Date.now()): GraphSearchInput {
  const sort = criteria.sort ?? (criteria.words.trim() === '' ? 'changed' : undefined)
  return { ...toFilters(criteria, now), ...(sort ? { sort: [ORDERS[sort]] } : {}) }
}

const ORDERS = {
  changed: { field: 'dateUpdated', order: 'DESC' },
  newest: { field: 'dateAssociated', order: 'DESC' },
  oldest: { field: 'dateAssociated', order: 'ASC' },
  due: { field: 'dateDue', order: 'ASC' },
  title: { field: 'title', order: 'ASC' },
} as const satisfies Record<Sort, object>

/** Somebody shared it on purpose; everything is shared with its own owner, by the system. */
const SHARED_BY_HAND = { shared: true, sharingApproaches: [0, 1] }

function toLinks({ tagIds, anyTag, flags }: SearchCriteria) {
  const links = anyTag && tagIds.length > 0 ? [{ _ids: [...tagIds] }] : tagIds.map((id) => ({ _ids: [id] }))
  return flags.includes('shared') ? [...links, SHARED_BY_HAND] : links
}

/** First and last day of a period, counted from today. */
const PERIOD_DAYS: Readonly<Record<Period, readonly [number, number]>> = {
  today: [0, 0],
  'last-7': [-6, 0],
  'last-30': [-29, 0],
  'last-365': [-364, 0],
  'next-7': [0, 6],
  'next-30': [0, 29],
}

/** The times of the days that are searched (epoch ms), until the end of the last one; undefined without a restriction. */
export function toRange({ period, from, to }: SearchCriteria, now = Date.now()) {
  const [first, last] = period
    ? PERIOD_DAYS[period].map((days) => addDays(today(now), days))
    : [from, to].map((day) => day)
  if (!first && !last) return undefined
  return {
    ...(first ? { gte: startOfDay(first) } : {}),
    ...(last ? { lt: startOfDay(addDays(last, 1)) } : {}),
  }
}
