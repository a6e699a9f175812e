import type { HttpRequest } from '../../core/http/request.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GoogleAccount } from '../account.ts'
import { throwError } from '../api/errors.ts'
import type { GoogleState } from '../state.ts'
import { requireArtifacts } from './access.ts'
import type { Artifact, Conference } from './model.ts'
import { listPage } from './pages.ts'
import { formatPast, formatTime } from './times.ts'

/** What Meet writes about a conference, by the name of its list. */
export type ArtifactKind = 'transcripts' | 'recordings' | 'smartNotes'

export const ARTIFACT_PAGE_SIZE = { fallback: 10, max: 100 }

/** https://developers.google.com/workspace/meet/api/reference/rest/v2/conferenceRecords.transcripts/list and its siblings */
export function listArtifacts(
  google: GoogleState,
  kind: ArtifactKind,
  account: GoogleAccount,
  request: HttpRequest,
): object {
  const conference = requireArtifacts(google, account, request)
  const artifacts: readonly Artifact[] = conference[kind]
  return listPage(google, request, {
    name: kind,
    items: artifacts.filter(({ start }) => start <= google.clock.now()),
    toTime: ({ start }) => start,
    toId: ({ id }) => id,
    order: 'ascending',
    pageSize: ARTIFACT_PAGE_SIZE,
    toJson: (artifact) => toArtifactJson(google, conference, kind, artifact),
  })
}

export function getArtifact(
  google: GoogleState,
  kind: ArtifactKind,
  account: GoogleAccount,
  request: HttpRequest,
): object {
  const conference = requireArtifacts(google, account, request)
  const artifacts: readonly Artifact[] = conference[kind]
  const artifact = artifacts.find(({ id, start }) => id === request.params.artifact && start <= google.clock.now())
  return artifact ? toArtifactJson(google, conference, kind, artifact) : throwError('notFound', request)
}

/** `STARTED` during the session, `ENDED` after it, `FILE_GENERATED` when the file is there. */
export function toState(
  { clock, settings }: GoogleState,
  { end, delayMs = settings.meetFileDelayMs }: Artifact,
): string {
  const now = clock.now()
  if (end > now) return 'STARTED'
  return end + delayMs > now ? 'ENDED' : 'FILE_GENERATED'
}

function toArtifactJson(google: GoogleState, { id }: Conference, kind: ArtifactKind, artifact: Artifact): object {
  const state = toState(google, artifact)
  return omitUndefined({
    name: `conferenceRecords/${id}/${kind}/${artifact.id}`,
    state,
    startTime: formatTime(artifact.start),
    endTime: formatPast(artifact.end, google.clock.now()),
    ...(state === 'FILE_GENERATED' ? toDestination(kind, artifact) : undefined),
  })
}

function toDestination(kind: ArtifactKind, { fileId }: Artifact): object {
  if (kind === 'recordings') {
    return { driveDestination: { file: fileId, exportUri: `https://drive.google.com/file/d/${fileId}/view` } }
  }
  return { docsDestination: { document: fileId, exportUri: `https://docs.google.com/document/d/${fileId}/view` } }
}
