import { expect, test } from '@jest/globals'
import { addDays, isDayKey, startOfDay } from '../../../console/src/text/days.ts'

test.each([
  ['2026-11-23', 'Europe/Berlin', '2026-11-22T23:00:00Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00Z'],
  ['2026-11-23', 'Pacific/Auckland', '2026-11-22T11:00:00Z'],
  ['2026-11-23', 'Pacific/Kiritimati', '2026-11-22T10:00:00Z'],
  ['2026-11-23', 'America/Los_Angeles', '2026-11-23T08:00:00Z'],
  ['2026-11-23', 'Asia/Kathmandu', '2026-11-22T18:15:00Z'],
  // Clocks go from 23:59:59 to 01:00.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
])('%s begins in %s at %s', (day, timeZone, expected) => {
  expect(new Date(startOfDay(day, timeZone)).toISOString()).toBe(expected.replace('Z', '.000Z'))
})

test('days are counted across months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})

test.each([
  ['2026-11-23', true],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['23.11.2026', false],
  ['', false],
])('%j is a day: %s', (text, expected) => {
  expect(isDayKey(text)).toBe(expected)
})
