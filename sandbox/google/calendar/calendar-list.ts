import type { Call } from '../../core/call.ts'
import type { GoogleAccount } from '../account.ts'
import type { Google } from '../google.ts'
import { pageOf } from '../paging.ts'
import { flag, integer, oneOf } from '../parameters.ts'
import type { AccessRole, Calendar } from './calendar.ts'
import { etagOf } from './event-json.ts'

const ROLES: readonly AccessRole[] = ['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner']

/** https://developers.google.com/workspace/calendar/api/v3/reference/calendarList/list */
export function listCalendars(google: Google, account: GoogleAccount, call: Call): object {
  const size = integer(call, 'maxResults', { fallback: 100, most: 250 })
  const showHidden = flag(call, 'showHidden')
  const least = ROLES.indexOf(oneOf(call, 'minAccessRole', ROLES, 'freeBusyReader' as AccessRole))
  const places = new Map(account.calendars.map((calendar, index) => [calendar, index]))
  const page = pageOf(google, call, {
    all: account.calendars,
    placeOf: (calendar) => [places.get(calendar) ?? 0, calendar.id],
    keeps: (calendar) => (showHidden || !calendar.hidden) && ROLES.indexOf(calendar.accessRole) >= least,
    size,
  })
  return {
    kind: 'calendar#calendarList',
    etag: etagOf(account.email, account.calendars.length),
    ...(page.nextPageToken
      ? { nextPageToken: page.nextPageToken }
      : { nextSyncToken: google.seal.close({ calendarList: account.email, since: google.clock.now() }) }),
    items: page.items.map(toEntry),
  }
}

/** `primary`, `hidden` and `selected` appear only when they are true. */
function toEntry({ events, broken, ...calendar }: Calendar): object {
  return {
    kind: 'calendar#calendarListEntry',
    etag: etagOf(calendar.id, 0),
    ...calendar,
    backgroundColor: '#9fe1e7',
    foregroundColor: '#000000',
    defaultReminders: calendar.primary ? [{ method: 'popup', minutes: 10 }] : [],
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
  }
}
