import { describe, expect, test } from '@jest/globals'
import { datesOf, parseRule } from '../../../sandbox/core/rule.ts'
import { instantOf, isZone, localOf, rfc3339 } from '../../../sandbox/core/zones.ts'

const dates = (rule: string, start: string, last: string) => [...datesOf(parseRule(rule), start, last)]

describe('a recurrence rule', () => {
  test.each([
    ['FREQ=DAILY;INTERVAL=2', '2026-02-27', '2026-03-04', ['2026-02-27', '2026-03-01', '2026-03-03']],
    ['FREQ=WEEKLY', '2026-03-18', '2026-04-01', ['2026-03-18', '2026-03-25', '2026-04-01']],
    // The week of the start counts from its first day of the series on.
    ['FREQ=WEEKLY;BYDAY=MO,FR;COUNT=3', '2026-03-18', '2026-12-31', ['2026-03-20', '2026-03-23', '2026-03-27']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU', '2026-03-22', '2026-04-30', ['2026-03-22', '2026-04-05', '2026-04-19']],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-01-13', '2026-03-31', ['2026-01-13', '2026-02-10', '2026-03-10']],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=2', '2026-01-30', '2026-12-31', ['2026-01-30', '2026-02-27']],
    // A month without a 31st is passed over (RFC 5545, section 3.3.10).
    ['FREQ=MONTHLY', '2026-01-31', '2026-05-31', ['2026-01-31', '2026-03-31', '2026-05-31']],
    ['FREQ=YEARLY', '2024-02-29', '2032-12-31', ['2024-02-29', '2028-02-29', '2032-02-29']],
    ['RRULE:FREQ=DAILY;UNTIL=20260302T235959Z', '2026-03-01', '2026-12-31', ['2026-03-01', '2026-03-02']],
    ['FREQ=WEEKLY;UNTIL=20260101', '2026-03-18', '2026-12-31', []],
  ])('%s from %s', (rule, start, last, wanted) => {
    expect(dates(rule, start, last)).toEqual(wanted)
  })

  test('is refused when the sandbox would get it wrong', () => {
    for (const rule of ['FREQ=HOURLY', 'FREQ=MONTHLY;BYSETPOS=1', 'BYDAY=MO', 'FREQ=WEEKLY;BYDAY=XX']) {
      expect(() => parseRule(rule)).toThrow(RangeError)
    }
  })
})

describe('a time zone', () => {
  test.each([
    ['2026-03-29T01:59:59', 'Europe/Paris', '2026-03-29T00:59:59Z'],
    // Skipped by the clocks: counted with the offset before the gap.
    ['2026-03-29T02:30:00', 'Europe/Paris', '2026-03-29T01:30:00Z'],
    ['2026-03-29T03:00:00', 'Europe/Paris', '2026-03-29T01:00:00Z'],
    // Shown twice by the clocks: the first is meant.
    ['2026-10-25T02:30:00', 'Europe/Paris', '2026-10-25T00:30:00Z'],
    ['2026-03-08T02:30:00', 'America/Los_Angeles', '2026-03-08T10:30:00Z'],
    ['2026-11-01T01:30:00', 'America/Los_Angeles', '2026-11-01T08:30:00Z'],
    ['2026-03-16T00:00:00', 'Pacific/Auckland', '2026-03-15T11:00:00Z'],
    ['2026-03-16T12:00:00', 'Asia/Kathmandu', '2026-03-16T06:15:00Z'],
    ['2026-03-16T12:00:00', 'UTC', '2026-03-16T12:00:00Z'],
  ])('%s in %s is %s', (local, zone, instant) => {
    expect(new Date(instantOf(local, zone)).toISOString()).toBe(instant.replace('Z', '.000Z'))
  })

  test('shows an instant on its clocks and with its offset', () => {
    const instant = Date.parse('2026-03-29T01:00:00Z')
    expect(localOf(instant, 'Europe/Paris')).toBe('2026-03-29T03:00:00')
    expect(rfc3339(instant, 'Europe/Paris')).toBe('2026-03-29T03:00:00+02:00')
    expect(rfc3339(instant, 'America/St_Johns')).toBe('2026-03-28T22:30:00-02:30')
    expect(rfc3339(instant, 'UTC')).toBe('2026-03-29T01:00:00Z')
    expect(localOf(Date.parse('0099-01-01T00:00:00Z'), 'UTC')).toBe('0099-01-01T00:00:00')
  })

  test('is known or it is not', () => {
    expect(['Europe/Paris', 'UTC', 'Mars/Olympus', 'Romance Standard Time'].map(isZone)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
