import type { Event as GraphEvent } from '@microsoft/microsoft-graph-types'
import type { CalendarFilter, Event } from '../../../src/contract/index.ts'
import type { Log } from '../../../src/kit/application.ts'
import { limitEarliest, overlaps } from '../../../src/kit/calendars.ts'
import type { Requester } from '../client.ts'
import { fetchPages } from '../pages.ts'
import { toPath } from '../paths.ts'
import { isTimeoutOrTooLarge } from '../response.ts'
import { toDateTime } from '../times.ts'
import { type CalendarEntry, toEvent } from './map.ts'

/** A part of the window that is asked for in one view, epoch ms. */
interface Span {
  from: number
  to: number
}

/** Events of one page: a page may have 1,000, but bodies make it slow. */
const PAGE_SIZE = 250
const DAY_MS = 86_400_000
/** A longer view is refused: https://learn.microsoft.com/graph/api/calendar-list-calendarview */
const MAX_VIEW_MS = 1_825 * DAY_MS
/** Calendars are read between these instants: a window without end would be asked for in thousands of views. */
const MIN_INSTANT = Date.UTC(1970, 0, 1)
const MAX_INSTANT = Date.UTC(2100, 0, 1)
/** How often a view that Graph does not answer in time is cut in halves: the last ones are a 64th of it. */
const MAX_HALVINGS = 6

/** The events of a calendar that overlap the window, by their start, at most `limit` of them. */
export async function fetchEvents(
  ask: Requester,
  entry: CalendarEntry,
  filter: CalendarFilter,
  log: Log,
): Promise<{ events: Event[]; warnings: string[] }> {
  const events = new Map<string, Event>()
  const unreadable = new Map<string, string>()
  for (const span of toSpans(filter)) {
    // Spans come in order, so what a later one holds would be cut off anyway.
    if (filter.limit !== undefined && events.size > filter.limit) break
    // An event that reaches over the seam of two spans is in both.
    for (const item of await fetchSpan(ask, entry, span)) {
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
 * A day more on both sides: whether Graph counts an all-day event by its dates or by instants is not documented, and
 * zones lie up to 14 hours from UTC. What is outside the window is dropped here.
 */
function* toSpans({ dateStart, dateEnd }: CalendarFilter): Generator<Span> {
  if (dateEnd <= dateStart) return
  const end = Math.min(dateEnd, MAX_INSTANT) + DAY_MS
  for (let from = Math.max(dateStart, MIN_INSTANT) - DAY_MS; from < end; from += MAX_VIEW_MS) {
    yield { from, to: Math.min(from + MAX_VIEW_MS, end) }
  }
}

/** A view that times out, as those of endless series do, is read in two halves. */
async function fetchSpan(ask: Requester, entry: CalendarEntry, span: Span, halvings = 0): Promise<GraphEvent[]> {
  try {
    return await fetchView(ask, entry, span)
  } catch (error) {
    const { from, to } = span
    if (!isTimeoutOrTooLarge(error) || halvings === MAX_HALVINGS || to - from <= DAY_MS) throw error
    const middle = Math.round((from + to) / 2)
    return [
      ...(await fetchSpan(ask, entry, { from, to: middle }, halvings + 1)),
      ...(await fetchSpan(ask, entry, { from: middle, to }, halvings + 1)),
    ]
  }
}

/** Occurrences instead of series, each with all of its members. */
async function fetchView(ask: Requester, { id }: CalendarEntry, { from, to }: Span): Promise<GraphEvent[]> {
  const path = toPath(['me', 'calendars', id, 'calendarView'], {
    startDateTime: toDateTime(from),
    endDateTime: toDateTime(to),
    $top: PAGE_SIZE,
  })
  const items: GraphEvent[] = []
  for await (const page of fetchPages<GraphEvent>(ask, path)) items.push(...page)
  return items
}

/** An event that is not in Graph's form is named, once; the others arrive. */
function toEventOrWarn(item: GraphEvent, entry: CalendarEntry, unreadable: Map<string, string>, log: Log) {
  try {
    return toEvent(item, entry)
  } catch (error) {
    const id = item?.id ?? 'without an id'
    log.warn({ err: error, calendar: entry.id, event: id }, 'an event is not in the form Graph documents')
    unreadable.set(id, `An event (${id}) of the calendar ${entry.label} is unreadable: left out.`)
    return undefined
  }
}
