import type { GraphRequest } from '../api/graph-request.ts'
import { odataContext } from '../api/odata-context.ts'
import { formatTicks } from '../calendar/event-times.ts'
import type { MicrosoftState } from '../state.ts'
import { requireMeeting } from './access.ts'
import type { CallInsight, OnlineMeeting } from './model.ts'

/** https://learn.microsoft.com/graph/api/onlinemeeting-list-aiinsights. The list has no content. */
export function listInsights(microsoft: MicrosoftState, request: GraphRequest): object {
  const insights = availableInsights(microsoft, requireLicensedMeeting(microsoft, request))
  return { ...odataContext('copilot/users/onlineMeetings/aiInsights'), value: insights.map(toHeadJson) }
}

/** https://learn.microsoft.com/graph/api/callaiinsight-get */
export function getInsight(microsoft: MicrosoftState, request: GraphRequest): object {
  const insights = availableInsights(microsoft, requireLicensedMeeting(microsoft, request))
  const insight = insights.find(({ id }) => id === request.http.params.insightId)
  if (!insight) return request.fail('NotFound')
  const { meetingNotes, actionItems } = insight
  return {
    ...odataContext('copilot/users/onlineMeetings/aiInsights/$entity'),
    ...toHeadJson(insight),
    meetingNotes: meetingNotes.map(({ subpoints = [], ...note }) => ({ ...note, subpoints })),
    actionItems: actionItems.map(({ ownerDisplayName = null, ...item }) => ({ ...item, ownerDisplayName })),
    viewpoint: { mentionEvents: [] },
  }
}

/** Insights are for users with a licence of Microsoft 365 Copilot. */
function requireLicensedMeeting(microsoft: MicrosoftState, request: GraphRequest): OnlineMeeting {
  if (!microsoft.settings.copilotUsers.includes(request.account.email)) {
    request.fail('Forbidden', 'The user does not have a valid license for Microsoft 365 Copilot.')
  }
  return requireMeeting(microsoft, request)
}

/** Insights appear with the transcripts. */
function availableInsights({ clock, settings }: MicrosoftState, { insights }: OnlineMeeting): CallInsight[] {
  return insights.filter(({ end }) => end + settings.transcriptDelayMs <= clock.now())
}

function toHeadJson({ id, callId, contentCorrelationId, start, end }: CallInsight): object {
  return { id, callId, contentCorrelationId, createdDateTime: formatTicks(start), endDateTime: formatTicks(end) }
}
