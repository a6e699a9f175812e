import { describe, expect, test } from '@jest/globals'
import { formatRfc3339, isTimeZone, toEpochMs, toLocalDateTime } from '../../../../sandbox/core/time/zones.ts'

describe('a time zone', () => {
  test.each([
    ['2026-03-29T01:59:59', 'Europe/Paris', '2026-03-29T00:59:59Z'],
    // Skipped by the clocks: interpreted with the offset before the gap.
    ['2026-03-29T02:30:00', 'Europe/Paris', '2026-03-29T01:30:00Z'],
    ['2026-03-29T03:00:00', 'Europe/Paris', '2026-03-29T01:00:00Z'],
    // Ambiguous: the first occurrence is meant.
    ['2026-10-25T02:30:00', 'Europe/Paris', '2026-10-25T00:30:00Z'],
    ['2026-03-08T02:30:00', 'America/Los_Angeles', '2026-03-08T10:30:00Z'],
    ['2026-11-01T01:30:00', 'America/Los_Angeles', '2026-11-01T08:30:00Z'],
    ['2026-03-16T00:00:00', 'Pacific/Auckland', '2026-03-15T11:00:00Z'],
    ['2026-03-16T12:00:00', 'Asia/Kathmandu', '2026-03-16T06:15:00Z'],
    ['2026-03-16T12:00:00', 'UTC', '2026-03-16T12:00:00Z'],
  ])('%s in %s is %s', (local, zone, instant) => {
    expect(new Date(toEpochMs(local, zone)).toISOString()).toBe(instant.replace('Z', '.000Z'))
  })

  test('converts an instant to local time and to RFC 3339 with its offset', () => {
    const instant = Date.parse('2026-03-29T01:00:00Z')
    expect(toLocalDateTime(instant, 'Europe/Paris')).toBe('2026-03-29T03:00:00')
    expect(formatRfc3339(instant, 'Europe/Paris')).toBe('2026-03-29T03:00:00+02:00')
    expect(formatRfc3339(instant, 'America/St_Johns')).toBe('2026-03-28T22:30:00-02:30')
    expect(formatRfc3339(instant, 'UTC')).toBe('2026-03-29T01:00:00Z')
    expect(toLocalDateTime(Date.parse('0099-01-01T00:00:00Z'), 'UTC')).toBe('0099-01-01T00:00:00')
  })

  test('is recognized by its IANA name', () => {
    expect(['Europe/Paris', 'UTC', 'Mars/Olympus', 'Romance Standard Time'].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
