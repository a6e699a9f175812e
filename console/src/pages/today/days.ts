import { formatDay, formatTime } from '../../text/dates.ts'
import { addDays, type DayKey, startOfDay, today } from '../../text/days.ts'

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Days of the person's calendar from now to a time (epoch ms); negative for the past. */
export function daysUntil(time: number, now: number): number {
  return Math.round((Date.parse(today(time)) - Date.parse(today(now))) / DAY_MS)
}

/** Such as “Today”, “Tomorrow”, “Yesterday” and “Wed 25 Nov”. */
export function nameOfDay(time: number, now: number): string {
  const names: Readonly<Record<number, string>> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' }
  return names[daysUntil(time, now)] ?? formatDay(time, now)
}

/** Such as “today at 14:05”, “tomorrow at 09:00” and “on Wed 25 Nov at 09:00”. */
export function momentOf(time: number, now: number): string {
  const days = daysUntil(time, now)
  const day = Math.abs(days) <= 1 ? nameOfDay(time, now).toLowerCase() : `on ${formatDay(time, now)}`
  return `${day} at ${formatTime(time)}`
}

/** The last days until today, the earliest first. */
export function lastDays(count: number, now: number): DayKey[] {
  const last = today(now)
  return Array.from({ length: count }, (_, index) => addDays(last, index + 1 - count))
}

/** The time of these days, which follow each other (epoch ms). */
export function rangeOfDays(days: readonly DayKey[]): { gte: number; lt: number } {
  const [first = today(), last = first] = [days[0], days.at(-1)]
  return { gte: startOfDay(first), lt: startOfDay(addDays(last, 1)) }
}

/** The full hour before a time (epoch ms): what is requested by it is the same for an hour. */
export function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS) * HOUR_MS
}
