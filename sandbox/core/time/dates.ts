/** A calendar date: `2026-03-16`. */
export type IsoDate = string

export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export function addDays(date: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

export function weekdayOf(date: IsoDate): Weekday {
  return WEEKDAYS[new Date(date).getUTCDay()] as Weekday
}

/** Returns the Monday of the date's week. */
export function mondayOf(date: IsoDate): IsoDate {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7))
}

/** Returns all dates of the month that lies `offset` months after that of `date`. */
export function datesOfMonth(date: IsoDate, offset: number): IsoDate[] {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + offset]
  const first = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  const dayCount = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Array.from({ length: dayCount }, (_, day) => addDays(first, day))
}
