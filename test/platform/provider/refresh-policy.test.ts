import { describe, expect, test } from '@jest/globals'
import { coolDown, isDue, isHopeless, merge } from '../../../platform/provider/refresh-policy.ts'
import { ENGINE_RULES } from '../../../platform/sync/engine-options.ts'
import { CREDENTIAL, NOW } from '../sync/stage.ts'

const RULES = ENGINE_RULES.refresh
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('a credential is renewed', () => {
  test.each([
    ['an hour', HOUR, 12 * MINUTE],
    ['ten minutes', 10 * MINUTE, 2 * MINUTE],
    ['three minutes', 3 * MINUTE, MINUTE],
    ['a day', DAY, 15 * MINUTE],
    ['a year', 365 * DAY, 15 * MINUTE],
    ['a minute', MINUTE, 30 * SECOND],
  ])('that lives for %s, in the last %s: %s ms', (_, life, margin) => {
    const held = { credential: { ...CREDENTIAL, dateExpiry: NOW + life }, dateCredential: NOW }
    expect(isDue(held, NOW + life - margin, RULES)).toBe(false)
    expect(isDue(held, NOW + life - margin + 1, RULES)).toBe(true)
  })

  test('as if it lived for an hour, when its beginning is not known', () => {
    const held = { credential: { ...CREDENTIAL, dateExpiry: NOW } }
    expect([12 * MINUTE, 12 * MINUTE - 1].map((left) => isDue(held, NOW - left, RULES))).toEqual([false, true])
  })

  test('never, when it names no end', () => {
    expect(isDue({ credential: CREDENTIAL, dateCredential: 0 }, NOW + 400 * DAY, RULES)).toBe(false)
  })
})

describe('after a refresh', () => {
  const old = { ...CREDENTIAL, dateExpiry: NOW, instanceUrl: 'https://x.example' }

  test('what is new is new, and everything else stays', () => {
    const fresh = { accessToken: 'new', dateExpiry: NOW + HOUR }
    expect(merge(old, fresh)).toEqual({ ...old, ...fresh })
  })

  test.each([
    ['the same date', { accessToken: 'the-access-token', dateExpiry: NOW }],
    ['no date', { accessToken: 'new' }],
  ])('a credential with %s names no end any more', (_, fresh) => {
    expect(merge(old, fresh)).not.toHaveProperty('dateExpiry')
  })
})

describe('a refresh that fails', () => {
  test('is left alone for half a minute, and twice as long each time, up to an hour', () => {
    let [now, since] = [NOW, undefined as number | undefined]
    const waits = Array.from({ length: 9 }, () => {
      const wait = coolDown(since, now, RULES)
      since ??= now
      now += wait
      return wait / SECOND
    })
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
  })

  test.each([
    ['for less than four days', 4 * DAY - 1, 0, false],
    ['for four days', 4 * DAY, HOUR, true],
    ['once, four days ago, because the platform was away', 4 * DAY, 4 * DAY, false],
  ])('%s: a person is asked for: %s', (_, failing, idle, expected) => {
    expect(isHopeless({ failedSince: NOW - failing, notBefore: NOW - idle }, NOW, RULES)).toBe(expected)
  })

  test('for the first time asks for nobody', () => {
    expect(isHopeless({}, NOW, RULES)).toBe(false)
  })
})
