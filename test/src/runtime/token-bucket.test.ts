import { describe, expect, test } from '@jest/globals'
import { TokenBucket } from '../../../src/runtime/token-bucket.ts'

const RATE = { perSecond: 20, burst: 40 }

describe('reserving tokens', () => {
  const reserve = (bucket: TokenBucket, count: number, now: number) =>
    Array.from({ length: count }, () => bucket.reserve(now))

  test('lets a burst of forty pass at once, and then twenty a second', () => {
    const waits = reserve(new TokenBucket(RATE, 0), 80, 0)
    expect(waits.slice(0, 40)).toEqual(Array(40).fill(0))
    expect([waits[40], waits[59], waits[79]]).toEqual([50, 1_000, 2_000])
  })

  test.each([2_000, 3_600_000])('has refilled to its burst, and no further, %d ms after it was empty', (now) => {
    const bucket = new TokenBucket(RATE, 0)
    reserve(bucket, 40, 0)
    expect(reserve(bucket, 41, now).filter((wait) => wait === 0)).toHaveLength(40)
  })

  test('waits no longer after the clock was set back', () => {
    const bucket = new TokenBucket(RATE, 1e12)
    reserve(bucket, 41, 1e12)
    expect(reserve(bucket, 1, 0)).toEqual([100])
    expect(reserve(bucket, 1, 3_600_000)).toEqual([0])
  })

  test('never waits without a rate', () => {
    expect(reserve(new TokenBucket({ perSecond: 0, burst: 0 }, 0), 3, 0)).toEqual([0, 0, 0])
  })
})

describe('taking tokens', () => {
  test('takes all of them or none, and says how long until there are enough', () => {
    const bucket = new TokenBucket(RATE, 0)
    expect(bucket.take(30, 0)).toEqual({ allowed: true, remaining: 10, retryAfterMs: 0, resetMs: 1_500 })
    expect(bucket.take(30, 0)).toEqual({ allowed: false, remaining: 10, retryAfterMs: 1_000, resetMs: 1_500 })
    expect(bucket.take(30, 1_000)).toMatchObject({ allowed: true, remaining: 0 })
  })

  test('that exceed the burst are never allowed; the wait is the time until the bucket is full', () => {
    expect(new TokenBucket(RATE, 0).take(41, 0)).toMatchObject({ allowed: false, retryAfterMs: 0 })
  })

  test('is always allowed without a rate', () => {
    expect(new TokenBucket({ perSecond: 0, burst: 5 }, 0).take(100, 0).allowed).toBe(true)
  })
})
