import type { GraphRequest } from '../api/graph-request.ts'
import { userOdataContext } from '../api/odata-context.ts'
import { isOutlookId } from '../api/outlook-ids.ts'
import { canReadBodies, READS_CALENDARS } from '../oauth/scopes.ts'
import { createSelector, formatSelection } from '../query/select.ts'
import type { MicrosoftState } from '../state.ts'
import { EVENT } from './event-fields.ts'
import { eventIds, occurrenceIds } from './event-ids.ts'
import { type Rendering, toEventJson } from './event-json.ts'
import { resolveOutputTimeZone } from './event-times.ts'
import { resolveCalendar } from './list.ts'
import type { Calendar, EventRecord } from './model.ts'
import { type Occurrence, occurrenceAt, originalDates, toBaseOccurrence } from './occurrence.ts'
import { DAY_MS, MAX_DAYS } from './window.ts'

/** Returns an event, occurrence or series master by either of its ids (https://learn.microsoft.com/graph/api/event-get). */
export function getEvent(microsoft: MicrosoftState, request: GraphRequest): object {
  const { account, http, fail } = request
  const { eventId = '', calendarId } = http.params
  if (!isOutlookId(eventId)) fail('ErrorInvalidIdMalformed')
  const calendars = calendarId === undefined ? account.calendars : [resolveCalendar(microsoft, request)]
  for (const calendar of calendars.filter(({ eventsError }) => !eventsError)) {
    const occurrence = findEvent(calendar, eventId, microsoft.clock.now())
    if (!occurrence) continue
    const json = toEventJson(occurrence, createRendering(microsoft, request, calendar))
    return {
      ...userOdataContext(request, `events${formatSelection(request)}/$entity`),
      ...createSelector(request, EVENT)(json),
    }
  }
  return fail('ErrorItemNotFound')
}

export function createRendering({ settings }: MicrosoftState, request: GraphRequest, calendar: Calendar): Rendering {
  const { account, prefer, scopes } = request
  const withBody = canReadBodies(scopes, READS_CALENDARS)
  return { account, calendar, prefer, zone: resolveOutputTimeZone(prefer, account, settings), withBody }
}

/** Occurrences of series without an end are searched up to the maximum length of a view after `now`. */
function findEvent(calendar: Calendar, id: string, now: number): Occurrence | undefined {
  const last = new Date(now + MAX_DAYS * DAY_MS).toISOString().slice(0, 10)
  const hasId = (ids: { mutable: string; immutable: string }) => ids.mutable === id || ids.immutable === id
  for (const record of calendar.events.values()) {
    if (hasId(eventIds(record, calendar))) return toBaseOccurrence(record)
    const occurrences = expandSeries(record, last)
    const occurrence = occurrences.find((candidate) => hasId(occurrenceIds(candidate, calendar)))
    if (occurrence) return occurrence
  }
  return undefined
}

function expandSeries(record: EventRecord, last: string): Occurrence[] {
  if (record.recurrence === undefined) return []
  return originalDates(record, last).flatMap((date) => occurrenceAt(record, date) ?? [])
}
