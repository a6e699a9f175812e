import { createHash } from 'node:crypto'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { Attendee, Calendar, EventRecord, EventTime, EventType, Override } from './model.ts'
import { toSlotKey } from './occurrence.ts'

/** Input for a new event. Fields that are absent here are absent in the event. */
export interface NewEvent {
  id?: string
  summary?: string
  description?: string
  location?: string
  /** Local time in `timeZone`, such as `2026-03-17T10:00`, or a date such as `2026-03-17` for an all-day event. */
  start: string
  /** Exclusive. */
  end: string
  /** The calendar's time zone by default. */
  timeZone?: string
  /** `RRULE:FREQ=WEEKLY;BYDAY=TU` */
  recurrence?: string
  /** The instances that differ from the series, by the date that the rule gives them. */
  exceptions?: Readonly<Record<string, NewException>>
  organizer?: { email: string; displayName?: string; self?: boolean }
  attendees?: readonly Attendee[]
  eventType?: EventType
  status?: EventRecord['status']
  visibility?: NonNullable<EventRecord['visibility']>
  /** Adds a video meeting at meet.google.com, with this meeting code if there is one: `abc-mnop-xyz`. */
  meet?: boolean | string
  /** Epoch ms. */
  created?: number
  /** Epoch ms. */
  updated?: number
  /** Further fields in Google's format. */
  fields?: Readonly<Record<string, unknown>>
}

export type NewException = 'cancelled' | { start: string; end: string; summary?: string }

/** Adds an event to a calendar. `now` (epoch ms) is the default of `created`. */
export function addEvent(calendar: Calendar, event: NewEvent, now: number): EventRecord {
  const timeZone = event.timeZone ?? calendar.timeZone
  const id = event.id ?? createEventId(calendar, event)
  const record: EventRecord = omitUndefined({
    id,
    status: event.status ?? 'confirmed',
    start: toEventTime(event.start, timeZone),
    end: toEventTime(event.end, timeZone),
    eventType: event.eventType ?? 'default',
    created: event.created ?? now,
    updated: event.updated ?? event.created ?? now,
    fields: toFields(event, id),
    visibility: event.visibility || undefined,
    recurrence: event.recurrence || undefined,
    attendees: event.attendees ?? undefined,
    overrides: toOverrides(event, timeZone),
  })
  calendar.events.set(id, record)
  return record
}

/** Deletes an event as Google does: it remains with the status `cancelled`. Returns false if it does not exist. */
export function cancelEvent(calendar: Calendar, id: string, now: number): boolean {
  const record = calendar.events.get(id)
  if (record) calendar.events.set(id, { ...record, status: 'cancelled', updated: now })
  return record !== undefined
}

function toEventTime(text: string, timeZone: string): EventTime {
  if (text.length === 10) return { date: text }
  return { dateTime: text.length === 16 ? `${text}:00` : text, timeZone }
}

/** Calendar requires base32hex. The same event always gets the same id, so that the sample data are stable. */
function createEventId(calendar: Calendar, event: NewEvent): string {
  const digest = createHash('sha1').update(JSON.stringify([calendar.id, calendar.events.size, event]))
  return BigInt(`0x${digest.digest('hex')}`)
    .toString(32)
    .slice(0, 26)
}

function toOverrides({ start, exceptions }: NewEvent, timeZone: string): Record<string, Override> | undefined {
  if (!exceptions) return undefined
  // Overrides are keyed by the time of day of the series, even if the exception takes place at another time.
  const timeOfDay = toSlotKey(toEventTime(start, timeZone)).slice(10)
  return Object.fromEntries(
    Object.entries(exceptions).map(([date, exception]) => [date + timeOfDay, toOverride(exception, timeZone)]),
  )
}

function toOverride(exception: NewException, timeZone: string): Override {
  if (exception === 'cancelled') return { status: 'cancelled' }
  const { start, end, summary } = exception
  return omitUndefined({
    start: toEventTime(start, timeZone),
    end: toEventTime(end, timeZone),
    fields: summary === undefined ? undefined : { summary },
  })
}

function toFields(
  { summary, description, location, organizer, meet, fields }: NewEvent,
  id: string,
): Record<string, unknown> {
  return {
    ...omitUndefined({ summary, description, location, creator: organizer, organizer }),
    ...(meet ? toMeetFields(meet === true ? createMeetingCode(id) : meet) : undefined),
    reminders: { useDefault: true },
    ...fields,
  }
}

function createMeetingCode(id: string): string {
  const letters = [...id]
    .map((digit) => String.fromCharCode(97 + (Number.parseInt(digit, 32) % 26)))
    .join('')
    .padEnd(10, 'x')
  return `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7, 10)}`
}

function toMeetFields(code: string): Record<string, unknown> {
  const uri = `https://meet.google.com/${code}`
  return {
    hangoutLink: uri,
    conferenceData: {
      entryPoints: [{ entryPointType: 'video', uri, label: uri.slice('https://'.length) }],
      conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
      conferenceId: code,
    },
  }
}
