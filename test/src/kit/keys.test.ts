import { describe, expect, test } from '@jest/globals'
import { EncryptJWT } from 'jose'
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

describe('while the platform key is rotated', () => {
  const [old, next] = [new Secret('the-platform-key'), new Secret('the-next-platform-key')]
  const stages = [new Keys(old), new Keys(old, next), new Keys(next, old), new Keys(next)]
  const neighbors = stages.slice(1).map((keys, index) => [stages[index] as Keys, keys] as const)

  test('hubs of consecutive stages accept each other’s signatures, sealed values and nonces', async () => {
    for (const pair of neighbors) {
      for (const [from, to] of [pair, pair.toReversed() as [Keys, Keys]]) {
        expect(to.verify('cursor', 'a text', from.sign('cursor', 'a text'))).toBe(true)
        const sealed = await new EncryptJWT({ state: 'x' })
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .encrypt(from.derive('cookie'))
        expect(await to.open('cookie', sealed, Date.now())).toEqual({ state: 'x' })
        const nonce = from.createNonce()
        expect(to.signByNonce('pkce', nonce, 'a state')).toBe(from.signByNonce('pkce', nonce, 'a state'))
      }
    }
  })

  test('a hub that has removed the old key accepts nothing of it', async () => {
    const [first, , , last] = stages as [Keys, Keys, Keys, Keys]
    expect(last.verify('cursor', 'a text', first.sign('cursor', 'a text'))).toBe(false)
    const nonce = first.createNonce()
    expect(last.signByNonce('pkce', nonce, 'a state')).not.toBe(first.signByNonce('pkce', nonce, 'a state'))
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
