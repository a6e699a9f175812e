import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import type { CalendarFilter, Event } from '../../../src/contract/index.ts'
import type { Log } from '../../../src/kit/application.ts'
import { limitEarliest, overlaps } from '../../../src/kit/calendars.ts'
import { parseEntries, paginate } from '../../../src/kit/lists.ts'
import { type CalendarEntry, isDeletedStub, toEvent } from './map.ts'

type ListEvents = (parameters: calendar_v3.Params$Resource$Events$List) => Promise<calendar_v3.Schema$Events>

/** Events of one page at most. https://developers.google.com/workspace/calendar/api/v3/reference/events/list */
const MAX_PAGE_SIZE = 2_500

/** Birthdays, working locations and focus time are no meetings; without this list Google gives them all. */
const EVENT_TYPES = ['default', 'outOfOffice', 'fromGmail']

/** The events of a calendar that overlap the window, by their start, at most `limit` of them. */
export async function fetchEvents(
  list: ListEvents,
  entry: CalendarEntry,
  filter: CalendarFilter,
  log: Log,
): Promise<{ events: Event[]; warnings: string[] }> {
  const query = toQuery(entry, filter)
  // The second is a window outside all years; Google answers 400 to an empty one.
  if (filter.dateEnd <= filter.dateStart || query.timeMin >= query.timeMax) return { events: [], warnings: [] }
  const events = new Map<string, Event>()
  const warnings: string[] = []
  const pages = paginate({
    vendor: 'Google',
    fetch: (pageToken) => list({ ...query, ...(pageToken ? { pageToken } : {}) }),
    nextToken: ({ nextPageToken }) => nextPageToken || undefined,
  })
  for await (const page of pages) {
    for (const item of parseEntries('Google', page.items)) {
      const event = toEventOrWarn(item, entry, warnings, log)
      if (event && overlaps(event, filter)) events.set(event.externalId, event)
    }
    if (filter.limit !== undefined && events.size > filter.limit) break
  }
  const first = limitEarliest(events.values(), entry.label, filter.limit)
  return { events: first.events, warnings: [...warnings, ...first.warnings] }
}

/**
 * Occurrences instead of series, and no deleted events: one that was deleted is missing from the window, which tells
 * the platform more than Google's stub of it, whose id is all that is guaranteed. Ordered by start, because a limit
 * would else cut at random.
 */
function toQuery({ id }: CalendarEntry, { dateStart, dateEnd, limit }: CalendarFilter) {
  return {
    calendarId: id,
    singleEvents: true,
    orderBy: 'startTime',
    showDeleted: false,
    timeMin: toSecond(dateStart, Math.floor),
    timeMax: toSecond(dateEnd, Math.ceil),
    maxResults: Math.min(limit === undefined ? MAX_PAGE_SIZE : limit + 1, MAX_PAGE_SIZE),
    eventTypes: EVENT_TYPES,
  }
}

/** The years that RFC 3339 can write. */
const MIN_INSTANT = Date.parse('0001-01-01T00:00:00Z')
const MAX_INSTANT = Date.parse('9999-12-31T00:00:00Z')

/** Google drops milliseconds, so the window is widened to whole seconds; what lies outside is dropped here. */
function toSecond(date: number, round: (seconds: number) => number): string {
  const instant = round(date / 1000) * 1000
  return new Date(Math.min(Math.max(instant, MIN_INSTANT), MAX_INSTANT)).toISOString().replace('.000Z', 'Z')
}

/** An event that is not in Google's form is named; the others arrive. */
function toEventOrWarn(item: calendar_v3.Schema$Event, entry: CalendarEntry, warnings: string[], log: Log) {
  try {
    return isDeletedStub(item) ? undefined : toEvent(item, entry)
  } catch (error) {
    log.warn({ err: error, calendar: entry.id, event: item?.id }, 'an event is not in the form Google documents')
    warnings.push(`An event (${item?.id ?? 'without an id'}) of the calendar ${entry.label} is unreadable: left out.`)
    return undefined
  }
}
