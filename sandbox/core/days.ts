import { addDays, type DateText, mondayOf } from './dates.ts'
import { instantOf } from './zones.ts'

export type Weekday = 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat' | 'Sun'

const WEEK: readonly Weekday[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Dates around the sandbox's start, counted in weeks, so that meetings keep their weekday whenever it starts. */
export interface Days {
  /** The date of the weekday, this many weeks after the week of the start. */
  on(week: number, weekday: Weekday): DateText
  /** `2026-03-17T10:00`, for an event's start or end. */
  at(week: number, weekday: Weekday, time: string): string
  /** The same on Paris clocks, in epoch ms: when a mail arrives. */
  instant(week: number, weekday: Weekday, time: string): number
}

export function daysAround(start: number): Days {
  const monday = mondayOf(new Date(start).toISOString().slice(0, 10))
  const on = (week: number, weekday: Weekday) => addDays(monday, week * 7 + WEEK.indexOf(weekday))
  const at = (week: number, weekday: Weekday, time: string) => `${on(week, weekday)}T${time}`
  return { on, at, instant: (week, weekday, time) => instantOf(`${at(week, weekday, time)}:00`, 'Europe/Paris') }
}
