import { omitUndefined } from '../../core/omit-undefined.ts'
import { addDays, daysBetween, type IsoDate } from '../../core/time/dates.ts'
import { expandRecurrence, parseRecurrenceRule } from '../../core/time/recurrence-rule.ts'
import { toEpochMs, toLocalDateTime } from '../../core/time/zones.ts'
import type { Calendar, EventRecord, EventTime, Override } from './model.ts'

/** A single event, one instance of a recurring event, or the master of a series. */
export interface Occurrence {
  readonly record: EventRecord
  readonly start: EventTime
  readonly end: EventTime
  /** Epoch ms. All-day events last from midnight to midnight in the calendar's time zone. */
  readonly startsAt: number
  /** Epoch ms, exclusive. */
  readonly endsAt: number
  /** The start that the rule gives the instance, moved or not. Absent for single events and masters. */
  readonly original?: EventTime
  readonly override?: Override
}

/** Epoch ms; a missing bound is infinite. */
export interface Window {
  from: number
  to: number
}

export function isCancelled({ record, override }: Occurrence): boolean {
  return (override?.status ?? record.status) === 'cancelled'
}

/** Whether the occurrence ends after `from` and starts before `to`. */
export function overlaps({ startsAt, endsAt }: Occurrence, { from, to }: Window): boolean {
  return endsAt > from && startsAt < to
}

/** Returns the only occurrence of a single event, or the master of a series with the times of its first instance. */
export function toMaster(record: EventRecord, calendar: Calendar): Occurrence {
  return { record, start: record.start, end: record.end, ...toSpan(record.start, record.end, calendar) }
}

/** Returns the instances of a series that overlap the window, including moved and cancelled ones. */
export function expandInstances(record: EventRecord, calendar: Calendar, window: Window): Occurrence[] {
  if (record.recurrence === undefined) return []
  const first = toDate(record.start)
  // An instance may have been moved far from its original start, so starts up to a year after the window are tried.
  const last = toLocalDateTime(window.to, calendar.timeZone).slice(0, 10)
  const dates = [...expandRecurrence(parseRecurrenceRule(record.recurrence), first, addDays(last, 366))]
  return dates
    .map((date) => createInstance(record, calendar, date))
    .filter((occurrence) => overlaps(occurrence, window))
}

function createInstance(record: EventRecord, calendar: Calendar, date: IsoDate): Occurrence {
  const original = moveToDate(record.start, date)
  const override = record.overrides?.[toSlotKey(original)]
  const start = override?.start ?? original
  const end = override?.end ?? toInstanceEnd(record, calendar, start)
  return omitUndefined({ record, start, end, ...toSpan(start, end, calendar), original, override })
}

/** The key of an original start in `EventRecord.overrides`. */
export function toSlotKey(time: EventTime): string {
  return 'date' in time ? time.date : time.dateTime
}

export function eventTimeToEpochMs(time: EventTime, calendar: Calendar): number {
  return 'date' in time
    ? toEpochMs(`${time.date}T00:00:00`, calendar.timeZone)
    : toEpochMs(time.dateTime, time.timeZone)
}

function toSpan(start: EventTime, end: EventTime, calendar: Calendar): { startsAt: number; endsAt: number } {
  return { startsAt: eventTimeToEpochMs(start, calendar), endsAt: eventTimeToEpochMs(end, calendar) }
}

/** An instance lasts as many days, or as much elapsed time, as the first one, whatever the clock changes in between. */
function toInstanceEnd(record: EventRecord, calendar: Calendar, start: EventTime): EventTime {
  if ('date' in record.end) return { date: addDays(record.end.date, daysBetween(toDate(record.start), toDate(start))) }
  const { startsAt, endsAt } = toSpan(record.start, record.end, calendar)
  const { timeZone } = record.end
  return { dateTime: toLocalDateTime(eventTimeToEpochMs(start, calendar) + endsAt - startsAt, timeZone), timeZone }
}

function moveToDate(time: EventTime, date: IsoDate): EventTime {
  return 'date' in time ? { date } : { ...time, dateTime: `${date}${time.dateTime.slice(10)}` }
}

function toDate(time: EventTime): IsoDate {
  return toSlotKey(time).slice(0, 10)
}
