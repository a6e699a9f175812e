import { createHash } from 'node:crypto'
import { escapeHtml } from '../../core/html/markup.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { MicrosoftAccount } from '../account.ts'
import { htmlToText } from '../api/html-text.ts'
import type { Attendee, Calendar, EmailAddress, EventRecord, OccurrenceOverride, Span } from './model.ts'

/** An event to add to a calendar. */
export interface NewEvent {
  /** Unique in the mailbox. By default it is derived from the name of the calendar. */
  key?: string
  /** Null by default. */
  subject?: string
  /** `2026-03-17T10:00` in `timeZone`, or `2026-03-17` for an all-day event. */
  start: string
  /** Exclusive. */
  end: string
  /** An IANA zone, by default that of the mailbox. */
  timeZone?: string
  originalZone?: string
  /** `RRULE:FREQ=WEEKLY;BYDAY=TU` */
  recurrence?: string
  /** By the original date of the occurrence. */
  exceptions?: Readonly<Record<string, OccurrenceOverride | 'deleted'>>
  /** The owner of the calendar by default. */
  organizer?: EmailAddress
  attendees?: readonly Attendee[]
  html?: string
  text?: string
  location?: string
  isCancelled?: boolean
  sensitivity?: EventRecord['sensitivity']
  showAs?: EventRecord['showAs']
  importance?: EventRecord['importance']
  /** Makes it a Teams meeting: with a join URL of its own, or with this one. */
  teams?: boolean | string
  hasAttachments?: boolean
  categories?: readonly string[]
  created?: number
  modified?: number
}

/** Adds an event to a calendar. `now` (epoch ms) is its default creation time. */
export function addEvent(account: MicrosoftAccount, calendar: Calendar, event: NewEvent, now: number): EventRecord {
  const key = event.key ?? `${calendar.name} ${calendar.events.size + 1}`
  const { recurrence, exceptions, originalZone, location, teams } = event
  const created = event.created ?? now
  const record: EventRecord = omitUndefined({
    key,
    span: toSpan(event, event.timeZone ?? account.clock.zone),
    recurrence: recurrence || undefined,
    overrides: exceptions && toOverrides(exceptions),
    originalZone: originalZone || undefined,
    subject: event.subject ?? null,
    ...toBody(event),
    location,
    organizer: event.organizer ?? calendar.owner,
    attendees: event.attendees ?? [],
    isCancelled: event.isCancelled ?? false,
    sensitivity: event.sensitivity ?? 'normal',
    showAs: event.showAs ?? 'busy',
    importance: event.importance ?? 'normal',
    joinUrl: teams === true ? createJoinUrl(account, key) : teams || undefined,
    hasAttachments: event.hasAttachments ?? false,
    categories: event.categories ?? [],
    created,
    modified: event.modified ?? created,
  })
  calendar.events.set(key, record)
  return record
}

/** Finds a calendar by id, name, or `default`. Throws a RangeError when there is none. */
export function requireCalendar({ email, calendars }: MicrosoftAccount, idOrName = 'default'): Calendar {
  const isRequested = ({ id, name, isDefault }: Calendar) =>
    id === idOrName || name === idOrName || (idOrName === 'default' && isDefault)
  const calendar = calendars.find(isRequested)
  if (!calendar) throw new RangeError(`${email} has no calendar ${idOrName}`)
  return calendar
}

function toSpan({ start, end }: NewEvent, timeZone: string): Span {
  if (start.length === 10) return { allDay: true, start, end, timeZone }
  return { allDay: false, start: withSeconds(start), end: withSeconds(end), timeZone }
}

function toOverrides(exceptions: NonNullable<NewEvent['exceptions']>): Record<string, OccurrenceOverride | 'deleted'> {
  const overrides = Object.entries(exceptions).map(([date, exception]) => [
    date,
    exception === 'deleted' ? exception : { ...exception, ...toTimes(exception) },
  ])
  return Object.fromEntries(overrides)
}

function toTimes({ start, end }: OccurrenceOverride): Pick<OccurrenceOverride, 'start' | 'end'> {
  return start && end ? { start: withSeconds(start), end: withSeconds(end) } : {}
}

function withSeconds(text: string): string {
  return text.length === 16 ? `${text}:00` : text
}

function toBody({ html, text }: NewEvent): { html: string; text: string } {
  if (html !== undefined) return { html, text: text ?? htmlToText(html) }
  return { html: text === undefined ? '' : `<div>${escapeHtml(text)}</div>`, text: text ?? '' }
}

/** The URL is escaped in lower case and has to be escaped once more in a query. */
function createJoinUrl({ tenant, objectId }: MicrosoftAccount, key: string): string {
  const thread = createHash('sha1').update(key).digest('hex').slice(0, 32)
  const context = `%7b%22Tid%22%3a%22${tenant}%22%2c%22Oid%22%3a%22${objectId}%22%7d`
  return `https://teams.microsoft.com/l/meetup-join/19%3ameeting_${thread}%40thread.v2/0?context=${context}`
}
