import { afterAll, describe, expect, test } from '@jest/globals'
import { formatDateTime, formatDay, formatDuration, formatRelative, toDayKey } from '../../../console/src/text/dates.ts'
import { defaultPreferences, readPreferences, writePreferences } from '../../../console/src/text/preferences.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const LATE = Date.UTC(2026, 10, 22, 23, 30)

describe('dates', () => {
  afterAll(() => writePreferences(defaultPreferences()))

  test('are those of the person’s time zone and language', () => {
    writePreferences({ timeZone: 'Europe/Paris', locale: 'en-GB' })
    expect(formatDay(LATE, NOW)).toBe('Mon 23 Nov')
    expect(formatDateTime(LATE, NOW)).toBe('Mon 23 Nov, 00:30')
    expect(toDayKey(LATE)).toBe('2026-11-23')
    writePreferences({ timeZone: 'America/New_York', locale: 'de-DE' })
    expect(formatDay(LATE, NOW)).toMatch(/^So/)
    expect(toDayKey(LATE)).toBe('2026-11-22')
    expect(readPreferences()).toEqual({ timeZone: 'America/New_York', locale: 'de-DE' })
  })

  test('have their year if it is another one', () => {
    writePreferences({ timeZone: 'UTC', locale: 'en-GB' })
    expect(formatDay(Date.UTC(2025, 0, 1), NOW)).toBe('Wed, 1 Jan 2025')
  })

  test.each([
    [5_000, 'now'],
    [-40_000, '40 seconds ago'],
    [-3 * 60_000, '3 minutes ago'],
    [2 * 86_400_000, 'in 2 days'],
    [-86_400_000, 'yesterday'],
    [-400 * 86_400_000, 'last year'],
  ])('that are %d ms away are “%s”', (difference, text) => {
    writePreferences({ timeZone: 'UTC', locale: 'en-GB' })
    expect(formatRelative(NOW + difference, NOW)).toBe(text)
  })

  test.each([
    [0, '0 min'],
    [45 * 60_000, '45 min'],
    [65 * 60_000, '1 h 05 min'],
  ])('a duration of %d ms is “%s”', (ms, text) => expect(formatDuration(ms)).toBe(text))
})
