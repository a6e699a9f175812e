import { addDays, type IsoDate } from '../../../core/time/dates.ts'
import { toEpochMs, toLocalDateTime } from '../../../core/time/zones.ts'

/** `day` must be the first of a month. */
export function addMonths(day: IsoDate, months: number): IsoDate {
  const date = new Date(day)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** Weeks begin on Sunday, as in the locale en_US. */
export function startOfWeek(day: IsoDate): IsoDate {
  return addDays(day, -new Date(day).getUTCDay())
}

/** The first day of the period of `months` months, counted from January, that contains the day. */
export function startOfMonths(day: IsoDate, months: number): IsoDate {
  const month = Number(day.slice(5, 7)) - 1
  const first = month - (month % months) + 1
  return `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`
}

/** The local date of an instant (epoch ms) in a time zone. */
export function toDateIn(timeZone: string, instant: number): IsoDate {
  return toLocalDateTime(instant, timeZone).slice(0, 10)
}

/** The instant (epoch ms) at which a day begins in a time zone. */
export function startOfDay(timeZone: string, day: IsoDate): number {
  return toEpochMs(`${day}T00:00:00`, timeZone)
}
