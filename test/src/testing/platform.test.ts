import { afterAll, expect, test } from '@jest/globals'
import { startTestPlatform } from '../../../src/testing/platform.ts'
import { startTestProvider } from '../../../src/testing/running-provider.ts'
import { credential, definitionOf, fixtureVendor } from '../fixture-vendor.ts'

const KEY = 'key-of-a-test'
const platform = await startTestPlatform(KEY)
afterAll(() => platform.stop())

const register = (key: string, body: unknown) =>
  fetch(`${platform.url}/api/v1/connections/registration`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('a platform for tests keeps registrations, and refuses what the real one refuses', async () => {
  const registration = { connectionId: 'c1', credential: credential() }
  expect((await register('another', registration)).status).toBe(401)
  expect((await register(KEY, { connectionId: 'c1' })).status).toBe(400)
  expect((await register(KEY, '{')).status).toBe(400)
  expect(platform.registrations.size).toBe(0)
  expect((await register(KEY, registration)).status).toBe(200)
  expect(platform.registrations.get('c1')).toEqual(registration)
})

test('a provider registers an account at its platform for tests', async () => {
  const vendors = [fixtureVendor()]
  const publicFolder = new URL('../public', import.meta.url)
  const provider = await startTestProvider({ definition: definitionOf(vendors), vendors, publicFolder })
  const address = `${provider.url}/auth/connect?application=acme-all&connectionId=c2`
  const redirect = await fetch(address, { redirect: 'manual', headers: { 'User-Agent': 'a client without cookies' } })
  const state = new URL(redirect.headers.get('Location') ?? '').searchParams.get('state')
  const callback = await fetch(`${provider.url}/auth/callback?code=x&state=${state}`, {
    headers: {
      Cookie: redirect.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    },
  })
  await provider.stop()
  expect([callback.status, [...provider.platform.registrations.keys()]]).toEqual([200, ['c2']])
  expect(provider.log.join('')).not.toContain(provider.key)
})
