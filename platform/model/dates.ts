import { Temporal } from 'temporal-polyfill'

const LOCALE = 'en-GB'

/** The name of a weekday if the time is within the last or next six days, else the date. */
export function formatDay(time: number, now: number, timeZone: string): string {
  const days = daysBetween(now, time, timeZone)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  const format = Math.abs(days) < 7 ? { weekday: 'long' as const } : { day: 'numeric' as const, month: 'long' as const }
  return `on ${new Intl.DateTimeFormat(LOCALE, { ...format, timeZone }).format(time)}`
}

export function formatTime(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', timeZone }).format(time)
}

/** Calendar days from one time to another in a time zone. */
export function daysBetween(from: number, to: number, timeZone: string): number {
  return toDate(from, timeZone).until(toDate(to, timeZone)).days
}

/** The given hour of the day that is `days` after the day of a time (epoch ms). */
export function atHour(time: number, days: number, hour: number, timeZone: string): number {
  return toDate(time, timeZone).add({ days }).toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(time: number, timeZone: string): number {
  return toDate(time, timeZone).dayOfWeek
}

/** The zone if it is one that exists, else UTC. */
export function toTimeZone(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat(LOCALE, { timeZone: name }).resolvedOptions().timeZone && name ? name : 'UTC'
  } catch {
    return 'UTC'
  }
}

function toDate(time: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(Math.round(time)).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** `A`, `A and B`, or `A, B and 3 others`. */
export function formatNames(names: readonly string[]): string {
  const [first = '', second] = names
  if (second === undefined) return first
  if (names.length === 2) return `${first} and ${second}`
  const others = names.length - 2
  return `${first}, ${second} and ${others === 1 ? names[2] : `${others} others`}`
}
