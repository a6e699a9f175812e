import { describe, expect, test } from '@jest/globals'
import { Quota } from '../../../sandbox/core/quota.ts'

function quotaOf(limit: number) {
  const time = { now: 0 }
  return { time, quota: new Quota({ limit: () => limit, now: () => time.now }) }
}

describe('a quota', () => {
  test('refuses what does not fit into the minute, and says when it will', () => {
    const { time, quota } = quotaOf(10)
    expect(quota.spend('ada', 6)).toEqual({ spent: true })
    time.now = 20_000
    expect(quota.spend('ada', 4)).toEqual({ spent: true })
    expect(quota.spend('ada', 7)).toEqual({ spent: false, retryAt: 80_000 })
    expect(quota.spend('ada', 5)).toEqual({ spent: false, retryAt: 60_000 })
  })

  test('slides: what was spent a minute ago is free again', () => {
    const { time, quota } = quotaOf(10)
    quota.spend('ada', 10)
    time.now = 59_999
    expect(quota.spend('ada', 1).spent).toBe(false)
    time.now = 60_000
    expect(quota.spend('ada', 10).spent).toBe(true)
  })

  test('charges nothing for what it refuses, and each account by itself', () => {
    const { quota } = quotaOf(10)
    quota.spend('ada', 11)
    expect(quota.spent('ada')).toBe(0)
    quota.spend('ada', 10)
    expect(quota.spend('bilal', 10).spent).toBe(true)
  })
})
