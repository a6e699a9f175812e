import type { EventOfDayFragment, MetAttendeeFragment, MetPersonFragment } from '../../documents.ts'
import { toSafeUrl } from '../../text/urls.ts'
import { toLocalDays } from '../../text/zones.ts'
import { daysUntil, nameOfDay } from './days.ts'

export type EventOfDay = EventOfDayFragment
export type Person = MetPersonFragment | MetAttendeeFragment

/** Who is signed in, to leave them out of the people whom they meet. */
export interface Self {
  email: string | null
  tagId: string
}

/** A meeting, or the next one of a series. Times are epoch ms; those of whole days are days of the person's time zone. */
export interface Meeting {
  id: string
  title: string
  start: number
  end: number
  allDay: boolean
  /** The first one that has not begun is next. */
  state: 'now' | 'next' | 'later'
  isTentative: boolean
  location: string | undefined
  joinUrl: string | undefined
  /** Everybody but the person who is signed in, those with a page first. */
  people: readonly Person[]
  /** Starts of the later occurrences of its series within what was loaded. */
  repeats: readonly number[]
}

const DEFAULT_DURATION_MS = 3_600_000

/**
 * The meetings that have not ended, the earliest first. The same meeting in several calendars is one; of a series, only
 * the next one is listed. Left out are cancelled and declined ones, and times that a colleague's calendar only calls busy.
 */
export function toMeetings(events: readonly EventOfDay[], self: Self, now: number): Meeting[] {
  const open = events.flatMap((event) => toMeeting(event, self, now) ?? [])
  const distinct = [...new Map(open.toReversed().map((meeting) => [meeting.occurrence, meeting])).values()]
  const series = Map.groupBy(
    distinct.toSorted((a, b) => a.start - b.start || a.end - b.end),
    ({ series: key }) => key,
  )
  const firsts = [...series.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { occurrence: _occurrence, series: _series, ...meeting } = first
    return [{ ...meeting, repeats: others.map(({ start }) => start) }]
  })
  return markNext(firsts.toSorted((a, b) => a.start - b.start || a.end - b.end))
}

interface Keyed extends Omit<Meeting, 'repeats'> {
  /** The same for copies of a meeting in several calendars. */
  occurrence: string
  /** The same for all meetings of a series. */
  series: string
}

function toMeeting(event: EventOfDay, self: Self, now: number): Keyed | undefined {
  const { _id: id, eventStatus, organizedBy, attendees, iCalUid, recurringExternalId } = event
  const times = timesOf(event)
  if (times === undefined || eventStatus === 'cancelled') return undefined
  const { start, end } = times
  const own = attendees.find((attendee) => isSelf(attendee, self))
  const everybody = organizedBy ? [organizedBy, ...attendees] : attendees
  if (end <= now || own?.responseStatus === 'declined' || !concerns(event, self)) return undefined
  const allDay = event.allDay === true
  return {
    id,
    title: event.title ?? '',
    start,
    end,
    allDay,
    state: start <= now && !allDay ? 'now' : 'later',
    isTentative: eventStatus === 'tentative' || own?.responseStatus === 'tentative',
    location: event.location || undefined,
    joinUrl: toSafeUrl(event.conferenceUrl),
    people: peopleOf(everybody, self),
    occurrence: iCalUid === null ? id : `${iCalUid} ${start}`,
    series: recurringExternalId ?? iCalUid ?? id,
  }
}

function timesOf({ dateStart, dateEnd, allDay, timeZone }: EventOfDay): { start: number; end: number } | undefined {
  if (dateStart === null) return undefined
  if (allDay) return toLocalDays({ dateStart, dateEnd, timeZone })
  return { start: dateStart, end: dateEnd ?? dateStart + DEFAULT_DURATION_MS }
}

/** Whether it is a meeting, or an appointment of one's own. Others are appointments in a colleague's calendar. */
function concerns({ organizedBy, attendees, visibility, calendar }: EventOfDay, self: Self): boolean {
  if (attendees.length > 0 || (organizedBy !== null && isSelf(organizedBy, self))) return true
  const names = [organizedBy?.email, organizedBy?.friendlyName, organizedBy?.tag?.alias]
  const isOrganizers = calendar?.name != null && names.includes(calendar.name)
  return visibility !== 'private' && !isOrganizers
}

/** Each once, although organizers attend too. */
function peopleOf(everybody: readonly Person[], self: Self): Person[] {
  const others = everybody.filter((person) => !isSelf(person, self))
  const distinct = new Map(others.map((person) => [person.tag?._id ?? person.email ?? person.friendlyName, person]))
  return [...distinct.values()].toSorted((a, b) => Number(b.tag !== null) - Number(a.tag !== null))
}

function isSelf({ email, tag }: Person, self: Self): boolean {
  return tag?._id === self.tagId || (email !== null && email.toLowerCase() === self.email?.toLowerCase())
}

function markNext(meetings: readonly Meeting[]): Meeting[] {
  const next = meetings.find(({ state, allDay }) => state === 'later' && !allDay)
  return meetings.map((meeting) => (meeting === next ? { ...meeting, state: 'next' } : meeting))
}

/** Meetings by day, the earliest first: as many as are to be listed, and of today more. What has begun is today's. */
export function groupByDay(
  meetings: readonly Meeting[],
  limits: { listed: number; today: number },
  now: number,
): { day: string; meetings: Meeting[] }[] {
  const shown = meetings.filter(
    ({ start }, index) => index < limits.listed || (index < limits.today && daysUntil(start, now) <= 0),
  )
  const days = Map.groupBy(shown, ({ start }) => nameOfDay(Math.max(start, now), now))
  return [...days].map(([day, list]) => ({ day, meetings: list }))
}

/** Such as “also tomorrow, Wed 25 Nov and 3 more times”; undefined if it is not repeated. */
export function describeRepeats({ repeats }: Meeting, now: number): string | undefined {
  if (repeats.length === 0) return undefined
  const named = repeats.slice(0, 2).map((start) => {
    const name = nameOfDay(start, now)
    return name === 'Today' || name === 'Tomorrow' ? name.toLowerCase() : name
  })
  const more = repeats.length - named.length
  const last = more === 0 ? named.splice(1).join('') : `${more} more ${more === 1 ? 'time' : 'times'}`
  return `also ${named.join(', ')}${last === '' ? '' : ` and ${last}`}`
}
