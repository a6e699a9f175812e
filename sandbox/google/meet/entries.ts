import type { HttpRequest } from '../../core/http/request.ts'
import type { GoogleAccount } from '../account.ts'
import { throwError } from '../api/errors.ts'
import type { GoogleState } from '../state.ts'
import { requireArtifacts } from './access.ts'
import { ARTIFACT_PAGE_SIZE, toState } from './artifacts.ts'
import type { Conference, Entry, Transcript } from './model.ts'
import { listPage } from './pages.ts'
import { formatTime } from './times.ts'

/** https://developers.google.com/workspace/meet/api/reference/rest/v2/conferenceRecords.transcripts.entries/list */
export function listEntries(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const conference = requireArtifacts(google, account, request)
  const transcript = requireTranscript(google, conference, request)
  return listPage(google, request, {
    name: 'transcriptEntries',
    items: availableEntries(google, transcript),
    toTime: ({ start }) => start,
    toId: ({ id }) => id,
    order: 'ascending',
    pageSize: ARTIFACT_PAGE_SIZE,
    toJson: (entry) => toEntryJson(conference, transcript, entry),
  })
}

export function getEntry(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const conference = requireArtifacts(google, account, request)
  const transcript = requireTranscript(google, conference, request)
  const entry = availableEntries(google, transcript).find(({ id }) => id === request.params.entry)
  return entry ? toEntryJson(conference, transcript, entry) : throwError('notFound', request)
}

function requireTranscript({ clock }: GoogleState, conference: Conference, request: HttpRequest): Transcript {
  const { artifact } = request.params
  const transcript = conference.transcripts.find(({ id, start }) => id === artifact && start <= clock.now())
  return transcript ?? throwError('notFound', request)
}

/** Before the file is there, only the first half of what was said so far is available, or nothing at all. */
function availableEntries(google: GoogleState, transcript: Transcript): readonly Entry[] {
  if (toState(google, transcript) === 'FILE_GENERATED') return transcript.entries
  if (google.settings.meetEntriesBeforeFile === 'none') return []
  const spoken = transcript.entries.filter(({ end }) => end <= google.clock.now())
  return spoken.slice(0, Math.ceil(spoken.length / 2))
}

function toEntryJson(conference: Conference, transcript: Transcript, entry: Entry): object {
  const { id, participantId, text, languageCode, start, end } = entry
  return {
    name: `conferenceRecords/${conference.id}/transcripts/${transcript.id}/entries/${id}`,
    participant: `conferenceRecords/${conference.id}/participants/${participantId}`,
    text,
    languageCode,
    startTime: formatTime(start),
    endTime: formatTime(end),
  }
}
