import type { meet_v2 } from 'googleapis/build/src/apis/meet/index.js'
import type { PersonReference, Transcription } from '../../../src/contract/index.ts'
import { toEpochMs } from '../../../src/kit/time.ts'
import type { MeetingEvent } from '../../../src/kit/transcripts/events.ts'
import { toDefaultTitle } from '../../../src/kit/transcripts/names.ts'
import { mergePeople } from '../../../src/kit/transcripts/people.ts'
import { toDuration, toTranscriptText, type Utterance } from '../../../src/kit/transcripts/text.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Transcript } from './position.ts'

/** What is known of a transcript beside its entries. */
export interface TranscriptContext {
  provider: string
  application: string
  /** The calendar's event of the conference. */
  event?: MeetingEvent
  /** Code of the conference's space: `abc-mnop-xyz`. */
  meetingCode?: string
  /** The people who were there and whose address is known. */
  present: readonly PersonReference[]
}

/** Converts a transcript to the contract's Transcription. Undefined if it has no text. */
export function toTranscription(
  transcript: Transcript,
  entries: readonly meet_v2.Schema$TranscriptEntry[],
  participants: readonly meet_v2.Schema$Participant[],
  { provider, application, event, meetingCode, present }: TranscriptContext,
): Transcription | undefined {
  const dateStart = transcript.dateStart ?? transcript.meeting.dateStart
  const utterances = toUtterances(entries, participants, dateStart)
  const text = toTranscriptText(utterances)
  if (text === '') return undefined
  const title = toTitle(event, dateStart)
  return {
    blockType: 'transcription',
    provider,
    application,
    externalId: transcript.name,
    uri: transcript.documentUri ?? `https://meet.google.com/${meetingCode ?? ''}`,
    title,
    dateStart,
    duration: toDuration(dateStart, transcript.dateEnd, utterances),
    ...omitUndefined({ organizedBy: event?.organizedBy }),
    attendees: mergePeople(event?.attendees ?? [], present),
    transcript: { title, text },
    processingStage: 'processed',
  }
}

/** The title of a conference, which itself has none. */
export function toTitle(event: MeetingEvent | undefined, dateStart: number): string {
  return event?.title ?? toDefaultTitle('Google Meet', dateStart)
}

function toUtterances(
  entries: readonly meet_v2.Schema$TranscriptEntry[],
  participants: readonly meet_v2.Schema$Participant[],
  dateStart: number,
): Utterance[] {
  const names = new Map(participants.map((participant) => [participant.name, toDisplayName(participant)]))
  return entries.map((entry) => {
    const [start, end] = [toEpochMs(entry.startTime), toEpochMs(entry.endTime)]
    return omitUndefined({
      text: entry.text ?? '',
      speaker: names.get(entry.participant ?? ''),
      startOffset: start === undefined ? undefined : start - dateStart,
      endOffset: end === undefined ? undefined : end - dateStart,
    })
  })
}

/** Rooms and people who are signed in, guests, and callers all have a name, and no address. */
export function toDisplayName({ signedinUser, anonymousUser, phoneUser }: meet_v2.Schema$Participant) {
  return signedinUser?.displayName || anonymousUser?.displayName || phoneUser?.displayName || undefined
}
