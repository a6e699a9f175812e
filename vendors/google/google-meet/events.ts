import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import { paginate, parseEntries } from '../../../src/kit/lists.ts'
import { findEvent, type MeetingEvent, toJoinKey } from '../../../src/kit/transcripts/events.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Requester } from '../client.ts'
import { toEvent } from '../google-calendar/map.ts'
import type { Meeting } from './position.ts'

/** Maximum of `maxResults`. https://developers.google.com/workspace/calendar/api/v3/reference/events/list */
const PAGE_SIZE = 2_500
const UNITS = 1

/** An interval, epoch ms. */
interface Times {
  dateStart: number
  dateEnd: number
}

/** The events of the connected person's primary calendar that have a Google Meet conference. */
export class ConferenceEvents {
  readonly #request: Requester<calendar_v3.Calendar>
  readonly #now: number
  /** The conferences of this page, whose events are requested at once. */
  #expected: readonly Meeting[] = []
  /** Intervals whose events are listed, or being listed. */
  readonly #lists: { times: Times; events: Promise<MeetingEvent[]> }[] = []

  constructor(request: Requester<calendar_v3.Calendar>, now: number) {
    this.#request = request
    this.#now = now
  }

  /** Conferences whose events may be needed: one request lists the events of all of them. */
  expect(meetings: readonly Meeting[]): void {
    this.#expected = meetings
  }

  /**
   * The event of a conference: the one with its code whose time overlaps. `fetchCode` is called only if there is an event
   * at that time. Throws a ProviderError.
   */
  async find(meeting: Meeting, fetchCode: () => Promise<string | undefined>): Promise<MeetingEvent | undefined> {
    const times = this.#toTimes(meeting)
    const events = (await this.#list(times)).filter((event) => mayOverlap(event, times))
    const code = events.length > 0 ? await fetchCode() : undefined
    return code === undefined ? undefined : findEvent(events, toJoinKey(code), times)
  }

  #toTimes({ dateStart, dateEnd = Math.max(this.#now, dateStart) }: Meeting): Times {
    return { dateStart, dateEnd }
  }

  #list(times: Times): Promise<MeetingEvent[]> {
    const listed = this.#lists.find((list) => contains(list.times, times))
    if (listed) return listed.events
    const all = [times, ...this.#expected.map((meeting) => this.#toTimes(meeting))]
    const expected = {
      dateStart: Math.min(...all.map(({ dateStart }) => dateStart)),
      dateEnd: Math.max(...all.map(({ dateEnd }) => dateEnd)),
    }
    const list = { times: expected, events: fetchEvents(this.#request, expected) }
    this.#lists.push(list)
    return list.events
  }
}

/** Also true if the two only touch: `findEvent` decides. */
function mayOverlap(event: Times, meeting: Times): boolean {
  return event.dateEnd >= meeting.dateStart && event.dateStart <= meeting.dateEnd
}

function contains(outer: Times, inner: Times): boolean {
  return outer.dateStart <= inner.dateStart && inner.dateEnd <= outer.dateEnd
}

/** Google cannot search for codes, so all events of the interval are listed. Its bounds are whole seconds. */
async function fetchEvents(request: Requester<calendar_v3.Calendar>, times: Times): Promise<MeetingEvent[]> {
  const query = {
    calendarId: 'primary',
    singleEvents: true,
    orderBy: 'startTime',
    showDeleted: false,
    timeMin: toSecond(Math.floor(times.dateStart / 1000) - 1),
    timeMax: toSecond(Math.ceil(times.dateEnd / 1000) + 1),
    maxResults: PAGE_SIZE,
  }
  const pages = paginate({
    vendor: 'Google',
    fetch: (pageToken) =>
      request(UNITS, (google, options) => google.events.list(omitUndefined({ ...query, pageToken }), options)),
    nextToken: ({ nextPageToken }) => nextPageToken || undefined,
  })
  const events: MeetingEvent[] = []
  for await (const { items, timeZone } of pages) {
    const zone = timeZone || 'UTC'
    events.push(...parseEntries('Google', items).flatMap((item) => toMeetingEvent(item, zone) ?? []))
  }
  return events
}

function toSecond(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

/** Undefined for an event without a conference, or in a form that Google does not document. */
function toMeetingEvent(item: calendar_v3.Schema$Event, timeZone: string): MeetingEvent | undefined {
  try {
    const joinKeys = toJoinKeys(item)
    if (joinKeys.length === 0) return undefined
    const calendar = { id: 'primary', label: 'primary', timeZone, busyOnly: false, warnings: [] }
    const { dateStart, dateEnd, organizedBy, attendees } = toEvent(item, calendar)
    const people = attendees.map(({ email, friendlyName }) => omitUndefined({ email, friendlyName }))
    const title = item.summary?.trim() || undefined
    return { joinKeys, dateStart, dateEnd, attendees: people, ...omitUndefined({ title, organizedBy }) }
  } catch {
    return undefined
  }
}

/** The codes of an event's conference: of its id and of its links, `https://meet.google.com/abc-mnop-xyz`. */
function toJoinKeys(item: calendar_v3.Schema$Event): string[] {
  const { conferenceId, entryPoints } = item?.conferenceData ?? {}
  const links = [item?.hangoutLink, ...(entryPoints ?? []).map((entryPoint) => entryPoint?.uri)]
  const codes = links.map((link) => /^https:\/\/meet\.google\.com\/([a-z0-9-]+)/i.exec(link ?? '')?.[1])
  return [conferenceId, ...codes].filter((code) => typeof code === 'string').map(toJoinKey)
}
