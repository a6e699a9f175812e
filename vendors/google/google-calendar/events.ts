import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import type { CalendarFilter, Event } from '../../../src/contract/index.ts'
import type { Log } from '../../../src/kit/application.ts'
import { limitEarliest, overlaps } from '../../../src/kit/calendars.ts'
import { paginate, parseEntries } from '../../../src/kit/lists.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { type CalendarEntry, isDeletedStub, toEvent } from './map.ts'

type ListEvents = (parameters: calendar_v3.Params$Resource$Events$List) => Promise<calendar_v3.Schema$Events>

/** Maximum of `maxResults`. https://developers.google.com/workspace/calendar/api/v3/reference/events/list */
const MAX_PAGE_SIZE = 2_500

/** Excludes birthdays, working locations and focus time, which Google returns by default. */
const EVENT_TYPES = ['default', 'outOfOffice', 'fromGmail']

/** Fetches the events of a calendar that overlap the window, ordered by start, at most `limit` of them. */
export async function fetchEvents(
  listEvents: ListEvents,
  entry: CalendarEntry,
  filter: CalendarFilter,
  log: Log,
): Promise<{ events: Event[]; warnings: string[] }> {
  const query = toQuery(entry, filter)
  // Google returns 400 for an empty window. A window outside the years of RFC 3339 becomes empty in `toQuery`.
  if (filter.dateEnd <= filter.dateStart || query.timeMin >= query.timeMax) return { events: [], warnings: [] }
  const events = new Map<string, Event>()
  const warnings: string[] = []
  const shortened = new Set<string>()
  const pages = paginate({
    vendor: 'Google',
    fetch: (pageToken) => listEvents(omitUndefined({ ...query, pageToken })),
    nextToken: ({ nextPageToken }) => nextPageToken || undefined,
  })
  for await (const page of pages) {
    for (const item of parseEntries('Google', page.items)) {
      const event = toEventOrWarn(item, entry, warnings, log)
      if (!event || !overlaps(event, filter)) continue
      events.set(event.externalId, event)
      if (item.attendeesOmitted) shortened.add(event.title)
    }
    if (filter.limit !== undefined && events.size > filter.limit) break
  }
  const first = limitEarliest(events.values(), entry.label, filter.limit)
  return { events: first.events, warnings: [...warnings, ...toAttendeeWarnings(shortened, entry), ...first.warnings] }
}

/** How many titles a warning names. */
const MAX_TITLES = 3

function toAttendeeWarnings(titles: ReadonlySet<string>, { label }: CalendarEntry): string[] {
  if (titles.size === 0) return []
  const named = [...titles].slice(0, MAX_TITLES).map((title) => `“${title}”`)
  const others = titles.size > MAX_TITLES ? ` and ${titles.size - MAX_TITLES} others` : ''
  return [`Google did not list all attendees of ${named.join(', ')}${others} in the calendar ${label}.`]
}

/**
 * Requests occurrences instead of series. Deleted events are not requested: the platform treats an event missing from
 * the window as deleted, and Google's stub of it is guaranteed to have an id only. The order by start makes a limit
 * keep the earliest events.
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

/** The range of instants that RFC 3339 can express (epoch ms). */
const MIN_INSTANT = Date.parse('0001-01-01T00:00:00Z')
const MAX_INSTANT = Date.parse('9999-12-31T00:00:00Z')

/** Google ignores milliseconds, so the window is widened to whole seconds; `overlaps` then applies the exact window. */
function toSecond(date: number, round: (seconds: number) => number): string {
  const instant = round(date / 1000) * 1000
  return new Date(Math.min(Math.max(instant, MIN_INSTANT), MAX_INSTANT)).toISOString().replace('.000Z', 'Z')
}

/** Converts an event; for one in an undocumented form, adds a warning and returns undefined. */
function toEventOrWarn(item: calendar_v3.Schema$Event, entry: CalendarEntry, warnings: string[], log: Log) {
  try {
    return isDeletedStub(item) ? undefined : toEvent(item, entry)
  } catch (error) {
    log.warn({ err: error, calendar: entry.id, event: item?.id }, 'event does not have the documented form')
    warnings.push(
      `An event (${item?.id ?? 'without an id'}) of the calendar ${entry.label} could not be read and was left out.`,
    )
    return undefined
  }
}
