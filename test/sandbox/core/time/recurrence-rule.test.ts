import { describe, expect, test } from '@jest/globals'
import { expandRecurrence, parseRecurrenceRule } from '../../../../sandbox/core/time/recurrence-rule.ts'

const expand = (rule: string, start: string, last: string) => [
  ...expandRecurrence(parseRecurrenceRule(rule), start, last),
]

describe('a recurrence rule', () => {
  test.each([
    ['FREQ=DAILY;INTERVAL=2', '2026-02-27', '2026-03-04', ['2026-02-27', '2026-03-01', '2026-03-03']],
    ['FREQ=WEEKLY', '2026-03-18', '2026-04-01', ['2026-03-18', '2026-03-25', '2026-04-01']],
    // The week of the start counts, but only from the start on.
    ['FREQ=WEEKLY;BYDAY=MO,FR;COUNT=3', '2026-03-18', '2026-12-31', ['2026-03-20', '2026-03-23', '2026-03-27']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU', '2026-03-22', '2026-04-30', ['2026-03-22', '2026-04-05', '2026-04-19']],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-01-13', '2026-03-31', ['2026-01-13', '2026-02-10', '2026-03-10']],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=2', '2026-01-30', '2026-12-31', ['2026-01-30', '2026-02-27']],
    // A month without a 31st is skipped (RFC 5545, section 3.3.10).
    ['FREQ=MONTHLY', '2026-01-31', '2026-05-31', ['2026-01-31', '2026-03-31', '2026-05-31']],
    ['FREQ=YEARLY', '2024-02-29', '2032-12-31', ['2024-02-29', '2028-02-29', '2032-02-29']],
    ['RRULE:FREQ=DAILY;UNTIL=20260302T235959Z', '2026-03-01', '2026-12-31', ['2026-03-01', '2026-03-02']],
    ['FREQ=WEEKLY;UNTIL=20260101', '2026-03-18', '2026-12-31', []],
  ])('%s from %s', (rule, start, last, dates) => {
    expect(expand(rule, start, last)).toEqual(dates)
  })

  test('is rejected if the sandbox does not support it', () => {
    for (const rule of ['FREQ=HOURLY', 'FREQ=MONTHLY;BYSETPOS=1', 'BYDAY=MO', 'FREQ=WEEKLY;BYDAY=XX']) {
      expect(() => parseRecurrenceRule(rule)).toThrow(RangeError)
    }
  })
})
