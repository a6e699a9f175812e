import { Temporal } from 'temporal-polyfill'

/** When a day begins in a zone, so many days after the day of `now` (epoch ms). */
export function startOfDay(now: number, timeZone: string, daysLater = 0): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  return today.add({ days: daysLater }).toZonedDateTime(timeZone).epochMilliseconds
}
