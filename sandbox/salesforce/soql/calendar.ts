import { addDays, type DateText } from '../../core/dates.ts'
import { instantOf, localOf } from '../../core/zones.ts'

/** Only ever called with the first of a month, so that no month is too short. */
export function addMonths(day: DateText, months: number): DateText {
  const date = new Date(day)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** Weeks begin on Sunday, as in the locale en_US. */
export function startOfWeek(day: DateText): DateText {
  return addDays(day, -new Date(day).getUTCDay())
}

/** The first day of the period of so many months, counted from January, that the day lies in. */
export function startOfMonths(day: DateText, months: number): DateText {
  const month = Number(day.slice(5, 7)) - 1
  const first = month - (month % months) + 1
  return `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`
}

/** The day it is in a time zone. */
export function dayIn(timeZone: string, instant: number): DateText {
  return localOf(instant, timeZone).slice(0, 10)
}

/** The instant at which a day begins in a time zone. */
export function midnight(timeZone: string, day: DateText): number {
  return instantOf(`${day}T00:00:00`, timeZone)
}
