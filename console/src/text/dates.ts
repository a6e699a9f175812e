import { dateTimeFormat, relativeTimeFormat } from './formats.ts'
import { readPreferences } from './preferences.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

function format(time: number, options: Intl.DateTimeFormatOptions): string {
  const { locale, timeZone } = readPreferences()
  return dateTimeFormat(locale, { timeZone, ...options }).format(time)
}

/** Such as “Mon 23 Nov”, with the year if it is another one. `time` and `now` are epoch ms. */
export function formatDay(time: number, now = Date.now()): string {
  const isThisYear = formatYear(time) === formatYear(now)
  return format(time, { weekday: 'short', day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) })
}

/** Such as “23 Nov”, for places without room. */
export function formatMonthDay(time: number): string {
  return format(time, { day: 'numeric', month: 'short' })
}

/** Such as “14:05”. */
export function formatTime(time: number): string {
  return format(time, { hour: '2-digit', minute: '2-digit' })
}

/** Such as “Mon 23 Nov, 14:05”. */
export function formatDateTime(time: number, now = Date.now()): string {
  return `${formatDay(time, now)}, ${formatTime(time)}`
}

/** Such as “Nov 2026”. */
export function formatMonth(time: number): string {
  return format(time, { month: 'short', year: 'numeric' })
}

/** Everything, for a tooltip. */
export function formatExact(time: number): string {
  return format(time, { dateStyle: 'full', timeStyle: 'long' })
}

function formatYear(time: number): string {
  return format(time, { year: 'numeric' })
}

/** A day in a tooltip, such as “Monday 23 November 2026”. */
export function formatExactDay(time: number): string {
  return format(time, { dateStyle: 'full' })
}

/** The day in a time zone, by default the person's, as YYYY-MM-DD, to compare and to group by. */
export function toDayKey(time: number, timeZone = readPreferences().timeZone): string {
  return dateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time)
}

/** Such as “3 minutes ago” or “in 2 days”; within ten seconds “now”. */
export function formatRelative(time: number, now = Date.now()): string {
  const { locale } = readPreferences()
  const words = relativeTimeFormat(locale)
  const difference = time - now
  const size = Math.abs(difference)
  if (size < 10_000) return words.format(0, 'second')
  if (size < MINUTE_MS) return words.format(Math.round(difference / 1_000), 'second')
  if (size < HOUR_MS) return words.format(Math.round(difference / MINUTE_MS), 'minute')
  if (size < DAY_MS) return words.format(Math.round(difference / HOUR_MS), 'hour')
  if (size < 30 * DAY_MS) return words.format(Math.round(difference / DAY_MS), 'day')
  if (size < 365 * DAY_MS) return words.format(Math.round(difference / (30 * DAY_MS)), 'month')
  return words.format(Math.round(difference / (365 * DAY_MS)), 'year')
}

/** Such as “1 h 05 min”, from ms. */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
