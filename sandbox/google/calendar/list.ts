import type { HttpRequest } from '../../core/http/request.ts'
import type { GoogleAccount } from '../account.ts'
import { paginate } from '../api/pagination.ts'
import { parseBoolean, parseEnum, parseInteger } from '../api/parameters.ts'
import type { GoogleState } from '../state.ts'
import { createEtag } from './event-json.ts'
import type { AccessRole, Calendar } from './model.ts'

/** From the least to the most permissive. */
const ROLES: readonly AccessRole[] = ['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner']

/** https://developers.google.com/workspace/calendar/api/v3/reference/calendarList/list */
export function listCalendars(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const pageSize = parseInteger(request, 'maxResults', { fallback: 100, max: 250 })
  const showHidden = parseBoolean(request, 'showHidden')
  const minRole = ROLES.indexOf(parseEnum(request, 'minAccessRole', ROLES, 'freeBusyReader' as AccessRole))
  const indexes = new Map(account.calendars.map((calendar, index) => [calendar, index]))
  const page = paginate(google, request, {
    items: account.calendars,
    toSortKey: (calendar) => [indexes.get(calendar) ?? 0, calendar.id],
    matches: (calendar) => (showHidden || !calendar.hidden) && ROLES.indexOf(calendar.accessRole) >= minRole,
    pageSize,
  })
  return {
    kind: 'calendar#calendarList',
    etag: createEtag(account.email, account.calendars.length),
    ...(page.nextPageToken
      ? { nextPageToken: page.nextPageToken }
      : { nextSyncToken: google.tokens.encode({ calendarList: account.email, since: google.clock.now() }) }),
    items: page.items.map(toListEntry),
  }
}

/** `primary`, `hidden` and `selected` appear only when they are true. */
function toListEntry({ events, broken, ...calendar }: Calendar): object {
  return {
    kind: 'calendar#calendarListEntry',
    etag: createEtag(calendar.id, 0),
    ...calendar,
    backgroundColor: '#9fe1e7',
    foregroundColor: '#000000',
    defaultReminders: calendar.primary ? [{ method: 'popup', minutes: 10 }] : [],
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
  }
}
