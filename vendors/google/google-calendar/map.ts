import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import type { Attendee, Calendar, Event, PersonReference } from '../../../src/contract/index.ts'
import { htmlToText } from '../../../src/kit/html.ts'
import { toPerson } from '../../../src/kit/people.ts'
import { isTimeZone, startOfDay, toEpochMs } from '../../../src/kit/time.ts'
import { omitEmpty, omitUndefined } from '../../../src/runtime/omit.ts'

/** A calendar as described in the user's list of calendars. */
export interface CalendarEntry {
  id: string
  title?: string
  /** Title and id, for warnings. */
  label: string
  timeZone: string
  /** Whether the user may read busy times only, without titles. */
  busyOnly: boolean
  warnings: string[]
}

/** Returns undefined for a calendar that was removed from the list. */
export function toCalendarEntry(item: calendar_v3.Schema$CalendarListEntry): CalendarEntry | undefined {
  if (!item?.id || item.deleted) return undefined
  const title = item.summaryOverride ?? item.summary ?? undefined
  const label = title && title !== item.id ? `“${title}” (${item.id})` : `“${item.id}”`
  const hasTimeZone = item.timeZone && isTimeZone(item.timeZone)
  return omitUndefined({
    id: item.id,
    title,
    label,
    timeZone: hasTimeZone ? (item.timeZone as string) : 'UTC',
    busyOnly: item.accessRole === 'freeBusyReader',
    warnings: hasTimeZone
      ? []
      : [`The time zone of the calendar ${label} is unknown: “${item.timeZone ?? ''}”. UTC is used.`],
  })
}

/** The page of a calendar shows it to everybody who may see it. https://support.google.com/calendar/answer/41207 */
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
    uri: `https://calendar.google.com/calendar/embed?src=${encodeURIComponent(id)}`,
    ...omitUndefined({ title }),
    timeZone,
    events,
  }
}

/** Whether an item is Google's stub of a deleted event, which has no start. */
export function isDeletedStub(item: calendar_v3.Schema$Event): boolean {
  return item.status === 'cancelled' && !item.start
}

/** Converts an event to the contract's Event. Throws TypeError if it has no id or no readable start. */
export function toEvent(item: calendar_v3.Schema$Event, calendar: CalendarEntry): Event {
  if (!item.id) throw new TypeError('an event without an id')
  const { organizer, recurringEventId, visibility } = item
  const times = toTimes(item, calendar.timeZone)
  return {
    blockType: 'event',
    // A meeting has the same id in several calendars of a user.
    externalId: `${calendar.id}/${item.id}`,
    title: item.summary || toFallbackTitle(item, calendar),
    ...times,
    attendees: (item.attendees ?? []).flatMap((attendee) => toAttendee(attendee) ?? []),
    busy: item.transparency !== 'transparent',
    ...omitEmpty({
      uri: item.htmlLink,
      location: item.location,
      description: item.description && toText(item.description),
      organizedBy: organizer && toRealPerson(organizer.email, organizer.displayName),
      status: STATUSES.find((status) => status === item.status),
      conferenceUrl: toConferenceUrl(item),
      recurringExternalId: recurringEventId && `${calendar.id}/${recurringEventId}`,
      dateOriginalStart: item.originalStartTime && toInstant(item.originalStartTime, calendar.timeZone),
      iCalUid: item.iCalUID,
      visibility: visibility ?? (calendar.busyOnly ? 'private' : undefined),
      dateUpdated: toEpochMs(item.updated),
    }),
  }
}

const STATUSES = ['confirmed', 'tentative', 'cancelled'] as const
const DAY_MS = 86_400_000

/**
 * The dates of an all-day event have no zone: they are days in the calendar's zone, and the end is exclusive.
 * https://developers.google.com/workspace/calendar/api/concepts/events-calendars
 */
function toTimes({ start, end, endTimeUnspecified }: calendar_v3.Schema$Event, calendarZone: string) {
  const dateStart = start ? toInstant(start, calendarZone) : undefined
  if (start === undefined || dateStart === undefined) throw new TypeError('an event without a start')
  const allDay = Boolean(start.date)
  const fallbackEnd = dateStart + (allDay ? DAY_MS : 0)
  // Google sends an end with `endTimeUnspecified` for old clients only: https://developers.google.com/workspace/calendar/api/v3/reference/events
  const instantEnd = end && !endTimeUnspecified ? toInstant(end, calendarZone) : undefined
  const isBeforeStart = instantEnd === undefined || instantEnd < dateStart
  const dateEnd = isBeforeStart || (allDay && instantEnd === dateStart) ? fallbackEnd : instantEnd
  const zone = allDay ? calendarZone : start.timeZone
  return omitUndefined({
    dateStart,
    dateEnd,
    allDay: allDay || undefined,
    timeZone: zone && isTimeZone(zone) ? zone : undefined,
  })
}

function toInstant({ date, dateTime }: calendar_v3.Schema$EventDateTime, calendarZone: string): number | undefined {
  return date ? startOfDay(date, calendarZone) : toEpochMs(dateTime)
}

/** The title of an event without a summary: a private event, a busy time, or an event that was never named. */
function toFallbackTitle({ visibility }: calendar_v3.Schema$Event, { busyOnly }: CalendarEntry): string {
  return busyOnly || visibility === 'private' || visibility === 'confidential' ? 'Busy' : '(no title)'
}

function toAttendee(item: calendar_v3.Schema$EventAttendee): Attendee | undefined {
  const person = item.resource ? undefined : toRealPerson(item.email, item.displayName)
  if (!person) return undefined
  return {
    ...person,
    responseStatus: RESPONSES.find((response) => response === item.responseStatus) ?? 'none',
    ...omitUndefined({ optional: item.optional || undefined }),
  }
}

/** Google's `needsAction` becomes `none`. */
const RESPONSES = ['accepted', 'declined', 'tentative'] as const

/** Returns undefined for the artificial addresses that Google gives calendars, rooms and unknown organizers. */
export function toRealPerson(
  email: string | null | undefined,
  name: string | null | undefined,
): PersonReference | undefined {
  const person = toPerson(email, name)
  return person && /[@.]calendar\.google\.com$/.test(person.email) ? undefined : person
}

function toConferenceUrl({ hangoutLink, conferenceData }: calendar_v3.Schema$Event): string | undefined {
  const video = conferenceData?.entryPoints?.find((entry) => entry.entryPointType === 'video')
  return hangoutLink ?? video?.uri ?? undefined
}

/** A description is text or HTML without any indication which. In HTML without block elements line breaks are kept. */
function toText(description: string): string {
  if (!HTML.test(description)) return description.trim()
  return htmlToText(BLOCK.test(description) ? description : description.replace(/\r?\n/g, '<br>'))
}

const BLOCK = /<(?:br|p|div|ul|ol|li|table|tr|h\d)\b[^>]*>/i
const HTML = new RegExp(
  `${BLOCK.source}|</?(?:a|b|i|u|s|em|strong|span|font|html-blob)\\b[^>]*>|&(?:[a-z]+|#\\d+);`,
  'i',
)
