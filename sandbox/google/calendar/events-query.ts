import type { Call } from '../../core/call.ts'
import { isZone } from '../../core/zones.ts'
import { refuse, refuseParameter } from '../errors.ts'
import type { Google } from '../google.ts'
import { flag, instant, integer, oneOf } from '../parameters.ts'
import type { Calendar, EventType } from './calendar.ts'
import type { Window } from './occurrence.ts'

/** The parameters of events.list, checked. */
export interface EventsQuery {
  window: Window
  /** singleEvents, which lower access than reading always has. */
  expand: boolean
  orderBy: 'startTime' | 'updated' | null
  showDeleted: boolean
  maxResults: number
  eventTypes: readonly EventType[]
  updatedMin: number
  iCalUID: string | null
  text: string | null
  timeZone: string
  limits: { maxAttendees?: number }
}

const EVENT_TYPES: readonly EventType[] = [
  'birthday',
  'default',
  'focusTime',
  'fromGmail',
  'outOfOffice',
  'workingLocation',
]
const NOT_WITH_SYNC_TOKEN = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMax',
  'timeMin',
  'updatedMin',
]
const DAY = 86_400_000
/** How far a series without an end goes on when the request names no timeMax. */
const HORIZON = 730 * DAY
/** Google remembers deletions for about a month; older syncs have to start anew. */
const MEMORY = 30 * DAY

export function readQuery(google: Google, call: Call, calendar: Calendar): EventsQuery {
  const query = call.url.searchParams
  const single = flag(call, 'singleEvents')
  const orderBy = oneOf(call, 'orderBy', ['startTime', 'updated'], null)
  if (orderBy === 'startTime' && !single) {
    refuseParameter(call, 'orderBy', 'The requested ordering is not available for the particular query.', 'badRequest')
  }
  const timeZone = query.get('timeZone') ?? calendar.timeZone
  if (!isZone(timeZone)) refuseParameter(call, 'timeZone', `Invalid time zone: '${timeZone}'`, 'badRequest')
  const most = query.has('maxAttendees')
    ? { maxAttendees: integer(call, 'maxAttendees', { fallback: 1, most: 10_000 }) }
    : {}
  const since = syncedAt(google, call, calendar)
  return {
    window: windowOf(call, google.clock.now()),
    expand: single || calendar.accessRole === 'freeBusyReader',
    orderBy,
    showDeleted: flag(call, 'showDeleted') || since !== undefined,
    maxResults: integer(call, 'maxResults', { fallback: 250, most: 2_500 }),
    eventTypes: eventTypesOf(call),
    updatedMin: since ?? updatedMinOf(google, call),
    iCalUID: query.get('iCalUID'),
    text: query.get('q'),
    timeZone,
    limits: most,
  }
}

function windowOf(call: Call, now: number): Window {
  const from = instant(call, 'timeMin') ?? Number.NEGATIVE_INFINITY
  const to = instant(call, 'timeMax') ?? now + HORIZON
  if (call.url.searchParams.has('timeMax') && to <= from) refuse('timeRangeEmpty', call)
  return { from, to }
}

function eventTypesOf(call: Call): readonly EventType[] {
  const types = call.url.searchParams.getAll('eventTypes')
  const unknown = types.find((type) => !EVENT_TYPES.includes(type as EventType))
  if (unknown !== undefined) refuseParameter(call, 'eventTypes', `Invalid value '${unknown}'`)
  return types as EventType[]
}

/** https://developers.google.com/workspace/calendar/api/guides/sync */
function syncedAt(google: Google, call: Call, calendar: Calendar): number | undefined {
  const token = call.url.searchParams.get('syncToken')
  if (token === null) return undefined
  const restriction = NOT_WITH_SYNC_TOKEN.find((name) => call.url.searchParams.has(name))
  if (restriction) refuseParameter(call, restriction, `Sync token cannot be used with ${restriction}.`, 'badRequest')
  const synced = google.seal.open(token) as { calendar: string; since: number } | undefined
  const forgotten = synced?.calendar !== calendar.id || synced.since < google.clock.now() - MEMORY
  return forgotten ? refuse('fullSyncRequired', call) : synced.since
}

function updatedMinOf(google: Google, call: Call): number {
  const updatedMin = instant(call, 'updatedMin')
  if (updatedMin === undefined) return Number.NEGATIVE_INFINITY
  return updatedMin < google.clock.now() - MEMORY ? refuse('updatedMinTooLongAgo', call) : updatedMin
}
