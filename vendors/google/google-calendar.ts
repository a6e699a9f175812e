import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
import type { Calendar, CalendarFilter, StandardSyncResponse, SyncCalendarRequest } from '../../src/contract/index.ts'
import type { Application, Call } from '../../src/kit/application.ts'
import { CredentialsExpiredError, type ErrorClass, ProviderError, VendorError } from '../../src/kit/errors.ts'
import { toPage } from '../../src/kit/pages.ts'
import { inParallel } from '../../src/kit/parallel.ts'
import { type Ask, askCalendar, WIDTH } from './client.ts'
import { readEvents } from './google-calendar.events.ts'
import { type CalendarEntry, toCalendar, toCalendarEntry } from './google-calendar.map.ts'
import { googleAuth } from './oauth.ts'
import { entriesOf, pagesOf } from './pages.ts'
import type { GoogleSettings } from './settings.ts'

/**
 * `calendar.readonly` and nothing narrower: `calendar.events.readonly` does not allow the list of calendars.
 * https://developers.google.com/workspace/calendar/api/auth
 */
export const googleCalendar: Application<GoogleSettings> = {
  name: 'google-calendar',
  auth: googleAuth([
    {
      scope: 'https://www.googleapis.com/auth/calendar.readonly',
      words: 'See and download any calendar you can access using your Google Calendar',
    },
  ]),
  sync: { calendar: syncCalendar },
}

/** All calendars of the user, each with its events in the window; a calendar that cannot be read is named instead. */
async function syncCalendar(
  { connectedProvider, calendarFilter }: SyncCalendarRequest,
  call: Call<GoogleSettings>,
): Promise<StandardSyncResponse<Calendar>> {
  const ask = await askCalendar(connectedProvider.credential, call)
  const entries = await listCalendars(ask)
  const outcomes: Outcome[] = []
  await inParallel(WIDTH, entries.entries(), async ([index, entry]) => {
    outcomes[index] = await readCalendar(ask, entry, calendarFilter, call)
  })
  const items = outcomes.flatMap(({ calendar }) => calendar ?? [])
  const failures = outcomes.flatMap(({ failure }) => failure ?? [])
  if (items.length === 0 && failures.length > 0) throw noneRead(failures)
  return toPage(
    items,
    outcomes.flatMap(({ warnings }) => warnings),
  )
}

/** Price of every call of the Calendar API. https://developers.google.com/workspace/calendar/api/guides/quota */
const UNITS = 1

/** Hidden calendars are left out by Google, as in its own list of them. */
async function listCalendars(ask: Ask<calendar_v3.Calendar>): Promise<CalendarEntry[]> {
  const entries = new Map<string, CalendarEntry>()
  const list = (part: { pageToken?: string }) =>
    ask(UNITS, (google, options) => google.calendarList.list({ maxResults: 250, ...part }, options))
  for await (const page of pagesOf(list)) {
    for (const item of entriesOf(page.items)) {
      const entry = toCalendarEntry(item)
      if (entry) entries.set(entry.id, entry)
    }
  }
  return [...entries.values()]
}

/** What became of one calendar. */
interface Outcome {
  calendar?: Calendar
  failure?: ProviderError
  warnings: string[]
}

/** Read whole or left out whole: the platform takes the events that are missing from a calendar for deleted. */
async function readCalendar(
  ask: Ask<calendar_v3.Calendar>,
  entry: CalendarEntry,
  filter: CalendarFilter,
  call: Call<GoogleSettings>,
): Promise<Outcome> {
  try {
    const list = (parameters: calendar_v3.Params$Resource$Events$List) =>
      ask(UNITS, (google, options) => google.events.list(parameters, options))
    const { events, warnings } = await readEvents(list, entry, filter, call.log)
    return { calendar: toCalendar(entry, events, call), warnings: [...entry.warnings, ...warnings] }
  } catch (error) {
    if (!(error instanceof ProviderError) || error instanceof CredentialsExpiredError) throw error
    return { failure: error, warnings: [`The calendar ${entry.words} was left out. ${error.message}`] }
  }
}

/** Refusals that say something about one calendar; when every calendar gives one, the vendor is at fault. */
const OF_ONE_CALENDAR: readonly ErrorClass[] = ['not-found', 'scope-required', 'invalid-request']

function noneRead(failures: ProviderError[]): ProviderError {
  const vendorErrors = failures.filter((failure) => failure instanceof VendorError)
  const rateLimit = vendorErrors.find((failure) => failure.class === 'rate-limited')
  const general = vendorErrors.find((failure) => !OF_ONE_CALENDAR.includes(failure.class))
  return rateLimit ?? general ?? allRefused(failures)
}

function allRefused(failures: ProviderError[]): VendorError {
  const [first] = failures
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: `Google refused each of the ${failures.length} calendars of this account.`,
      next: first?.message ?? '',
    },
    { at: 'api', status: first?.status ?? 0, reasons: [], cause: first },
  )
}
