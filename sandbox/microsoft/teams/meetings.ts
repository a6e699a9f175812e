import type { GraphRequest } from '../api/graph-request.ts'
import { userOdataContext } from '../api/odata-context.ts'
import { formatTicks } from '../calendar/event-times.ts'
import { createSelector, formatSelection, type ResourceType } from '../query/select.ts'
import type { MicrosoftState } from '../state.ts'
import { checkAccess, organizes, requireMeeting } from './access.ts'
import type { MeetingOrganizer, OnlineMeeting } from './model.ts'

const ONLINE_MEETING: ResourceType = {
  name: 'onlineMeeting',
  properties: [
    'id',
    'creationDateTime',
    'startDateTime',
    'endDateTime',
    'joinUrl',
    'joinWebUrl',
    'subject',
    'isBroadcast',
    'recordAutomatically',
    'allowTranscription',
    'participants',
  ],
  always: ['id'],
}

const FILTER = /^\s*joinweburl\s+eq\s+'((?:[^']|'')*)'\s*$/i
/** Characters that no URL contains: the URL was decoded before it was put into the filter. */
const NOT_IN_URLS = /[\s{}"<>\\^`]/

/** Finds a meeting by its join URL. Meetings cannot be listed (https://learn.microsoft.com/graph/api/onlinemeeting-get). */
export function findMeetings(microsoft: MicrosoftState, request: GraphRequest): object {
  const { account, options, fail } = request
  if (options.filter === undefined) return fail('BadRequest', 'Filter expression expected - /onlineMeetings?$filter=.')
  const [, quoted] = FILTER.exec(options.filter) ?? []
  if (quoted === undefined) return fail('BadRequest', `Invalid filter clause: '${options.filter}'.`)
  const joinUrl = quoted.replaceAll("''", "'")
  if (NOT_IN_URLS.test(joinUrl)) return fail('BadRequest', 'The join web URL is not URL-encoded.')
  const meeting = checkAccess(
    microsoft,
    request,
    microsoft.meetings.findByJoinUrl(microsoft.accounts.values(), joinUrl),
  )
  if (microsoft.settings.meetingLookup === 'organizer' && !organizes(account, meeting)) fail('meetingLookupDenied')
  const selected = createSelector(request, ONLINE_MEETING)
  return {
    ...userOdataContext(request, `onlineMeetings${formatSelection(request)}`),
    value: [selected(toMeetingJson(meeting))],
  }
}

export function getMeeting(microsoft: MicrosoftState, request: GraphRequest): object {
  const selected = createSelector(request, ONLINE_MEETING)
  const meeting = requireMeeting(microsoft, request)
  return {
    ...userOdataContext(request, `onlineMeetings${formatSelection(request)}/$entity`),
    ...selected(toMeetingJson(meeting)),
  }
}

/** The names of users are null: only their ids and user principal names are returned. */
function toMeetingJson({
  id,
  subject,
  joinUrl,
  organizer,
  attendees,
  start,
  end,
}: OnlineMeeting): Record<string, unknown> {
  return {
    id,
    creationDateTime: formatTicks(start),
    startDateTime: formatTicks(start),
    endDateTime: formatTicks(end),
    joinUrl,
    joinWebUrl: joinUrl,
    subject,
    isBroadcast: false,
    recordAutomatically: false,
    allowTranscription: true,
    participants: {
      organizer: { upn: organizer.address, role: 'presenter', identity: { user: toUserJson(organizer) } },
      attendees: attendees
        .filter(({ address }) => address !== undefined)
        .map(({ address }) => ({ upn: address, role: 'attendee', identity: null })),
    },
  }
}

export function toUserJson({ userId, tenant }: MeetingOrganizer): object {
  return { id: userId, displayName: null, userIdentityType: 'aadUser', tenantId: tenant }
}
