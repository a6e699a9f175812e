import { addDays, type DateText, daysBetween } from '../../core/dates.ts'
import { datesOf, parseRule } from '../../core/rule.ts'
import { instantOf, localOf } from '../../core/zones.ts'
import type { Calendar, Change, EventRecord, EventTime } from './calendar.ts'

/** One time that an event takes place, or a whole series when it stands for its master. */
export interface Occurrence {
  readonly record: EventRecord
  readonly start: EventTime
  readonly end: EventTime
  /** Epoch ms. All-day events last from midnight to midnight in the calendar's zone. */
  readonly startsAt: number
  readonly endsAt: number
  /** The slot the rule gave it, whether or not it was moved. Absent for single events and masters. */
  readonly original?: EventTime
  readonly change?: Change
}

/** Epoch ms; either bound may be absent. */
export interface Window {
  from: number
  to: number
}

export function isCancelled({ record, change }: Occurrence): boolean {
  return (change?.status ?? record.status) === 'cancelled'
}

/** Whether any of it lies within: its end after `from`, its start before `to`. */
export function overlaps({ startsAt, endsAt }: Occurrence, { from, to }: Window): boolean {
  return endsAt > from && startsAt < to
}

/** The event itself: a single event's only occurrence, or the master with the times of its first. */
export function masterOf(record: EventRecord, calendar: Calendar): Occurrence {
  return { record, start: record.start, end: record.end, ...spanOf(record.start, record.end, calendar) }
}

/** All instances of a series that lie in the window, the moved and the cancelled included. */
export function instancesOf(record: EventRecord, calendar: Calendar, window: Window): Occurrence[] {
  if (record.recurrence === undefined) return []
  const first = dateOf(record.start)
  // A moved instance may lie far from its slot, so slots are tried a year beyond the window.
  const last = localOf(window.to, calendar.timeZone).slice(0, 10)
  const slots = [...datesOf(parseRule(record.recurrence), first, addDays(last, 366))]
  return slots.map((date) => instanceOn(record, calendar, date)).filter((occurrence) => overlaps(occurrence, window))
}

function instanceOn(record: EventRecord, calendar: Calendar, date: DateText): Occurrence {
  const original = onDate(record.start, date)
  const change = record.changes?.[slotOf(original)]
  const start = change?.start ?? original
  const end = change?.end ?? endOf(record, calendar, start)
  return { record, start, end, ...spanOf(start, end, calendar), original, ...(change ? { change } : {}) }
}

/** The name of a slot in `EventRecord.changes`. */
export function slotOf(time: EventTime): string {
  return 'date' in time ? time.date : time.dateTime
}

export function instantOfTime(time: EventTime, calendar: Calendar): number {
  return 'date' in time
    ? instantOf(`${time.date}T00:00:00`, calendar.timeZone)
    : instantOf(time.dateTime, time.timeZone)
}

function spanOf(start: EventTime, end: EventTime, calendar: Calendar): { startsAt: number; endsAt: number } {
  return { startsAt: instantOfTime(start, calendar), endsAt: instantOfTime(end, calendar) }
}

/** An instance lasts as long as the first one did: as many days, or as many hours whatever the clocks do meanwhile. */
function endOf(record: EventRecord, calendar: Calendar, start: EventTime): EventTime {
  if ('date' in record.end) return { date: addDays(record.end.date, daysBetween(dateOf(record.start), dateOf(start))) }
  const { startsAt, endsAt } = spanOf(record.start, record.end, calendar)
  const { timeZone } = record.end
  return { dateTime: localOf(instantOfTime(start, calendar) + endsAt - startsAt, timeZone), timeZone }
}

function onDate(time: EventTime, date: DateText): EventTime {
  return 'date' in time ? { date } : { ...time, dateTime: `${date}${time.dateTime.slice(10)}` }
}

function dateOf(time: EventTime): DateText {
  return slotOf(time).slice(0, 10)
}
