import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GraphRequest } from '../api/graph-request.ts'
import { userOdataContext } from '../api/odata-context.ts'
import { formatTicks } from '../calendar/event-times.ts'
import type { Fields } from '../query/fields.ts'
import { parseFilter } from '../query/filter.ts'
import { paginate } from '../query/pagination.ts'
import { createSelector, formatSelection, type ResourceType } from '../query/select.ts'
import type { MicrosoftState } from '../state.ts'
import { availableTranscripts, checkTranscriptSwitch, requireMeeting } from './access.ts'
import { toUserJson } from './meetings.ts'
import type { CallTranscript, OnlineMeeting } from './model.ts'

export interface MeetingTranscript {
  meeting: OnlineMeeting
  transcript: CallTranscript
}

const CALL_TRANSCRIPT: ResourceType = {
  name: 'callTranscript',
  properties: [
    'id',
    'meetingId',
    'callId',
    'contentCorrelationId',
    'createdDateTime',
    'endDateTime',
    'transcriptContentUrl',
    'meetingOrganizer',
  ],
  always: ['id'],
}

const TRANSCRIPT_FIELDS: Fields<MeetingTranscript> = {
  type: CALL_TRANSCRIPT,
  byPath: {
    contentCorrelationId: { type: 'text', read: ({ transcript }) => transcript.contentCorrelationId },
    contentcorrelationId: { type: 'text', read: ({ transcript }) => transcript.contentCorrelationId },
    createdDateTime: { type: 'date', read: ({ transcript }) => transcript.start },
    endDateTime: { type: 'date', read: ({ transcript }) => transcript.end },
    'MeetingOrganizer/User/Id': { type: 'text', read: ({ meeting }) => meeting.organizer.userId },
  },
  lists: {},
}

/** https://learn.microsoft.com/graph/api/onlinemeeting-list-transcripts */
export function listTranscripts(microsoft: MicrosoftState, request: GraphRequest): object {
  checkTranscriptSwitch(microsoft, request)
  const meeting = requireMeeting(microsoft, request)
  const transcripts = availableTranscripts(microsoft, meeting).map((transcript) => ({ meeting, transcript }))
  return toTranscriptList(microsoft, request, transcripts)
}

/** One page of transcripts, of one meeting or of all. */
export function toTranscriptList(
  microsoft: MicrosoftState,
  request: GraphRequest,
  transcripts: readonly MeetingTranscript[],
): object {
  const { options, fail } = request
  const filter = options.filter === undefined ? undefined : parseFilter(options.filter, TRANSCRIPT_FIELDS, fail)
  const requested = filter ? transcripts.filter(filter.matches) : transcripts
  const size = options.top ?? microsoft.settings.transcriptsPageSize
  const { items, links } = paginate(microsoft, request, requested, { size, option: '$skiptoken' })
  const selected = createSelector(request, CALL_TRANSCRIPT)
  return omitUndefined({
    ...userOdataContext(request, `onlineMeetings/transcripts${formatSelection(request)}`),
    '@odata.count': items.length,
    value: items.map((item) => selected(toTranscriptJson(request, item))),
    ...links,
  })
}

export function getTranscript(microsoft: MicrosoftState, request: GraphRequest): object {
  checkTranscriptSwitch(microsoft, request)
  const transcript = requireTranscript(microsoft, request)
  const selected = createSelector(request, CALL_TRANSCRIPT)
  return {
    ...userOdataContext(request, `onlineMeetings/transcripts${formatSelection(request)}/$entity`),
    ...selected(toTranscriptJson(request, transcript)),
  }
}

export function requireTranscript(microsoft: MicrosoftState, request: GraphRequest): MeetingTranscript {
  const meeting = requireMeeting(microsoft, request)
  const { transcriptId } = request.http.params
  const transcript = availableTranscripts(microsoft, meeting).find(({ id }) => id === transcriptId)
  return transcript ? { meeting, transcript } : request.fail('NotFound')
}

/** The URL of the content leads to another host, and in places that nobody can fetch, as in Microsoft's own sample. */
function toTranscriptJson(
  { account }: GraphRequest,
  { meeting, transcript }: MeetingTranscript,
): Record<string, unknown> {
  const { id, callId, contentCorrelationId, start, end, withoutEnd } = transcript
  const url = `https://graph.microsoft.com/v1.0/$metadata#users('${account.id}')/onlineMeetings('${meeting.id}')/transcripts('${id}')/content`
  return {
    id,
    meetingId: meeting.id,
    callId,
    contentCorrelationId,
    createdDateTime: formatTicks(start),
    endDateTime: formatTicks(withoutEnd ? start : end),
    transcriptContentUrl: url,
    meetingOrganizer: { application: null, device: null, user: toUserJson(meeting.organizer) },
  }
}
