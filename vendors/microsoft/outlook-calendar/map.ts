import type {
  DateTimeTimeZone,
  Attendee as GraphAttendee,
  Calendar as GraphCalendar,
  Event as GraphEvent,
  NullableOption,
  ResponseType,
} from '@microsoft/microsoft-graph-types'
import type { Attendee, Calendar, Event } from '../../../src/contract/index.ts'
import { htmlToText } from '../../../src/kit/html.ts'
import { toPerson } from '../../../src/kit/people.ts'
import { startOfDay } from '../../../src/kit/time.ts'
import { omitEmpty } from '../../../src/runtime/omit.ts'
import { toInstant } from '../times.ts'
import { toIana } from '../zones.ts'

/** A calendar as the user's list of calendars describes it. */
export interface CalendarEntry {
  id: string
  title?: string
  /** Title and id, for warnings. */
  label: string
  /** Of the mailbox: a calendar of Outlook has none of its own. */
  timeZone: string
  /** Whether another person's private events are shown with their details. */
  showsPrivate: boolean
}

/** Undefined for what has no id. */
export function toCalendarEntry(item: GraphCalendar, timeZone: string): CalendarEntry | undefined {
  if (!item?.id) return undefined
  const { id, name, canViewPrivateItems } = item
  return {
    id,
    ...(name ? { title: name } : {}),
    label: name ? `“${name}” (${id})` : `“${id}”`,
    timeZone,
    showsPrivate: canViewPrivateItems !== false,
  }
}

export function toCalendar(
  { id, title, timeZone }: CalendarEntry,
  events: Event[],
  { provider, application }: { provider: string; application: string },
): Calendar {
  return {
    blockType: 'calendar',
    provider,
    application,
    externalId: id,
    ...(title === undefined ? {} : { title }),
    timeZone,
    events,
  }
}

/** Throws when the event lacks an id or times that can be read. https://learn.microsoft.com/graph/api/resources/event */
export function toEvent(item: GraphEvent, calendar: CalendarEntry): Event {
  if (!item.id) throw new TypeError('an event without an id')
  const { organizer, seriesMasterId, sensitivity, originalStart } = item
  return {
    blockType: 'event',
    // The same meeting may stand in several calendars of a person.
    externalId: `${calendar.id}/${item.id}`,
    title: toTitle(item, calendar),
    ...readTimes(item, calendar.timeZone),
    attendees: (item.attendees ?? []).flatMap((attendee) => toAttendee(attendee) ?? []),
    ...omitEmpty({
      uri: item.webLink,
      location: item.location?.displayName,
      description: toText(item.body),
      organizedBy: toPerson(organizer?.emailAddress?.address, organizer?.emailAddress?.name),
      status: toStatus(item),
      conferenceUrl: item.onlineMeeting?.joinUrl || item.onlineMeetingUrl,
      recurringExternalId: seriesMasterId && `${calendar.id}/${seriesMasterId}`,
      dateOriginalStart: item.isAllDay ? toMidnight(originalStart, calendar.timeZone) : toInstant(originalStart),
      iCalUid: item.iCalUId,
      visibility: sensitivity === 'normal' ? undefined : sensitivity,
      busy: toBusy(item),
      dateUpdated: toInstant(item.lastModifiedDateTime),
    }),
  }
}

/** Where private events are hidden, Outlook puts a word of its own in the place of the title. */
function toTitle({ subject, sensitivity }: GraphEvent, { showsPrivate }: CalendarEntry): string {
  const isPrivate = sensitivity === 'private' || sensitivity === 'confidential'
  if (isPrivate && !(showsPrivate && subject)) return 'Busy'
  return subject || '(no title)'
}

const DAY_MS = 86_400_000

/** Whatever zone is asked for, an all-day event goes from midnight to midnight: its dates are days of the mailbox. */
function readTimes({ isAllDay, start, end, originalStartTimeZone }: GraphEvent, mailboxZone: string) {
  const [dateStart, given] = [start, end].map((time) => readTime(time, isAllDay ? mailboxZone : undefined))
  if (dateStart === undefined) throw new TypeError('an event without a start')
  const least = dateStart + (isAllDay ? DAY_MS : 0)
  const dateEnd = given === undefined || given < dateStart || (isAllDay && given === dateStart) ? least : given
  const timeZone = isAllDay ? mailboxZone : toIana(originalStartTimeZone)
  return { dateStart, dateEnd, ...(isAllDay ? { allDay: true } : {}), ...(timeZone ? { timeZone } : {}) }
}

/** Times come as we prefer them, in UTC; in any other zone we would be an hour or more off without a sign of it. */
function readTime(time: NullableOption<DateTimeTimeZone> | undefined, allDayZone: string | undefined) {
  if (!time?.dateTime) return undefined
  if (allDayZone !== undefined) return toMidnight(time.dateTime, allDayZone)
  if (toIana(time.timeZone) !== 'UTC') throw new TypeError(`a time in the zone ${time.timeZone}`)
  return toInstant(time.dateTime.replace(/Z?$/, 'Z'))
}

/** The date that a date and time begins with, as the first instant of that day. */
function toMidnight(dateTime: string | null | undefined, timeZone: string): number | undefined {
  return dateTime ? startOfDay(dateTime.slice(0, 10), timeZone) : undefined
}

function toAttendee({ type, status, emailAddress }: GraphAttendee): Attendee | undefined {
  const person = type === 'resource' ? undefined : toPerson(emailAddress?.address, emailAddress?.name)
  if (!person) return undefined
  return {
    ...person,
    responseStatus: RESPONSES[status?.response ?? 'none'] ?? 'none',
    ...(type === 'optional' ? { optional: true } : {}),
  }
}

const RESPONSES: Readonly<Partial<Record<ResponseType, Attendee['responseStatus']>>> = {
  organizer: 'accepted',
  accepted: 'accepted',
  tentativelyAccepted: 'tentative',
  declined: 'declined',
}

function toStatus({ isCancelled, showAs }: GraphEvent): Event['status'] {
  if (isCancelled) return 'cancelled'
  return showAs === 'tentative' ? 'tentative' : 'confirmed'
}

function toBusy({ showAs }: GraphEvent): boolean | undefined {
  if (!showAs || showAs === 'unknown') return undefined
  return showAs !== 'free' && showAs !== 'workingElsewhere'
}

/** Bodies are asked for as text, and come as HTML all the same where Exchange has no text of them. */
function toText(body: GraphEvent['body']): string {
  const content = body?.content ?? ''
  return body?.contentType === 'html' ? htmlToText(content) : content.replace(/\r\n?/g, '\n').trim()
}
