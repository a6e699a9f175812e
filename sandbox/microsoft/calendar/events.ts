import { userContext } from '../context.ts'
import type { Microsoft } from '../microsoft.ts'
import { isOutlookId } from '../outlook-ids.ts'
import { selectionOf, selector } from '../query/select.ts'
import { READS_CALENDARS, readsBodies } from '../scopes.ts'
import type { Visit } from '../visit.ts'
import type { Calendar, EventRecord } from './calendar.ts'
import { calendarOf } from './calendars.ts'
import { EVENT } from './event-fields.ts'
import { eventIds, occurrenceIds } from './event-ids.ts'
import { type Rendering, toEventJson } from './event-json.ts'
import { writtenZone } from './event-times.ts'
import { type Occurrence, occurrenceOn, slotDates, wholeOf } from './occurrence.ts'

/** https://learn.microsoft.com/graph/api/event-get; an event, an occurrence or a master, under either of its ids. */
export function getEvent(microsoft: Microsoft, visit: Visit): object {
  const { account, call, refuse } = visit
  const { eventId = '', calendarId } = call.params
  if (!isOutlookId(eventId)) refuse('ErrorInvalidIdMalformed')
  const calendars = calendarId === undefined ? account.calendars : [calendarOf(microsoft, visit)]
  for (const calendar of calendars.filter(({ broken }) => !broken)) {
    const occurrence = findEvent(calendar, eventId, microsoft.clock.now())
    if (!occurrence) continue
    const json = toEventJson(occurrence, renderingFor(microsoft, visit, calendar))
    return { ...userContext(visit, `events${selectionOf(visit)}/$entity`), ...selector(visit, EVENT)(json) }
  }
  return refuse('ErrorItemNotFound')
}

export function renderingFor({ settings }: Microsoft, visit: Visit, calendar: Calendar): Rendering {
  const { account, prefer, scopes } = visit
  const withBody = readsBodies(scopes, READS_CALENDARS)
  return { account, calendar, prefer, zone: writtenZone(prefer, account, settings), withBody }
}

/** Series without an end are looked through for as long as a view may reach. */
function findEvent(calendar: Calendar, id: string, now: number): Occurrence | undefined {
  const last = new Date(now + 1825 * 86_400_000).toISOString().slice(0, 10)
  const has = (ids: { mutable: string; immutable: string }) => ids.mutable === id || ids.immutable === id
  for (const record of calendar.events.values()) {
    if (has(eventIds(record, calendar))) return wholeOf(record)
    const found = occurrencesOf(record, last).find((occurrence) => has(occurrenceIds(occurrence, calendar)))
    if (found) return found
  }
  return undefined
}

function occurrencesOf(record: EventRecord, last: string): Occurrence[] {
  if (record.recurrence === undefined) return []
  return slotDates(record, last).flatMap((slot) => occurrenceOn(record, slot) ?? [])
}
