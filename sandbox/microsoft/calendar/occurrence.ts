import { addDays, type DateText, daysBetween } from '../../core/dates.ts'
import { datesOf, parseRule } from '../../core/rule.ts'
import { instantOf, localOf } from '../../core/zones.ts'
import type { Calendar, Change, EventRecord, Span } from './calendar.ts'

/** One time that an event takes place, or a whole series when it stands for its master. */
export interface Occurrence {
  readonly record: EventRecord
  readonly type: 'singleInstance' | 'occurrence' | 'exception' | 'seriesMaster'
  readonly span: Span
  /** Epoch ms. All-day events last from midnight to midnight of the zone they were made in. */
  readonly startsAt: number
  readonly endsAt: number
  /** The date that the rule gave it, moved or not. Only for occurrences and exceptions. */
  readonly slot?: DateText
  readonly change?: Change
}

/** Epoch ms, both bounds inside. */
export interface Window {
  from: number
  to: number
}

/** Everything that happens in the window, series expanded; masters never (…/graph/api/calendar-list-calendarview). */
export function occurrencesIn(calendar: Calendar, window: Window): Occurrence[] {
  return [...calendar.events.values()].flatMap((record) =>
    (record.recurrence === undefined ? [wholeOf(record)] : slotsOf(record, window)).filter((one) =>
      touches(one, window),
    ),
  )
}

/** A single event, or the master of a series with the times of its first occurrence. */
export function wholeOf(record: EventRecord): Occurrence {
  const type = record.recurrence === undefined ? 'singleInstance' : 'seriesMaster'
  return { record, type, span: record.span, ...instantsOf(record.span) }
}

/** The occurrence at a date of the rule, unless it was deleted. */
export function occurrenceOn(record: EventRecord, slot: DateText): Occurrence | undefined {
  const change = record.changes?.[slot]
  if (change === 'deleted') return undefined
  const span = changedSpan(spanOn(record.span, slot), change)
  const type = change ? 'exception' : 'occurrence'
  return { record, type, span, ...instantsOf(span), slot, ...(change ? { change } : {}) }
}

export function slotDates({ recurrence = '', span }: EventRecord, last: DateText): DateText[] {
  return [...datesOf(parseRule(recurrence), span.start.slice(0, 10), last)]
}

function slotsOf(record: EventRecord, { to }: Window): Occurrence[] {
  // An exception may lie far from its slot, so slots are tried a year beyond the window.
  const last = addDays(localOf(to, record.span.timeZone).slice(0, 10), 366)
  return slotDates(record, last).flatMap((slot) => occurrenceOn(record, slot) ?? [])
}

/** Microsoft's bounds are inclusive: what ends when the window begins is in it. */
function touches({ startsAt, endsAt }: Occurrence, { from, to }: Window): boolean {
  return endsAt >= from && startsAt <= to
}

function instantsOf(span: Span): { startsAt: number; endsAt: number } {
  const clock = (text: string) => (span.allDay ? `${text}T00:00:00` : text)
  return {
    startsAt: instantOf(clock(span.start), span.timeZone),
    endsAt: instantOf(clock(span.end), span.timeZone),
  }
}

/** The clocks show the same at every occurrence, whatever summer time does. */
function spanOn(span: Span, slot: DateText): Span {
  const days = daysBetween(span.start.slice(0, 10), slot)
  const moved = (text: string) => addDays(text.slice(0, 10), days) + text.slice(10)
  return { ...span, start: moved(span.start), end: moved(span.end) }
}

function changedSpan(span: Span, change: Change | undefined): Span {
  return change?.start && change.end ? { ...span, start: change.start, end: change.end } : span
}
