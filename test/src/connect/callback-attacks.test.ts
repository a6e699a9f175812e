import { describe, expect, test } from '@jest/globals'
import { credential, everything, fixtureVendor } from '../fixture-vendor.ts'
import { Browser, type HttpResponse, NAVIGATION, send } from '../http.ts'
import type { HubOptions, RunningHub } from '../hub.ts'
import { newAttempt, startConnecting } from './start-connecting.ts'

const MINUTE_MS = 60_000

describe('an attack on the callback', () => {
  /** Requires that the hub refuses the callback before it exchanges the code. */
  async function expectRefused(
    play: (hub: RunningHub, browser: Browser, flow: ReturnType<typeof newAttempt>) => Promise<HttpResponse>,
    parts: HubOptions = {},
  ) {
    let exchanges = 0
    const { hub, registered } = await startConnecting(
      {
        callback: async ({ connectionId }) => {
          exchanges += 1
          return { connectionId, credential: credential() }
        },
      },
      parts,
    )
    const response = await play(hub, new Browser(), newAttempt())
    expect([response.status, exchanges, registered]).toEqual([400, 0, []])
    expect(response.headers['content-type']).toContain('text/html')
  }

  test('that sends a victim’s browser to the callback of another browser’s attempt is refused', () =>
    expectRefused(async (hub, browser, { connect, callback }) => {
      await browser.open(`${hub.url}${connect}`)
      return new Browser().open(`${hub.url}${callback}`)
    }))

  test.each([
    ['navigates', NAVIGATION],
    ['is old and says only that it is Mozilla', { 'User-Agent': 'Mozilla/5.0', Accept: 'text/html,*/*' }],
    [
      'is led here by an image',
      { ...NAVIGATION, Accept: 'image/*', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    ],
    ['asks from the same origin', { ...NAVIGATION, 'Sec-Fetch-Mode': 'same-origin' }],
  ])('with a browser without a cookie that %s is refused', (_name, headers) =>
    expectRefused((hub, _person, { callback }) => new Browser(headers).open(`${hub.url}${callback}`)),
  )

  test('with a posted form and no cookie is refused', () =>
    expectRefused((hub, browser, { state }) => browser.submit(`${hub.url}/auth/callback`, { state, code: 'x' })))

  test('with a cookie altered at any position is refused', () =>
    expectRefused(async (hub, browser, { connect, callback }) => {
      await browser.open(`${hub.url}${connect}`)
      const [[name, value] = ['', '']] = [...browser.cookies]
      for (let place = 0; place < value.length - 1; place += 7) {
        const other = value[place] === 'A' ? 'B' : 'A'
        const altered = `${value.slice(0, place)}${other}${value.slice(place + 1)}`
        const Cookie = `${name}=${altered}`
        const response = await send(`${hub.url}${callback}`, { headers: { ...NAVIGATION, Cookie } })
        if (response.status !== 400) return response
      }
      return new Browser().open(`${hub.url}${callback}`)
    }))

  test('with the cookie of another attempt under the right name is refused', () =>
    expectRefused(async (hub, browser, { connect, callback }) => {
      await browser.open(`${hub.url}${connect}`)
      const attacker = new Browser()
      await attacker.open(`${hub.url}${newAttempt().connect}`)
      const [name] = browser.cookies.keys()
      const [value] = attacker.cookies.values()
      return send(`${hub.url}${callback}`, { headers: { ...NAVIGATION, Cookie: `${name}=${value}` } })
    }))

  test('with a cookie of a hub that has another key is refused', () =>
    expectRefused(async (hub, browser, { connect, callback }) => {
      const other = await startConnecting(
        {},
        { environment: { PLATFORM_API_KEY: 'another-key-altogether-0123456789' } },
      )
      await browser.open(`${other.hub.url}${connect}`)
      return browser.open(`${hub.url}${callback}`)
    }))

  test('with an unencrypted cookie is refused', () =>
    expectRefused(async (hub, browser, { connect, callback, state }) => {
      await browser.open(`${hub.url}${connect}`)
      const [name] = browser.cookies.keys()
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const forged = `${encode({ alg: 'none' })}.${encode({ state, nonce: 'n', exp: 9e9 })}.`
      return send(`${hub.url}${callback}`, { headers: { ...NAVIGATION, Cookie: `${name}=${forged}` } })
    }))

  test('that finishes an attempt for one application as another application is refused', () => {
    const vendor = fixtureVendor()
    const applications = [everything, { ...everything, name: 'acme-two', functions: {} }]
    return expectRefused(
      async (hub, browser, { connect, callback }) => {
        await browser.open(`${hub.url}${connect}`)
        return browser.open(`${hub.url}${callback.replace('.acme-all', '.acme-two')}`)
      },
      { vendors: [{ ...vendor, applications }] },
    )
  })

  test('with a cookie older than ten minutes is refused', () => {
    let now = Date.now()
    return expectRefused(
      async (hub, browser, { connect, callback }) => {
        await browser.open(`${hub.url}${connect}`)
        now += 10 * MINUTE_MS + 1_000
        return browser.open(`${hub.url}${callback}`)
      },
      { clock: () => now },
    )
  })

  test.each([
    ['is missing', ''],
    ['is empty', 'state='],
    ['has no dot', 'state=connection-1'],
    ['has nothing before the dot', 'state=.acme-all'],
    ['has nothing after the dot', 'state=connection-1.'],
    ['names an unknown application', 'state=connection-1.nope'],
    ['names a built-in member', 'state=connection-1.__proto__'],
    ['is too long', `state=${'x'.repeat(512)}.acme-all`],
    ['holds a line break', 'state=a%0d%0ab.acme-all'],
    ['holds markup', 'state=%3Cscript%3E.acme-all'],
  ])('with a state that %s is refused', (_name, query) =>
    expectRefused((hub, browser) => browser.open(`${hub.url}/auth/callback?code=x&${query}`)),
  )

  test('that repeats a code is refused, with or without a cookie', async () => {
    const { hub, registered } = await startConnecting()
    const { connect, callback } = newAttempt()
    const browser = new Browser()
    await browser.open(`${hub.url}${connect}`)
    const cookies = new Map(browser.cookies)
    await browser.open(`${hub.url}${callback}`)
    const withCookie = new Browser()
    for (const [name, value] of cookies) withCookie.cookies.set(name, value)
    const again = [
      await browser.open(`${hub.url}${callback}`),
      await withCookie.open(`${hub.url}${callback}`),
      await withCookie.open(`${hub.url}${callback}-another-code`),
      await send(`${hub.url}${callback}`),
    ]
    expect(again.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(registered).toHaveLength(1)
  })
})

describe('AUTH_BINDING', () => {
  const plain = { 'User-Agent': 'node' }
  const script = { 'User-Agent': 'node', 'Sec-Fetch-Mode': 'cors' }
  const table: [string, Record<string, string>, number][] = [
    ['auto', plain, 200],
    ['auto', script, 200],
    ['auto', NAVIGATION, 400],
    ['strict', plain, 400],
    ['strict', script, 400],
    ['strict', NAVIGATION, 400],
    ['off', plain, 200],
    ['off', NAVIGATION, 200],
  ]
  test.each(table)('%s responds to a client %j without a cookie with %d', async (mode, headers, status) => {
    const { hub } = await startConnecting({}, { environment: { AUTH_BINDING: mode } })
    expect((await send(`${hub.url}${newAttempt().callback}`, { headers })).status).toBe(status)
  })

  test.each(['auto', 'strict', 'off'])('%s accepts the browser that started the attempt', async (mode) => {
    const { hub } = await startConnecting({}, { environment: { AUTH_BINDING: mode } })
    const { connect, callback } = newAttempt()
    const browser = new Browser()
    await browser.open(`${hub.url}${connect}`)
    expect((await browser.open(`${hub.url}${callback}`)).status).toBe(200)
  })
})
