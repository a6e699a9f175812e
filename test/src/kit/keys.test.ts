import { describe, expect, test } from '@jest/globals'
import { type KeyPurpose, Keys } from '../../../src/kit/keys.ts'
import { equalsInConstantTime } from '../../../src/runtime/bearer.ts'
import { Secret } from '../../../src/runtime/secret.ts'

const PURPOSES: KeyPurpose[] = ['pkce', 'cursor', 'cookie', 'memory']
const keys = () => new Keys(new Secret('the-platform-key'))

describe('the keys of a hub', () => {
  test('are the same on every replica with the same platform key, and different with another key', () => {
    for (const purpose of PURPOSES) {
      expect(keys().derive(purpose)).toEqual(keys().derive(purpose))
      expect(keys().derive(purpose)).not.toEqual(new Keys(new Secret('another')).derive(purpose))
    }
  })

  test('differ by purpose and have 256 bits', () => {
    expect(new Set(PURPOSES.map((purpose) => keys().derive(purpose).toString('hex'))).size).toBe(PURPOSES.length)
    for (const purpose of PURPOSES) expect(keys().derive(purpose)).toHaveLength(32)
  })

  test('are random without a platform key', () => {
    expect(new Keys().derive('pkce')).not.toEqual(new Keys().derive('pkce'))
  })

  test('verify their own signatures, for the same purpose only', () => {
    const signature = keys().sign('cursor', 'a text')
    expect(keys().verify('cursor', 'a text', signature)).toBe(true)
    expect(keys().verify('cursor', 'another text', signature)).toBe(false)
    expect(keys().verify('memory', 'a text', signature)).toBe(false)
    expect(keys().verify('cursor', 'a text', '')).toBe(false)
  })
})

describe('two texts', () => {
  test.each([
    ['', '', true],
    ['a', 'a', true],
    ['a', 'b', false],
    ['a', 'aa', false],
    ['é', 'e\u0301', false],
    ['x'.repeat(100_000), 'x'.repeat(100_000), true],
  ])('are compared whatever their length (%#)', (expected, actual, same) => {
    expect(equalsInConstantTime(expected, actual)).toBe(same)
  })
})
