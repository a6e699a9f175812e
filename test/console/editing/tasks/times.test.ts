import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { fromDayValue, fromMinuteValue, toMinuteValue } from '../../../../console/src/editing/tasks/times.ts'

const ZONES = ['Europe/Paris', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kolkata', 'Pacific/Apia', 'UTC']
const MINUTE_MS = 60_000

describe('a time in a field', () => {
  test.each(ZONES)('comes back as it was, in %s', (timeZone) => {
    const minutes = fc.integer({ min: Date.UTC(1971, 0) / MINUTE_MS, max: Date.UTC(2100, 0) / MINUTE_MS })
    fc.assert(
      fc.property(minutes, (minute) => {
        const value = toMinuteValue(minute * MINUTE_MS, timeZone)
        const time = fromMinuteValue(value, timeZone)
        expect(typeof time).toBe('number')
        // An hour that the clocks repeat has one of its two times.
        expect(toMinuteValue(time ?? null, timeZone)).toBe(value)
      }),
    )
  })

  test('is that of the zone', () => {
    expect(fromMinuteValue('2026-07-01T17:00', 'Europe/Paris')).toBe(Date.UTC(2026, 6, 1, 15))
    expect(fromMinuteValue('2026-12-01T17:00', 'Europe/Paris')).toBe(Date.UTC(2026, 11, 1, 16))
    expect(toMinuteValue(Date.UTC(2026, 11, 1, 16), 'Europe/Paris')).toBe('2026-12-01T17:00')
  })

  test('exists also in the hour that the clocks leave out', () => {
    const time = fromMinuteValue('2026-03-29T02:30', 'Europe/Paris') ?? 0
    expect(Math.abs(time - Date.UTC(2026, 2, 29, 1))).toBeLessThanOrEqual(60 * MINUTE_MS)
  })

  test('is nothing when the field is empty, and unknown while a year is being typed', () => {
    expect(fromMinuteValue('')).toBeNull()
    expect(fromMinuteValue('0202-01-01T10:00')).toBeUndefined()
    expect(fromMinuteValue('2026-01-01T')).toBeUndefined()
    expect(fromDayValue('', null)).toBeNull()
    expect(fromDayValue('0002-01-01', null)).toBeUndefined()
    expect(fromDayValue('2026-13-01', null)).toBeUndefined()
  })
})

test('a task is due at 17:00 of the day, and keeps the time of day that it had', () => {
  expect(toMinuteValue(fromDayValue('2026-11-24', null) ?? null)).toBe('2026-11-24T17:00')
  const morning = fromMinuteValue('2026-11-20T09:15') ?? null
  expect(toMinuteValue(fromDayValue('2026-11-24', morning) ?? null)).toBe('2026-11-24T09:15')
})
