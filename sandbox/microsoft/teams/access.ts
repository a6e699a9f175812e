import type { MicrosoftAccount } from '../account.ts'
import type { GraphRequest } from '../api/graph-request.ts'
import type { MicrosoftState } from '../state.ts'
import type { CallTranscript, OnlineMeeting } from './model.ts'

/** Returns the meeting of the path. 404 for one that is unknown, expired or of another organization, 403 without an invitation by name. */
export function requireMeeting(microsoft: MicrosoftState, request: GraphRequest): OnlineMeeting {
  return checkAccess(microsoft, request, microsoft.meetings.find(request.http.params.meetingId ?? ''))
}

export function checkAccess(
  microsoft: MicrosoftState,
  request: GraphRequest,
  meeting: OnlineMeeting | undefined,
): OnlineMeeting {
  const { account, fail } = request
  checkMeetingPolicy(microsoft, request)
  if (!meeting || meeting.expired || meeting.organizer.tenant !== account.tenant) return fail('NotFound')
  if (!organizes(account, meeting) && !isInvited(account, meeting)) fail('meetingLookupDenied')
  return meeting
}

/** An application may act for users only to whom an application access policy for meetings was granted. */
export function checkMeetingPolicy({ settings }: MicrosoftState, { application, account, fail }: GraphRequest): void {
  if (application && !settings.meetingPolicies.includes(account.email)) fail('applicationAccessPolicyMissing')
}

export function organizes({ email }: MicrosoftAccount, { organizer }: OnlineMeeting): boolean {
  return organizer.address === email
}

function isInvited({ email }: MicrosoftAccount, { attendees }: OnlineMeeting): boolean {
  return attendees.some(({ address }) => address === email)
}

/** The first gate of everything about transcripts: the tenant's switch. */
export function checkTranscriptSwitch({ settings, meetings }: MicrosoftState, { fail }: GraphRequest): void {
  const { graphTranscripts } = settings
  if (graphTranscripts === 'disabled' || (graphTranscripts === 'flapping' && meetings.flaps())) {
    fail('GraphAccessToTranscriptsDisabled')
  }
}

/** The gate of names: the tenant's second switch. */
export function checkAttributionSwitch({ settings, meetings }: MicrosoftState, { fail }: GraphRequest): void {
  const { speakerAttribution } = settings
  if (speakerAttribution === 'disabled' || (speakerAttribution === 'flapping' && meetings.flaps())) {
    fail('SpeakerAttributionNotAllowed')
  }
}

/** The transcripts that are there by now, in the order of their creation. */
export function availableTranscripts(
  { clock, settings }: MicrosoftState,
  { transcripts }: OnlineMeeting,
): CallTranscript[] {
  const isThere = ({ end, delayMs = settings.transcriptDelayMs }: CallTranscript) => end + delayMs <= clock.now()
  return transcripts.filter(isThere).sort((a, b) => a.start - b.start)
}
