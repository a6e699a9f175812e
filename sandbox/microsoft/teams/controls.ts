import { controlRoute, parseJsonObject } from '../../core/controls.ts'
import { json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { NewEvent } from '../calendar/new-event.ts'
import type { MicrosoftState } from '../state.ts'
import { addMeeting, addMeetingSession } from './add-meeting.ts'
import type { OnlineMeeting } from './model.ts'
import type { NewSession } from './new-session.ts'

/** The control routes about Teams meetings. */
export function meetingControls(microsoft: MicrosoftState): Route[] {
  return [
    controlRoute('GET', 'meetings', () => json(microsoft.meetings.all().map(toSummary))),
    controlRoute('POST', 'meetings', (request) => {
      const { account, event, session } = parseJsonObject(request)
      const input = { event: event as NewEvent, session: session as NewSession | undefined }
      return json(toSummary(addMeeting(microsoft, String(account), input)), 201)
    }),
    controlRoute('POST', 'meetings/sessions', (request) => {
      const { account, meeting, session } = parseJsonObject(request)
      return json(toSummary(addMeetingSession(microsoft, String(account), String(meeting), session as NewSession)), 201)
    }),
    controlRoute('PATCH', 'meetings', (request) => {
      const { account, meeting, expired } = parseJsonObject(request)
      const found = microsoft.meetings.ofEvent(microsoft.account(String(account)), String(meeting))
      found.expired = Boolean(expired)
      return json(toSummary(found))
    }),
  ]
}

function toSummary({ id, subject, joinUrl, organizer, expired, transcripts }: OnlineMeeting): object {
  return {
    id,
    subject,
    joinUrl,
    organizer: organizer.address,
    expired,
    transcripts: transcripts.map((transcript) => transcript.id),
  }
}
