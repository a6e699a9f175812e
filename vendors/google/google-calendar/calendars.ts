import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import type { Calendar, StandardSyncResponse, SyncCalendarRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { readCalendars } from '../../../src/kit/calendars.ts'
import { paginate, parseEntries } from '../../../src/kit/lists.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { createCalendarRequester, MAX_CONCURRENT_REQUESTS, type Requester } from '../client.ts'
import type { GoogleSettings } from '../settings.ts'
import { fetchEvents } from './events.ts'
import { type CalendarEntry, toCalendar, toCalendarEntry } from './map.ts'

/** Returns all calendars of the user with their events in the window; a warning names each calendar that failed. */
export async function syncCalendar(
  { connectedProvider, calendarFilter }: SyncCalendarRequest,
  call: Call<GoogleSettings>,
): Promise<StandardSyncResponse<Calendar>> {
  const request = await createCalendarRequester(connectedProvider.credential, call)
  const listEvents = (parameters: calendar_v3.Params$Resource$Events$List) =>
    request(UNITS, (google, options) => google.events.list(parameters, options))
  const read = async (entry: CalendarEntry) => {
    const { events, warnings } = await fetchEvents(listEvents, entry, calendarFilter, call.log)
    return { calendar: toCalendar(entry, events, call), warnings: [...entry.warnings, ...warnings] }
  }
  return readCalendars(
    { vendor: 'Google', maxConcurrent: MAX_CONCURRENT_REQUESTS, read },
    await fetchCalendars(request),
  )
}

/** Every Calendar API request counts as one. https://developers.google.com/workspace/calendar/api/guides/quota */
const UNITS = 1

/** Google's list leaves out calendars that the user has hidden. */
async function fetchCalendars(request: Requester<calendar_v3.Calendar>): Promise<CalendarEntry[]> {
  const entries = new Map<string, CalendarEntry>()
  const pages = paginate({
    vendor: 'Google',
    fetch: (pageToken) =>
      request(UNITS, (google, options) =>
        google.calendarList.list(omitUndefined({ maxResults: 250, pageToken }), options),
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
