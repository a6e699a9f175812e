import { expect, test } from '@jest/globals'
import { intervalOf, lastDayOf, toBuckets } from '../../../../console/src/pages/search/buckets.ts'

const DAY_MS = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const counted = (day: string, count: number, blockType: 'email' | 'note' = 'email') => ({
  date: Date.parse(`${day}T00:00:00Z`),
  blockType,
  count,
})

test.each([
  ['nothing restricts it', undefined, 'WEEK'],
  ['a month', { gte: 0, lt: 30 * DAY_MS }, 'DAY'],
  ['the last month until now', { gte: 970 * DAY_MS }, 'DAY'],
  ['a year', { gte: 0, lt: 365 * DAY_MS }, 'WEEK'],
  ['ten years', { gte: 0, lt: 3_650 * DAY_MS }, 'MONTH'],
  ['everything until a day', { lt: 999 * DAY_MS }, 'WEEK'],
] as const)('for %s results are counted by %s', (_, range, expected) => {
  expect(intervalOf(range, 1_000 * DAY_MS)).toBe(expected)
})

test('there is a bucket for each day between the first and the last one', () => {
  const buckets = toBuckets(
    [counted('2026-11-03', 2), counted('2026-11-01', 1), counted('2026-11-01', 4, 'note')],
    'DAY',
    dayOf,
  )
  expect(buckets.map(({ key, values }) => [key, values])).toEqual([
    ['2026-11-01', { email: 1, note: 4 }],
    ['2026-11-02', {}],
    ['2026-11-03', { email: 2 }],
  ])
})

test('weeks and months follow each other', () => {
  const keys = (interval: 'WEEK' | 'MONTH', days: readonly string[]) =>
    toBuckets(
      days.map((day) => counted(day, 1)),
      interval,
      dayOf,
    ).map(({ key }) => key)
  expect(keys('WEEK', ['2026-12-28', '2027-01-11'])).toEqual(['2026-12-28', '2027-01-04', '2027-01-11'])
  expect(keys('MONTH', ['2026-11-01', '2027-01-01'])).toEqual(['2026-11-01', '2026-12-01', '2027-01-01'])
  expect(toBuckets([], 'DAY', dayOf)).toEqual([])
})

test('a bar ends with its last day', () => {
  expect(lastDayOf('2026-11-23', 'DAY')).toBe('2026-11-23')
  expect(lastDayOf('2026-11-23', 'WEEK')).toBe('2026-11-29')
  expect(lastDayOf('2028-02-01', 'MONTH')).toBe('2028-02-29')
})
