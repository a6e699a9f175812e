import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from '@jest/globals'
import { Browser } from '../../demo/browser.ts'
import { submitForms } from '../../demo/forms.ts'
import type { ConnectedProvider, ConnectedProviderRegistration, ProviderDefinition } from '../../src/contract/index.ts'
import { asVendor } from '../../src/kit/application.ts'
import { beacon } from '../example-vendor/index.ts'
import { API_KEY, startBeacon } from '../example-vendor/server.ts'
import { PLATFORM_KEY, PLATFORM_URL, startHub } from '../src/hub.ts'
import { describeProvider } from './provider.ts'

/** The example of an application that is connected with an API key: it passes the suite as every other one. */
const now = Date.now()
const vendor = await startBeacon(now)
const registered = new Map<string, ConnectedProviderRegistration>()
const hub = await startHub({
  vendors: [asVendor(beacon)],
  environment: { BEACON_ORIGIN: vendor.origin },
  platform: async (_url, init) => {
    const registration = JSON.parse(String(init?.body)) as ConnectedProviderRegistration
    registered.set(registration.connectionId, registration)
    return new Response('{}')
  },
})
afterAll(async () => {
  await hub.stop()
  vendor.stop()
})

async function open(apiKey: string): Promise<{ connectionId: string; page: string }> {
  const connectionId = randomUUID()
  const address = `${hub.url}/auth/connect?application=beacon-mailroom&connectionId=${connectionId}`
  const page = await submitForms(new Browser(), address, 'ada@acme.example', [{ ...vendor.formValues, apiKey }])
  return { connectionId, page }
}

describeProvider({
  url: hub.url,
  key: PLATFORM_KEY,
  definition: (await (await hub.get('/definition.json')).json()) as ProviderDefinition,
  platformUrl: PLATFORM_URL,
  sample: { window: { dateStart: now - 20 * 86_400_000, dateEnd: now }, person: 'bo@acme.example' },
  connect: async (application): Promise<ConnectedProvider> => {
    const { connectionId, page } = await open(API_KEY)
    const { credential } = registered.get(connectionId) ?? {}
    if (!credential) throw new Error(`not connected: ${page}`)
    return { connectionId, provider: 'fixture', application, credential }
  },
})

test('a key that the vendor rejects, or that is none, is refused in words', async () => {
  const rejected = await open('bk_ffffffffffffffffffff')
  expect(rejected.page).toContain('Beacon does not accept this key. Go back and correct it.')
  const malformed = await open('password')
  expect(malformed.page).toContain(
    '“API key”: This is not a key of Beacon: it begins with “bk_”. Go back and correct it.',
  )
  expect(registered.has(rejected.connectionId) || registered.has(malformed.connectionId)).toBe(false)
})

test('the key is in no log and no address', async () => {
  await open(API_KEY)
  expect(hub.log()).not.toContain(API_KEY)
  expect(vendor.requests.map(({ url }) => url).join()).not.toContain(API_KEY)
})
