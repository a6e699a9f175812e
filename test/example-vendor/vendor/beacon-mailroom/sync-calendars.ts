import type { Calendar, Event, StandardSyncResponse, SyncCalendarRequest } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { type CalendarResult, readCalendars } from '../../../../src/kit/calendars.ts'
import { paginate } from '../../../../src/kit/lists.ts'
import { type Account, fetchJson, type List } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'
import { type BeaconCalendar, type BeaconEvent, toCalendar, toEvent } from './map/calendar.ts'

const PAGE_SIZE = '100'

/** Returns every calendar with its events in the window, or names it in a warning. */
export async function syncCalendars(
  { connectedProvider: { credential }, calendarFilter }: SyncCalendarRequest,
  call: Call<BeaconSettings>,
): Promise<StandardSyncResponse<Calendar>> {
  const { dateStart, dateEnd, limit = Number.POSITIVE_INFINITY } = calendarFilter
  const window = { since: new Date(dateStart).toISOString(), until: new Date(dateEnd).toISOString() }
  const calendars = await readList<BeaconCalendar>('/v1/calendars', {}, credential, call)
  const read = async (calendar: BeaconCalendar): Promise<CalendarResult> => {
    const path = `/v1/calendars/${encodeURIComponent(calendar.id)}/events`
    const found = await readList<BeaconEvent>(path, window, credential, call, limit)
    const events: Event[] = found.map((event) => toEvent(event, credential))
    return { calendar: toCalendar(calendar, events, call), warnings: [] }
  }
  const entries = calendars.map((calendar) => ({ ...calendar, label: `“${calendar.name}” (${calendar.id})` }))
  return readCalendars({ vendor: 'Beacon', maxConcurrent: 4, read }, entries)
}

/** Reads a list to its end, or until it has `limit` items. */
async function readList<Item>(
  path: string,
  query: Readonly<Record<string, string>>,
  account: Account,
  call: Call<BeaconSettings>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = []
  const pages = paginate<List<Item>>({
    vendor: 'Beacon',
    fetch: (from) => fetchJson(path, { ...query, limit: PAGE_SIZE, from }, account, call),
    nextToken: ({ next }) => next,
  })
  for await (const page of pages) {
    items.push(...page.items)
    if (items.length >= limit) break
  }
  return items.slice(0, limit)
}
