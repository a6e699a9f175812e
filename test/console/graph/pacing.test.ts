import { describe, expect, test } from '@jest/globals'
import { Pacing } from '../../../console/src/graph/pacing.ts'

describe('changes', () => {
  test('are shown at once when they are rare', () => {
    const pacing = new Pacing()
    expect([0, 10_000, 20_000].map((now) => pacing.next(now))).toEqual([150, 150, 150])
  })

  test('are shown ever less often while they keep coming, and at least every four seconds', () => {
    const pacing = new Pacing()
    let now = 0
    const delays = Array.from({ length: 20 }, () => {
      const delay = pacing.next(now)
      now += delay
      return delay
    })
    expect(delays.slice(0, 3)).toEqual([150, 225, 337.5])
    expect(delays.at(-1)).toBe(4_000)
  })

  test('are shown at once again after a pause', () => {
    const pacing = new Pacing()
    for (const now of [0, 100, 200, 300]) pacing.next(now)
    expect(pacing.next(4_500)).toBe(150)
  })
})
