import { addEvent, type NewEvent, requireCalendar } from '../calendar/new-event.ts'
import type { MicrosoftState } from '../state.ts'
import type { OnlineMeeting } from './model.ts'
import { addSession, type NewSession } from './new-session.ts'

/** Adds an event with a Teams meeting to the account's default calendar, and a call in it if there is one. */
export function addMeeting(
  microsoft: MicrosoftState,
  email: string,
  { event, session }: { event: NewEvent; session?: NewSession | undefined },
): OnlineMeeting {
  const account = microsoft.account(email)
  const now = microsoft.clock.now()
  const record = addEvent(account, requireCalendar(account), { ...event, teams: event.teams ?? true }, now)
  const meeting = microsoft.meetings.ofEvent(account, record.key)
  if (session) addSession(meeting, session)
  return meeting
}

/** Adds a call to the meeting of an event. Throws a RangeError if the account has no such meeting. */
export function addMeetingSession(
  microsoft: MicrosoftState,
  email: string,
  keyOrJoinUrl: string,
  session: NewSession,
): OnlineMeeting {
  const meeting = microsoft.meetings.ofEvent(microsoft.account(email), keyOrJoinUrl)
  addSession(meeting, session)
  return meeting
}
