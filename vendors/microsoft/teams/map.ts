import type { PersonReference, Transcription } from '../../../src/contract/index.ts'
import { toDefaultTitle } from '../../../src/kit/transcripts/names.ts'
import { mergePeople } from '../../../src/kit/transcripts/people.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { TeamsEvent } from './events.ts'
import { type CallInsight, toTasksAndOutline } from './insights.ts'
import type { PendingEvent, PendingText } from './position.ts'

/** What is known of a transcript. Times and durations are ms. */
export interface TranscriptDetails {
  pending: PendingText
  /** Absent if it was deleted meanwhile. */
  event: TeamsEvent | undefined
  text: string
  duration: number
  /** Who was there according to the attendance reports. */
  attendees: readonly PersonReference[]
  insight: CallInsight | undefined
  /** The connected person. */
  person: PersonReference | undefined
}

/** The title of a meeting: that of its event, or else its subject, or else its day. */
export function toTitle({ title, dateStart }: Pick<PendingEvent, 'title' | 'dateStart'>): string {
  return title ?? toDefaultTitle('Teams meeting', dateStart)
}

/** Converts a transcript to the contract's Transcription. */
export function toTranscription(
  { pending, event, text, duration, attendees, insight, person }: TranscriptDetails,
  { provider, application }: { provider: string; application: string },
): Transcription {
  const { meeting, transcript, online } = pending
  const { dateStart } = transcript
  const title = toTitle({ ...meeting, dateStart })
  const organizedBy = event?.organizedBy ?? (online.isOrganizer ? person : undefined)
  const people = mergePeople(event?.attendees ?? [], attendees)
  const everybody = mergePeople(people, organizedBy ? [organizedBy] : [], person ? [person] : [])
  return {
    blockType: 'transcription',
    provider,
    application,
    // The id of a transcript is only promised to be unique in its meeting.
    externalId: `${online.id}/${transcript.id}`,
    uri: meeting.joinUrl,
    title,
    dateStart,
    duration,
    ...omitUndefined({ organizedBy }),
    attendees: people,
    transcript: { title, text },
    processingStage: 'processed',
    ...(insight ? toTasksAndOutline(insight, everybody) : {}),
  }
}
