import type { GraphRequest } from '../api/graph-request.ts'
import type { MicrosoftState } from '../state.ts'
import { availableTranscripts, checkMeetingPolicy, checkTranscriptSwitch } from './access.ts'
import { toTranscriptList } from './transcripts.ts'

const CALL = /^getAllTranscripts(?:\((.*)\))?$/
const ORGANIZER_FILTER = /^\s*MeetingOrganizer\/User\/Id\s+eq\s+'([^']+)'/i

/** Whether the last segment of a path below `onlineMeetings` is this function and no id of a meeting. */
export function isAllTranscripts(segment: string): boolean {
  return CALL.test(segment)
}

/**
 * The transcripts of all meetings that the user of the path organizes, for applications only
 * (https://learn.microsoft.com/graph/api/onlinemeeting-getalltranscripts).
 */
export function getAllTranscripts(microsoft: MicrosoftState, request: GraphRequest): object {
  const { application, account, options, http, fail } = request
  if (!application) return fail('Forbidden', 'This function is not supported for delegated permissions.')
  checkMeetingPolicy(microsoft, request)
  checkTranscriptSwitch(microsoft, request)
  const parameters = parseParameters(CALL.exec(http.params.meetingId ?? '')?.[1] ?? '', request)
  const organizerId = parameters.get('meetingOrganizerUserId') ?? ORGANIZER_FILTER.exec(options.filter ?? '')?.[1]
  if (organizerId === undefined) return fail('BadRequest', 'The id of the meeting organizer is required.')
  const [from, to] = ['startDateTime', 'endDateTime'].map((name) => parseTime(parameters.get(name), request))
  const transcripts = microsoft.meetings
    .all()
    .filter(({ organizer, expired }) => !expired && organizer.userId === organizerId && organizerId === account.id)
    .flatMap((meeting) => availableTranscripts(microsoft, meeting).map((transcript) => ({ meeting, transcript })))
    .filter(({ transcript: { start } }) => (from ?? 0) <= start && start <= (to ?? Number.POSITIVE_INFINITY))
    .sort((a, b) => a.transcript.start - b.transcript.start)
  return toTranscriptList(microsoft, request, transcripts)
}

/** Parses `name='text',name=2026-03-16T09:00:00Z`. */
function parseParameters(text: string, { fail }: GraphRequest): Map<string, string> {
  const parameters = text.split(',').filter((parameter) => parameter !== '')
  return new Map(
    parameters.map((parameter) => {
      const [, name, value] = /^\s*(\w+)=(.+?)\s*$/.exec(parameter) ?? []
      return name && value ? [name, value.replace(/^'(.*)'$/, '$1')] : fail('BadRequest', `Syntax error in '${text}'.`)
    }),
  )
}

function parseTime(text: string | undefined, { fail }: GraphRequest): number | undefined {
  if (text === undefined) return undefined
  const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? fail('BadRequest', `The time '${text}' is not in UTC.`) : time
}
