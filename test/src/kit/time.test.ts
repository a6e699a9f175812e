import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isTimeZone, startOfDay, toEpochMs } from '../../../src/kit/time.ts'
import { randomRuns } from '../../kit/random-runs.ts'

describe('the start of a day', () => {
  const table: [string, string, string][] = [
    ['2026-03-01', 'UTC', '2026-03-01T00:00:00Z'],
    ['2026-03-01', 'Europe/Paris', '2026-02-28T23:00:00Z'],
    ['2026-07-01', 'America/New_York', '2026-07-01T04:00:00Z'],
    ['2026-03-01', 'Pacific/Pago_Pago', '2026-03-01T11:00:00Z'],
    ['2026-03-01', 'Pacific/Kiritimati', '2026-02-28T10:00:00Z'],
    ['2026-01-15', 'Pacific/Tongatapu', '2026-01-14T11:00:00Z'],
    ['2026-03-01', 'Asia/Kolkata', '2026-02-28T18:30:00Z'],
    ['2026-03-01', 'Asia/Kathmandu', '2026-02-28T18:15:00Z'],
    ['2026-01-01', 'Pacific/Chatham', '2025-12-31T10:15:00Z'],
    ['2024-02-29', 'Europe/Paris', '2024-02-28T23:00:00Z'],
    // The clocks go forward at midnight: the day begins at one.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z'],
    // The day the clocks change later than midnight begins as usual.
    ['2026-03-29', 'Europe/Paris', '2026-03-28T23:00:00Z'],
    ['2026-03-30', 'Europe/Paris', '2026-03-29T22:00:00Z'],
  ]
  test.each(table)('%s in %s is %s', (date, zone, expected) => {
    expect(startOfDay(date, zone)).toBe(Date.parse(expected))
  })

  test('of tomorrow comes 23, 24 or 25 hours after that of today, in every zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const days = fc.integer({ min: 0, max: 3650 })
    fc.assert(
      fc.property(zones, days, (zone, day) => {
        const date = (offset: number) => new Date(Date.UTC(2020, 0, 1 + day + offset)).toISOString().slice(0, 10)
        const hours = (startOfDay(date(1), zone) - startOfDay(date(0), zone)) / 3_600_000
        // Antarctica/Casey moves its clocks by three hours.
        expect(hours).toBeGreaterThanOrEqual(21)
        expect(hours).toBeLessThanOrEqual(27)
      }),
      { numRuns: randomRuns(300) },
    )
  })

  test.each(['2026-02-30', '2026-13-01', 'today', ''])('%j is no date', (date) => {
    expect(() => startOfDay(date, 'UTC')).toThrow(RangeError)
  })
})

describe('a time zone', () => {
  test.each(['UTC', 'Europe/Paris', 'America/Argentina/Buenos_Aires'])('%s is known', (zone) => {
    expect(isTimeZone(zone)).toBe(true)
  })
  test.each(['Romance Standard Time', 'Mars/Olympus', '', 'Europe/'])('%j is not', (zone) => {
    expect(isTimeZone(zone)).toBe(false)
  })
})

describe('an instant', () => {
  test.each([
    ['2026-03-01T10:00:00Z', Date.UTC(2026, 2, 1, 10)],
    ['2026-03-01T10:00:00+02:00', Date.UTC(2026, 2, 1, 8)],
    ['2026-03-01T10:00:00.1234567Z', Date.UTC(2026, 2, 1, 10, 0, 0, 123)],
  ])('%s is read', (text, expected) => {
    expect(toEpochMs(text)).toBe(expected)
  })
  test.each(['2026-03-01', '2026-03-01T10:00:00', 'yesterday', '', null, undefined])('%j is none', (text) => {
    expect(toEpochMs(text)).toBeUndefined()
  })
})
