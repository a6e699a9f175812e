import { describe, expect, test } from '@jest/globals'
import { Quota } from '../../../sandbox/core/quota.ts'

function createQuota(limit: number) {
  const time = { now: 0 }
  return { time, quota: new Quota({ limit: () => limit, now: () => time.now }) }
}

describe('a quota', () => {
  test('rejects units that exceed the limit per minute, and returns when they will fit', () => {
    const { time, quota } = createQuota(10)
    expect(quota.spend('ada', 6)).toEqual({ spent: true })
    time.now = 20_000
    expect(quota.spend('ada', 4)).toEqual({ spent: true })
    expect(quota.spend('ada', 7)).toEqual({ spent: false, retryAt: 80_000 })
    expect(quota.spend('ada', 5)).toEqual({ spent: false, retryAt: 60_000 })
  })

  test('is sliding: units are available again one minute after they were spent', () => {
    const { time, quota } = createQuota(10)
    quota.spend('ada', 10)
    time.now = 59_999
    expect(quota.spend('ada', 1).spent).toBe(false)
    time.now = 60_000
    expect(quota.spend('ada', 10).spent).toBe(true)
  })

  test('charges nothing for rejected units, and counts each account separately', () => {
    const { quota } = createQuota(10)
    quota.spend('ada', 11)
    expect(quota.spent('ada')).toBe(0)
    quota.spend('ada', 10)
    expect(quota.spend('bilal', 10).spent).toBe(true)
  })
})
