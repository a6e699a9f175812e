import { createHash } from 'node:crypto'
import type { GoogleAccount } from '../account.ts'
import type { Attendee, Calendar, Change, EventRecord, EventTime, EventType } from './calendar.ts'
import { slotOf } from './occurrence.ts'

/** An event to be put into a calendar. Absent fields are absent in the event. */
export interface NewEvent {
  id?: string
  summary?: string
  description?: string
  location?: string
  /** `2026-03-17T10:00` on the clocks of `timeZone`, or `2026-03-17` for a whole day. */
  start: string
  /** Exclusive. */
  end: string
  /** The calendar's zone by default. */
  timeZone?: string
  /** `RRULE:FREQ=WEEKLY;BYDAY=TU` */
  recurrence?: string
  /** By the slot's date, for what is different there. */
  exceptions?: Readonly<Record<string, NewException>>
  organizer?: { email: string; displayName?: string; self?: boolean }
  attendees?: readonly Attendee[]
  eventType?: EventType
  status?: EventRecord['status']
  visibility?: NonNullable<EventRecord['visibility']>
  /** A video meeting at meet.google.com. */
  meet?: boolean
  created?: number
  updated?: number
  /** Any further field in Google's form. */
  fields?: Readonly<Record<string, unknown>>
}

export type NewException = 'cancelled' | { start: string; end: string; summary?: string }

/** Puts an event into a calendar; `now` is when it was made, unless the event says otherwise. */
export function addEvent(calendar: Calendar, event: NewEvent, now: number): EventRecord {
  const timeZone = event.timeZone ?? calendar.timeZone
  const id = event.id ?? idFor(calendar, event)
  const changes = changesOf(event, timeZone)
  const record: EventRecord = {
    id,
    status: event.status ?? 'confirmed',
    start: timeOf(event.start, timeZone),
    end: timeOf(event.end, timeZone),
    eventType: event.eventType ?? 'default',
    created: event.created ?? now,
    updated: event.updated ?? event.created ?? now,
    fields: fieldsOf(event, id),
    ...(event.visibility ? { visibility: event.visibility } : {}),
    ...(event.recurrence ? { recurrence: event.recurrence } : {}),
    ...(event.attendees ? { attendees: event.attendees } : {}),
    ...(changes ? { changes } : {}),
  }
  calendar.events.set(id, record)
  return record
}

/** What deleting an event does: it stays behind as a cancelled one. False when there is no such event. */
export function cancelEvent(calendar: Calendar, id: string, now: number): boolean {
  const record = calendar.events.get(id)
  if (record) calendar.events.set(id, { ...record, status: 'cancelled', updated: now })
  return record !== undefined
}

/** The account's calendar of this id, `primary` included. Throws a RangeError when there is none. */
export function requireCalendar({ email, calendars }: GoogleAccount, id: string): Calendar {
  const found = calendars.find((calendar) => calendar.id === id || (id === 'primary' && calendar.primary))
  if (!found) throw new RangeError(`${email} has no calendar ${id}`)
  return found
}

function timeOf(text: string, timeZone: string): EventTime {
  if (text.length === 10) return { date: text }
  return { dateTime: text.length === 16 ? `${text}:00` : text, timeZone }
}

/** Base32hex, as Calendar demands of ids; the same for the same event, so that the sample data never change. */
function idFor(calendar: Calendar, event: NewEvent): string {
  const digest = createHash('sha1').update(JSON.stringify([calendar.id, calendar.events.size, event]))
  return BigInt(`0x${digest.digest('hex')}`)
    .toString(32)
    .slice(0, 26)
}

function changesOf({ start, exceptions }: NewEvent, timeZone: string): Record<string, Change> | undefined {
  if (!exceptions) return undefined
  // A slot has the series' time of day, whatever time its exception has.
  const timeOfDay = slotOf(timeOf(start, timeZone)).slice(10)
  const changes = Object.entries(exceptions).map(([date, exception]) => [
    date + timeOfDay,
    changeOf(exception, timeZone),
  ])
  return Object.fromEntries(changes)
}

function changeOf(exception: NewException, timeZone: string): Change {
  if (exception === 'cancelled') return { status: 'cancelled' }
  const { start, end, summary } = exception
  return {
    start: timeOf(start, timeZone),
    end: timeOf(end, timeZone),
    ...(summary === undefined ? {} : { fields: { summary } }),
  }
}

function fieldsOf(
  { summary, description, location, organizer, meet, fields }: NewEvent,
  id: string,
): Record<string, unknown> {
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(location === undefined ? {} : { location }),
    ...(organizer ? { creator: organizer, organizer } : {}),
    ...(meet ? meetFields(id) : {}),
    reminders: { useDefault: true },
    ...fields,
  }
}

function meetFields(id: string): Record<string, unknown> {
  const letters = [...id]
    .map((digit) => String.fromCharCode(97 + (Number.parseInt(digit, 32) % 26)))
    .join('')
    .padEnd(10, 'x')
  const code = `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7, 10)}`
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
