import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { ConnectedProviderRegistration } from '../../../src/contract/index.ts'
import { fixtureVendor } from '../fixture-vendor.ts'
import { Browser } from '../http.ts'
import { type RunningHub, startHub } from '../hub.ts'
import { createRsaKey } from '../kit/key-connections/sample-keys.ts'
import { toFormRequest } from './form-request.ts'
import { acme, keyApplication } from './key-vendor.ts'

const key = createRsaKey()
const now = Date.now()
const registered = new Map<string, ConnectedProviderRegistration>()
let hub: RunningHub
beforeAll(async () => {
  hub = await startHub({
    vendors: [fixtureVendor(keyApplication)],
    clock: () => now,
    platform: async (_url, init) => {
      const registration = JSON.parse(String(init?.body)) as ConnectedProviderRegistration
      registered.set(registration.connectionId, registration)
      return new Response('{}')
    },
  })
})
afterAll(() => hub.stop())

let connections = 0
async function connect(changes: Record<string, string> = {}) {
  connections += 1
  const connectionId = `key-${connections}`
  const person = new Browser()
  await person.open(`${hub.url}/auth/connect?application=acme-all&connectionId=${connectionId}&method=key`)
  const fields = { state: `${connectionId}.acme-all`, clientId: 'client-1', privateKey: key.pkcs8, ...changes }
  const posted = await person.open(`${hub.url}/acme-all/key`, await toFormRequest(fields))
  await person.open(`${hub.url}${posted.headers.location}`)
  const { credential } = registered.get(connectionId) ?? {}
  return { connectionId, provider: 'fixture', application: 'acme-all', credential }
}

describe('a connection with a key', () => {
  const refresh = (connectedProvider: unknown) => hub.post('/auth/refresh', { connectedProvider })

  test('is refreshed by signing again, and nothing of it is lost', async () => {
    const connectedProvider = await connect({ clientId: 'client-refreshed' })
    const credential = { ...connectedProvider.credential, instanceUrl: 'https://a.example', custom: 1 }
    const before = acme.minted
    const responses = await Promise.all([1, 2].map(() => refresh({ ...connectedProvider, credential })))
    const [{ credential: renewed }] = (await Promise.all(responses.map((response) => response.json()))) as [
      { credential: Record<string, unknown> },
    ]
    expect(renewed).toEqual({
      ...credential,
      accessToken: `minted-token-${before + 1}`,
      dateExpiry: expect.any(Number),
    })
    expect(acme.minted).toBe(before + 1)
  })

  test('ends in words when the key is revoked, and works again when the vendor accepts it again', async () => {
    const connectedProvider = await connect({ clientId: 'client-revoked' })
    acme.revoked.add('client-revoked')
    const problem = (await (await refresh(connectedProvider)).json()) as { status: number; detail: string }
    expect(problem).toMatchObject({ status: 401, detail: expect.stringContaining('Acme does not know this app.') })
    acme.revoked.clear()
    expect((await refresh(connectedProvider)).status).toBe(200)
  })

  test.each(['', 'not json', '{}', '{"privateKey":1}'])(
    'without a usable key (%j) has expired',
    async (refreshToken) => {
      const { credential, ...others } = await connect()
      const broken = { ...credential, refreshToken: refreshToken || undefined }
      expect((await refresh({ ...others, credential: broken })).status).toBe(401)
    },
  )

  test.each([
    [29, true],
    [31, false],
  ])('is checked %d days before its certificate ends: a warning in the log is %s', async (days, warns) => {
    const credential = {
      ...(await connect()).credential,
      profile: { method: 'key', dateCertificateEnd: now + days * 86_400_000 },
    }
    const before = hub.log().length
    const response = await hub.post('/auth/check', { application: 'acme-all', credential })
    expect(await response.json()).toMatchObject({ result: { status: 'ok' } })
    expect(hub.log().slice(before).includes('the certificate of a key connection ends on')).toBe(warns)
  })
})
