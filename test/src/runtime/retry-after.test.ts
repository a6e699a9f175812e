import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseRetryAfter } from '../../../src/runtime/retry-after.ts'

describe('Retry-After', () => {
  const NOW = Date.UTC(2026, 2, 1, 10, 0, 0)

  test.each([
    ['0', 0],
    ['1', 1_000],
    ['120', 120_000],
    [' 5 ', 5_000],
    ['1.5', 1_500],
    ['86400', 86_400_000],
    ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
    ['Sunday, 01-Mar-26 10:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['Sun, 01 Mar 2099 09:00:00 GMT', 86_400_000],
  ])('%j is a wait of %d ms', (header, expected) => {
    expect(parseRetryAfter(header, NOW)).toBe(expected)
  })

  test.each(['-5', 'soon', 'soon 5', '5 minutes', '1e9', 'NaN', 'Infinity', '9'.repeat(400), '', null, undefined])(
    '%j is invalid',
    (header) => {
      expect(parseRetryAfter(header, NOW)).toBeUndefined()
    },
  )

  test('is never negative or without end, whatever a vendor sends', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const wait = parseRetryAfter(header, NOW)
        expect(wait === undefined || (wait >= 0 && wait <= 86_400_000)).toBe(true)
      }),
    )
  })
})
