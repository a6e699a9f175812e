import type { HttpRequest } from '../../core/http/request.ts'
import type { GoogleAccount } from '../account.ts'
import { throwError } from '../api/errors.ts'
import { paginate } from '../api/pagination.ts'
import { compareSortKeys, type SortKey } from '../api/sort-key.ts'
import type { GoogleState } from '../state.ts'
import { createEtag, toEventId, toEventJson } from './event-json.ts'
import { type EventsQuery, parseEventsQuery } from './events-query.ts'
import { findCalendar } from './find-calendar.ts'
import type { Calendar, EventRecord } from './model.ts'
import { expandInstances, isCancelled, type Occurrence, overlaps, toMaster } from './occurrence.ts'

/** https://developers.google.com/workspace/calendar/api/v3/reference/events/list */
export function listEvents(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const calendar = findCalendar(account, request.params.calendarId ?? '')
  if (!calendar) return throwError('notFound', request)
  if (calendar.broken) throwError(calendar.broken, request)
  const query = parseEventsQuery(google, request, calendar)
  const { instanceIds } = google.settings
  const toSortKey = (occurrence: Occurrence): SortKey => [
    toOrderValue(occurrence, query),
    toEventId(occurrence, instanceIds),
  ]
  const page = paginate(google, request, {
    items: listOccurrences(calendar, query).sort((a, b) => compareSortKeys(toSortKey(a), toSortKey(b))),
    toSortKey,
    matches: (occurrence) => matchesQuery(occurrence, query),
    pageSize: query.maxResults,
  })
  const options = { calendar, instanceIds, timeZone: query.timeZone, maxAttendees: query.maxAttendees }
  const nextToken = page.nextPageToken ?? google.tokens.encode({ calendar: calendar.id, since: google.clock.now() })
  return {
    kind: 'calendar#events',
    etag: createEtag(calendar.id, google.clock.now()),
    summary: calendar.summary,
    description: calendar.description ?? '',
    updated: new Date(google.clock.now()).toISOString(),
    timeZone: query.timeZone,
    accessRole: calendar.accessRole,
    defaultReminders: calendar.primary ? [{ method: 'popup', minutes: 10 }] : [],
    ...(page.nextPageToken ? { nextPageToken: nextToken } : { nextSyncToken: nextToken }),
    items: page.items.map((occurrence) => toEventJson(occurrence, options)),
  }
}

/**
 * Returns the calendar's events in the window. With `expand`, recurring events are replaced by their instances;
 * without it, their masters are returned, followed by the instances that differ from the series.
 */
function listOccurrences(calendar: Calendar, query: EventsQuery): Occurrence[] {
  return [...calendar.events.values()].flatMap((record) => {
    const master = toMaster(record, calendar)
    if (record.recurrence === undefined) return overlaps(master, query.window) ? [master] : []
    const instances = expandInstances(record, calendar, query.window)
    if (query.expand) return instances
    return instances.length > 0 ? [master, ...instances.filter(({ override }) => override)] : []
  })
}

function toOrderValue({ startsAt, record }: Occurrence, { orderBy }: EventsQuery): number {
  if (orderBy === 'startTime') return startsAt
  return orderBy === 'updated' ? record.updated : 0
}

function matchesQuery(occurrence: Occurrence, query: EventsQuery): boolean {
  const { record } = occurrence
  const stub = !query.expand && occurrence.original !== undefined
  if (isCancelled(occurrence) && !query.showDeleted && !stub) return false
  if (query.eventTypes.length > 0 && !query.eventTypes.includes(record.eventType)) return false
  if (record.updated < query.updatedMin) return false
  if (query.iCalUID !== null && (record.fields.iCalUID ?? `${record.id}@google.com`) !== query.iCalUID) return false
  return query.text === null || toSearchText(record).includes(query.text.toLowerCase())
}

function toSearchText({ fields, attendees = [] }: EventRecord): string {
  return JSON.stringify([fields.summary, fields.description, fields.location, attendees]).toLowerCase()
}
