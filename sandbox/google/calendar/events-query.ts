import type { HttpRequest } from '../../core/http/request.ts'
import { isTimeZone } from '../../core/time/zones.ts'
import { throwError, throwInvalidParameter } from '../api/errors.ts'
import { parseBoolean, parseEnum, parseInstant, parseInteger } from '../api/parameters.ts'
import type { GoogleState } from '../state.ts'
import type { Calendar, EventType } from './model.ts'
import type { Window } from './occurrence.ts'

/** The validated parameters of events.list. */
export interface EventsQuery {
  window: Window
  /** `singleEvents`; always true for access below `reader`. */
  expand: boolean
  orderBy: 'startTime' | 'updated' | null
  showDeleted: boolean
  maxResults: number
  eventTypes: readonly EventType[]
  /** Epoch ms. */
  updatedMin: number
  iCalUID: string | null
  text: string | null
  timeZone: string
  /** Attendees that are listed at most for an event. */
  maxAttendees: number
}

const EVENT_TYPES: readonly EventType[] = [
  'birthday',
  'default',
  'focusTime',
  'fromGmail',
  'outOfOffice',
  'workingLocation',
]
const INCOMPATIBLE_WITH_SYNC_TOKEN = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMax',
  'timeMin',
  'updatedMin',
]
const DAY_MS = 86_400_000
/** How far an endless series is expanded when the request has no `timeMax`. */
const DEFAULT_HORIZON_MS = 730 * DAY_MS
/** Google remembers deletions for about a month; clients with older sync tokens have to start over. */
const MAX_SYNC_AGE_MS = 30 * DAY_MS

export function parseEventsQuery(google: GoogleState, request: HttpRequest, calendar: Calendar): EventsQuery {
  const query = request.url.searchParams
  const singleEvents = parseBoolean(request, 'singleEvents')
  const orderBy = parseEnum(request, 'orderBy', ['startTime', 'updated'], null)
  if (orderBy === 'startTime' && !singleEvents) {
    const message = 'The requested ordering is not available for the particular query.'
    throwInvalidParameter(request, 'orderBy', message, 'badRequest')
  }
  const timeZone = query.get('timeZone') ?? calendar.timeZone
  if (!isTimeZone(timeZone)) {
    throwInvalidParameter(request, 'timeZone', `Invalid time zone: '${timeZone}'`, 'badRequest')
  }
  const maxAttendees = query.has('maxAttendees')
    ? parseInteger(request, 'maxAttendees', { fallback: 1, max: 10_000 })
    : undefined
  const syncedAt = parseSyncToken(google, request, calendar)
  return {
    window: parseWindow(request, google.clock.now()),
    expand: singleEvents || calendar.accessRole === 'freeBusyReader',
    orderBy,
    showDeleted: parseBoolean(request, 'showDeleted') || syncedAt !== undefined,
    maxResults: parseInteger(request, 'maxResults', { fallback: 250, max: 2_500 }),
    eventTypes: parseEventTypes(request),
    updatedMin: syncedAt ?? parseUpdatedMin(google, request),
    iCalUID: query.get('iCalUID'),
    text: query.get('q'),
    timeZone,
    maxAttendees: Math.min(maxAttendees ?? Number.POSITIVE_INFINITY, google.settings.listedAttendees),
  }
}

function parseWindow(request: HttpRequest, now: number): Window {
  const from = parseInstant(request, 'timeMin') ?? Number.NEGATIVE_INFINITY
  const to = parseInstant(request, 'timeMax') ?? now + DEFAULT_HORIZON_MS
  if (request.url.searchParams.has('timeMax') && to <= from) throwError('timeRangeEmpty', request)
  return { from, to }
}

function parseEventTypes(request: HttpRequest): readonly EventType[] {
  const types = request.url.searchParams.getAll('eventTypes')
  const unknown = types.find((type) => !EVENT_TYPES.includes(type as EventType))
  if (unknown !== undefined) throwInvalidParameter(request, 'eventTypes', `Invalid value '${unknown}'`)
  return types as EventType[]
}

/**
 * Returns when the client last synced (epoch ms); undefined when the request has no sync token
 * (https://developers.google.com/workspace/calendar/api/guides/sync).
 */
function parseSyncToken(google: GoogleState, request: HttpRequest, calendar: Calendar): number | undefined {
  const query = request.url.searchParams
  const token = query.get('syncToken')
  if (token === null) return undefined
  const parameter = INCOMPATIBLE_WITH_SYNC_TOKEN.find((name) => query.has(name))
  if (parameter) {
    throwInvalidParameter(request, parameter, `Sync token cannot be used with ${parameter}.`, 'badRequest')
  }
  const content = google.tokens.decode(token) as { calendar: string; since: number } | undefined
  const isExpired = content?.calendar !== calendar.id || content.since < google.clock.now() - MAX_SYNC_AGE_MS
  return isExpired ? throwError('fullSyncRequired', request) : content.since
}

function parseUpdatedMin(google: GoogleState, request: HttpRequest): number {
  const updatedMin = parseInstant(request, 'updatedMin')
  if (updatedMin === undefined) return Number.NEGATIVE_INFINITY
  return updatedMin < google.clock.now() - MAX_SYNC_AGE_MS ? throwError('updatedMinTooLongAgo', request) : updatedMin
}
