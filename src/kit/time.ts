import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

/** Answers of `isTimeZone`, which every event asks; there are fewer than 600 zones. */
const knownZones = new LRUCache<string, boolean>({ max: 1_000 })

/** Whether this is a time zone the platform's readers know: an IANA name. */
export function isTimeZone(name: string): boolean {
  const known = knownZones.get(name) ?? hasFormat(name)
  knownZones.set(name, known)
  return known
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

/** An RFC 3339 instant with its offset, epoch ms; undefined when it is none. */
export function toEpochMs(text: string | null | undefined): number | undefined {
  if (!text) return undefined
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return undefined
  }
}

/**
 * How long a Retry-After header asks to wait (ms): seconds or an HTTP date (RFC 9110, 10.2.3). Undefined when there
 * is none or it makes no sense.
 */
export function readRetryAfter(header: string | null | undefined, now: number): number | undefined {
  if (!header) return undefined
  if (/^\s*\d{1,9}(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000)
  // Date.parse finds dates in almost anything (`-5` is in 2001), so what is no HTTP date never reaches it.
  const instant = /^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - now)
}
