import { addDays, type IsoDate } from '../../../core/time/dates.ts'
import { addMonths, startOfMonths, startOfWeek } from './calendar.ts'

/** From the first day up to, not including, the second. */
export type DateRange = readonly [from: IsoDate, to: IsoDate]

interface Unit {
  start(today: IsoDate): IsoDate
  add(day: IsoDate, count: number): IsoDate
}

const DAYS: Unit = { start: (today) => today, add: addDays }
const WEEKS: Unit = { start: startOfWeek, add: (day, count) => addDays(day, count * 7) }
const MONTHS: Unit = months(1)
const QUARTERS: Unit = months(3)
const YEARS: Unit = months(12)

/** Fiscal periods are those of the calendar, as in an org that has not set up others. */
const UNITS: Readonly<Record<string, Unit>> = {
  DAY: DAYS,
  WEEK: WEEKS,
  MONTH: MONTHS,
  QUARTER: QUARTERS,
  FISCAL_QUARTER: QUARTERS,
  YEAR: YEARS,
  FISCAL_YEAR: YEARS,
}

function months(count: number): Unit {
  return { start: (day) => startOfMonths(day, count), add: (day, times) => addMonths(day, times * count) }
}

const SINGLE_DAYS: Readonly<Record<string, number>> = { YESTERDAY: -1, TODAY: 0, TOMORROW: 1 }

/** The days a literal such as LAST_N_MONTHS:3 covers ("Date Formats and Date Literals in WHERE"). */
export function parseDateLiteral(literal: string, today: IsoDate): DateRange | undefined {
  const [name = '', count = ''] = literal.toUpperCase().split(':')
  const single = SINGLE_DAYS[name]
  if (single !== undefined) return [addDays(today, single), addDays(today, single + 1)]
  const [, which, ninety, counted, word = ''] = /^(LAST|THIS|NEXT)_(90_)?(N_)?(.+?)S?$/.exec(name) ?? []
  if (which)
    return relativeRange(which, UNITS[word], counted || ninety ? Number(ninety ? 90 : count) : undefined, today)
  const [, unitAgo = ''] = /^N_(.+?)S_AGO$/.exec(name) ?? []
  const unit = UNITS[unitAgo]
  if (!unit) return undefined
  const from = unit.add(unit.start(today), -Number(count))
  return [from, unit.add(from, 1)]
}

function relativeRange(
  which: string,
  unit: Unit | undefined,
  count: number | undefined,
  today: IsoDate,
): DateRange | undefined {
  if (!unit) return undefined
  const current = unit.start(today)
  const after = unit.add(current, 1)
  if (which === 'THIS') return [current, after]
  if (which === 'NEXT') return [after, unit.add(after, count ?? 1)]
  // Of all that look back, only days include the one that is running.
  return [unit.add(current, -(count ?? 1)), unit === DAYS ? after : current]
}
