import type { Calendar as GraphCalendar } from '@microsoft/microsoft-graph-types'
import type { Calendar, Credential, StandardSyncResponse, SyncCalendarRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { readCalendars } from '../../../src/kit/calendars.ts'
import { CredentialsExpiredError } from '../../../src/kit/errors.ts'
import { parseText } from '../../../src/kit/lists.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { createGraphRequester, MAX_CONCURRENT_REQUESTS, type Requester } from '../client.ts'
import { fetchPages } from '../pages.ts'
import { toPath } from '../paths.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { isPersonalAccount } from '../tenants.ts'
import { type UserSegments, userSegments } from '../user-segments.ts'
import { toIana } from '../zones.ts'
import { fetchEvents } from './events.ts'
import { type CalendarEntry, toCalendar, toCalendarEntry } from './map.ts'

/** Returns all calendars of the user with their events in the window; a warning names each calendar that failed. */
export async function syncCalendar(
  { connectedProvider, calendarFilter }: SyncCalendarRequest,
  call: Call<MicrosoftSettings>,
): Promise<StandardSyncResponse<Calendar>> {
  const request = await createGraphRequester(connectedProvider.credential, call, { bodyFormat: 'text' })
  const user = userSegments(connectedProvider.credential)
  const uri = toCalendarPage(connectedProvider.credential)
  const [zone, list] = await Promise.all([fetchZone(request, user), fetchCalendars(request, user)])
  const entries = list.calendars.flatMap((item) => toCalendarEntry(item, zone.name, user) ?? [])
  const read = async (entry: CalendarEntry) => {
    const { events, warnings } = await fetchEvents(request, entry, calendarFilter, call.log)
    return { calendar: toCalendar(entry, events, { ...call, uri }), warnings }
  }
  const { items, metadata } = await readCalendars(
    { vendor: 'Microsoft', maxConcurrent: MAX_CONCURRENT_REQUESTS, read },
    entries,
  )
  return toPage(items, [...zone.warnings, ...list.warnings, ...(metadata?.warnings ?? [])])
}

/** Outlook's page with the calendars of the account: a calendar has no page of its own. */
function toCalendarPage(credential: Credential): string {
  return `https://outlook.${isPersonalAccount(credential) ? 'live' : 'office'}.com/calendar/`
}

/** The mailbox's time zone. Without the permission to read it, UTC is used with a warning. */
async function fetchZone(request: Requester, user: UserSegments): Promise<{ name: string; warnings: string[] }> {
  try {
    const { value } = await request<{ value?: string | null }>(toPath([...user, 'mailboxSettings', 'timeZone']))
    const zone = parseText('Microsoft', value)
    const name = toIana(zone)
    if (name) return { name, warnings: [] }
    return { name: 'UTC', warnings: [`The time zone of the mailbox is unknown: “${zone ?? ''}”. UTC is used.`] }
  } catch (error) {
    if (!(error instanceof VendorError) || error.class !== 'scope-required') throw error
    return { name: 'UTC', warnings: ['There is no permission to read the time zone of the mailbox. UTC is used.'] }
  }
}

interface CalendarList {
  calendars: GraphCalendar[]
  warnings: string[]
}

/** Lists the calendars. If Graph fails, returns those listed so far, or the default calendar, with a warning. */
async function fetchCalendars(request: Requester, user: UserSegments): Promise<CalendarList> {
  const calendars = new Map<string, GraphCalendar>()
  try {
    for await (const page of fetchPages<GraphCalendar>(request, toPath([...user, 'calendars'], { $top: 100 }))) {
      for (const calendar of page) if (calendar.id) calendars.set(calendar.id, calendar)
    }
    return { calendars: [...calendars.values()], warnings: [] }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (calendars.size > 0) return { calendars: [...calendars.values()], warnings: [toTruncatedListWarning(error)] }
    // The list once failed for days for every personal account, while the calendars themselves could be read.
    if (error.class !== 'unavailable') throw error
    return { calendars: [await fetchDefaultCalendar(request, user, error)], warnings: [toDefaultOnlyWarning(error)] }
  }
}

/** Throws the error of the list if the default calendar cannot be read either. */
async function fetchDefaultCalendar(
  request: Requester,
  user: UserSegments,
  listFailure: VendorError,
): Promise<GraphCalendar> {
  try {
    return await request<GraphCalendar>(toPath([...user, 'calendar']))
  } catch (error) {
    throw error instanceof CredentialsExpiredError ? error : listFailure
  }
}

function toTruncatedListWarning({ message }: VendorError): string {
  return `The list of calendars is incomplete. ${message}`
}

function toDefaultOnlyWarning({ message }: VendorError): string {
  return `The calendars could not be listed, so only the default one was read. ${message}`
}
