import { getBearerToken, type HttpRequest } from '../../core/http/request.ts'
import type { GoogleAccount } from '../account.ts'
import { throwError } from '../api/errors.ts'
import { SCOPE } from '../oauth/scopes.ts'
import type { GoogleState } from '../state.ts'
import type { Conference } from './model.ts'

/** Google deletes conference records, and what was said, this long after the end. */
const RETENTION_MS = 30 * 86_400_000

/** When Google deletes the record: epoch ms, `Infinity` while the conference goes on. */
export function toExpiry({ end }: Conference): number {
  return end + RETENTION_MS
}

/** Whether the record exists for the account: it has begun, has not expired, and the account may see it. */
export function isVisible(
  google: GoogleState,
  account: GoogleAccount,
  request: HttpRequest,
  conference: Conference,
): boolean {
  return exists(google, conference) && mayRead(google, account, request, conference)
}

/** Returns the conference of the path. 404 if there is none or it has expired, 403 if the account was not there. */
export function requireConference(google: GoogleState, account: GoogleAccount, request: HttpRequest): Conference {
  const conference = google.conferences.find(request.params.record ?? '')
  if (!conference || !exists(google, conference)) return throwError('notFound', request)
  if (!mayRead(google, account, request, conference)) return throwError('permissionDenied', request)
  return conference
}

/** The same, for what Meet writes about a conference: transcripts, recordings and notes. */
export function requireArtifacts(google: GoogleState, account: GoogleAccount, request: HttpRequest): Conference {
  const conference = requireConference(google, account, request)
  const readers = conference.artifactsFor ?? google.settings.meetArtifactsFor
  if (readers === 'organizer' && conference.organizer !== account.email) throwError('permissionDenied', request)
  return conference
}

/** Whether the account was in the conference with its Google account. */
export function attended({ sub }: GoogleAccount, { participants }: Conference): boolean {
  return participants.some(({ userId }) => userId === sub)
}

/** Whether the token covers only spaces that the client itself created. */
export function isLimitedToOwnSpaces(google: GoogleState, request: HttpRequest): boolean {
  const scopes = google.oauth.grants.inspect(getBearerToken(request) ?? '')?.scopes ?? []
  return !scopes.includes(SCOPE.meetReadonly) && !scopes.includes(SCOPE.meetSettings)
}

function exists({ clock }: GoogleState, conference: Conference): boolean {
  return conference.start <= clock.now() && clock.now() < toExpiry(conference)
}

function mayRead(google: GoogleState, account: GoogleAccount, request: HttpRequest, conference: Conference): boolean {
  if (isLimitedToOwnSpaces(google, request) && !conference.space.createdByApp) return false
  if (conference.organizer === account.email) return true
  return google.settings.meetRecordsFor === 'participants' && attended(account, conference)
}
