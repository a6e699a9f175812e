import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import type { Calendar, StandardSyncResponse, SyncCalendarRequest } from '../../../src/contract/index.ts'
import type { Application, Call } from '../../../src/kit/application.ts'
import { readCalendars } from '../../../src/kit/calendars.ts'
import { parseEntries, paginate } from '../../../src/kit/lists.ts'
import { createCalendarRequester, MAX_CONCURRENT_REQUESTS, type Requester } from '../client.ts'
import { googleAuth } from '../oauth.ts'
import type { GoogleSettings } from '../settings.ts'
import { fetchEvents } from './events.ts'
import { type CalendarEntry, toCalendar, toCalendarEntry } from './map.ts'

/**
 * `calendar.readonly` and nothing narrower: `calendar.events.readonly` does not allow the list of calendars.
 * https://developers.google.com/workspace/calendar/api/auth
 */
export const googleCalendar: Application<GoogleSettings> = {
  name: 'google-calendar',
  auth: googleAuth([
    {
      scope: 'https://www.googleapis.com/auth/calendar.readonly',
      label: 'See and download any calendar you can access using your Google Calendar',
    },
  ]),
  sync: { calendar: syncCalendar },
}

/** All calendars of the user, each with its events in the window; a calendar that cannot be read is named instead. */
async function syncCalendar(
  { connectedProvider, calendarFilter }: SyncCalendarRequest,
  call: Call<GoogleSettings>,
): Promise<StandardSyncResponse<Calendar>> {
  const ask = await createCalendarRequester(connectedProvider.credential, call)
  const list = (parameters: calendar_v3.Params$Resource$Events$List) =>
    ask(UNITS, (google, options) => google.events.list(parameters, options))
  const read = async (entry: CalendarEntry) => {
    const { events, warnings } = await fetchEvents(list, entry, calendarFilter, call.log)
    return { calendar: toCalendar(entry, events, call), warnings: [...entry.warnings, ...warnings] }
  }
  return readCalendars({ vendor: 'Google', maxConcurrent: MAX_CONCURRENT_REQUESTS, read }, await fetchCalendars(ask))
}

/** Price of every call of the Calendar API. https://developers.google.com/workspace/calendar/api/guides/quota */
const UNITS = 1

/** Hidden calendars are left out by Google, as in its own list of them. */
async function fetchCalendars(ask: Requester<calendar_v3.Calendar>): Promise<CalendarEntry[]> {
  const entries = new Map<string, CalendarEntry>()
  const pages = paginate({
    vendor: 'Google',
    fetch: (pageToken) =>
      ask(UNITS, (google, options) =>
        google.calendarList.list({ maxResults: 250, ...(pageToken ? { pageToken } : {}) }, options),
      ),
    nextToken: ({ nextPageToken }) => nextPageToken || undefined,
  })
  for await (const page of pages) {
    for (const item of parseEntries('Google', page.items)) {
      const entry = toCalendarEntry(item)
      if (entry) entries.set(entry.id, entry)
    }
  }
  return [...entries.values()]
}
