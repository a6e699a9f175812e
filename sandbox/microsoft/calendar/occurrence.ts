import { omitUndefined } from '../../core/omit-undefined.ts'
import { addDays, daysBetween, type IsoDate } from '../../core/time/dates.ts'
import { expandRecurrence, parseRecurrenceRule } from '../../core/time/recurrence-rule.ts'
import { toEpochMs, toLocalDateTime } from '../../core/time/zones.ts'
import type { Calendar, EventRecord, OccurrenceOverride, Span } from './model.ts'

/** A single event, an occurrence of a series, or a series master. */
export interface Occurrence {
  readonly record: EventRecord
  readonly type: 'singleInstance' | 'occurrence' | 'exception' | 'seriesMaster'
  readonly span: Span
  /** Epoch ms. All-day events last from midnight to midnight in the zone in which they were created. */
  readonly startsAt: number
  readonly endsAt: number
  /** The date that the recurrence rule generated, even if the occurrence was moved. Set for occurrences and exceptions. */
  readonly originalDate?: IsoDate
  /** When the occurrence starts by the rule (epoch ms). */
  readonly originalStartsAt?: number
  readonly override?: OccurrenceOverride
}

/** A time range in epoch ms. Both bounds are inclusive. */
export interface Window {
  from: number
  to: number
}

/**
 * The single events and occurrences in the window, without series masters
 * (https://learn.microsoft.com/graph/api/calendar-list-calendarview).
 */
export function occurrencesIn(calendar: Calendar, window: Window): Occurrence[] {
  return [...calendar.events.values()].flatMap((record) =>
    (record.recurrence === undefined ? [toBaseOccurrence(record)] : expandSeries(record, window)).filter((occurrence) =>
      overlaps(occurrence, window),
    ),
  )
}

/** The single event, or the series master with the times of its first occurrence. */
export function toBaseOccurrence(record: EventRecord): Occurrence {
  const type = record.recurrence === undefined ? 'singleInstance' : 'seriesMaster'
  return { record, type, span: record.span, ...toInstants(record.span) }
}

/** The occurrence with this original date, or undefined when it was deleted. */
export function occurrenceAt(record: EventRecord, originalDate: IsoDate): Occurrence | undefined {
  const override = record.overrides?.[originalDate]
  if (override === 'deleted') return undefined
  const original = shiftSpan(record.span, originalDate)
  const span = applyOverride(original, override)
  const originalStartsAt = toInstants(original).startsAt
  const type: Occurrence['type'] = override ? 'exception' : 'occurrence'
  return omitUndefined({ record, type, span, ...toInstants(span), originalDate, originalStartsAt, override })
}

/** The dates that the recurrence rule generates up to and including `last`. */
export function originalDates({ recurrence = '', span }: EventRecord, last: IsoDate): IsoDate[] {
  return [...expandRecurrence(parseRecurrenceRule(recurrence), span.start.slice(0, 10), last)]
}

function expandSeries(record: EventRecord, { to }: Window): Occurrence[] {
  // An exception may be far from its original date, so dates up to a year after the window are expanded.
  const last = addDays(toLocalDateTime(to, record.span.timeZone).slice(0, 10), 366)
  return originalDates(record, last).flatMap((date) => occurrenceAt(record, date) ?? [])
}

/** Microsoft's bounds are inclusive: an event that ends when the window begins overlaps it. */
function overlaps({ startsAt, endsAt }: Occurrence, { from, to }: Window): boolean {
  return endsAt >= from && startsAt <= to
}

function toInstants(span: Span): { startsAt: number; endsAt: number } {
  const toLocal = (text: string) => (span.allDay ? `${text}T00:00:00` : text)
  return {
    startsAt: toEpochMs(toLocal(span.start), span.timeZone),
    endsAt: toEpochMs(toLocal(span.end), span.timeZone),
  }
}

/** Moves a span to another start date. Local times stay the same across daylight saving time changes. */
function shiftSpan(span: Span, startDate: IsoDate): Span {
  const days = daysBetween(span.start.slice(0, 10), startDate)
  const shift = (text: string) => addDays(text.slice(0, 10), days) + text.slice(10)
  return { ...span, start: shift(span.start), end: shift(span.end) }
}

function applyOverride(span: Span, override: OccurrenceOverride | undefined): Span {
  return override?.start && override.end ? { ...span, start: override.start, end: override.end } : span
}
