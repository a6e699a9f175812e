import { addDays, type DateText, datesOfMonth, mondayOf, type Weekday, weekdayOf } from './dates.ts'

/** The part of RFC 5545's recurrence rules that calendars of this world use. */
export interface Rule {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  /** With an ordinal in monthly rules: 2 for the second, -1 for the last, 0 for each. */
  byDay: readonly { ordinal: number; weekday: Weekday }[]
  count: number
  /** The last date, inclusive; the time of day in UNTIL is not looked at. */
  until: DateText
}

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const FOREVER = '9999-12-31'

/** Reads `RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260601`. Throws a RangeError for what it does not understand. */
export function parseRule(text: string): Rule {
  const parts = new Map(
    text
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  )
  const strange = [...parts.keys()].find((name) => !['FREQ', 'INTERVAL', 'BYDAY', 'COUNT', 'UNTIL'].includes(name))
  const frequency = FREQUENCIES.find((one) => one === parts.get('FREQ'))
  if (strange !== undefined || !frequency) throw new RangeError(`Not a rule the sandbox understands: ${text}`)
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    byDay: parts.get('BYDAY')?.split(',').map(parseDay) ?? [],
    count: Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY),
    until: parts.get('UNTIL')?.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3') ?? FOREVER,
  }
}

function parseDay(text: string): { ordinal: number; weekday: Weekday } {
  const match = /^([+-]?\d+)?(SU|MO|TU|WE|TH|FR|SA)$/.exec(text)
  if (!match) throw new RangeError(`Not a day of a rule: ${text}`)
  return { ordinal: Number(match[1] ?? 0), weekday: match[2] as Weekday }
}

/** The dates on which a series that starts on `start` takes place, through `last`. */
export function* datesOf(rule: Rule, start: DateText, last: DateText): Generator<DateText> {
  const end = rule.until < last ? rule.until : last
  let left = rule.count
  for (let period = 0; ; period++) {
    const { from, dates } = periodOf(rule, start, period * rule.interval)
    if (from > end) return
    for (const date of dates) {
      if (date < start) continue
      if (date > end || left-- <= 0) return
      yield date
    }
  }
}

/** The days, weeks, months or years of a rule one after another: when the period begins, and its dates in the series. */
function periodOf({ frequency, byDay }: Rule, start: DateText, periods: number): { from: DateText; dates: DateText[] } {
  switch (frequency) {
    case 'DAILY': {
      const date = addDays(start, periods)
      return { from: date, dates: [date] }
    }
    case 'WEEKLY': {
      const monday = addDays(mondayOf(start), periods * 7)
      const wanted = byDay.length > 0 ? byDay.map(({ weekday }) => weekday) : [weekdayOf(start)]
      const week = Array.from({ length: 7 }, (_, day) => addDays(monday, day))
      return { from: monday, dates: week.filter((date) => wanted.includes(weekdayOf(date))) }
    }
    case 'MONTHLY':
      return monthOf(start, periods, byDay)
    case 'YEARLY':
      return monthOf(start, periods * 12, [])
  }
}

function monthOf(start: DateText, monthsOn: number, byDay: Rule['byDay']): { from: DateText; dates: DateText[] } {
  const month = datesOfMonth(start, monthsOn)
  const onDay = month.filter((date) => date.slice(8) === start.slice(8))
  const byWeekday = month.filter((date) => byDay.some((day) => isNth(month, date, day)))
  return { from: month[0] as DateText, dates: byDay.length > 0 ? byWeekday : onDay }
}

function isNth(month: readonly DateText[], date: DateText, { ordinal, weekday }: Rule['byDay'][number]): boolean {
  if (weekdayOf(date) !== weekday) return false
  if (ordinal === 0) return true
  const same = month.filter((one) => weekdayOf(one) === weekday)
  return same.at(ordinal > 0 ? ordinal - 1 : ordinal) === date
}
