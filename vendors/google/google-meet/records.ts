import type { meet_v2 } from 'googleapis/build/src/apis/meet/index.js'
import { advanceLandmark, parseEntries } from '../../../src/kit/lists.ts'
import { toEpochMs } from '../../../src/kit/time.ts'
import { isInWindow } from '../../../src/kit/transcripts/position.ts'
import type { MeetingList } from '../../../src/kit/transcripts/reader.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Requester } from '../client.ts'
import type { Meeting, Position } from './position.ts'

/** https://developers.google.com/workspace/meet/api/reference/rest/v2/conferenceRecords/list */
const PAGE_SIZE = 100
/** A longer list is treated as endless. */
const MAX_PAGES = 200
/** Every request counts as one. https://developers.google.com/workspace/meet/api/guides/limits */
export const UNITS = 1

/**
 * Fetches the next page of the conferences of an account, newest first. Google lists those that the account organized or
 * attended. `dateStart` is the start of the window.
 */
export async function fetchRecords(
  request: Requester<meet_v2.Meet>,
  position: Position,
  dateStart: number,
): Promise<MeetingList<Position, Meeting>> {
  try {
    return advance(position, await fetchPage(request, position), dateStart)
  } catch (error) {
    const to = (position.earliest ?? position.to) + 1
    if (!isRejectedPageToken(error, position) || to >= position.to) throw error
    const { pageToken, landmark, ...restart } = { ...position, to, pages: 0 }
    return advance(restart, await fetchPage(request, restart), dateStart)
  }
}

/** Google accepted the same filter without the token before, so a 400 can only concern the token. */
function isRejectedPageToken(error: unknown, { pageToken }: Position): boolean {
  return error instanceof VendorError && error.class === 'invalid-request' && pageToken !== undefined
}

function fetchPage(request: Requester<meet_v2.Meet>, { from, to, pageToken }: Position) {
  const filter = `start_time>="${toInstant(from)}" AND start_time<="${toInstant(to)}"`
  const parameters = omitUndefined({ filter, pageSize: PAGE_SIZE, pageToken })
  return request(UNITS, (google, options) => google.conferenceRecords.list(parameters, options))
}

function toInstant(date: number): string {
  return new Date(date).toISOString()
}

function advance(
  position: Position,
  page: meet_v2.Schema$ListConferenceRecordsResponse,
  dateStart: number,
): MeetingList<Position, Meeting> {
  const records = parseEntries('Google Meet', page.conferenceRecords)
  const meetings = records.map(toMeeting).filter((meeting) => meeting !== undefined)
  const warnings = meetings.length < records.length ? [UNREADABLE_WARNING] : []
  const window = { dateStart, before: position.before }
  const isNew = (meeting: Meeting) => isInWindow(meeting, window) && !position.tail.includes(meeting.name)
  const found = meetings.filter(isNew).sort((a, b) => b.dateStart - a.dateStart)
  const { pageToken, ...rest } = { ...position, ...toEarliest(position, meetings) }
  const next = page.nextPageToken || undefined
  if (next === undefined) return { found, position: { ...rest, isListed: true }, warnings }
  if (next === position.landmark || position.pages >= MAX_PAGES) {
    return { found, position: { ...rest, isListed: true }, warnings: [...warnings, ENDLESS_WARNING] }
  }
  return { found, position: { ...rest, pageToken: next, ...advanceLandmark(position, next) }, warnings }
}

/** The earliest start that is listed after this page, and the records that have it. */
function toEarliest({ earliest: before, tail }: Position, meetings: readonly Meeting[]): Partial<Position> {
  const starts = meetings.map(({ dateStart }) => dateStart)
  if (starts.length === 0) return {}
  const earliest = Math.min(...starts, ...(before === undefined ? [] : [before]))
  const names = meetings.filter(({ dateStart }) => dateStart === earliest).map(({ name }) => name)
  return { earliest, tail: earliest === before ? [...tail, ...names] : names }
}

const UNREADABLE_WARNING = 'Some meetings that Google Meet listed could not be read and were left out.'
const ENDLESS_WARNING = 'The list of Google Meet does not end, so reading stopped there: older meetings may be missing.'

function toMeeting(record: meet_v2.Schema$ConferenceRecord): Meeting | undefined {
  const dateStart = toEpochMs(record?.startTime)
  if (!record?.name || dateStart === undefined) return undefined
  const { name, space } = record
  return omitUndefined({
    tries: 0,
    name,
    dateStart,
    dateEnd: toEpochMs(record.endTime),
    space: space || undefined,
  })
}
