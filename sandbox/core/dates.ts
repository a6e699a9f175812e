/** A calendar date: `2026-03-16`. */
export type DateText = string

export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export function addDays(date: DateText, days: number): DateText {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

export function daysBetween(from: DateText, to: DateText): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

export function weekdayOf(date: DateText): Weekday {
  return WEEKDAYS[new Date(date).getUTCDay()] as Weekday
}

/** The Monday of the date's week. */
export function mondayOf(date: DateText): DateText {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7))
}

/** All dates of a month, given by any date in it and a number of months to go on from there. */
export function datesOfMonth(date: DateText, monthsOn: number): DateText[] {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + monthsOn]
  const first = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Array.from({ length }, (_, day) => addDays(first, day))
}
