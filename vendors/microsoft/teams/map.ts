import type { PersonReference, Transcription } from '../../../src/contract/index.ts'
import { toDefaultTitle } from '../../../src/kit/transcripts/names.ts'
import { mergePeople } from '../../../src/kit/transcripts/people.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { TeamsEvent } from './events.ts'
import type { OnlineMeeting } from './meetings.ts'
import type { PendingEvent, PendingText } from './position.ts'

/** What is known of a transcript. Times and durations are ms. */
export interface TranscriptDetails {
  pending: PendingText
  text: string
  duration: number
  people: People
  /** What Copilot wrote. */
  tasksAndOutline: Pick<Transcription, 'tasks' | 'outline'>
}

/** The people of a meeting. */
export interface People {
  organizedBy: PersonReference | undefined
  attendees: PersonReference[]
  /** Those two and the connected person. */
  all: PersonReference[]
}

interface PeopleSources {
  /** Absent if it was deleted meanwhile. */
  event: TeamsEvent | undefined
  online: Pick<OnlineMeeting, 'isOrganizer'>
  /** Who was there according to the attendance reports. */
  present: readonly PersonReference[]
  /** The connected person. */
  person: PersonReference | undefined
}

export function toPeople({ event, online, present, person }: PeopleSources): People {
  const organizedBy = event?.organizedBy ?? (online.isOrganizer ? person : undefined)
  const attendees = mergePeople(event?.attendees ?? [], present)
  const all = mergePeople(attendees, organizedBy ? [organizedBy] : [], person ? [person] : [])
  return { organizedBy, attendees, all }
}

/** The title of a meeting: that of its event, or else its subject, or else its day. */
export function toTitle({ title, dateStart }: Pick<PendingEvent, 'title' | 'dateStart'>): string {
  return title ?? toDefaultTitle('Teams meeting', dateStart)
}

/** Converts a transcript to the contract's Transcription. */
export function toTranscription(
  { pending, text, duration, people, tasksAndOutline }: TranscriptDetails,
  { provider, application }: { provider: string; application: string },
): Transcription {
  const { meeting, transcript, online } = pending
  const { dateStart } = transcript
  const title = toTitle({ ...meeting, dateStart })
  const { organizedBy, attendees } = people
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
    attendees,
    transcript: { title, text },
    processingStage: 'processed',
    ...tasksAndOutline,
  }
}
