import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { ConnectedProviderRegistration } from '../../../src/contract/index.ts'
import { toDay } from '../../../src/kit/key-connections/certificate.ts'
import { fixtureVendor } from '../fixture-vendor.ts'
import { Browser, type HttpResponse } from '../http.ts'
import { type HubOptions, type RunningHub, startHub } from '../hub.ts'
import { certify, createRsaKey } from '../kit/key-connections/sample-keys.ts'
import { toFormRequest } from './form-request.ts'
import { keyApplication } from './key-vendor.ts'

const MINUTE = 60_000
const key = createRsaKey()
const large = createRsaKey(4096)
let now = Date.now()

const registered = new Map<string, ConnectedProviderRegistration>()
const options: HubOptions = {
  vendors: [fixtureVendor(keyApplication)],
  clock: () => now,
  platform: async (_url, init) => {
    const registration = JSON.parse(String(init?.body)) as ConnectedProviderRegistration
    registered.set(registration.connectionId, registration)
    return new Response('{}')
  },
}
/** Copies of one hub behind a load balancer: they share nothing but the platform key. */
let hubs: [RunningHub, RunningHub, RunningHub]
beforeAll(async () => {
  hubs = [await startHub(options), await startHub(options), await startHub(options)]
})
afterAll(async () => {
  await Promise.all(hubs.map((hub) => hub.stop()))
})

let attempts = 0
function newState(): string {
  attempts += 1
  return `key-${attempts}.acme-all`
}
const idOf = (state: string) => state.slice(0, state.lastIndexOf('.'))
const formOf = (state: string, hub: RunningHub) =>
  `${hub.url}/auth/connect?application=acme-all&connectionId=${idOf(state)}&method=key`

async function post(person: Browser, hub: RunningHub, fields: Record<string, string | File>): Promise<HttpResponse> {
  return person.open(`${hub.url}/acme-all/key`, await toFormRequest(fields))
}
const valid = (state: string, changes: Record<string, string | File> = {}) => ({
  state,
  clientId: 'client-1',
  note: '',
  privateKey: key.pkcs8,
  certificate: '',
  ...changes,
})
const partsOf = (person: Browser) => [...person.cookies.keys()].filter((name) => name.startsWith('pc-key-'))

describe('a key', () => {
  test('is entered at one copy of the hub, taken by a second and registered by a third', async () => {
    const [first, second, third] = hubs
    const state = newState()
    const person = new Browser()
    const shown = await person.open(formOf(state, first))
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store'])
    const posted = await post(person, second, valid(state, { certificate: certify(key.pkcs8, now) }))
    const location = String(posted.headers.location)
    expect([posted.status, location.startsWith(`/auth/callback?state=${state}&code=`)]).toEqual([303, true])
    expect(location.length).toBeLessThan(1_500)
    const page = await person.open(`${third.url}${location}`)
    expect([page.status, page.text.includes('is connected')]).toEqual([200, true])
    expect(page.text).toContain(`valid until ${toDay(now + 365 * 86_400_000)}`)
    expect(page.text).not.toContain('setTimeout')

    const { credential } = registered.get(idOf(state)) ?? {}
    expect(credential).toMatchObject({
      accessToken: expect.stringMatching(/^minted-token-/),
      email: 'ada@acme.example',
      dateExpiry: now + 3_600_000,
      profile: {
        method: 'key',
        scopes: ['read'],
        accountId: 'a1',
        name: 'Ada',
        dateCertificateEnd: expect.any(Number),
      },
    })
    expect(JSON.parse(credential?.refreshToken ?? '')).toMatchObject({ clientId: 'client-1', privateKey: key.pkcs8 })

    const refused = await person.open(`${third.url}${location}`)
    expect(refused.status).toBe(400)
    expect(partsOf(person)).toEqual([])
  })

  test.each([
    ['4096 bits', large.pkcs8, ''],
    ['2048 bits and a long note', key.pkcs8, 'x'.repeat(1_000)],
  ])('of %s is carried in cookies, which the callback clears', async (_name, privateKey, note) => {
    const [hub, second] = hubs
    const state = newState()
    const person = new Browser()
    await person.open(formOf(state, hub))
    const posted = await post(person, hub, valid(state, { privateKey: new File([privateKey], 'key.pem'), note }))
    expect(String(posted.headers.location).length).toBeLessThan(300)
    expect(partsOf(person).length).toBeGreaterThan(1)
    for (const line of posted.headers['set-cookie'] ?? []) {
      expect(line.length).toBeLessThan(4_096)
      expect(line).toMatch(/; Path=\/; Max-Age=(300|600); HttpOnly; SameSite=Lax$/)
    }
    const page = await person.open(`${second.url}${posted.headers.location}`)
    expect([page.status, partsOf(person)]).toEqual([200, []])
    expect(registered.get(idOf(state))?.credential.refreshToken).toContain('PRIVATE KEY')
  })

  test('replaces the cookies of an earlier attempt, also if it needs fewer', async () => {
    const [hub] = hubs
    const [first, second] = [newState(), newState()]
    const person = new Browser()
    await person.open(formOf(first, hub))
    await person.open(formOf(second, hub))
    const abandoned = await post(person, hub, valid(first, { privateKey: large.pkcs8, note: 'x'.repeat(1_000) }))
    const count = partsOf(person).length
    const posted = await post(person, hub, valid(second))
    expect(partsOf(person).length).toBeLessThan(count)
    const names = (posted.headers['set-cookie'] ?? []).map((line) => line.split('=')[0])
    expect(new Set(names).size).toBe(names.length)
    expect((await person.open(`${hub.url}${posted.headers.location}`)).status).toBe(200)
    expect((await person.open(`${hub.url}${abandoned.headers.location}`)).status).toBe(400)
    expect(registered.has(idOf(first))).toBe(false)
  })

  test('is dropped by a callback that fails, with its cookies', async () => {
    const [hub] = hubs
    const state = newState()
    const person = new Browser()
    await person.open(formOf(state, hub))
    const posted = await post(person, hub, valid(state, { privateKey: large.pkcs8 }))
    const failed = await person.open(`${hub.url}/auth/callback?state=${state}&code=key.parts.nothing`)
    expect([failed.status, partsOf(person), person.cookies.size]).toEqual([400, [], 0])
    expect((await person.open(`${hub.url}${posted.headers.location}`)).status).toBe(400)
  })

  test('is refused after five minutes, if it was altered, and in another attempt', async () => {
    const [hub] = hubs
    const states = [newState(), newState(), newState(), newState()] as const
    const person = new Browser()
    const follow = async (state: string, change: (location: string) => string) => {
      await person.open(formOf(state, hub))
      const posted = await post(person, hub, valid(state))
      for (const [name, value] of person.cookies)
        if (name.startsWith('pc-key-')) person.cookies.set(name, change(value))
      return (await person.open(`${hub.url}${change(String(posted.headers.location))}`)).status
    }
    expect(await follow(states[0], (text) => text)).toBe(200)
    expect(await follow(states[1], (text) => text.replace(/.{4}$/, 'AAAA'))).toBe(400)
    await person.open(formOf(states[3], hub))
    expect(await follow(states[2], (text) => text.replace(`state=${states[2]}`, `state=${states[3]}`))).toBe(400)
    const late = newState()
    await person.open(formOf(late, hub))
    const posted = await post(person, hub, valid(late))
    now += 5 * MINUTE + 1_000
    expect((await person.open(`${hub.url}${posted.headers.location}`)).status).toBe(400)
    expect([states[1], states[2], states[3], late].some((state) => registered.has(idOf(state)))).toBe(false)
  })

  test('is in no log, page, address or metric', async () => {
    const [hub] = hubs
    const state = newState()
    const person = new Browser()
    const shown = await person.open(formOf(state, hub))
    const refused = await post(person, hub, valid(state, { clientId: 'unknown', certificate: key.pkcs1 }))
    const rejected = await post(person, hub, valid(state, { clientId: 'unknown' }))
    const posted = await post(person, hub, valid(state))
    const page = await person.open(`${hub.url}${posted.headers.location}`)
    const metrics = await (
      await hub.get('/metrics', { headers: { Authorization: 'Bearer platform-key-for-tests-0123456789' } })
    ).text()
    const seen = [shown, refused, rejected, posted, page].map(({ text, headers }) => `${text}${headers.location ?? ''}`)
    const everything = [...seen, metrics, ...hubs.map((copy) => copy.log())].join('\n')
    expect(page.status).toBe(200)
    for (const line of [key.pkcs8, key.pkcs1].flatMap((pem) => pem.split('\n').slice(1, -2))) {
      expect(everything.includes(line)).toBe(false)
    }
    expect(everything).not.toMatch(/minted-token-\d/)
  })
})

describe('a form that is refused', () => {
  const submit = async (changes: Record<string, string | File>) => {
    const state = newState()
    const person = new Browser()
    await person.open(formOf(state, hubs[0]))
    const response = await post(person, hubs[0], valid(state, changes))
    const again = await post(person, hubs[0], valid(state))
    return { response, again, state }
  }

  test('has its sentence beside the field, keeps the other values, and can be sent again', async () => {
    const { response, again, state } = await submit({ clientId: 'a "client" <1>', privateKey: certify(key.pkcs8, now) })
    expect([response.status, response.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(response.text).toMatch(/id="privateKey-error">This is a certificate, not the private key\./)
    expect(response.text).toContain('value="a &quot;client&quot; &lt;1&gt;"')
    expect(response.text).toContain(`name="state" value="${state}"`)
    expect(response.text).toContain('Connect Acme &lt;with&gt; a key')
    expect(response.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'none'"),
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
    expect(again.status).toBe(303)
  })

  test('names a certificate of another key', async () => {
    const { response } = await submit({ certificate: certify(large.pkcs8, now) })
    expect([response.status, /id="certificate-error">This certificate does not belong/.test(response.text)]).toEqual([
      400,
      true,
    ])
  })

  test.each([
    ['unknown', 400, 'Acme does not know this app. Ask the administrator to install it.'],
    ['forbidden', 400, 'The API is not enabled. Ask the administrator.'],
    ['down', 503, 'Acme could not try this key just now'],
    ['busy', 503, 'Acme could not try this key just now'],
  ])('by the vendor (%s) says why', async (clientId, status, sentence) => {
    const { response } = await submit({ clientId })
    expect([response.status, response.text.includes(sentence)]).toEqual([status, true])
    expect(response.text).toContain(`value="${clientId}"`)
  })

  test('by a bug is an error page without the cause', async () => {
    const { response } = await submit({ clientId: 'broken' })
    expect([response.status, response.text.includes('a bug')]).toEqual([500, false])
  })
})
