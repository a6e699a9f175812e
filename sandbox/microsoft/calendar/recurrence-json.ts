import type { Weekday } from '../../core/dates.ts'
import { parseRule, type Rule } from '../../core/rule.ts'
import { windowsNameOf } from '../zone-names.ts'
import type { EventRecord } from './calendar.ts'

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

/** A master's rule (https://learn.microsoft.com/graph/api/resources/patternedrecurrence). */
export function recurrenceJson({ recurrence, span }: EventRecord): object | null {
  if (recurrence === undefined) return null
  const rule = parseRule(recurrence)
  const startDate = span.start.slice(0, 10)
  return {
    pattern: patternJson(rule, startDate),
    range: { ...rangeJson(rule), startDate, recurrenceTimeZone: windowsNameOf(span.timeZone) },
  }
}

function patternJson({ frequency, interval, byDay }: Rule, startDate: string): object {
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

function rangeJson({ count, until }: Rule): object {
  if (Number.isFinite(count)) return { type: 'numbered', endDate: '0001-01-01', numberOfOccurrences: count }
  if (until === '9999-12-31') return { type: 'noEnd', endDate: '0001-01-01', numberOfOccurrences: 0 }
  return { type: 'endDate', endDate: until, numberOfOccurrences: 0 }
}
