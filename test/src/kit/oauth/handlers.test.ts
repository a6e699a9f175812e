import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { AuthorizationServer, type Fault, faults, type ServerRules } from '../../authorization-server.ts'
import { Browser, send } from '../../http.ts'
import { type HubOptions, type RunningHub, startHub } from '../../hub.ts'
import { oauthEnvironment, oauthVendor, PERMISSIONS } from '../../oauth-vendor.ts'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  jest.restoreAllMocks()
  for (const stop of cleanUp.splice(0)) await stop()
})

interface World {
  hub: RunningHub
  server: AuthorizationServer
  registered: { connectionId: string; credential: Record<string, unknown> }[]
}

async function start(
  rules: ServerRules = {},
  parts: HubOptions = {},
  vendor: Parameters<typeof oauthVendor>[0] = {},
): Promise<World> {
  const server = await AuthorizationServer.start(rules)
  const registered: World['registered'] = []
  const hub = await startHub({
    vendors: [oauthVendor(vendor)],
    platform: async (_url, init) => {
      registered.push(JSON.parse(String(init?.body)))
      return new Response('{}')
    },
    ...parts,
    environment: { ...oauthEnvironment(server), ...parts.environment },
  })
  cleanUp.push(hub.stop, () => server.stop())
  return { hub, server, registered }
}

let connections = 0
const freshState = () => `oauth-connection-${++connections}.acme-mail`

/** The way of a person: connect, consent, and back. */
async function connect({ hub, server }: World, change: (callback: string) => string = (callback) => callback) {
  const person = new Browser()
  const { headers } = await person.open(`${hub.url}/auth/connect?state=${freshState()}`)
  const { callback } = server.consent(String(headers.location))
  return person.open(`${hub.url}/auth/callback${change(callback)}`)
}

const connected = (refreshToken: string | undefined, changes: object = {}) => ({
  connectedProvider: {
    connectionId: 'connection-1',
    provider: 'fixture',
    application: 'acme-mail',
    credential: { accessToken: 'old-access', refreshToken, email: 'ada@acme.example', profile: { a: 1 }, ...changes },
  },
})

type Refreshed = { credential: Record<string, unknown>; type: string; detail: string }
async function refresh({ hub }: World, refreshToken: string | undefined, changes: object = {}, headers = {}) {
  const answer = await hub.post('/auth/refresh', connected(refreshToken, changes), { headers })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Refreshed }
}

describe('the way to the vendor', () => {
  test('carries everything the vendor asks for, and a challenge instead of the verifier', async () => {
    const { hub, server } = await start()
    const state = freshState()
    const { headers } = await send(`${hub.url}/auth/connect?state=${state}`)
    const address = new URL(String(headers.location))
    expect(`${address.origin}${address.pathname}`).toBe(`${server.origin}/authorize`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      fixed: '1',
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: 'http://127.0.0.1/auth/callback',
      scope: 'openid mail.read calendar.read',
      state,
      code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'consent',
    })
  })

  const challengeOf = async (world: World, state: string) => {
    const { headers } = await send(`${world.hub.url}/auth/connect?state=${state}`)
    return new URL(String(headers.location)).searchParams.get('code_challenge')
  }

  test('has a challenge of its own for every state and key, the same on every copy of the hub', async () => {
    const [one, copy] = [await start(), await start()]
    const other = await start({}, { environment: { PLATFORM_API_KEY: 'another-key-altogether-1' } })
    const state = freshState()
    const challenge = await challengeOf(one, state)
    expect(await challengeOf(copy, state)).toBe(challenge)
    expect(await challengeOf(one, freshState())).not.toBe(challenge)
    expect(await challengeOf(other, state)).not.toBe(challenge)
  })
})

describe('the way back', () => {
  test('registers the tokens, the account and when the token ends', async () => {
    const now = 1_700_000_000_000
    const world = await start({}, { clock: () => now })
    const answer = await connect(world)
    expect(answer.status).toBe(200)
    expect(world.registered).toEqual([
      {
        connectionId: expect.stringMatching(/^oauth-connection-\d+$/),
        credential: {
          accessToken: expect.stringMatching(/^access-/),
          refreshToken: expect.stringMatching(/^refresh-/),
          dateExpiry: now + 3_600_000 - 120_000,
          email: 'ada@acme.example',
          profile: { accountId: 'account-1', scopes: ['openid', 'mail.read', 'calendar.read'] },
        },
      },
    ])
  })

  test('proves with the verifier that it is the same flow, and shows the verifier to the vendor alone', async () => {
    const world = await start()
    const answer = await connect(world)
    const verifier = world.server.requests[0]?.get('code_verifier') ?? ''
    expect(verifier).toMatch(/^[A-Za-z0-9_-]{43,128}$/)
    expect(`${world.hub.log()}${answer.text}${JSON.stringify(answer.headers)}`).not.toContain(verifier)
  })

  test('is refused when the code belongs to another flow: the vendor sees the wrong verifier', async () => {
    const world = await start()
    const { headers } = await send(`${world.hub.url}/auth/connect?state=${freshState()}`)
    const { code } = world.server.consent(String(headers.location))
    const answer = await connect(world, (callback) => callback.replace(/code=.*/, `code=${code}`))
    expect([answer.status, world.registered]).toEqual([400, []])
    expect(answer.text).toContain('Start the connection again')
  })

  test('leaves code and tokens out of the log and of the page', async () => {
    const world = await start()
    const answer = await connect(world)
    const told = `${world.hub.log()}${answer.text}`
    const { accessToken, refreshToken } = world.registered[0]?.credential ?? {}
    const secrets = [accessToken, refreshToken, world.server.requests[0]?.get('code'), world.server.client.secret]
    expect(secrets.filter((secret) => typeof secret !== 'string' || told.includes(secret))).toEqual([])
  })

  const once: [string, Fault, number][] = [
    ['a 500', faults.json(500, { error: 'server_error' }), 502],
    ['a 503', faults.json(503, {}, { 'Retry-After': '0' }), 502],
    ['a 429', faults.json(429, { error: 'slow_down' }, { 'Retry-After': '0' }), 502],
    ['a reset', faults.reset(), 502],
    ['HTML', faults.html(200), 502],
    ['cut JSON', faults.garbage(), 502],
    ['a redirect', faults.redirect('http://127.0.0.1:1/steal'), 502],
    ['an error with status 200', faults.json(200, { error: 'invalid_grant' }), 400],
    ['an answer without token', faults.json(200, { token_type: 'Bearer' }), 502],
    ['an answer that is no object', faults.json(200, null), 502],
    ['invalid_client', faults.json(401, { error: 'invalid_client' }), 500],
  ]
  test.each(once)('posts the code exactly once when the vendor answers with %s', async (_name, fault, status) => {
    const world = await start()
    world.server.failNext(fault)
    const answer = await connect(world)
    expect([answer.status, world.server.requests.length, world.registered]).toEqual([status, 1, []])
    expect(answer.headers['content-type']).toContain('text/html')
  })

  test.each(PERMISSIONS.map(({ scope, label }) => [label, scope]))(
    'names the box «%s» that was left unticked, and registers nothing',
    async (words, scope) => {
      const world = await start({ grants: (asked) => asked.replace(scope, '') })
      const answer = await connect(world)
      expect([answer.status, world.registered]).toEqual([403, []])
      expect(answer.text).toContain(words)
    },
  )

  test('knows a scope in another spelling', async () => {
    const world = await start({ grants: (asked) => asked.toUpperCase() })
    expect((await connect(world)).status).toBe(200)
  })

  test('registers nothing without a refresh token', async () => {
    const world = await start({ givesRefreshToken: false })
    const answer = await connect(world)
    expect([answer.status, world.registered]).toEqual([502, []])
    expect(answer.text).toContain('no refresh token')
  })

  test('says what stands in the way of the account, instead of blaming the code', async () => {
    const world = await start()
    world.server.failNext(faults.json(400, { error: 'interaction_required' }))
    const answer = await connect(world)
    expect([answer.status, world.registered]).toEqual([403, []])
    expect(answer.text).toContain('The vendor said no.')
  })

  test('says kindly that the person declined, without asking the vendor', async () => {
    const world = await start()
    const answer = await connect(world, (callback) => callback.replace(/code=.*/, 'error=access_denied'))
    expect([answer.status, world.server.requests, world.registered]).toEqual([400, [], []])
    expect(answer.text).toContain('You did not allow it.')
  })

  test('repeats only an error that looks like a code', async () => {
    const world = await start()
    const pages = [
      await connect(world, (callback) => callback.replace(/code=.*/, 'error=server_error')),
      await connect(world, (callback) => callback.replace(/code=.*/, 'error=Call+us+at+555-0100')),
    ]
    expect(pages[0]?.text).toContain('server_error')
    expect(pages[1]?.text).not.toContain('555-0100')
    expect(pages.map(({ status }) => status)).toEqual([502, 502])
  })

  test('without code and error is refused', async () => {
    const world = await start()
    const answer = await connect(world, (callback) => callback.replace(/&code=.*/, ''))
    expect([answer.status, world.server.requests.length]).toEqual([400, 0])
  })

  test('registers nothing when the vendor does not say who signed in', async () => {
    const world = await start({}, {}, { identify: async () => Promise.reject(new Error('no')) })
    const answer = await connect(world)
    expect([answer.status, world.registered]).toEqual([500, []])
  })
})

describe('a refresh', () => {
  test('keeps the old refresh token when the vendor gives none, and every other field', async () => {
    const now = 1_700_000_000_000
    const world = await start({}, { clock: () => now })
    const token = world.server.issueRefreshToken()
    const { status, body } = await refresh(world, token, {
      instanceUrl: 'https://t.example',
      extra: 'kept',
      dateExpiry: 1,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      credential: {
        accessToken: expect.stringMatching(/^access-/),
        refreshToken: token,
        dateExpiry: now + 3_600_000 - 120_000,
        email: 'ada@acme.example',
        profile: { a: 1 },
        instanceUrl: 'https://t.example',
        extra: 'kept',
      },
    })
  })

  test('renews what the vendor moves beside the tokens, and nothing else', async () => {
    const world = await start({}, {}, { renew: () => ({ instanceUrl: 'https://moved.acme.example' }) })
    const { body } = await refresh(world, world.server.issueRefreshToken(), { instanceUrl: 'https://old.acme.example' })
    expect(body.credential).toMatchObject({ instanceUrl: 'https://moved.acme.example', profile: { a: 1 } })
  })

  test('takes a rotated refresh token, a hundred times in a chain', async () => {
    const world = await start({ rotates: true })
    let token = world.server.issueRefreshToken()
    for (let times = 0; times < 100; times += 1) {
      const { status, body } = await refresh(world, token)
      expect([times, status]).toEqual([times, 200])
      expect(body.credential.refreshToken).not.toBe(token)
      token = body.credential.refreshToken as string
    }
    expect(world.server.requests).toHaveLength(100)
  }, 30_000)

  test('asks the vendor once for fifty at the same time; tokens equal, other fields each their own', async () => {
    const world = await start({ rotates: true })
    const token = world.server.issueRefreshToken()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, own) => refresh(world, token, { own })))
    const credentials = answers.map(({ body }) => body.credential)
    expect(world.server.requests).toHaveLength(1)
    expect(new Set(credentials.map(({ accessToken, refreshToken }) => `${accessToken} ${refreshToken}`)).size).toBe(1)
    expect(credentials.map(({ own }) => own)).toEqual(Array.from({ length: 50 }, (_, own) => own))
  })

  test('that takes longer than a minute is still joined, not begun again', async () => {
    const world = await start()
    const token = world.server.issueRefreshToken()
    const asked = Promise.withResolvers<ServerResponse>()
    world.server.failNext((response) => asked.resolve(response))
    const first = refresh(world, token)
    const held = await asked.promise
    passTime(61_000)
    const second = refresh(world, token)
    await world.hub.get('/api/v1/hello')
    faults.json(200, { access_token: 'access-late', expires_in: 3600 })(held)
    const credentials = (await Promise.all([first, second])).map(({ body }) => body.credential.accessToken)
    expect([credentials, world.server.requests.length]).toEqual([['access-late', 'access-late'], 1])
  })

  test('gives its result again for sixty seconds, then asks anew', async () => {
    const world = await start({ rotates: true })
    const token = world.server.issueRefreshToken()
    const first = await refresh(world, token)
    passTime(59_000)
    const again = await refresh(world, token)
    passTime(62_000)
    const late = await refresh(world, token)
    expect(again.body).toEqual(first.body)
    expect([late.status, world.server.requests.length]).toEqual([401, 2])
  })

  test('that the vendor refuses as used, when it was just won, gives what was won', async () => {
    const world = await start({ rotates: true })
    const token = world.server.issueRefreshToken()
    const won = await refresh(world, token)
    const lost = await refresh(world, token, { other: 1 })
    expect([lost.status, lost.body.credential.accessToken]).toEqual([200, won.body.credential.accessToken])
  })

  test('of a dead token is refused once by the vendor and from then on without it', async () => {
    const world = await start()
    const answers = [await refresh(world, 'dead-token-1'), await refresh(world, 'dead-token-1')]
    for (const { status, body } of answers) {
      expect([status, body.type]).toEqual([401, 'https://platform.example/credentials-expired'])
      expect(body).toMatchObject({
        title: 'Credentials expired',
        detail: 'The vendor said no. Connect the account again.',
      })
    }
    expect(world.server.requests).toHaveLength(1)
    passTime(601_000)
    await refresh(world, 'dead-token-1')
    expect(world.server.requests).toHaveLength(2)
  })

  test('of a token that may come alive again asks every time', async () => {
    const world = await start()
    const token = world.server.issueRefreshToken()
    world.server.failNext(faults.json(400, { error: 'interaction_required' }))
    const [refused, healed] = [await refresh(world, token), await refresh(world, token)]
    expect([refused.status, healed.status]).toEqual([401, 200])
  })

  test('without a refresh token is refused without a call', async () => {
    const world = await start()
    const { status, body } = await refresh(world, undefined)
    expect([status, body.type, world.server.requests.length]).toEqual([
      401,
      'https://platform.example/credentials-expired',
      0,
    ])
  })

  test.each([
    ['a 500', faults.json(500, { error: 'server_error' })],
    ['a reset', faults.reset()],
    ['an HTML page with 502', faults.html(502)],
  ])('is tried again after %s', async (_name, fault) => {
    const world = await start()
    world.server.failNext(fault)
    const { status } = await refresh(world, world.server.issueRefreshToken())
    expect([status, world.server.requests.length]).toEqual([200, 2])
  })

  const temporary: [string, Fault][] = [
    ['a 500', faults.json(500, { error: 'invalid_request' })],
    ['a 503', faults.json(503, {})],
    ['a 429', faults.json(429, {})],
    ['a 429 with a reason', faults.json(429, { error: 'slow_down' }, { 'Retry-After': '3600' })],
    ['a reset', faults.reset()],
    ['HTML with 200', faults.html(200)],
    ['HTML with 400', faults.html(400)],
    ['HTML with 401', faults.html(401)],
    ['cut JSON', faults.garbage()],
    ['a redirect', faults.redirect('http://127.0.0.1:1/')],
    ['no token', faults.json(200, {})],
    ['nothing', faults.json(200, null)],
    ['an unknown error', faults.json(400, { error: 'something_new' })],
    ['invalid_client', faults.json(401, { error: 'invalid_client' })],
  ]
  test.each(temporary)('that fails with %s is never taken for dead credentials', async (_name, fault) => {
    const world = await start()
    world.server.failNext(...Array.from({ length: 9 }, () => fault))
    const deadline = { 'X-Request-Deadline': String(Date.now() + 1_400) }
    const { status, body } = await refresh(world, world.server.issueRefreshToken(), {}, deadline)
    expect(status).not.toBe(401)
    expect([429, 500, 502, 503, 504]).toContain(status)
    expect(body.type).not.toContain('credentials-expired')
  })

  test('that fails because of the operator says so, and is not remembered', async () => {
    const world = await start()
    const token = world.server.issueRefreshToken()
    world.server.failNext(faults.json(401, { error: 'invalid_client' }))
    const { status, body } = await refresh(world, token)
    expect([status, body.type]).toEqual([500, 'https://platform.example/internal-error'])
    expect((await refresh(world, token)).status).toBe(200)
  })

  test('that is refused with status 200 is refused', async () => {
    const world = await start()
    world.server.failNext(faults.json(200, { error: 'invalid_grant' }))
    expect((await refresh(world, world.server.issueRefreshToken())).status).toBe(401)
  })

  test('tells the platform how long a busy vendor asks to wait', async () => {
    const world = await start()
    world.server.failNext(faults.json(429, { error: 'slow_down' }, { 'Retry-After': '3600' }))
    const { status, headers } = await refresh(world, world.server.issueRefreshToken())
    expect([status, headers.get('Retry-After'), world.server.requests.length]).toEqual([429, '3600', 1])
  })

  test('that hangs ends with the time of its request, and the next one starts clean', async () => {
    const world = await start()
    const token = world.server.issueRefreshToken()
    world.server.failNext(faults.hang())
    const begun = performance.now()
    const { status } = await refresh(world, token, {}, { 'X-Request-Deadline': String(Date.now() + 1_200) })
    expect(status).toBe(504)
    expect(performance.now() - begun).toBeLessThan(3_000)
    expect((await refresh(world, token)).status).toBe(200)
  })
})

/** Lets the memories of the process believe that so much time has passed. */
function passTime(milliseconds: number): void {
  jest.restoreAllMocks()
  const real = performance.now.bind(performance)
  jest.spyOn(performance, 'now').mockImplementation(() => real() + milliseconds)
}
