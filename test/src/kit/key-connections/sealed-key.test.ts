import { describe, expect, test } from '@jest/globals'
import { isSealedKey, openSealedKey, sealKey } from '../../../../src/kit/key-connections/sealed-key.ts'
import { Keys } from '../../../../src/kit/keys.ts'
import { ProcessMemory } from '../../../../src/kit/memory/process-memory.ts'
import { Secret } from '../../../../src/runtime/secret.ts'
import { createCall } from '../../../kit/call.ts'

const MINUTE = 60_000
const attempt = { state: 'c1.app', nonce: 'the nonce' }
const refused = expect.objectContaining({ status: 400 })
const call = createCall({})

describe('a sealed key', () => {
  test('is opened by any copy of the hub, once in each process', async () => {
    const code = await sealKey(call, attempt, 'a long private key')
    const copy = createCall({}, { memory: new ProcessMemory(), keys: new Keys(new Secret('the-platform-key')) })
    expect(await openSealedKey(copy, attempt, code)).toBe('a long private key')
    await expect(openSealedKey(copy, attempt, code)).rejects.toEqual(refused)
    expect(isSealedKey(code)).toBe(true)
    expect(Buffer.from(code, 'base64').toString('latin1')).not.toContain('private key')
  })

  test('is different each time', async () => {
    const codes = await Promise.all([1, 2, 3].map(() => sealKey(call, attempt, 'the same key')))
    expect(new Set(codes).size).toBe(3)
  })

  test.each([
    ['another state', call, { ...attempt, state: 'c2.app' }],
    ['another attempt', call, { ...attempt, nonce: 'another' }],
    ['an unknown attempt', call, { state: attempt.state }],
    ['another application', createCall({}, { application: 'another' }), attempt],
    ['a hub of another platform', createCall({}, { keys: new Keys(new Secret('another-platform-key')) }), attempt],
  ])('is not opened for %s, and stays usable', async (_name, foreignCall, foreignAttempt) => {
    const code = await sealKey(call, attempt, 'a long private key')
    await expect(openSealedKey(foreignCall, foreignAttempt, code)).rejects.toEqual(refused)
    expect(await openSealedKey(call, attempt, code)).toBe('a long private key')
  })

  test('expires after five minutes', async () => {
    let now = 1_793_620_800_000
    const slow = createCall({}, { clock: () => now })
    const [inTime, late] = [await sealKey(slow, attempt, 'one'), await sealKey(slow, attempt, 'another')]
    now += 5 * MINUTE - 1_000
    expect(await openSealedKey(slow, attempt, inTime)).toBe('one')
    now += 2_000
    await expect(openSealedKey(slow, attempt, late)).rejects.toEqual(refused)
  })

  test.each(['', 'x', 'key.', 'key.parts.abc', 'key.eyJ.a.b.c.d'])('is refused if it is %j', async (code) => {
    await expect(openSealedKey(call, attempt, code)).rejects.toEqual(refused)
  })

  test('has room for RSA 8192, and a limit', async () => {
    expect((await sealKey(call, attempt, 'x'.repeat(7_500))).length).toBeLessThanOrEqual(12_004)
    await expect(sealKey(call, attempt, 'x'.repeat(10_000))).rejects.toEqual(refused)
  })

  test.each([undefined, '', '4/0AX4', '0.AXoA', 'aPrx'])('is not the code %j of a vendor', (code) => {
    expect(isSealedKey(code)).toBe(false)
  })
})
