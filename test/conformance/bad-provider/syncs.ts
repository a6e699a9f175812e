import { randomUUID } from 'node:crypto'
import { type Call, PROVIDER, page } from './call.ts'
import { type Json, ProblemError } from './json.ts'
import { paginate } from './paging.ts'
import { ADA, ORIGIN } from './vendor.ts'

const MS_PER_SECOND = 1000
const DURATION_MS = 1_800_000

/** The window of a filter; everything if the provider ignores it. */
function inWindow({ has }: Call, { dateStart = 0, dateEnd = Number.MAX_SAFE_INTEGER }: Json) {
  return (date: number) => has('the window is ignored') || (Number(dateStart) <= date && date < Number(dateEnd))
}

function provenance({ application, has }: Call, id: string, index: number): Json {
  let externalId = id
  if (has('ids are random')) externalId = randomUUID()
  if (has('ids are positions')) externalId = `item-${index}`
  const named = has('items name another application') ? 'somebody-else' : application
  return { provider: PROVIDER, application: named, externalId }
}

function date({ has }: Call, value: number): unknown {
  if (has('dates are texts')) return new Date(value).toISOString()
  return has('dates are in seconds') ? Math.floor(value / MS_PER_SECOND) : value
}

function person({ has }: Call, email: string): Json {
  return has('people have no address') ? { friendlyName: email } : { email }
}

export function emails(call: Call): Json {
  const { filter } = call.body
  const { has, vendor } = call
  const { includeEmails } = filter
  const isIncluded = ({ from, to }: { from: string; to: string }) => {
    if (includeEmails === undefined || has('includeEmails is ignored')) return true
    if (includeEmails.length === 0 && has('an empty includeEmails is ignored')) return true
    return includeEmails.includes(from) || includeEmails.includes(to)
  }
  const isIn = inWindow(call, filter)
  const found = vendor.mails.filter((mail) => isIn(mail.date) && isIncluded(mail))
  refuseEmpty(call, found)
  return paginate(call, filter, found, (mail, index) => ({
    blockType: has('items have another kind') ? 'mail' : 'email',
    ...provenance(call, mail.id, index),
    uri: `${ORIGIN}/mail/${mail.id}`,
    from: person(call, mail.from),
    to: [person(call, mail.to)],
    cc: [],
    subject: 'Hello',
    bodyText: 'Hello.',
    dateReceived: date(call, mail.date),
  }))
}

export function transcriptions(call: Call): Json {
  const { transcriptionFilter } = call.body
  const { has, vendor } = call
  const isIn = inWindow(call, transcriptionFilter)
  const found = vendor.meetings.filter((meeting) => isIn(meeting.date))
  refuseEmpty(call, found)
  return paginate(call, transcriptionFilter, found, (meeting, index) => ({
    blockType: 'transcription',
    ...provenance(call, meeting.id, index),
    uri: `${ORIGIN}/meetings/${meeting.id}`,
    title: 'Weekly',
    dateStart: date(call, meeting.date),
    duration: DURATION_MS,
    organizedBy: person(call, ADA),
    attendees: [person(call, ADA)],
    transcript: { title: 'Weekly', text: has('transcripts are empty') ? ' ' : 'Hello.' },
    processingStage: 'processed',
  }))
}

function refuseEmpty({ has }: Call, found: readonly unknown[]): void {
  if (found.length > 0 || !has('an empty window is a 404')) return
  throw new ProblemError(404, 'not-found', 'There is nothing in this window.')
}

export function calendars(call: Call): Json {
  const { dateStart, dateEnd, limit } = call.body.calendarFilter
  const { has, vendor, application } = call
  const overlaps = ({ start, end }: { start: number; end: number }) =>
    has('calendars ignore the window') || (end > dateStart && start < dateEnd)
  const found = vendor.events.filter(overlaps).slice(0, has('calendars ignore the limit') ? undefined : limit)
  const events = found.map(({ id, start, end }) => ({
    blockType: 'event',
    externalId: eventId(call, id),
    [has('members have other names') ? 'summary' : 'title']: 'Weekly',
    dateStart: start,
    dateEnd: end,
    attendees: [{ email: ADA }],
  }))
  // Beside the window of the request, one that nobody asked for.
  const [first] = events
  const longAgo = { ...first, externalId: 'event-of-1970', dateStart: 0, dateEnd: DURATION_MS }
  const all = has('calendars ignore the window') ? [...events, longAgo].slice(0, limit ?? events.length + 1) : events
  const timeZone = has('time zones have the vendor’s names') ? 'W. Europe Standard Time' : 'Europe/Paris'
  const calendar = {
    blockType: 'calendar',
    provider: PROVIDER,
    application,
    externalId: 'calendar-1',
    timeZone,
    events: all,
  }
  return has('calendars have several pages') ? page([calendar], 'next') : page([calendar])
}

function eventId({ has }: Call, id: string): string {
  if (has('occurrences share an id')) return 'series-1'
  return has('event ids are random') ? randomUUID() : id
}
