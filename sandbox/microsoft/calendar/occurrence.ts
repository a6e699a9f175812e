import { omitUndefined } from '../../core/omit-undefined.ts'
import { addDays, daysBetween, type IsoDate } from '../../core/time/dates.ts'
import { expandRecurrence, parseRecurrenceRule } from '../../core/time/recurrence-rule.ts'
import { toEpochMs, toLocalDateTime } from '../../core/time/zones.ts'
import type { Calendar, EventRecord, OccurrenceOverride, Span } from './model.ts'

/** One time that an event takes place, or a whole series when it stands for its master. */
export interface Occurrence {
  readonly record: EventRecord
  readonly type: 'singleInstance' | 'occurrence' | 'exception' | 'seriesMaster'
  readonly span: Span
  /** Epoch ms. All-day events last from midnight to midnight of the zone they were made in. */
  readonly startsAt: number
  readonly endsAt: number
  /** The date that the rule gave it, moved or not. Only for occurrences and exceptions. */
  readonly originalDate?: IsoDate
  readonly override?: OccurrenceOverride
}

/** Epoch ms, both bounds inside. */
export interface Window {
  from: number
  to: number
}

/** Everything that happens in the window, series expanded; masters never (…/graph/api/calendar-list-calendarview). */
export function occurrencesIn(calendar: Calendar, window: Window): Occurrence[] {
  return [...calendar.events.values()].flatMap((record) =>
    (record.recurrence === undefined ? [toBaseOccurrence(record)] : expandSeries(record, window)).filter((one) =>
      overlaps(one, window),
    ),
  )
}

/** A single event, or the master of a series with the times of its first occurrence. */
export function toBaseOccurrence(record: EventRecord): Occurrence {
  const type = record.recurrence === undefined ? 'singleInstance' : 'seriesMaster'
  return { record, type, span: record.span, ...toInstants(record.span) }
}

/** The occurrence at a date of the rule, unless it was deleted. */
export function occurrenceAt(record: EventRecord, originalDate: IsoDate): Occurrence | undefined {
  const override = record.overrides?.[originalDate]
  if (override === 'deleted') return undefined
  const span = applyOverride(shiftSpan(record.span, originalDate), override)
  const type = override ? 'exception' : 'occurrence'
  return { record, type, span, ...toInstants(span), originalDate, ...omitUndefined({ override }) }
}

export function originalDates({ recurrence = '', span }: EventRecord, last: IsoDate): IsoDate[] {
  return [...expandRecurrence(parseRecurrenceRule(recurrence), span.start.slice(0, 10), last)]
}

function expandSeries(record: EventRecord, { to }: Window): Occurrence[] {
  // An exception may lie far from its slot, so slots are tried a year beyond the window.
  const last = addDays(toLocalDateTime(to, record.span.timeZone).slice(0, 10), 366)
  return originalDates(record, last).flatMap((slot) => occurrenceAt(record, slot) ?? [])
}

/** Microsoft's bounds are inclusive: what ends when the window begins is in it. */
function overlaps({ startsAt, endsAt }: Occurrence, { from, to }: Window): boolean {
  return endsAt >= from && startsAt <= to
}

function toInstants(span: Span): { startsAt: number; endsAt: number } {
  const clock = (text: string) => (span.allDay ? `${text}T00:00:00` : text)
  return {
    startsAt: toEpochMs(clock(span.start), span.timeZone),
    endsAt: toEpochMs(clock(span.end), span.timeZone),
  }
}

/** The clocks show the same at every occurrence, whatever summer time does. */
function shiftSpan(span: Span, slot: IsoDate): Span {
  const days = daysBetween(span.start.slice(0, 10), slot)
  const moved = (text: string) => addDays(text.slice(0, 10), days) + text.slice(10)
  return { ...span, start: moved(span.start), end: moved(span.end) }
}

function applyOverride(span: Span, change: OccurrenceOverride | undefined): Span {
  return change?.start && change.end ? { ...span, start: change.start, end: change.end } : span
}
