import type { Event as GraphEvent } from '@microsoft/microsoft-graph-types'
import type { CalendarFilter, Event } from '../../../src/contract/index.ts'
import type { Log } from '../../../src/kit/application.ts'
import { limitEarliest, overlaps } from '../../../src/kit/calendars.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { Requester } from '../client.ts'
import { fetchPages } from '../pages.ts'
import { toPath } from '../paths.ts'
import { isTimeoutOrTooLarge } from '../response.ts'
import { toDateTime } from '../times.ts'
import { type CalendarEntry, toEvent } from './map.ts'

/** A part of the window that is read as one calendar view (epoch ms). */
interface Span {
  from: number
  to: number
}

/** Events per page. Graph allows 1,000, but bodies make such pages slow. */
const PAGE_SIZE = 500
/** How often a view of several pages is read until two successive reads agree. */
const MAX_READS = 5
const DAY_MS = 86_400_000
/** Graph rejects longer views: https://learn.microsoft.com/graph/api/calendar-list-calendarview */
const MAX_VIEW_MS = 1_825 * DAY_MS
/** Calendars are read between these instants (epoch ms), as an unbounded window would take thousands of views. */
const MIN_INSTANT = Date.UTC(1970, 0, 1)
const MAX_INSTANT = Date.UTC(2100, 0, 1)
/** How often a view that times out is split in halves, down to a 64th of it. */
const MAX_HALVINGS = 6

/** Fetches the events of a calendar that overlap the window, ordered by start, at most `limit` of them. */
export async function fetchEvents(
  request: Requester,
  entry: CalendarEntry,
  filter: CalendarFilter,
  log: Log,
): Promise<{ events: Event[]; warnings: string[] }> {
  const events = new Map<string, Event>()
  const unreadable = new Map<string, string>()
  for (const span of toSpans(filter)) {
    // Spans are in order, so events of later ones would exceed the limit.
    if (filter.limit !== undefined && events.size > filter.limit) break
    // An event that overlaps two spans is returned for both.
    for (const item of await fetchSpan(request, entry, span)) {
      const event = toEventOrWarn(item, entry, unreadable, log)
      if (event && overlaps(event, filter)) events.set(event.externalId, event)
    }
  }
  const { events: first, warnings } = limitEarliest(events.values(), entry.label, filter.limit)
  return { events: first, warnings: [...unreadable.values(), ...warnings, ...toRangeWarnings(filter, entry)] }
}

function toRangeWarnings({ dateStart, dateEnd }: CalendarFilter, { label }: CalendarEntry): string[] {
  if (dateEnd <= dateStart || (dateStart >= MIN_INSTANT && dateEnd <= MAX_INSTANT)) return []
  return [`The calendar ${label} was read from 1970 to 2099 only.`]
}

/**
 * Splits the window into views, a day wider on both sides: it is not documented whether Graph compares all-day events by
 * date or by instant, and zones differ from UTC by up to 14 hours. `overlaps` then applies the exact window.
 */
function* toSpans({ dateStart, dateEnd }: CalendarFilter): Generator<Span> {
  if (dateEnd <= dateStart) return
  const end = Math.min(dateEnd, MAX_INSTANT) + DAY_MS
  for (let from = Math.max(dateStart, MIN_INSTANT) - DAY_MS; from < end; from += MAX_VIEW_MS) {
    yield { from, to: Math.min(from + MAX_VIEW_MS, end) }
  }
}

/** Fetches a span, in two halves if it times out, as views of endless series do. */
async function fetchSpan(request: Requester, entry: CalendarEntry, span: Span, halvings = 0): Promise<GraphEvent[]> {
  try {
    return await fetchView(request, entry, span)
  } catch (error) {
    const { from, to } = span
    if (!isTimeoutOrTooLarge(error) || halvings === MAX_HALVINGS || to - from <= DAY_MS) throw error
    const middle = Math.round((from + to) / 2)
    return [
      ...(await fetchSpan(request, entry, { from, to: middle }, halvings + 1)),
      ...(await fetchSpan(request, entry, { from: middle, to }, halvings + 1)),
    ]
  }
}

/**
 * Fetches a calendar view. Links are positions in the list: if an event is deleted while several pages are read, an event
 * of a later page is skipped, and the platform would take it for deleted. So several pages are read until two successive
 * reads have the same events: the second one lacks whatever was deleted during the first. Throws VendorError if the
 * events keep changing.
 */
async function fetchView(request: Requester, entry: CalendarEntry, span: Span): Promise<GraphEvent[]> {
  let previous: string | undefined
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const { items, pages } = await readView(request, entry, span)
    const key = items
      .map(({ id }) => id)
      .sort()
      .join(' ')
    if (pages < 2 || key === previous) return items
    previous = key
  }
  throw changingView()
}

function changingView(): VendorError {
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: 'Its events kept changing while they were read.',
      next: 'The next run tries again.',
    },
    { at: 'api', status: 200, reasons: ['changing-view'], cause: undefined },
  )
}

interface View {
  items: GraphEvent[]
  /** The number of pages. One that is empty may have been emptied by a deletion. */
  pages: number
}

/** Reads a view once: occurrences instead of series, each with all members. */
async function readView(request: Requester, { id, user }: CalendarEntry, { from, to }: Span): Promise<View> {
  const path = toPath([...user, 'calendars', id, 'calendarView'], {
    startDateTime: toDateTime(from),
    endDateTime: toDateTime(to),
    $top: PAGE_SIZE,
    $orderby: 'start/dateTime',
  })
  const items = new Map<string | undefined, GraphEvent>()
  let pages = 0
  for await (const page of fetchPages<GraphEvent>(request, path)) {
    pages += 1
    for (const item of page) items.set(item.id, item)
  }
  return { items: [...items.values()], pages }
}

/** Converts an event; for one in an undocumented form, adds a single warning and returns undefined. */
function toEventOrWarn(item: GraphEvent, entry: CalendarEntry, unreadable: Map<string, string>, log: Log) {
  try {
    return toEvent(item, entry)
  } catch (error) {
    const id = item?.id ?? 'without an id'
    log.warn({ err: error, calendar: entry.id, event: id }, 'event does not have the documented form')
    unreadable.set(id, `An event (${id}) of the calendar ${entry.label} could not be read and was left out.`)
    return undefined
  }
}
