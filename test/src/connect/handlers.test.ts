import { afterEach, describe, expect, test } from '@jest/globals'
import type { Auth, Settings } from '../../../src/kit/application.ts'
import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { credential, everything, fixtureVendor } from '../fixture-vendor.ts'
import { Browser, type HttpResponse, NAVIGATION, send } from '../http.ts'
import { type HubOptions, PLATFORM_KEY, type RunningHub, startHub } from '../hub.ts'

const STATE = 'connection-1.acme-all'
const CONNECT = '/auth/connect?application=acme-all&connectionId=connection-1'
const MINUTE = 60_000

const running: RunningHub[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((hub) => hub.stop()))
})

/** A hub, and everything the platform behind it received. */
async function startConnecting(auth: Partial<Auth<Settings>> = {}, parts: HubOptions = {}) {
  const registered: unknown[] = []
  const complete = { ...(everything.auth as Auth<Settings>), ...auth }
  const hub = await startHub({
    vendors: [fixtureVendor({ auth: complete })],
    platform: async (_url, init) => {
      registered.push(JSON.parse(String(init?.body)))
      return new Response('{}')
    },
    ...parts,
  })
  running.push(hub)
  return { hub, registered }
}

/** A fresh state for each test: what is finished is remembered in the process. */
let attempts = 0
function attempt() {
  attempts += 1
  const connectionId = `connection-${attempts}-of-this-test`
  const state = `${connectionId}.acme-all`
  return {
    connectionId,
    state,
    connect: `/auth/connect?application=acme-all&connectionId=${connectionId}`,
    callback: `/auth/callback?state=${state}&code=code-${attempts}`,
  }
}

describe('GET /auth/connect', () => {
  test('sends the person on to the vendor and keeps nothing of it anywhere', async () => {
    const { hub } = await startConnecting()
    const answer = await new Browser().open(`${hub.url}${CONNECT}`)
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe(`https://vendor.example/authorize?state=${STATE}`)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('leaves a sealed cookie that only this hub reads, for ten minutes', async () => {
    const { hub } = await startConnecting()
    const { headers } = await send(`${hub.url}${CONNECT}`)
    const [cookie = ''] = headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^pc-[0-9a-f]{16}=[A-Za-z0-9_.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    expect(Buffer.from(cookie, 'base64').toString()).not.toContain('connection-1')
    expect(cookie).not.toContain('connection-1')
  })

  test('leaves it under the __Host- prefix, Secure, when the hub is reached over https', async () => {
    const { hub } = await startConnecting({}, { environment: { BASE_URL: 'https://hub.example.com' } })
    const [cookie] = (await send(`${hub.url}${CONNECT}`)).headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^__Host-pc-[0-9a-f]{16}=.*; Path=\/; .*; Secure$/)
    expect(cookie).not.toMatch(/Domain=/i)
  })

  const spellings = [
    'application=acme-all&connectionId=c1',
    'application=acme-all&connection_id=c1',
    'applicationName=acme-all&connectionId=c1',
    'app=acme-all&connection_id=c1',
    'state=c1.acme-all',
    'connectionId=c1',
    'connection_id=c1',
    'application=acme-all&connectionId=c1&connection_id=other&app=other&unknown=x',
    'application=acme-all&connectionId=c1&state=other.other',
  ]
  test.each(spellings)('reads ?%s', async (query) => {
    const { hub } = await startConnecting()
    const { headers } = await send(`${hub.url}/auth/connect?${query}`)
    expect(headers.location).toBe('https://vendor.example/authorize?state=c1.acme-all')
  })

  test('lets the id of a connection hold dots', async () => {
    const { hub } = await startConnecting()
    const { headers } = await send(`${hub.url}/auth/connect?state=a.b.c.acme-all`)
    expect(headers.location).toBe('https://vendor.example/authorize?state=a.b.c.acme-all')
  })

  const wrong = [
    '',
    'application=acme-all',
    'application=nope&connectionId=c1',
    'app=nope&connectionId=c1',
    'state=c1.nope',
    'state=nothing',
    'application=acme-all&connectionId=',
    'application=acme-all&connectionId=a%20b',
    'application=acme-all&connectionId=a%0d%0aSet-Cookie:x',
    `application=acme-all&connectionId=${'x'.repeat(401)}`,
    `application=${'x'.repeat(65)}&connectionId=c1`,
    'application=__proto__&connectionId=c1',
  ]
  test.each(wrong)('shows a page for people and sets no cookie for ?%s', async (query) => {
    const { hub } = await startConnecting()
    const answer = await new Browser().open(`${hub.url}/auth/connect?${query}`)
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers.location).toBeUndefined()
  })

  test.each([
    ['/auth/connect?application=acme-all', 'connectionId'],
    ['/auth/callback?state=%3Cscript%3E', 'state'],
    ['/auth/callback?code=x', 'state'],
  ])('names what is wrong with %s in words for a person', async (path, wrong) => {
    const { hub } = await startConnecting()
    const { text } = await send(`${hub.url}${path}`)
    expect(text).toContain(`<p>The address of this page is incomplete or was changed. Check: ${wrong}.</p>`)
    expect(text).not.toMatch(/#\/|must match/)
  })

  test('needs the application named when there are several', async () => {
    const vendor = fixtureVendor()
    const { hub } = await startConnecting({}, {
      vendors: [{ ...vendor, applications: [everything, { ...everything, name: 'acme-two', functions: {} }] }],
    } as HubOptions)
    expect((await send(`${hub.url}/auth/connect?connectionId=c1`)).status).toBe(400)
    expect((await send(`${hub.url}/auth/connect?connectionId=c1&app=acme-two`)).status).toBe(302)
  })

  test('says so when an application has no sign-in', async () => {
    const vendors = [{ ...fixtureVendor(), applications: [{ name: 'bare' }] }]
    const { hub } = await startConnecting({}, { vendors })
    const answer = await send(`${hub.url}/auth/connect?application=bare&connectionId=c1`)
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('has no sign-in')])
  })

  test('goes only where the application says, whatever the request asks for', async () => {
    const { hub } = await startConnecting()
    for (const name of ['redirect_uri', 'url', 'next', 'returnTo', 'redirect']) {
      const { headers } = await send(`${hub.url}${CONNECT}&${name}=https://evil.example/`)
      expect(headers.location).toMatch(/^https:\/\/vendor\.example\//)
      expect(headers.location).not.toContain('evil')
    }
  })
})

describe('GET /auth/callback', () => {
  test('registers the connection once, with exactly what the platform needs, and closes the popup', async () => {
    const { hub, registered } = await startConnecting()
    const { connect, callback, connectionId } = attempt()
    const person = new Browser()
    await person.open(`${hub.url}${connect}`)
    const answer = await person.open(`${hub.url}${callback}`)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('is connected')
    expect(answer.text).toContain('window.close()')
    expect(registered).toEqual([{ connectionId, credential: credential() }])
    expect(answer.text).not.toContain('access-token-1')
    expect(person.cookies.size).toBe(0)
  })

  test('registers the connection of the state, whatever an application says', async () => {
    const { hub, registered } = await startConnecting({
      callback: async () => ({ connectionId: 'someone-elses', credential: credential(), extra: 1 }) as never,
    })
    const { callback, connectionId } = attempt()
    await send(`${hub.url}${callback}`)
    expect(registered).toEqual([{ connectionId, credential: credential() }])
  })

  test.each([
    ['no access token', credential({ accessToken: '' })],
    ['no email', credential({ email: undefined })],
    ['no profile', credential({ profile: undefined })],
    ['nothing', undefined],
  ])('registers nothing when the application gives %s', async (_name, given) => {
    const { hub, registered } = await startConnecting({
      callback: async ({ connectionId }) => ({ connectionId, credential: given as never }),
    })
    const answer = await send(`${hub.url}${attempt().callback}`)
    expect([answer.status, registered]).toEqual([500, []])
  })

  test('finishes on another copy of the hub that has the same key', async () => {
    const first = await startConnecting()
    const second = await startConnecting()
    const { connect, callback } = attempt()
    const person = new Browser()
    await person.open(`${first.hub.url}${connect}`)
    const answer = await person.open(`${second.hub.url}${callback}`)
    expect([answer.status, first.registered.length, second.registered.length]).toEqual([200, 0, 1])
  })

  test('is not finished by HEAD, which must change nothing', async () => {
    const { hub, registered } = await startConnecting()
    const { connect, callback } = attempt()
    const person = new Browser()
    await person.open(`${hub.url}${connect}`)
    expect((await send(`${hub.url}${callback}`, { method: 'HEAD' })).status).toBe(405)
    expect(registered).toEqual([])
    expect((await person.open(`${hub.url}${callback}`)).status).toBe(200)
  })

  test('finishes two popups of the same browser, in any order', async () => {
    const { hub, registered } = await startConnecting()
    const [one, two] = [attempt(), attempt()]
    const person = new Browser()
    await person.open(`${hub.url}${one.connect}`)
    await person.open(`${hub.url}${two.connect}`)
    const answers = [await person.open(`${hub.url}${two.callback}`), await person.open(`${hub.url}${one.callback}`)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(registered).toHaveLength(2)
  })

  test('may come as a form that the vendor posts', async () => {
    const { hub, registered } = await startConnecting()
    const { connect, state } = attempt()
    const person = new Browser()
    await person.open(`${hub.url}${connect}`)
    const answer = await person.submit(`${hub.url}/auth/callback`, { state, code: 'posted-code-1' })
    expect([answer.status, registered.length]).toEqual([200, 1])
  })

  test('reconnects a connection that was connected before', async () => {
    const { hub, registered } = await startConnecting()
    const { connect, callback } = attempt()
    const person = new Browser()
    for (const code of ['first', 'second']) {
      await person.open(`${hub.url}${connect}`)
      expect((await person.open(`${hub.url}${callback}-${code}`)).status).toBe(200)
    }
    expect(registered).toHaveLength(2)
  })
})

describe('an attack on the callback', () => {
  /** The exchange with the vendor must not even begin. */
  async function expectRefused(
    play: (hub: RunningHub, person: Browser, flow: ReturnType<typeof attempt>) => Promise<HttpResponse>,
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
    const answer = await play(hub, new Browser(), attempt())
    expect([answer.status, exchanges, registered]).toEqual([400, 0, []])
    expect(answer.headers['content-type']).toContain('text/html')
  }

  test('that sends a victim’s browser to the end of another browser’s flow is refused', () =>
    expectRefused(async (hub, person, { connect, callback }) => {
      await person.open(`${hub.url}${connect}`)
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
    expectRefused((hub, person, { state }) => person.submit(`${hub.url}/auth/callback`, { state, code: 'x' })))

  test('with a cookie altered at any place is refused', () =>
    expectRefused(async (hub, person, { connect, callback }) => {
      await person.open(`${hub.url}${connect}`)
      const [[name, value] = ['', '']] = [...person.cookies]
      for (let place = 0; place < value.length - 1; place += 7) {
        const other = value[place] === 'A' ? 'B' : 'A'
        const altered = `${value.slice(0, place)}${other}${value.slice(place + 1)}`
        const Cookie = `${name}=${altered}`
        const answer = await send(`${hub.url}${callback}`, { headers: { ...NAVIGATION, Cookie } })
        if (answer.status !== 400) return answer
      }
      return new Browser().open(`${hub.url}${callback}`)
    }))

  test('with the cookie of another attempt under the right name is refused', () =>
    expectRefused(async (hub, person, { connect, callback }) => {
      await person.open(`${hub.url}${connect}`)
      const attacker = new Browser()
      await attacker.open(`${hub.url}${attempt().connect}`)
      const [name] = person.cookies.keys()
      const [value] = attacker.cookies.values()
      return send(`${hub.url}${callback}`, { headers: { ...NAVIGATION, Cookie: `${name}=${value}` } })
    }))

  test('with a cookie of a hub that has another key is refused', () =>
    expectRefused(async (hub, person, { connect, callback }) => {
      const other = await startConnecting({}, { environment: { PLATFORM_API_KEY: 'another-key-altogether-1' } })
      await person.open(`${other.hub.url}${connect}`)
      return person.open(`${hub.url}${callback}`)
    }))

  test('with an unsealed cookie is refused', () =>
    expectRefused(async (hub, person, { connect, callback, state }) => {
      await person.open(`${hub.url}${connect}`)
      const [name] = person.cookies.keys()
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const forged = `${encode({ alg: 'none' })}.${encode({ state, nonce: 'n', exp: 9e9 })}.`
      return send(`${hub.url}${callback}`, { headers: { ...NAVIGATION, Cookie: `${name}=${forged}` } })
    }))

  test('with a cookie older than ten minutes is refused', () => {
    let now = Date.now()
    return expectRefused(
      async (hub, person, { connect, callback }) => {
        await person.open(`${hub.url}${connect}`)
        now += 10 * MINUTE + 1_000
        return person.open(`${hub.url}${callback}`)
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
    expectRefused((hub, person) => person.open(`${hub.url}/auth/callback?code=x&${query}`)),
  )

  test('that comes a second time with the same code is refused, cookie or not', async () => {
    const { hub, registered } = await startConnecting()
    const { connect, callback } = attempt()
    const person = new Browser()
    await person.open(`${hub.url}${connect}`)
    const cookies = new Map(person.cookies)
    await person.open(`${hub.url}${callback}`)
    const withCookie = new Browser()
    for (const [name, value] of cookies) withCookie.cookies.set(name, value)
    const again = [
      await person.open(`${hub.url}${callback}`),
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
  test.each(table)('%s answers a client %j without a cookie with %d', async (mode, headers, status) => {
    const { hub } = await startConnecting({}, { environment: { AUTH_BINDING: mode } })
    expect((await send(`${hub.url}${attempt().callback}`, { headers })).status).toBe(status)
  })

  test.each(['auto', 'strict', 'off'])('%s lets the browser pass that began', async (mode) => {
    const { hub } = await startConnecting({}, { environment: { AUTH_BINDING: mode } })
    const { connect, callback } = attempt()
    const person = new Browser()
    await person.open(`${hub.url}${connect}`)
    expect((await person.open(`${hub.url}${callback}`)).status).toBe(200)
  })
})

describe('the check after the sign-in', () => {
  test('stops the flow before anything is registered when a permission is missing', async () => {
    const message = 'Tick “See your calendars” and connect again.'
    const { hub, registered } = await startConnecting({ check: async () => ({ status: 'scope_required', message }) })
    const answer = await send(`${hub.url}${attempt().callback}`)
    expect([answer.status, registered]).toEqual([403, []])
    expect(answer.text).toContain(message)
  })

  test('sees the new credential and the application', async () => {
    let seen: unknown
    const { hub } = await startConnecting({
      check: async (request) => {
        seen = request
        return { status: 'ok' }
      },
    })
    await send(`${hub.url}${attempt().callback}`)
    expect(seen).toEqual({ application: 'acme-all', credential: credential() })
  })

  test('is skipped when the application has none', async () => {
    const { check: _none, ...auth } = everything.auth as Auth<Settings>
    const { hub, registered } = await startConnecting({}, { vendors: [fixtureVendor({ auth })] })
    expect((await send(`${hub.url}${attempt().callback}`)).status).toBe(200)
    expect(registered).toHaveLength(1)
  })

  test('that fails stops the flow too', async () => {
    const { hub, registered } = await startConnecting({
      check: async () => {
        throw new Error('no')
      },
    })
    expect((await send(`${hub.url}${attempt().callback}`)).status).toBe(500)
    expect(registered).toEqual([])
  })
})

describe('whatever is thrown in the callback', () => {
  const rule = { retry: false, sentence: 'The vendor refused.', next: 'Ask your administrator.' }
  const vendorAnswer = (status: number) => ({ at: 'token' as const, status, reasons: [], cause: undefined })
  const table: [string, unknown, number, string][] = [
    ['a dead code', new CredentialsExpiredError('Start again.'), 400, 'Close this window and connect again.'],
    ['a missing scope', new ProviderError(403, 'scope-required', 'Tick it.'), 403, 'grant the permissions named above'],
    ['an operator’s fault', new VendorError({ ...rule, class: 'operator' }, vendorAnswer(401)), 500, 'a fault of this service'],
    ['a vendor that fails', new VendorError({ ...rule, class: 'unavailable' }, vendorAnswer(500)), 502, 'few minutes'],
    ['a vendor at rest', new VendorError({ ...rule, class: 'unavailable' }, vendorAnswer(503)), 502, 'few minutes'],
    ['a vendor too slow', new VendorError({ ...rule, class: 'unavailable' }, vendorAnswer(504)), 502, 'few minutes'],
    ['a rate limit', new VendorError({ ...rule, class: 'rate-limited' }, vendorAnswer(429)), 502, 'few minutes'],
    ['a stranger', new Error('select * from secrets'), 500, 'a fault of this service'],
    ['nothing at all', undefined, 500, 'a fault of this service'],
  ]

  test.each(table)(
    '%s is told to the person as a page that says whose move it is',
    async (_name, thrown, status, move) => {
      const { hub, registered } = await startConnecting({
        callback: async () => {
          throw thrown
        },
      })
      const answer = await send(`${hub.url}${attempt().callback}`)
      expect([answer.status, registered]).toEqual([status, []])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.text).toContain(move)
      expect(answer.text).toContain(`Request ID: ${answer.headers['x-request-id']}`)
      expect(answer.text).not.toMatch(/secrets|\bat .*\.ts/)
    },
  )

  test('leaves the platform’s key and the code out of page and log', async () => {
    const { hub } = await startConnecting({
      callback: async ({ parameters }) => {
        throw new Error(`the code ${parameters.code} was refused`)
      },
    })
    const answer = await send(`${hub.url}/auth/callback?state=${STATE}&code=a-code-nobody-may-see`)
    expect(`${answer.text}${hub.log()}`).not.toContain('a-code-nobody-may-see')
    expect(`${answer.text}${hub.log()}`).not.toContain(PLATFORM_KEY)
  })
})

describe('a form of an application’s own', () => {
  const form = `<form method="post" action="/auth/callback"><input name="state"><input name="key" type="password"></form>`
  const auth: Partial<Auth<Settings>> = {
    connect: async () => ({ type: 'html', html: form }),
    callback: async ({ connectionId, parameters }) => ({
      connectionId,
      credential: { accessToken: parameters.key ?? '', email: 'ada@acme.example', profile: null },
    }),
  }

  test('is shown as it is, and sends the key in a body', async () => {
    const { hub, registered } = await startConnecting(auth)
    const { connect, state, connectionId } = attempt()
    const person = new Browser()
    const page = await person.open(`${hub.url}${connect}`)
    const answer = await person.submit(`${hub.url}/auth/callback`, { state, key: 'api-key-0123456789' })
    expect([page.status, page.text, answer.status]).toEqual([200, form, 200])
    expect(registered).toEqual([
      { connectionId, credential: { accessToken: 'api-key-0123456789', email: 'ada@acme.example', profile: null } },
    ])
    expect(hub.log()).not.toContain('api-key-0123456789')
  })

  test('is refused from a browser that did not ask for it', async () => {
    const { hub, registered } = await startConnecting(auth)
    const answer = await new Browser().submit(`${hub.url}/auth/callback`, {
      state: attempt().state,
      key: 'stolen-key-1',
    })
    expect([answer.status, registered]).toEqual([400, []])
  })
})
