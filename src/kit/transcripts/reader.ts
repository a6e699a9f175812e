import type { Transcription } from '../../contract/index.ts'
import type { Log } from '../application.ts'
import type { Budget } from '../budget.ts'
import type { FailingTime } from '../memory/lasting-failures.ts'
import type { PendingMeeting, PendingTranscript, TranscriptionPosition } from './position.ts'
import type { OnceWarnings } from './warnings.ts'

/**
 * Why a transcript is not delivered: it is `not-ready` (the platform's next window overlaps this one), `empty` (without
 * any text), or `excluded` by the request's window. The first two are reported in a warning that names the meeting.
 */
export type LeftOut = 'not-ready' | 'empty' | 'excluded'

/** A page of the vendor's list of meetings, and the position after it. A page without `found` is progress, too. */
export interface MeetingList<Position, Meeting> {
  /** Newest first. */
  found: Meeting[]
  position: Position
  warnings: string[]
}

/**
 * How to read the transcripts of an account. Its functions throw ProviderErrors; `listTranscripts` and `readTranscript`
 * also throw UnreadableTranscriptError, `listTranscripts` ReportedMeetingError.
 */
export interface TranscriptReader<
  Position extends TranscriptionPosition<Meeting, Transcript>,
  Meeting extends PendingMeeting,
  Transcript extends PendingTranscript<Meeting>,
> {
  /** Maximum number of transcriptions on a page, from `toTranscriptionLimit`. */
  limit: number
  /** Maximum number of meetings or transcripts that are read concurrently. */
  maxConcurrent: number
  budget: Budget
  log: Log
  /** The warnings of this sync that are not repeated on later pages; created from `position.warned`. */
  once: OnceWarnings
  /** From `rememberFailures`. */
  failingTime: FailingTime
  /** Whether the list of meetings has further pages. */
  hasMore: (position: Position) => boolean
  /** Fetches the next page of the list of meetings. */
  listMeetings: (position: Position) => Promise<MeetingList<Position, Meeting>>
  /** Lists the transcripts of a meeting; none if it was not transcribed. `tries` of each is 0. */
  listTranscripts: (meeting: Meeting) => Promise<Transcript[]>
  /** Fetches a transcript. */
  readTranscript: (transcript: Transcript) => Promise<Transcription | LeftOut>
  /** The title and day of a meeting for warnings, from `toMeetingName`. May send requests, and may fail. */
  toName: (meeting: Meeting, transcript?: Transcript) => Promise<string>
}

/** The vendor's data do not have the documented form. Reported in a warning, and not fetched again. */
export class UnreadableTranscriptError extends Error {}

/** This sync has given its warning about the meeting already: a series is one meeting with several events. */
export class ReportedMeetingError extends Error {}
