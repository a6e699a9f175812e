import type { Weekday } from '../../core/time/dates.ts'
import { parseRecurrenceRule, type RecurrenceRule } from '../../core/time/recurrence-rule.ts'
import { toWindowsName } from '../api/zone-names.ts'
import type { EventRecord } from './model.ts'

const DAYS: Readonly<Record<Weekday, string>> = {
  SU: 'sunday',
  MO: 'monday',
  TU: 'tuesday',
  WE: 'wednesday',
  TH: 'thursday',
  FR: 'friday',
  SA: 'saturday',
}
const INDEXES: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' }

/** The recurrence of a series master (https://learn.microsoft.com/graph/api/resources/patternedrecurrence). */
export function toRecurrenceJson({ recurrence, span }: EventRecord): object | null {
  if (recurrence === undefined) return null
  const rule = parseRecurrenceRule(recurrence)
  const startDate = span.start.slice(0, 10)
  return {
    pattern: toPatternJson(rule, startDate),
    range: { ...toRangeJson(rule), startDate, recurrenceTimeZone: toWindowsName(span.timeZone) },
  }
}

function toPatternJson({ frequency, interval, byDay }: RecurrenceRule, startDate: string): object {
  const [month, dayOfMonth] = [Number(startDate.slice(5, 7)), Number(startDate.slice(8, 10))]
  const daysOfWeek = byDay.map(({ weekday }) => DAYS[weekday])
  const plain = { interval, month: 0, dayOfMonth: 0, firstDayOfWeek: 'sunday', index: 'first' }
  switch (frequency) {
    case 'DAILY':
      return { ...plain, type: 'daily' }
    case 'WEEKLY':
      return { ...plain, type: 'weekly', daysOfWeek }
    case 'MONTHLY':
      return byDay.length === 0
        ? { ...plain, type: 'absoluteMonthly', dayOfMonth }
        : { ...plain, type: 'relativeMonthly', daysOfWeek, index: INDEXES[byDay[0]?.ordinal ?? 1] ?? 'first' }
    case 'YEARLY':
      return { ...plain, type: 'absoluteYearly', month, dayOfMonth }
  }
}

function toRangeJson({ count, until }: RecurrenceRule): object {
  if (Number.isFinite(count)) return { type: 'numbered', endDate: '0001-01-01', numberOfOccurrences: count }
  if (until === '9999-12-31') return { type: 'noEnd', endDate: '0001-01-01', numberOfOccurrences: 0 }
  return { type: 'endDate', endDate: until, numberOfOccurrences: 0 }
}
