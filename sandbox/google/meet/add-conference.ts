import { addFile } from '../drive/new-file.ts'
import type { GoogleState } from '../state.ts'
import { toState } from './artifacts.ts'
import type { Conference, Transcript } from './model.ts'
import type { NewConference } from './new-conference.ts'

/** Adds a conference, and the documents of the transcripts that are there already to the organizer's Drive. */
export function addConference(google: GoogleState, account: string, input: NewConference): Conference {
  const conference = google.conferences.add(google.account(account).email, input)
  if (!google.accounts.has(conference.organizer)) return conference
  const ready = conference.transcripts.filter((transcript) => toState(google, transcript) === 'FILE_GENERATED')
  for (const transcript of ready) addDocument(google, conference, transcript)
  return conference
}

/** The document lives on in Drive when Meet has deleted its record. */
function addDocument(
  google: GoogleState,
  { participants, organizer, space }: Conference,
  transcript: Transcript,
): void {
  const { entries, fileId, start, end } = transcript
  const day = new Date(start).toISOString().slice(0, 10).replaceAll('-', '/')
  const title = `${space.code} (${day}) - Transcript`
  const nameOf = (id: string) => participants.find((participant) => participant.id === id)?.displayName ?? ''
  const lines = entries.map(({ participantId, text }) => `${nameOf(participantId)}: ${text}`)
  const file = { id: fileId, name: title, text: [title, 'Transcript', ...lines].join('\n'), createdByMeet: true }
  addFile(google.drive, organizer, { ...file, createdAt: end }, google.clock.now())
}
