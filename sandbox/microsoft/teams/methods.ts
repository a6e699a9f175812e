import type { GraphRequest } from '../api/graph-request.ts'
import type { GraphMethod } from '../api/guard.ts'
import { READS_ATTENDANCE, READS_INSIGHTS, READS_MEETINGS, READS_TRANSCRIPTS } from '../oauth/scopes.ts'
import type { OptionName } from '../query/options.ts'
import type { MicrosoftState } from '../state.ts'
import { getAllTranscripts, isAllTranscripts } from './all-transcripts.ts'
import { getReport, listReports } from './attendance.ts'
import { getContent, getMetadataContent } from './content.ts'
import { getInsight, listInsights } from './insights.ts'
import { findMeetings, getMeeting } from './meetings.ts'
import { getTranscript, listTranscripts } from './transcripts.ts'

const MEETINGS = '/v1.0/me/onlineMeetings'
const MEETING = `${MEETINGS}/:meetingId`
const TRANSCRIPT = `${MEETING}/transcripts/:transcriptId`
const INSIGHTS = '/v1.0/copilot/users/:userId/onlineMeetings/:meetingId/aiInsights'
const ITEM: readonly OptionName[] = ['select', 'format']
const FILTERED: readonly OptionName[] = [...ITEM, 'filter']
const PAGED: readonly OptionName[] = [...FILTERED, 'top', 'skiptoken']

type Handle = (microsoft: MicrosoftState, request: GraphRequest) => object

/** The methods about Teams meetings. Those below `/me` exist below `/users/{id}`, too. */
export function teamsMethods(microsoft: MicrosoftState): GraphMethod[] {
  const method = (
    pattern: string,
    scopes: readonly string[],
    options: readonly OptionName[],
    handle: Handle,
  ): GraphMethod => ({ api: 'teams', pattern, scopes, options, handle: (request) => handle(microsoft, request) })
  return [
    method(MEETINGS, READS_MEETINGS, FILTERED, findMeetings),
    // The function that lists all transcripts looks like the id of a meeting.
    method(MEETING, [...READS_MEETINGS, ...READS_TRANSCRIPTS], PAGED, getMeetingOrAll),
    method(`${MEETING}/transcripts`, READS_TRANSCRIPTS, PAGED, listTranscripts),
    method(TRANSCRIPT, READS_TRANSCRIPTS, ITEM, getTranscript),
    method(`${TRANSCRIPT}/content`, READS_TRANSCRIPTS, ['format'], getContent),
    method(`${TRANSCRIPT}/metadataContent`, READS_TRANSCRIPTS, ['format'], getMetadataContent),
    method(`${MEETING}/attendanceReports`, READS_ATTENDANCE, [...ITEM, 'skiptoken'], listReports),
    method(`${MEETING}/attendanceReports/:reportId`, READS_ATTENDANCE, [...ITEM, 'expand'], getReport),
    method(INSIGHTS, READS_INSIGHTS, ITEM, listInsights),
    method(`${INSIGHTS}/:insightId`, READS_INSIGHTS, ITEM, getInsight),
  ]
}

function getMeetingOrAll(microsoft: MicrosoftState, request: GraphRequest): object {
  const { http, scopes, fail } = request
  const isAll = isAllTranscripts(http.params.meetingId ?? '')
  const accepted = isAll ? READS_TRANSCRIPTS : READS_MEETINGS
  if (!accepted.some((scope) => scopes.includes(scope))) fail('Forbidden')
  return isAll ? getAllTranscripts(microsoft, request) : getMeeting(microsoft, request)
}
