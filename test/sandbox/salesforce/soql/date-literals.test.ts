import { describe, expect, test } from '@jest/globals'
import { startOfDay, toDateIn } from '../../../../sandbox/salesforce/soql/conditions/calendar.ts'
import { parseDateLiteral } from '../../../../sandbox/salesforce/soql/conditions/date-literals.ts'

/** A Monday. */
const TODAY = '2026-03-16'

describe('date literals', () => {
  test.each([
    ['TODAY', '2026-03-16', '2026-03-17'],
    ['YESTERDAY', '2026-03-15', '2026-03-16'],
    ['TOMORROW', '2026-03-17', '2026-03-18'],
    ['THIS_WEEK', '2026-03-15', '2026-03-22'],
    ['LAST_WEEK', '2026-03-08', '2026-03-15'],
    ['NEXT_WEEK', '2026-03-22', '2026-03-29'],
    ['THIS_MONTH', '2026-03-01', '2026-04-01'],
    ['LAST_MONTH', '2026-02-01', '2026-03-01'],
    ['NEXT_MONTH', '2026-04-01', '2026-05-01'],
    ['LAST_90_DAYS', '2025-12-16', '2026-03-17'],
    ['NEXT_90_DAYS', '2026-03-17', '2026-06-15'],
    ['THIS_QUARTER', '2026-01-01', '2026-04-01'],
    ['LAST_QUARTER', '2025-10-01', '2026-01-01'],
    ['NEXT_FISCAL_QUARTER', '2026-04-01', '2026-07-01'],
    ['THIS_YEAR', '2026-01-01', '2027-01-01'],
    ['LAST_FISCAL_YEAR', '2025-01-01', '2026-01-01'],
    ['LAST_N_DAYS:3', '2026-03-13', '2026-03-17'],
    ['NEXT_N_DAYS:3', '2026-03-17', '2026-03-20'],
    ['N_DAYS_AGO:3', '2026-03-13', '2026-03-14'],
    ['LAST_N_WEEKS:2', '2026-03-01', '2026-03-15'],
    ['N_WEEKS_AGO:1', '2026-03-08', '2026-03-15'],
    ['LAST_N_MONTHS:3', '2025-12-01', '2026-03-01'],
    ['NEXT_N_QUARTERS:2', '2026-04-01', '2026-10-01'],
    ['LAST_N_YEARS:10', '2016-01-01', '2026-01-01'],
    ['N_FISCAL_YEARS_AGO:2', '2024-01-01', '2025-01-01'],
  ])('%s is from %s up to %s', (literal, from, until) => {
    expect(parseDateLiteral(literal, TODAY)).toEqual([from, until])
    expect(parseDateLiteral(literal.toLowerCase(), TODAY)).toEqual([from, until])
  })

  test('that do not exist are undefined', () => {
    expect(parseDateLiteral('LAST_FORTNIGHT', TODAY)).toBeUndefined()
  })

  test('begin at midnight in the user’s time zone, also on days of 23 hours', () => {
    const instant = Date.parse('2026-03-28T23:30:00Z')
    expect(toDateIn('Europe/Paris', instant)).toBe('2026-03-29')
    expect(toDateIn('America/Los_Angeles', instant)).toBe('2026-03-28')
    const [begin, end] = ['2026-03-29', '2026-03-30'].map((day) => startOfDay('Europe/Paris', day))
    expect(begin).toBe(Date.parse('2026-03-28T23:00:00Z'))
    expect(Number(end) - Number(begin)).toBe(23 * 3_600_000)
  })
})
