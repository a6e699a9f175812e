import { escapeHtml } from '../../core/markup.ts'
import type { MicrosoftAccount } from '../account.ts'
import { textOf } from '../text.ts'
import type { Attendee, Calendar, Change, EventRecord, Mailer, Span } from './calendar.ts'

/** An event to be put into a calendar. */
export interface NewEvent {
  /** Unique in the mailbox; made from its place in the calendar by default. */
  key?: string
  /** Null by default. */
  subject?: string
  /** `2026-03-17T10:00` on the clocks of `timeZone`, or `2026-03-17` for a whole day. */
  start: string
  /** Exclusive. */
  end: string
  /** An IANA zone; the mailbox's by default. */
  timeZone?: string
  originalZone?: string
  /** `RRULE:FREQ=WEEKLY;BYDAY=TU` */
  recurrence?: string
  /** By the slot's date, for what is different there. */
  exceptions?: Readonly<Record<string, Change | 'deleted'>>
  /** The owner of the calendar by default. */
  organizer?: Mailer
  attendees?: readonly Attendee[]
  html?: string
  text?: string
  location?: string
  isCancelled?: boolean
  sensitivity?: EventRecord['sensitivity']
  showAs?: EventRecord['showAs']
  importance?: EventRecord['importance']
  /** A meeting in Teams. */
  teams?: boolean
  hasAttachments?: boolean
  categories?: readonly string[]
  created?: number
  modified?: number
}

/** Puts an event into a calendar; `now` is when it was made, unless the event says otherwise. */
export function addEvent(account: MicrosoftAccount, calendar: Calendar, event: NewEvent, now: number): EventRecord {
  const key = event.key ?? `${calendar.name} ${calendar.events.size + 1}`
  const { recurrence, exceptions, originalZone, location, teams } = event
  const created = event.created ?? now
  const record: EventRecord = {
    key,
    span: spanOf(event, event.timeZone ?? account.clock.zone),
    ...(recurrence ? { recurrence } : {}),
    ...(exceptions ? { changes: changesOf(exceptions) } : {}),
    ...(originalZone ? { originalZone } : {}),
    subject: event.subject ?? null,
    ...bodyOf(event),
    ...(location === undefined ? {} : { location }),
    organizer: event.organizer ?? calendar.owner,
    attendees: event.attendees ?? [],
    isCancelled: event.isCancelled ?? false,
    sensitivity: event.sensitivity ?? 'normal',
    showAs: event.showAs ?? 'busy',
    importance: event.importance ?? 'normal',
    ...(teams ? { joinUrl: joinUrlOf(key) } : {}),
    hasAttachments: event.hasAttachments ?? false,
    categories: event.categories ?? [],
    created,
    modified: event.modified ?? created,
  }
  calendar.events.set(key, record)
  return record
}

/** The account's calendar of this id or name, `default` for its own. Throws a RangeError when there is none. */
export function requireCalendar({ email, calendars }: MicrosoftAccount, idOrName = 'default'): Calendar {
  const isMeant = ({ id, name, isDefault }: Calendar) =>
    id === idOrName || name === idOrName || (idOrName === 'default' && isDefault)
  const found = calendars.find(isMeant)
  if (!found) throw new RangeError(`${email} has no calendar ${idOrName}`)
  return found
}

function spanOf({ start, end }: NewEvent, timeZone: string): Span {
  if (start.length === 10) return { allDay: true, start, end, timeZone }
  return { allDay: false, start: withSeconds(start), end: withSeconds(end), timeZone }
}

function changesOf(exceptions: NonNullable<NewEvent['exceptions']>): Record<string, Change | 'deleted'> {
  const changes = Object.entries(exceptions).map(([date, change]) => [
    date,
    change === 'deleted' ? change : { ...change, ...timesOf(change) },
  ])
  return Object.fromEntries(changes)
}

function timesOf({ start, end }: Change): Pick<Change, 'start' | 'end'> {
  return start && end ? { start: withSeconds(start), end: withSeconds(end) } : {}
}

function withSeconds(text: string): string {
  return text.length === 16 ? `${text}:00` : text
}

function bodyOf({ html, text }: NewEvent): { html: string; text: string } {
  if (html !== undefined) return { html, text: text ?? textOf(html) }
  return { html: text === undefined ? '' : `<div>${escapeHtml(text)}</div>`, text: text ?? '' }
}

function joinUrlOf(key: string): string {
  const thread = Buffer.from(key).toString('hex').slice(0, 32)
  return `https://teams.microsoft.com/l/meetup-join/19%3ameeting_${thread}%40thread.v2/0`
}
