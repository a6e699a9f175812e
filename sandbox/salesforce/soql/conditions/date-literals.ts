import { addDays, type IsoDate } from '../../../core/time/dates.ts'
import { addMonths, startOfMonths, startOfWeek } from './calendar.ts'

/** A range of dates, from inclusive to exclusive. */
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

/** Fiscal periods equal calendar periods, as in an org without a custom fiscal year. */
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

/**
 * Returns the dates that a literal such as LAST_N_MONTHS:3 covers, or undefined when it is unknown ("Date Formats and
 * Date Literals in WHERE").
 */
export function parseDateLiteral(literal: string, today: IsoDate): DateRange | undefined {
  const [name = '', count = ''] = literal.toUpperCase().split(':')
  const single = SINGLE_DAYS[name]
  if (single !== undefined) return [addDays(today, single), addDays(today, single + 1)]
  const [, direction, ninety, counted, unitName = ''] = /^(LAST|THIS|NEXT)_(90_)?(N_)?(.+?)S?$/.exec(name) ?? []
  if (direction) {
    const units = counted || ninety ? Number(ninety ? 90 : count) : undefined
    return relativeRange(direction, UNITS[unitName], units, today)
  }
  const [, unitAgo = ''] = /^N_(.+?)S_AGO$/.exec(name) ?? []
  const unit = UNITS[unitAgo]
  if (!unit) return undefined
  const from = unit.add(unit.start(today), -Number(count))
  return [from, unit.add(from, 1)]
}

function relativeRange(
  direction: string,
  unit: Unit | undefined,
  count: number | undefined,
  today: IsoDate,
): DateRange | undefined {
  if (!unit) return undefined
  const current = unit.start(today)
  const following = unit.add(current, 1)
  if (direction === 'THIS') return [current, following]
  if (direction === 'NEXT') return [following, unit.add(following, count ?? 1)]
  // LAST_N_DAYS includes the current day; other LAST literals exclude the current period.
  return [unit.add(current, -(count ?? 1)), unit === DAYS ? following : current]
}
