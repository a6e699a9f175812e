import type { Calendar, Event, StandardSyncResponse, SyncCalendarRequest } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { type CalendarResult, readCalendars } from '../../../../src/kit/calendars.ts'
import { fetchList } from '../lists.ts'
import type { BeaconSettings } from '../settings.ts'
import { type BeaconCalendar, type BeaconEvent, toCalendar, toEvent } from './map/calendar.ts'

/** Returns every calendar with its events in the window, or names it in a warning. */
export async function syncCalendars(
  { connectedProvider: { credential }, calendarFilter }: SyncCalendarRequest,
  call: Call<BeaconSettings>,
): Promise<StandardSyncResponse<Calendar>> {
  const { dateStart, dateEnd, limit = Number.POSITIVE_INFINITY } = calendarFilter
  const window = { since: new Date(dateStart).toISOString(), until: new Date(dateEnd).toISOString() }
  const calendars = await fetchList<BeaconCalendar>('/v1/calendars', {}, credential, call)
  const read = async (calendar: BeaconCalendar): Promise<CalendarResult> => {
    const path = `/v1/calendars/${encodeURIComponent(calendar.id)}/events`
    const found = await fetchList<BeaconEvent>(path, window, credential, call, limit)
    const events: Event[] = found.map((event) => toEvent(event, credential))
    return { calendar: toCalendar(calendar, events, call), warnings: [] }
  }
  const entries = calendars.map((calendar) => ({ ...calendar, label: `“${calendar.name}” (${calendar.id})` }))
  return readCalendars({ vendor: 'Beacon', maxConcurrent: 4, read }, entries)
}
