import type { Calendar, CalendarFilter, Event, StandardSyncResponse } from '../contract/index.ts'
import { forEachConcurrently } from '../runtime/concurrency.ts'
import { CredentialsExpiredError, ProviderError } from './errors.ts'
import { toPage } from './pages.ts'
import { type ErrorClass, VendorError } from './vendor-errors.ts'

/** A calendar with its events, or with as many of them as the response may hold. */
export interface CalendarResult {
  calendar: Calendar
  warnings: string[]
}

/** How to read the calendars of one account. `label` is a calendar's title and id, for warnings. */
export interface CalendarReader<Entry extends { label: string }> {
  vendor: string
  /** Maximum number of calendars that are read concurrently. */
  maxConcurrent: number
  read: (entry: Entry) => Promise<CalendarResult>
}

/**
 * Reads every calendar completely, or names it in a warning: the platform treats events that are missing from a calendar
 * as deleted. Throws a ProviderError if no calendar could be read, and CredentialsExpiredError as soon as a read does.
 */
export async function readCalendars<Entry extends { label: string }>(
  reader: CalendarReader<Entry>,
  entries: readonly Entry[],
): Promise<StandardSyncResponse<Calendar>> {
  const outcomes: Outcome[] = []
  await forEachConcurrently(reader.maxConcurrent, entries.entries(), async ([index, entry]) => {
    outcomes[index] = await readCalendar(reader, entry)
  })
  const items = outcomes.flatMap(({ calendar }) => calendar ?? [])
  const failures = outcomes.flatMap(({ failure }) => failure ?? [])
  if (items.length === 0 && failures.length > 0) throw toReadError(reader.vendor, failures)
  return toPage(
    items,
    outcomes.flatMap(({ warnings }) => warnings),
  )
}

/** The result of reading one calendar. */
interface Outcome {
  calendar?: Calendar
  failure?: ProviderError
  warnings: string[]
}

async function readCalendar<Entry extends { label: string }>(
  { read }: CalendarReader<Entry>,
  entry: Entry,
): Promise<Outcome> {
  try {
    return await read(entry)
  } catch (error) {
    if (!(error instanceof ProviderError) || error instanceof CredentialsExpiredError) throw error
    return { failure: error, warnings: [`The calendar ${entry.label} was left out. ${error.message}`] }
  }
}

/**
 * Errors that concern a single calendar. If every calendar fails with one of these, the vendor is unavailable, except that
 * a permission that all of them lack is missing.
 */
const SINGLE_CALENDAR_ERRORS: readonly ErrorClass[] = ['not-found', 'scope-required', 'invalid-request']

function toReadError(vendor: string, failures: ProviderError[]): ProviderError {
  const vendorErrors = failures.filter((failure) => failure instanceof VendorError)
  const rateLimit = vendorErrors.find((failure) => failure.class === 'rate-limited')
  const general = vendorErrors.find((failure) => !SINGLE_CALENDAR_ERRORS.includes(failure.class))
  const isPermissionMissing = failures.every((failure) => failure.problem === 'scope-required')
  return (
    rateLimit ?? general ?? (isPermissionMissing ? failures[0] : undefined) ?? allCalendarsRefused(vendor, failures)
  )
}

function allCalendarsRefused(vendor: string, failures: ProviderError[]): VendorError {
  const [first] = failures
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: `${vendor} rejected the requests for all ${failures.length} calendars of this account.`,
      next: first?.message ?? '',
    },
    { at: 'api', status: first?.status ?? 0, reasons: [], cause: first },
  )
}

/** Whether an event overlaps the half-open window. Events that only touch it do not. */
export function overlaps({ dateStart, dateEnd }: Event, window: CalendarFilter): boolean {
  return dateEnd > window.dateStart && dateStart < window.dateEnd
}

/** The first `limit` events, sorted by start, with a warning if there are more. */
export function limitEarliest(events: Iterable<Event>, label: string, limit: number | undefined) {
  const sorted = [...events].sort((a, b) => a.dateStart - b.dateStart)
  if (limit === undefined || sorted.length <= limit) return { events: sorted, warnings: [] }
  const warning = `The calendar ${label} has more than ${limit} events in this window; only the first ${limit} were returned.`
  return { events: sorted.slice(0, limit), warnings: [warning] }
}
