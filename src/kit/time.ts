import { Temporal } from 'temporal-polyfill'
import { createCache } from '../runtime/cache.ts'

/** Answers of `isTimeZone`, which every event asks; there are fewer than 600 zones. */
const knownZones = createCache<boolean>(1_000)

/** Whether this is a time zone the platform's readers know: an IANA name. */
export function isTimeZone(name: string): boolean {
  const cached = knownZones.get(name) ?? hasFormat(name)
  knownZones.set(name, cached)
  return cached
}

function hasFormat(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

/**
 * The first instant of a date in a zone, epoch ms: where all-day events begin and end. Some zones skip midnight on
 * the day their clocks change; the day then begins when the clocks say it does. Throws RangeError on a bad date.
 */
export function startOfDay(date: string, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds
}

/** The date of an instant (epoch ms) in a zone: `2026-03-30`. */
export function dateIn(timeZone: string, instant: number): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** An RFC 3339 instant with its offset, epoch ms; undefined when it is none. */
export function toEpochMs(text: string | null | undefined): number | undefined {
  if (!text) return undefined
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return undefined
  }
}
