import { expect, test } from '@jest/globals'
import { PollInterval } from '../../../../platform/graph/live/poll-interval.ts'

test('polls soon while changes happen, and less often after a second without any', () => {
  const interval = new PollInterval()
  const idleMs = interval.ms
  interval.adapt({ found: true, tookMs: 1 })
  const busyMs = interval.ms
  expect(busyMs).toBeLessThan(idleMs)
  let elapsedMs = 0
  while (interval.ms === busyMs) {
    elapsedMs += interval.ms + 1
    interval.adapt({ found: false, tookMs: 1 })
  }
  expect([interval.ms, Math.abs(elapsedMs - 1_000) <= busyMs + 1]).toEqual([idleMs, true])
})

test('a slow poll is followed by a longer pause, of at most 250 ms', () => {
  const interval = new PollInterval()
  interval.adapt({ found: true, tookMs: 100 })
  expect(interval.ms).toBe(200)
  interval.adapt({ found: true, tookMs: 5_000 })
  expect(interval.ms).toBe(250)
  interval.adapt({ found: true, tookMs: 1 })
  expect(interval.ms).toBe(40)
})
