import { describe, expect, test } from '@jest/globals'
import { Clock } from '../../../../sandbox/core/time/clock.ts'

describe('the clock', () => {
  test('stands still at the same default instant in every sandbox', () => {
    const clock = new Clock()
    expect(new Date(clock.now()).toISOString()).toBe('2026-03-16T09:00:00.000Z')
    expect(clock.now()).toBe(new Clock().now())
  })

  test('advances by the given duration, and never runs backwards', () => {
    const clock = new Clock()
    expect(clock.advance(1_500)).toBe(clock.start + 1_500)
    expect(clock.now()).toBe(clock.start + 1_500)
    expect(() => clock.advance(-1)).toThrow('backwards')
    expect(() => clock.advance(Number.NaN)).toThrow('backwards')
  })

  test('runs from its own start with `follow`', () => {
    let real = 5_000
    const clock = new Clock({ start: '2026-01-01T00:00:00Z', follow: true, real: () => real })
    real += 250
    clock.advance(1_000)
    expect(clock.now()).toBe(Date.parse('2026-01-01T00:00:01.250Z'))
  })

  test('starts at the current time with `now`, and rejects an invalid instant', () => {
    expect(new Clock({ start: 'now', real: () => 42 }).now()).toBe(42)
    expect(() => new Clock({ start: 'soon' })).toThrow('"soon"')
  })
})
