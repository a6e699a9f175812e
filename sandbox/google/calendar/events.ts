import type { Call } from '../../core/call.ts'
import type { GoogleAccount } from '../account.ts'
import { refuse } from '../errors.ts'
import type { Google } from '../google.ts'
import { compare, type Place, pageOf } from '../paging.ts'
import type { Calendar, EventRecord } from './calendar.ts'
import { etagOf, idOf, toEventJson } from './event-json.ts'
import { type EventsQuery, readQuery } from './events-query.ts'
import { instancesOf, isCancelled, masterOf, type Occurrence, overlaps } from './occurrence.ts'

/** https://developers.google.com/workspace/calendar/api/v3/reference/events/list */
export function listEvents(google: Google, account: GoogleAccount, call: Call): object {
  const calendar = calendarOf(account, call.params.calendarId ?? '')
  if (!calendar) return refuse('notFound', call)
  if (calendar.broken) refuse(calendar.broken, call)
  const query = readQuery(google, call, calendar)
  const { instanceIds } = google.settings
  const placeOf = (occurrence: Occurrence): Place => [orderOf(occurrence, query), idOf(occurrence, instanceIds)]
  const all = occurrencesOf(calendar, query).sort((a, b) => compare(placeOf(a), placeOf(b)))
  const page = pageOf(google, call, { all, placeOf, keeps: (one) => isWanted(one, query), size: query.maxResults })
  const rendering = { calendar, instanceIds, timeZone: query.timeZone, ...query.limits }
  const end = page.nextPageToken ?? google.seal.close({ calendar: calendar.id, since: google.clock.now() })
  return {
    kind: 'calendar#events',
    etag: etagOf(calendar.id, google.clock.now()),
    summary: calendar.summary,
    description: calendar.description ?? '',
    updated: new Date(google.clock.now()).toISOString(),
    timeZone: query.timeZone,
    accessRole: calendar.accessRole,
    defaultReminders: calendar.primary ? [{ method: 'popup', minutes: 10 }] : [],
    ...(page.nextPageToken ? { nextPageToken: end } : { nextSyncToken: end }),
    items: page.items.map((occurrence) => toEventJson(occurrence, rendering)),
  }
}

/** `primary` stands for the account's own calendar. */
export function calendarOf({ calendars }: GoogleAccount, id: string): Calendar | undefined {
  return calendars.find((calendar) => calendar.id === id || (id === 'primary' && calendar.primary))
}

/**
 * Expanded: single events and instances. Not expanded: masters whose series touches the window, and beside them the
 * instances that differ from it.
 */
function occurrencesOf(calendar: Calendar, query: EventsQuery): Occurrence[] {
  return [...calendar.events.values()].flatMap((record) => {
    const master = masterOf(record, calendar)
    if (record.recurrence === undefined) return overlaps(master, query.window) ? [master] : []
    const instances = instancesOf(record, calendar, query.window)
    if (query.expand) return instances
    return instances.length > 0 ? [master, ...instances.filter(({ change }) => change)] : []
  })
}

function orderOf({ startsAt, record }: Occurrence, { orderBy }: EventsQuery): number {
  if (orderBy === 'startTime') return startsAt
  return orderBy === 'updated' ? record.updated : 0
}

function isWanted(occurrence: Occurrence, query: EventsQuery): boolean {
  const { record } = occurrence
  const stub = !query.expand && occurrence.original !== undefined
  if (isCancelled(occurrence) && !query.showDeleted && !stub) return false
  if (query.eventTypes.length > 0 && !query.eventTypes.includes(record.eventType)) return false
  if (record.updated < query.updatedMin) return false
  if (query.iCalUID !== null && (record.fields.iCalUID ?? `${record.id}@google.com`) !== query.iCalUID) return false
  return query.text === null || textOf(record).includes(query.text.toLowerCase())
}

function textOf({ fields, attendees = [] }: EventRecord): string {
  return JSON.stringify([fields.summary, fields.description, fields.location, attendees]).toLowerCase()
}
