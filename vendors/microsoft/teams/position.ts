import type { PendingMeeting, PendingTranscript, TranscriptionPosition } from '../../../src/kit/transcripts/position.ts'
import { initialPosition } from '../../../src/kit/transcripts/position.ts'
import type { EventKey } from './events.ts'
import type { ListedTranscript, OnlineMeeting } from './meetings.ts'

/** A Teams meeting in the calendar whose transcripts are not listed yet. */
export interface PendingEvent extends PendingMeeting, EventKey {
  key: string
  joinUrl: string
  /** Epoch ms. */
  dateEnd: number
  /** Of the event, or else of the meeting. */
  title?: string
}

/** A transcript that is not delivered yet. Its start and its end are estimated by the event if Graph returns none. */
export interface PendingText extends PendingTranscript<PendingEvent> {
  transcript: ListedTranscript & { dateStart: number }
  online: Omit<OnlineMeeting, 'transcripts'>
}

/** The state of a sync. It is stored in the cursor, so any copy of the hub can serve the next page. */
export interface TeamsPosition extends TranscriptionPosition<PendingEvent, PendingText> {
  /** The last event of the list that was read. */
  last?: EventKey
  /** Whether all events were read. */
  listed: boolean
  /** Meetings of which further events follow, by the key of their join URL. */
  series: Record<string, OnlineMeeting>
  /** The same of those that were refused, about which there was a warning. */
  refused: string[]
  /** Refusals of insights in a row. */
  insightRefusals: number
}

export function initialTeamsPosition(dateEnd: number, now: number): TeamsPosition {
  return { ...initialPosition(dateEnd, now), listed: false, series: {}, refused: [], insightRefusals: 0 }
}
