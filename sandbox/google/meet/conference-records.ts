import type { HttpRequest } from '../../core/http/request.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GoogleAccount } from '../account.ts'
import type { GoogleState } from '../state.ts'
import { isVisible, requireConference, toExpiry } from './access.ts'
import { type FilterFields, parseFilter } from './filter.ts'
import type { Conference } from './model.ts'
import { listPage } from './pages.ts'
import { formatMicroseconds } from './times.ts'

/** https://developers.google.com/workspace/meet/api/reference/rest/v2/conferenceRecords/list */
export function listConferenceRecords(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const now = google.clock.now()
  const fields: FilterFields<Conference> = {
    'space.name': { type: 'text', read: ({ space }) => `spaces/${space.id}` },
    'space.meeting_code': { type: 'text', read: ({ space }) => space.code },
    start_time: { type: 'time', read: ({ start }) => start },
    end_time: { type: 'time', read: ({ end }) => (end > now ? null : end) },
  }
  const isRequested = parseFilter(request, fields)
  return listPage(google, request, {
    name: 'conferenceRecords',
    items: google.conferences.all(),
    toTime: ({ start }) => start,
    toId: ({ id }) => id,
    order: 'descending',
    matches: (conference) => isVisible(google, account, request, conference) && isRequested(conference),
    pageSize: { fallback: 25, max: 100 },
    toJson: (conference) => toRecordJson(conference, now),
  })
}

export function getConferenceRecord(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  return toRecordJson(requireConference(google, account, request), google.clock.now())
}

function toRecordJson(conference: Conference, now: number): object {
  const { id, start, end, space } = conference
  const isOver = end <= now
  return omitUndefined({
    name: `conferenceRecords/${id}`,
    startTime: formatMicroseconds(start, `${id} start`),
    endTime: isOver ? formatMicroseconds(end, `${id} end`) : undefined,
    expireTime: isOver ? formatMicroseconds(toExpiry(conference), `${id} end`) : undefined,
    space: `spaces/${space.id}`,
  })
}
