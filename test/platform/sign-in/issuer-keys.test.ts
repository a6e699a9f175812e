import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { AccessTokens } from '../../../platform/sign-in/access-tokens.ts'
import { AUDIENCE, startIssuer, type TestIssuer } from './issuer.ts'

const SECOND = 1_000

let issuer: TestIssuer
let elapsed: number
let tokens: AccessTokens
beforeEach(async () => {
  issuer = await startIssuer()
  elapsed = 0
  tokens = new AccessTokens({ issuer: issuer.issuer, audience: AUDIENCE }, Date.now, () => elapsed)
})
afterEach(() => issuer.stop())

/** Whether a token that the issuer signs with this key is accepted. */
async function accepts(kid: string): Promise<boolean> {
  const token = await issuer.token('ada@acme.example', { header: { kid } })
  return tokens.verify(token).then(
    () => true,
    () => false,
  )
}

describe('keys that are rotated right after they were fetched', () => {
  test.each(['second', 'first'])('are accepted half a minute later, as %s key', async (kid) => {
    expect(await accepts('first')).toBe(true)
    await issuer.addKey(kid, 'ES256')
    expect(await accepts(kid)).toBe(false)
    elapsed = 30 * SECOND
    expect(await accepts(kid)).toBe(true)
    // The next rotation comes right after this one was noticed.
    await issuer.addKey('third', 'EdDSA')
    elapsed = 59 * SECOND
    expect(await accepts('third')).toBe(false)
    elapsed = 60 * SECOND
    expect(await accepts('third')).toBe(true)
  })

  test('are fetched once for many tokens, and forged tokens do not cause more', async () => {
    await accepts('first')
    elapsed = 30 * SECOND
    await Promise.all(Array.from({ length: 20 }, (_, index) => accepts(`unknown ${index}`)))
    expect(issuer.keyRequests()).toBe(2)
  })

  test('are fetched again when they are old, and stay in use while the issuer is down', async () => {
    await accepts('first')
    issuer.toggleOutage()
    elapsed = 3_600 * SECOND
    expect([await accepts('first'), await accepts('first')]).toEqual([true, true])
    issuer.toggleOutage()
    const before = issuer.keyRequests()
    elapsed += 30 * SECOND
    expect(await accepts('first')).toBe(true)
    // This one renews them, and no further one does.
    while (issuer.keyRequests() === before) await setTimeout(10)
    elapsed += 60 * SECOND
    expect([await accepts('first'), issuer.keyRequests()]).toEqual([true, before + 1])
  })

  test('while the issuer is down are not an invalid token, and the old ones are still accepted', async () => {
    await accepts('first')
    await issuer.addKey('second', 'ES256')
    const unknown = await issuer.token('ada@acme.example', { header: { kid: 'second' } })
    elapsed = 30 * SECOND
    issuer.toggleOutage()
    await expect(tokens.verify(unknown)).rejects.toThrow('cannot be verified at the moment')
    expect(await accepts('first')).toBe(true)
  })
})
