import { addDays, datesOfMonth, type IsoDate, mondayOf, type Weekday, weekdayOf } from './dates.ts'

/** A recurrence rule (RFC 5545, section 3.3.10), limited to the parts that the sandbox's calendars use. */
export interface RecurrenceRule {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  /** The ordinal applies to monthly rules: 2 is the second weekday of the month, -1 the last, 0 every one. */
  byDay: readonly { ordinal: number; weekday: Weekday }[]
  count: number
  /** The last date, inclusive. The time of day in UNTIL is ignored. */
  until: IsoDate
}

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const PARTS = ['FREQ', 'INTERVAL', 'BYDAY', 'COUNT', 'UNTIL']
const MAX_DATE = '9999-12-31'

/** Parses a rule such as `RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260601`. Throws a RangeError for unsupported rules. */
export function parseRecurrenceRule(text: string): RecurrenceRule {
  const parts = new Map(
    text
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  )
  const unknownPart = [...parts.keys()].find((name) => !PARTS.includes(name))
  const frequency = FREQUENCIES.find((name) => name === parts.get('FREQ'))
  if (unknownPart !== undefined || !frequency) throw new RangeError(`Unsupported recurrence rule: ${text}`)
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    byDay: parts.get('BYDAY')?.split(',').map(parseDay) ?? [],
    count: Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY),
    until: parts.get('UNTIL')?.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3') ?? MAX_DATE,
  }
}

function parseDay(text: string): { ordinal: number; weekday: Weekday } {
  const match = /^([+-]?\d+)?(SU|MO|TU|WE|TH|FR|SA)$/.exec(text)
  if (!match) throw new RangeError(`Unsupported BYDAY value: ${text}`)
  return { ordinal: Number(match[1] ?? 0), weekday: match[2] as Weekday }
}

/** Yields the dates of a series that starts on `start`, up to and including `last`. */
export function* expandRecurrence(rule: RecurrenceRule, start: IsoDate, last: IsoDate): Generator<IsoDate> {
  const end = rule.until < last ? rule.until : last
  let remaining = rule.count
  for (let period = 0; ; period++) {
    const { from, dates } = expandPeriod(rule, start, period * rule.interval)
    if (from > end) return
    for (const date of dates) {
      if (date < start) continue
      if (date > end || remaining-- <= 0) return
      yield date
    }
  }
}

interface Period {
  /** The first day of the period. */
  from: IsoDate
  /** The dates of the period that match the rule. */
  dates: IsoDate[]
}

/** Expands the day, week, month or year that begins `offset` such periods after that of `start`. */
function expandPeriod({ frequency, byDay }: RecurrenceRule, start: IsoDate, offset: number): Period {
  switch (frequency) {
    case 'DAILY': {
      const date = addDays(start, offset)
      return { from: date, dates: [date] }
    }
    case 'WEEKLY': {
      const monday = addDays(mondayOf(start), offset * 7)
      const weekdays = byDay.length > 0 ? byDay.map(({ weekday }) => weekday) : [weekdayOf(start)]
      const week = Array.from({ length: 7 }, (_, day) => addDays(monday, day))
      return { from: monday, dates: week.filter((date) => weekdays.includes(weekdayOf(date))) }
    }
    case 'MONTHLY':
      return expandMonth(start, offset, byDay)
    case 'YEARLY':
      return expandMonth(start, offset * 12, [])
  }
}

function expandMonth(start: IsoDate, offset: number, byDay: RecurrenceRule['byDay']): Period {
  const month = datesOfMonth(start, offset)
  const onDay = month.filter((date) => date.slice(8) === start.slice(8))
  const onWeekdays = month.filter((date) => byDay.some((day) => isNthWeekday(month, date, day)))
  return { from: month[0] as IsoDate, dates: byDay.length > 0 ? onWeekdays : onDay }
}

function isNthWeekday(
  month: readonly IsoDate[],
  date: IsoDate,
  { ordinal, weekday }: RecurrenceRule['byDay'][number],
): boolean {
  if (weekdayOf(date) !== weekday) return false
  if (ordinal === 0) return true
  const candidates = month.filter((candidate) => weekdayOf(candidate) === weekday)
  return candidates.at(ordinal > 0 ? ordinal - 1 : ordinal) === date
}
