import type { HttpRequest } from '../../core/http/request.ts'
import type { GoogleAccount } from '../account.ts'
import type { ApiMethod } from '../api/guard.ts'
import { MEET_READ_SCOPES, MEET_SPACE_SCOPES } from '../oauth/scopes.ts'
import type { GoogleState } from '../state.ts'
import { type ArtifactKind, getArtifact, listArtifacts } from './artifacts.ts'
import { getConferenceRecord, listConferenceRecords } from './conference-records.ts'
import { getEntry, listEntries } from './entries.ts'
import { getParticipant, getSession, listParticipants, listSessions } from './participants.ts'
import { getSpace } from './spaces.ts'

type Handle = (google: GoogleState, account: GoogleAccount, request: HttpRequest) => object

const RECORD = '/v2/conferenceRecords/:record'
const PAGE: readonly string[] = ['pageSize', 'pageToken']
const FILTERED_PAGE: readonly string[] = [...PAGE, 'filter']
/** The names of the lists and of their methods. */
const ARTIFACTS: Readonly<Record<ArtifactKind, readonly [list: string, get: string]>> = {
  transcripts: ['ListTranscripts', 'GetTranscript'],
  recordings: ['ListRecordings', 'GetRecording'],
  smartNotes: ['ListSmartNotes', 'GetSmartNote'],
}

/** The reading methods of Meet's REST API, version 2. */
export function createMeetMethods(google: GoogleState): ApiMethod[] {
  const method = (pattern: string, rpc: string, parameters: readonly string[], handle: Handle): ApiMethod => ({
    service: 'meet',
    pattern,
    rpc: `google.apps.meet.v2.${rpc}`,
    scopes: rpc.startsWith('Spaces') ? MEET_SPACE_SCOPES : MEET_READ_SCOPES,
    units: 1,
    parameters,
    handle: (account, request) => handle(google, account, request),
  })
  const records = (path: string, name: string, parameters: readonly string[], handle: Handle) =>
    method(path, `ConferenceRecordsService.${name}`, parameters, handle)
  const participant = `${RECORD}/participants/:participant`
  const entries = `${RECORD}/transcripts/:artifact/entries`
  return [
    records('/v2/conferenceRecords', 'ListConferenceRecords', FILTERED_PAGE, listConferenceRecords),
    records(RECORD, 'GetConferenceRecord', [], getConferenceRecord),
    records(`${RECORD}/participants`, 'ListParticipants', FILTERED_PAGE, listParticipants),
    records(participant, 'GetParticipant', [], getParticipant),
    records(`${participant}/participantSessions`, 'ListParticipantSessions', FILTERED_PAGE, listSessions),
    records(`${participant}/participantSessions/:session`, 'GetParticipantSession', [], getSession),
    ...Object.entries(ARTIFACTS).flatMap(([name, [list, get]]) => {
      const kind = name as ArtifactKind
      return [
        records(`${RECORD}/${kind}`, list, PAGE, (...request) => callWithKind(listArtifacts, kind, request)),
        records(`${RECORD}/${kind}/:artifact`, get, [], (...request) => callWithKind(getArtifact, kind, request)),
      ]
    }),
    records(entries, 'ListTranscriptEntries', PAGE, listEntries),
    records(`${entries}/:entry`, 'GetTranscriptEntry', [], getEntry),
    method('/v2/spaces/:space', 'SpacesService.GetSpace', [], getSpace),
  ]
}

function callWithKind(handle: typeof listArtifacts, kind: ArtifactKind, request: Parameters<Handle>): object {
  const [google, account, httpRequest] = request
  return handle(google, kind, account, httpRequest)
}
