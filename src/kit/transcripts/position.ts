import type { SyncTranscriptionRequest } from '../../contract/index.ts'
import type { Call, Settings } from '../application.ts'
import { openCursor, sealCursor } from '../pages.ts'

/** Number of transcriptions on a page if the request has no limit. */
const DEFAULT_LIMIT = 20
/** A larger limit is capped. */
const MAX_LIMIT = 100

/** A meeting that was listed and whose transcripts are not listed yet. Vendors add what they need to list them. */
export interface PendingMeeting {
  /** The number of failed attempts to list its transcripts; 0 at first. */
  tries: number
}

/** A listed transcript that is neither delivered nor reported in a warning. Vendors add its id and times. */
export interface PendingTranscript<Meeting extends PendingMeeting> {
  /** The number of failed attempts to fetch it; 0 at first. */
  tries: number
  meeting: Meeting
}

/** The part of the state of a sync that all vendors share. Vendors extend it with their position in the list of meetings. */
export interface TranscriptionPosition<Meeting extends PendingMeeting, Transcript extends PendingTranscript<Meeting>> {
  /** Exclusive upper bound of the window (epoch ms). The first page fixes it, so that new meetings do not shift pages. */
  before: number
  /** Listed meetings, newest first. */
  meetings: Meeting[]
  /** Listed transcripts; those of the newest meeting first. */
  transcripts: Transcript[]
  /** Whether anything could be read since the start of the sync. */
  hasRead?: boolean
  /** Keys of the warnings that this sync has given and does not repeat. */
  warned: string[]
}

/** The maximum number of transcriptions on a page: the requested limit, 20 by default and at most 100. */
export function toTranscriptionLimit(limit: number | undefined): number {
  return Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT)
}

/** The common part of the position of a sync that starts at `now` (epoch ms). */
export function initialPosition(dateEnd: number, now: number) {
  return { before: Math.min(dateEnd, now), meetings: [], transcripts: [], warned: [] }
}

/**
 * The position in the request's cursor, or undefined on the first page. Throws ValidationError at
 * `#/transcriptionFilter/cursor` for a cursor that was not issued for this connection and window.
 */
export function openPosition<Position, S extends Settings>(
  request: SyncTranscriptionRequest,
  call: Call<S>,
): Position | undefined {
  const { cursor } = request.transcriptionFilter
  if (cursor === undefined) return undefined
  return openCursor<Position, S>(call, toBinding(request), cursor, '#/transcriptionFilter/cursor')
}

/** The cursor of the next page. */
export function sealPosition<S extends Settings>(
  request: SyncTranscriptionRequest,
  call: Call<S>,
  position: object,
): string {
  return sealCursor(call, toBinding(request), position)
}

/** The parts of a request that must not change between pages; `limit` may change. */
function toBinding({ connectedProvider, transcriptionFilter }: SyncTranscriptionRequest): unknown {
  const { dateStart, dateEnd } = transcriptionFilter
  return { connectionId: connectedProvider.connectionId, dateStart, dateEnd }
}

/** Whether a meeting (epoch ms; without an end it still goes on) ended after the window's start and began before its end. */
export function isInWindow(
  meeting: { dateStart: number; dateEnd?: number },
  window: { dateStart: number; before: number },
): boolean {
  return (meeting.dateEnd ?? Number.POSITIVE_INFINITY) > window.dateStart && meeting.dateStart < window.before
}
