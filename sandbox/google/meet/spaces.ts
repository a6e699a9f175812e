import type { HttpRequest } from '../../core/http/request.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GoogleAccount } from '../account.ts'
import { throwError } from '../api/errors.ts'
import type { GoogleState } from '../state.ts'
import { attended, isLimitedToOwnSpaces } from './access.ts'
import type { Space } from './model.ts'

/**
 * Returns a space by its id, which is case-sensitive, or its meeting code, which is not
 * (https://developers.google.com/workspace/meet/api/reference/rest/v2/spaces/get).
 */
export function getSpace(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const { space: name = '' } = request.params
  const space = google.conferences.spaces().find(({ id, code }) => id === name || code === name.toLowerCase())
  if (!space) return throwError('notFound', request)
  if (!mayRead(google, account, request, space)) return throwError('permissionDenied', request)
  const now = google.clock.now()
  const active = google.conferences
    .all()
    .find(({ space: own, start, end }) => own === space && start <= now && now < end)
  const uri = `https://meet.google.com/${space.code}`
  return omitUndefined({
    name: `spaces/${space.id}`,
    meetingUri: uri,
    meetingCode: space.code,
    config: { accessType: 'TRUSTED', entryPointAccess: 'ALL' },
    activeConference: active && { conferenceRecord: `conferenceRecords/${active.id}` },
  })
}

/** Owners may read a space, and everybody who was there once. */
function mayRead(google: GoogleState, account: GoogleAccount, request: HttpRequest, space: Space): boolean {
  if (isLimitedToOwnSpaces(google, request) && !space.createdByApp) return false
  if (space.owner === account.email) return true
  return google.conferences.all().some((conference) => conference.space === space && attended(account, conference))
}
