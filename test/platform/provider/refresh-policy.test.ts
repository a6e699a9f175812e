import { describe, expect, test } from '@jest/globals'
import { backoffDelay, hasExhaustedRetries, isDue, mergeCredential } from '../../../platform/provider/refresh-policy.ts'
import { DEFAULT_ENGINE_OPTIONS } from '../../../platform/sync/engine-options.ts'
import { CREDENTIAL, NOW } from '../sync/fixtures.ts'

const POLICY = DEFAULT_ENGINE_OPTIONS.refresh
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('a credential is refreshed', () => {
  test.each([
    ['an hour', HOUR, 12 * MINUTE],
    ['ten minutes', 10 * MINUTE, 2 * MINUTE],
    ['three minutes', 3 * MINUTE, MINUTE],
    ['a day', DAY, 15 * MINUTE],
    ['a year', 365 * DAY, 15 * MINUTE],
    ['a minute and a half', 90 * SECOND, MINUTE],
    ['a minute', MINUTE, 30 * SECOND],
  ])('that lives for %s, in the last %s: %s ms', (_, lifetime, margin) => {
    const dated = { credential: { ...CREDENTIAL, dateExpiry: NOW + lifetime }, dateCredential: NOW }
    expect(isDue(dated, NOW + lifetime - margin, POLICY)).toBe(false)
    expect(isDue(dated, NOW + lifetime - margin + 1, POLICY)).toBe(true)
  })

  test('as if it lived for an hour, when it is not known when it was obtained', () => {
    const dated = { credential: { ...CREDENTIAL, dateExpiry: NOW } }
    expect([12 * MINUTE, 12 * MINUTE - 1].map((left) => isDue(dated, NOW - left, POLICY))).toEqual([false, true])
  })

  test('never, when it does not expire', () => {
    expect(isDue({ credential: CREDENTIAL, dateCredential: 0 }, NOW + 400 * DAY, POLICY)).toBe(false)
  })
})

describe('after a refresh', () => {
  const old = { ...CREDENTIAL, dateExpiry: NOW, instanceUrl: 'https://x.example' }

  test('renewed members replace the old ones, and the others are retained', () => {
    const fresh = { accessToken: 'new', dateExpiry: NOW + HOUR }
    expect(mergeCredential(old, fresh, NOW)).toEqual({ ...old, ...fresh })
  })

  test.each([
    ['the same date', { accessToken: 'the-access-token', dateExpiry: NOW }],
    ['no date', { accessToken: 'new' }],
    ['a date that has passed', { accessToken: 'new', dateExpiry: NOW }],
  ])('a credential with %s has no expiry', (_, fresh) => {
    expect(mergeCredential(old, fresh, NOW)).not.toHaveProperty('dateExpiry')
  })
})

test('a new token before the expiry of the old one has its own expiry', () => {
  const old = { ...CREDENTIAL, dateExpiry: NOW + 8 * HOUR }
  const fresh = { accessToken: 'new', dateExpiry: NOW + HOUR }
  expect(mergeCredential(old, fresh, NOW)).toEqual({ ...old, ...fresh })
})

describe('a refresh that fails', () => {
  test('is retried after half a minute, then with doubled delays up to an hour', () => {
    let [now, since] = [NOW, undefined as number | undefined]
    const delays = Array.from({ length: 9 }, () => {
      const delay = backoffDelay(since, now, POLICY)
      since ??= now
      now += delay
      return delay / SECOND
    })
    expect(delays).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
  })

  test.each([
    ['for less than four days', 4 * DAY - 1, 0, false],
    ['for four days', 4 * DAY, HOUR, true],
    ['once, four days ago, because the platform was down', 4 * DAY, 4 * DAY, false],
  ])('%s: a reconnect is required: %s', (_, failing, idle, expected) => {
    expect(hasExhaustedRetries({ failedSince: NOW - failing, notBefore: NOW - idle }, NOW, POLICY)).toBe(expected)
  })

  test('for the first time requires no reconnect', () => {
    expect(hasExhaustedRetries({}, NOW, POLICY)).toBe(false)
  })
})
