import { Address } from './addresses.ts'
import { ConnectedProvider } from './credential.ts'
import { PersonReference } from './person.ts'
import { EpochMs, type Static, StringEnum, Type } from './schema.ts'
import { DateEnd, DateStart, provenance } from './sync.ts'

/** A person invited to an event, with their response. */
export const Attendee = Type.Object({
  ...PersonReference.properties,
  responseStatus: Type.Optional(StringEnum(['accepted', 'declined', 'tentative', 'none'])),
  optional: Type.Optional(Type.Boolean()),
})
export type Attendee = Static<typeof Attendee>

/**
 * One occurrence of an event. An all-day event starts and ends at midnight in the calendar's time zone; its end is the
 * midnight after its last day.
 */
export const Event = Type.Object(
  {
    blockType: Type.Literal('event'),
    externalId: provenance.externalId,
    uri: Type.Optional(Address()),
    title: Type.String(),
    dateStart: EpochMs('Start'),
    dateEnd: EpochMs('End, exclusive'),
    allDay: Type.Optional(Type.Boolean()),
    timeZone: Type.Optional(Type.String({ description: 'IANA name' })),
    location: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    organizedBy: Type.Optional(PersonReference),
    attendees: Type.Array(Attendee),
    status: Type.Optional(StringEnum(['confirmed', 'tentative', 'cancelled'])),
    conferenceUrl: Type.Optional(Address()),
    recurrence: Type.Optional(Type.Array(Type.String(), { description: 'RRULE lines' })),
    recurringExternalId: Type.Optional(Type.String()),
    dateOriginalStart: Type.Optional(EpochMs('Original start of this occurrence in its series')),
    iCalUid: Type.Optional(Type.String()),
    visibility: Type.Optional(Type.String()),
    busy: Type.Optional(Type.Boolean()),
    dateUpdated: Type.Optional(EpochMs('Last change at the vendor')),
  },
  {
    aliases: {
      summary: 'title',
      subject: 'title',
      start: 'dateStart',
      end: 'dateEnd',
      organizer: 'organizedBy',
      participants: 'attendees',
      htmlLink: 'uri',
    },
    accept: readEventEnd,
  },
)
export type Event = Static<typeof Event>

const DAY_MS = 86_400_000

/** An all-day event without an end lasts one day; any other event without an end has no duration. */
function readEventEnd(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || 'dateEnd' in event || 'end' in event) return event
  const start = 'dateStart' in event ? event.dateStart : 'start' in event ? event.start : undefined
  if (typeof start !== 'number') return event
  return { ...event, dateEnd: 'allDay' in event && event.allDay === true ? start + DAY_MS : start }
}

/** A calendar and its events in the requested window. */
export const Calendar = Type.Object({
  blockType: Type.Literal('calendar'),
  ...provenance,
  uri: Type.Optional(Address()),
  title: Type.Optional(Type.String()),
  timeZone: Type.String({ minLength: 1, description: 'IANA name' }),
  events: Type.Array(Event),
})
export type Calendar = Static<typeof Calendar>

/** The events to read. `limit` is the maximum number of events per calendar, earliest first. */
export const CalendarFilter = Type.Object({
  dateStart: DateStart,
  dateEnd: DateEnd,
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type CalendarFilter = Static<typeof CalendarFilter>

export const SyncCalendarRequest = Type.Object(
  { connectedProvider: ConnectedProvider, calendarFilter: CalendarFilter },
  { aliases: { filter: 'calendarFilter' } },
)
export type SyncCalendarRequest = Static<typeof SyncCalendarRequest>
