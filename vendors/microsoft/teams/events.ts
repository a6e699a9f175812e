import { hash } from 'node:crypto'
import type { DateTimeTimeZone, Event as GraphEvent, NullableOption } from '@microsoft/microsoft-graph-types'
import type { PersonReference } from '../../../src/contract/index.ts'
import type { Log } from '../../../src/kit/application.ts'
import { toPerson } from '../../../src/kit/people.ts'
import type { MeetingEvent } from '../../../src/kit/transcripts/events.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Requester } from '../client.ts'
import { fetchPages } from '../pages.ts'
import { toPath } from '../paths.ts'
import { isTimeoutOrTooLarge } from '../response.ts'
import { toDateTime, toInstant } from '../times.ts'
import type { UserSegments } from '../user-segments.ts'
import { toIana } from '../zones.ts'

/** An event of the primary calendar that is a Teams meeting. The occurrences of a series have the same join URL. */
export interface TeamsEvent extends MeetingEvent {
  id: string
  joinUrl: string
  /** A short form of the join URL. */
  key: string
}

/** A part of the window that is read as one calendar view (epoch ms). */
interface Span {
  from: number
  to: number
}

const DAY_MS = 86_400_000
/** Graph rejects longer views, and larger pages: https://learn.microsoft.com/graph/api/calendar-list-calendarview */
const MAX_VIEW_MS = 1_825 * DAY_MS
const PAGE_SIZE = 1_000
/** There was no Teams before (epoch ms). */
const MIN_INSTANT = Date.UTC(2017, 0, 1)
/** How often a view that times out is split in halves, down to a 64th of it. */
const MAX_HALVINGS = 6
const FIELDS =
  'id,subject,start,end,organizer,attendees,isOnlineMeeting,onlineMeetingProvider,onlineMeeting,iCalUId,type,seriesMasterId'

/**
 * Fetches the Teams meetings of the primary calendar that overlap a window (epoch ms), newest first. A warning names each
 * event that does not have the documented form.
 */
export async function fetchEvents(
  request: Requester,
  user: UserSegments,
  { dateStart, before }: { dateStart: number; before: number },
  log: Log,
): Promise<{ events: TeamsEvent[]; warnings: string[] }> {
  const events = new Map<string, TeamsEvent>()
  const warnings = new Map<string, string>()
  for (let from = Math.max(dateStart, MIN_INSTANT); from < before; from += MAX_VIEW_MS) {
    const span = { from, to: Math.min(from + MAX_VIEW_MS, before) }
    // An event that overlaps two spans is returned for both.
    for (const item of await fetchSpan(request, user, span)) addEvent(item, events, warnings, log)
  }
  // Views include events that only touch them.
  const overlapping = [...events.values()].filter((event) => event.dateEnd > dateStart && event.dateStart < before)
  return { events: overlapping.sort(newestFirst), warnings: [...warnings.values()] }
}

/** Compares events by their start, and those that start together by their id. */
export function newestFirst(a: EventKey, b: EventKey): number {
  return b.dateStart - a.dateStart || (a.id < b.id ? -1 : Number(a.id > b.id))
}

/** The place of an event in the list. */
export type EventKey = Pick<TeamsEvent, 'dateStart' | 'id'>

/** Fetches a span, in two halves if it times out. */
async function fetchSpan(
  request: Requester,
  user: UserSegments,
  { from, to }: Span,
  halvings = 0,
): Promise<GraphEvent[]> {
  try {
    return await fetchView(request, user, { from, to })
  } catch (error) {
    if (!isTimeoutOrTooLarge(error) || halvings === MAX_HALVINGS || to - from <= DAY_MS) throw error
    const middle = Math.round((from + to) / 2)
    const first = await fetchSpan(request, user, { from, to: middle }, halvings + 1)
    return [...first, ...(await fetchSpan(request, user, { from: middle, to }, halvings + 1))]
  }
}

async function fetchView(request: Requester, user: UserSegments, { from, to }: Span): Promise<GraphEvent[]> {
  const query = { startDateTime: toDateTime(from), endDateTime: toDateTime(to), $top: PAGE_SIZE, $select: FIELDS }
  const items: GraphEvent[] = []
  for await (const page of fetchPages<GraphEvent>(request, toPath([...user, 'calendarView'], query)))
    items.push(...page)
  return items
}

/** Adds an event if it is a Teams meeting, or a single warning for one in an undocumented form. */
function addEvent(item: GraphEvent, events: Map<string, TeamsEvent>, warnings: Map<string, string>, log: Log): void {
  if (item.onlineMeetingProvider !== 'teamsForBusiness' || !item.onlineMeeting?.joinUrl) return
  const id = item.id ?? 'without an id'
  try {
    events.set(id, toEvent(item, item.onlineMeeting.joinUrl))
  } catch (error) {
    log.warn({ err: error, event: id }, 'event does not have the documented form')
    warnings.set(id, `The event ${toEventName(item)} of the calendar could not be read and was left out.`)
  }
}

/** `“Weekly” (2026-11-02)`, as far as the event has a subject and a day in the documented form. */
function toEventName({ id, subject, start }: GraphEvent): string {
  const day = /^\d{4}-\d\d-\d\d/.exec(start?.dateTime ?? '')?.[0]
  const name = typeof subject === 'string' && subject.trim() ? `“${subject.trim()}”` : (id ?? 'without an id')
  return day ? `${name} (${day})` : name
}

/** Throws TypeError if the event has no id or no readable times. https://learn.microsoft.com/graph/api/resources/event */
function toEvent({ id, subject, start, end, organizer, attendees }: GraphEvent, joinUrl: string): TeamsEvent {
  const [dateStart, dateEnd] = [parseTime(start), parseTime(end)]
  if (!id || dateStart === undefined) throw new TypeError('an event without an id or a start')
  const key = toKey(joinUrl)
  return {
    id,
    key,
    joinUrl,
    joinKeys: [key],
    dateStart,
    dateEnd: Math.max(dateStart, dateEnd ?? dateStart),
    ...omitUndefined({
      title: subject?.trim() || undefined,
      organizedBy: toPerson(organizer?.emailAddress?.address, organizer?.emailAddress?.name),
    }),
    attendees: (attendees ?? []).flatMap(({ type, emailAddress }): PersonReference[] => {
      const person = type === 'resource' ? undefined : toPerson(emailAddress?.address, emailAddress?.name)
      return person ? [person] : []
    }),
  }
}

const KEY_LENGTH = 16

/** URLs are long and cursors hold many keys. */
function toKey(joinUrl: string): string {
  return hash('sha256', joinUrl, 'base64url').slice(0, KEY_LENGTH)
}

/** Throws TypeError for a zone other than UTC, which every request prefers: such times would silently be wrong. */
function parseTime(time: NullableOption<DateTimeTimeZone> | undefined): number | undefined {
  if (!time?.dateTime) return undefined
  if (toIana(time.timeZone) !== 'UTC') throw new TypeError(`a time in the zone ${time.timeZone}`)
  return toInstant(time.dateTime.replace(/Z?$/, 'Z'))
}
