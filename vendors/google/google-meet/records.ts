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
    if (!isRejectedPageToken(error, position)) throw error
    const { pageToken, landmark, ...restart } = { ...position, to: position.earliest ?? position.to, pages: 0 }
    return advance(restart, await fetchPage(request, restart), dateStart)
  }
}

/** Google accepted the same filter without the token before, so a 400 can only concern the token. */
function isRejectedPageToken(error: unknown, { pageToken, earliest, to }: Position): boolean {
  const isRejected = error instanceof VendorError && error.class === 'invalid-request'
  // A list that is restarted must get further than the one before.
  return isRejected && pageToken !== undefined && earliest !== undefined && earliest < to
}

function fetchPage(request: Requester<meet_v2.Meet>, { from, to, pageToken }: Position) {
  const filter = `start_time>="${toInstant(from)}" AND start_time<="${toInstant(to)}"`
  const parameters = omitUndefined({ filter, pageSize: PAGE_SIZE, pageToken })
  return request(UNITS, (google, options) => google.conferenceRecords.list(parameters, options))
}

/** The first instant that RFC 3339 can express (epoch ms). */
const MIN_INSTANT = Date.parse('0001-01-01T00:00:00Z')

function toInstant(date: number): string {
  return new Date(Math.max(date, MIN_INSTANT)).toISOString()
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
  const found = meetings.filter((meeting) => isInWindow(meeting, window)).sort((a, b) => b.dateStart - a.dateStart)
  const earliest = Math.min(position.earliest ?? position.to, ...meetings.map((meeting) => meeting.dateStart))
  const next = page.nextPageToken || undefined
  const { pageToken, ...rest } = { ...position, earliest }
  if (next === undefined) return { found, position: { ...rest, isListed: true }, warnings }
  if (next === position.landmark) {
    return { found, position: { ...rest, isListed: true }, warnings: [...warnings, CYCLE_WARNING] }
  }
  return { found, position: { ...rest, pageToken: next, ...advanceLandmark(position, next) }, warnings }
}

const UNREADABLE_WARNING = 'Some meetings that Google Meet listed could not be read and were left out.'
const CYCLE_WARNING = 'Google Meet repeated pages of its list, so reading stopped there: older meetings may be missing.'

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
