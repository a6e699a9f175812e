import type { Calendar as GraphCalendar } from '@microsoft/microsoft-graph-types'
import type { Calendar, StandardSyncResponse, SyncCalendarRequest } from '../../../src/contract/index.ts'
import type { Application, Call } from '../../../src/kit/application.ts'
import { readCalendars } from '../../../src/kit/calendars.ts'
import { CredentialsExpiredError } from '../../../src/kit/errors.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { createGraphRequester, MAX_CONCURRENT_REQUESTS, type Requester } from '../client.ts'
import { microsoftAuth } from '../oauth.ts'
import { fetchPages } from '../pages.ts'
import { toPath } from '../paths.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { toIana } from '../zones.ts'
import { fetchEvents } from './events.ts'
import { type CalendarEntry, toCalendar, toCalendarEntry } from './map.ts'

/**
 * Calendars of others that the user has accepted stand among the user's own, so `Calendars.Read` is enough for them;
 * `Calendars.Read.Shared` would keep personal accounts out, which cannot consent to it.
 * https://learn.microsoft.com/graph/outlook-get-shared-events-calendars
 */
export const outlookCalendar: Application<MicrosoftSettings> = {
  name: 'outlook-calendar',
  auth: microsoftAuth({
    permission: { scope: 'Calendars.Read', label: 'Read your calendars' },
    optionalScopes: ['MailboxSettings.Read'],
    probePath: toPath(['me', 'calendars'], { $top: 1, $select: 'id' }),
  }),
  sync: { calendar: syncCalendar },
}

/** All calendars of the user, each with its events in the window; a calendar that cannot be read is named instead. */
async function syncCalendar(
  { connectedProvider, calendarFilter }: SyncCalendarRequest,
  call: Call<MicrosoftSettings>,
): Promise<StandardSyncResponse<Calendar>> {
  const ask = await createGraphRequester(connectedProvider.credential, call, { bodyFormat: 'text' })
  const [zone, list] = await Promise.all([fetchZone(ask), fetchCalendars(ask)])
  const entries = list.calendars.flatMap((item) => toCalendarEntry(item, zone.name) ?? [])
  const read = async (entry: CalendarEntry) => {
    const { events, warnings } = await fetchEvents(ask, entry, calendarFilter, call.log)
    return { calendar: toCalendar(entry, events, call), warnings }
  }
  const { items, metadata } = await readCalendars(
    { vendor: 'Microsoft', maxConcurrent: MAX_CONCURRENT_REQUESTS, read },
    entries,
  )
  return toPage(items, [...zone.warnings, ...list.warnings, ...(metadata?.warnings ?? [])])
}

/** The mailbox's zone. The permission to read it can be missing, which is no reason to do without the events. */
async function fetchZone(ask: Requester): Promise<{ name: string; warnings: string[] }> {
  try {
    const { value } = await ask<{ value?: string | null }>(toPath(['me', 'mailboxSettings', 'timeZone']))
    const name = toIana(value)
    if (name) return { name, warnings: [] }
    return { name: 'UTC', warnings: [`The time zone of the mailbox is unknown: “${value ?? ''}”. UTC is used.`] }
  } catch (error) {
    if (!(error instanceof VendorError) || error.class !== 'scope-required') throw error
    return { name: 'UTC', warnings: ['The time zone of the mailbox may not be read. UTC is used.'] }
  }
}

interface CalendarList {
  calendars: GraphCalendar[]
  warnings: string[]
}

/** What a list that Graph cannot finish means: what was read of it counts, and otherwise the default calendar does. */
async function fetchCalendars(ask: Requester): Promise<CalendarList> {
  const calendars = new Map<string, GraphCalendar>()
  try {
    for await (const page of fetchPages<GraphCalendar>(ask, toPath(['me', 'calendars'], { $top: 100 }))) {
      for (const calendar of page) if (calendar.id) calendars.set(calendar.id, calendar)
    }
    return { calendars: [...calendars.values()], warnings: [] }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (calendars.size > 0) return { calendars: [...calendars.values()], warnings: [toTruncatedListWarning(error)] }
    // For days on end the list has failed for every personal account while the calendars themselves were well.
    if (error.class !== 'unavailable') throw error
    return { calendars: [await fetchDefaultCalendar(ask, error)], warnings: [toDefaultOnlyWarning(error)] }
  }
}

/** Throws why there is no list when there is no default calendar either. */
async function fetchDefaultCalendar(ask: Requester, listFailure: VendorError): Promise<GraphCalendar> {
  try {
    return await ask<GraphCalendar>(toPath(['me', 'calendar']))
  } catch (error) {
    throw error instanceof CredentialsExpiredError ? error : listFailure
  }
}

function toTruncatedListWarning({ message }: VendorError): string {
  return `The list of calendars broke off, so some may be missing. ${message}`
}

function toDefaultOnlyWarning({ message }: VendorError): string {
  return `The calendars could not be listed, so only the default one was read. ${message}`
}
