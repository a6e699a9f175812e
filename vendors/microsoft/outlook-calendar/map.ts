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
import { dateIn, startOfDay } from '../../../src/kit/time.ts'
import { omitEmpty, omitUndefined } from '../../../src/runtime/omit.ts'
import { toInstant } from '../times.ts'
import type { UserSegments } from '../user-segments.ts'
import { toIana } from '../zones.ts'

/** A calendar as described in the user's list of calendars. */
export interface CalendarEntry {
  id: string
  /** Whose list of calendars it is in. */
  user: UserSegments
  title?: string
  /** Title and id, for warnings. */
  label: string
  /** The mailbox's time zone: Outlook's calendars have none of their own. */
  timeZone: string
  /** Whether another person's private events are shown with their details. */
  showsPrivate: boolean
}

/** Returns undefined for an item without an id. */
export function toCalendarEntry(item: GraphCalendar, timeZone: string, user: UserSegments): CalendarEntry | undefined {
  if (!item?.id) return undefined
  const { id, name, canViewPrivateItems } = item
  return {
    id,
    user,
    ...omitUndefined({ title: name || undefined }),
    label: name ? `“${name}” (${id})` : `“${id}”`,
    timeZone,
    showsPrivate: canViewPrivateItems !== false,
  }
}

export function toCalendar(
  { id, title, timeZone }: CalendarEntry,
  events: Event[],
  { provider, application, uri }: { provider: string; application: string; uri: string },
): Calendar {
  return {
    blockType: 'calendar',
    provider,
    application,
    externalId: id,
    uri,
    ...omitUndefined({ title }),
    timeZone,
    events,
  }
}

/** Converts an event to the contract's Event. Throws TypeError if it has no id or no readable times. https://learn.microsoft.com/graph/api/resources/event */
export function toEvent(item: GraphEvent, calendar: CalendarEntry): Event {
  if (!item.id) throw new TypeError('an event without an id')
  const { organizer, seriesMasterId, sensitivity } = item
  return {
    blockType: 'event',
    // A meeting may have the same id in several calendars of a user.
    externalId: `${calendar.id}/${item.id}`,
    title: toTitle(item, calendar),
    ...toTimes(item, calendar.timeZone),
    attendees: (item.attendees ?? []).flatMap((attendee) => toAttendee(attendee) ?? []),
    ...omitEmpty({
      uri: item.webLink,
      location: item.location?.displayName,
      description: toText(item.body),
      organizedBy: toPerson(organizer?.emailAddress?.address, organizer?.emailAddress?.name),
      status: toStatus(item),
      conferenceUrl: item.onlineMeeting?.joinUrl || item.onlineMeetingUrl,
      recurringExternalId: seriesMasterId && `${calendar.id}/${seriesMasterId}`,
      dateOriginalStart: toOriginalStart(item, calendar.timeZone),
      iCalUid: item.iCalUId,
      visibility: sensitivity === 'normal' ? undefined : sensitivity,
      busy: toBusy(item),
      dateUpdated: toInstant(item.lastModifiedDateTime),
    }),
  }
}

/** The title of an event. Outlook replaces the title of a hidden private event with a word of its own. */
function toTitle({ subject, sensitivity }: GraphEvent, { showsPrivate }: CalendarEntry): string {
  const isPrivate = sensitivity === 'private' || sensitivity === 'confidential'
  if (isPrivate && !(showsPrivate && subject)) return 'Busy'
  return subject || '(no title)'
}

const DAY_MS = 86_400_000

/** In any requested zone an all-day event lasts from midnight to midnight: its dates are days in the mailbox's zone. */
function toTimes({ isAllDay, start, end, originalStartTimeZone }: GraphEvent, mailboxZone: string) {
  const [dateStart, instantEnd] = [start, end].map((time) => parseTime(time, isAllDay ? mailboxZone : undefined))
  if (dateStart === undefined) throw new TypeError('an event without a start')
  const fallbackEnd = dateStart + (isAllDay ? DAY_MS : 0)
  const isBeforeStart = instantEnd === undefined || instantEnd < dateStart
  const dateEnd = isBeforeStart || (isAllDay && instantEnd === dateStart) ? fallbackEnd : instantEnd
  const timeZone = isAllDay ? mailboxZone : toIana(originalStartTimeZone)
  return { dateStart, dateEnd, ...omitUndefined({ allDay: isAllDay || undefined, timeZone: timeZone || undefined }) }
}

const HALF_DAY_MS = DAY_MS / 2

/**
 * The original start of an occurrence. That of an all-day event is a midnight in the zone in which it was created: the
 * same date begins at another instant in the mailbox's zone. In an unknown zone it is the nearest midnight of the mailbox.
 */
function toOriginalStart({ isAllDay, originalStart, originalStartTimeZone }: GraphEvent, mailboxZone: string) {
  const instant = toInstant(originalStart)
  if (!isAllDay || instant === undefined) return instant
  const zone = toIana(originalStartTimeZone)
  return startOfDay(zone ? dateIn(zone, instant) : dateIn(mailboxZone, instant + HALF_DAY_MS), mailboxZone)
}

/** Throws TypeError for a zone other than UTC, which every request prefers: such times would silently be wrong. */
function parseTime(time: NullableOption<DateTimeTimeZone> | undefined, allDayZone: string | undefined) {
  if (!time?.dateTime) return undefined
  if (allDayZone !== undefined) return toMidnight(time.dateTime, allDayZone)
  if (toIana(time.timeZone) !== 'UTC') throw new TypeError(`a time in the zone ${time.timeZone}`)
  return toInstant(time.dateTime.replace(/Z?$/, 'Z'))
}

/** The first instant (epoch ms) of the day in a date and time. */
function toMidnight(dateTime: string | null | undefined, timeZone: string): number | undefined {
  return dateTime ? startOfDay(dateTime.slice(0, 10), timeZone) : undefined
}

function toAttendee({ type, status, emailAddress }: GraphAttendee): Attendee | undefined {
  const person = type === 'resource' ? undefined : toPerson(emailAddress?.address, emailAddress?.name)
  if (!person) return undefined
  return {
    ...person,
    responseStatus: RESPONSES[status?.response ?? 'none'] ?? 'none',
    ...omitUndefined({ optional: type === 'optional' || undefined }),
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

/** Bodies are requested as text, but Graph returns HTML if Exchange has no text form. */
function toText(body: GraphEvent['body']): string {
  const content = body?.content ?? ''
  return body?.contentType === 'html' ? htmlToText(content) : content.replace(/\r\n?/g, '\n').trim()
}
