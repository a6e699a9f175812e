import type { SyncTranscriptionRequest } from '../../../src/contract/index.ts'
import type { CycleState } from '../../../src/kit/lists.ts'
import {
  initialPosition,
  type PendingMeeting,
  type PendingTranscript,
  type TranscriptionPosition,
} from '../../../src/kit/transcripts/position.ts'

/** A conference record. Times are epoch ms. */
export interface Meeting extends PendingMeeting {
  /** `conferenceRecords/{id}` */
  name: string
  dateStart: number
  /** Absent while the conference goes on. */
  dateEnd?: number
  /** `spaces/{id}`. A space is used for many conferences. */
  space?: string
}

/** A transcript of a conference: one for each time that transcription was switched on. Times are epoch ms. */
export interface Transcript extends PendingTranscript<Meeting> {
  /** `conferenceRecords/{id}/transcripts/{id}` */
  name: string
  isReady: boolean
  dateStart?: number
  dateEnd?: number
  /** Link to the document that Google creates of it. */
  documentUri?: string
}

/** The state of a sync. It is stored in the cursor, so any copy of the hub can serve the next page. */
export interface Position extends TranscriptionPosition<Meeting, Transcript>, CycleState<string> {
  /** Inclusive lower bound of the query for starts (epoch ms). The first page fixes it. */
  from: number
  /** Inclusive upper bound of the query for starts (epoch ms): `before`, or where a restarted list begins. */
  to: number
  /** Google's token for the next page of the list; absent for its first page. */
  pageToken?: string
  /** Whether the whole list has been read. */
  isListed: boolean
  /** The earliest start that was listed (epoch ms). */
  earliest?: number
  /** The names of the records with that start: a list that is restarted there returns them again. */
  tail: string[]
}

/** Google deletes the record of a conference 30 days after its end. */
export const RETENTION_MS = 30 * 86_400_000
/** A conference may last so long. https://support.google.com/meet/answer/7317473 */
const MAX_CONFERENCE_MS = 24 * 3_600_000

/** The position of a sync that starts at `now`. The query reaches back for conferences that had begun before the window. */
export function startPosition({ transcriptionFilter }: SyncTranscriptionRequest, now: number): Position {
  const { dateStart, dateEnd } = transcriptionFilter
  const position = initialPosition(dateEnd, now)
  const from = Math.max(dateStart, now - RETENTION_MS) - MAX_CONFERENCE_MS
  return { ...position, from, to: position.before, pages: 0, isListed: false, tail: [] }
}
