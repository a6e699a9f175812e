import { findEvent } from '../../../src/kit/transcripts/events.ts'
import type { TeamsEvent } from './events.ts'
import type { ListedTranscript } from './meetings.ts'

/** A transcript with the event in which it was made. */
export interface Occurrence {
  event: TeamsEvent
  transcript: ListedTranscript & { dateStart: number }
}

/**
 * Finds the event of each transcript of a meeting, newest transcript first. All occurrences of a series have the same
 * transcripts, so time decides: the event with the longest overlap, or else the one that starts nearest, because people
 * also meet at other times than planned. `events` are those of the meeting.
 */
export function assignTranscripts(
  events: readonly TeamsEvent[],
  transcripts: readonly ListedTranscript[],
): Occurrence[] {
  const occurrences = transcripts.flatMap((transcript): Occurrence[] => {
    const event = findOccurrence(events, transcript)
    return event ? [{ event, transcript: { ...transcript, dateStart: transcript.dateStart ?? event.dateStart } }] : []
  })
  return occurrences.sort((a, b) => b.transcript.dateStart - a.transcript.dateStart)
}

function findOccurrence(events: readonly TeamsEvent[], { dateStart, dateEnd }: ListedTranscript) {
  const [newest] = events
  if (dateStart === undefined || !newest) return newest
  const overlapping = findEvent(events, newest.key, { dateStart, dateEnd: dateEnd ?? dateStart })
  const distance = (event: TeamsEvent) => Math.abs(event.dateStart - dateStart)
  return (
    overlapping ?? events.reduce((nearest, event) => (distance(event) < distance(nearest) ? event : nearest), newest)
  )
}

/** When a transcript ended (epoch ms): if Graph does not say it, it is taken to have ended with its event. */
export function estimateEnd({ event, transcript }: Occurrence): number {
  return transcript.dateEnd ?? Math.max(event.dateEnd, transcript.dateStart + 1)
}
