import { expect, test } from '@jest/globals'
import { KeyFormLimit } from '../../../src/connect/key-form-limit.ts'

test('one address cannot use up what others may try', () => {
  const limit = new KeyFormLimit(0)
  const tryMany = (address: string, now: number) =>
    Array.from({ length: 500 }, () => limit.allows(address, now)).filter(Boolean).length
  expect(tryMany('192.0.2.1', 0)).toBe(50)
  expect(tryMany('192.0.2.2', 0)).toBe(50)
  expect(tryMany('192.0.2.3', 0)).toBe(0)
  for (let second = 1; second <= 60; second += 1) {
    expect(tryMany('192.0.2.1', second * 1_000)).toBe(5)
    expect(limit.allows('192.0.2.4', second * 1_000)).toBe(true)
  }
})
