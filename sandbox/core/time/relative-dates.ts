import { addDays, type IsoDate, mondayOf } from './dates.ts'
import { toEpochMs } from './zones.ts'

export type Weekday = 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat' | 'Sun'

const WEEKDAYS: readonly Weekday[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/**
 * Dates relative to the sandbox's start. `week` counts from the week of the start, so that sample events keep their
 * weekday whenever the sandbox starts.
 */
export interface RelativeDates {
  on(week: number, weekday: Weekday): IsoDate
  /** Returns a local date and time such as `2026-03-17T10:00`. */
  at(week: number, weekday: Weekday, time: string): string
  /** Returns the epoch ms of this local time in Paris. */
  epochMs(week: number, weekday: Weekday, time: string): number
}

/** `start`: epoch ms. */
export function datesRelativeTo(start: number): RelativeDates {
  const monday = mondayOf(new Date(start).toISOString().slice(0, 10))
  const on = (week: number, weekday: Weekday) => addDays(monday, week * 7 + WEEKDAYS.indexOf(weekday))
  const at = (week: number, weekday: Weekday, time: string) => `${on(week, weekday)}T${time}`
  return { on, at, epochMs: (week, weekday, time) => toEpochMs(`${at(week, weekday, time)}:00`, 'Europe/Paris') }
}
