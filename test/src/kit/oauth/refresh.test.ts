import type { ServerResponse } from 'node:http'
import { describe, expect, jest, test } from '@jest/globals'
import type { Tokens } from '../../../../src/kit/oauth/tokens.ts'
import { type Fault, faults } from '../../authorization-server.ts'
import { refresh, start } from './start-sign-in.ts'

describe('a refresh', () => {
  test('keeps the old refresh token if the vendor returns none, and all other members', async () => {
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

  test('retains the end of a grant, unless the vendor names another', async () => {
    const now = 1_700_000_000_000
    const world = await start({}, { clock: () => now })
    const dateRefreshExpiry = now + 5_000_000
    const first = await refresh(world, world.server.issueRefreshToken(), { dateRefreshExpiry })
    expect(first.body.credential).toMatchObject({ dateRefreshExpiry })
    world.server.failNext(
      faults.json(200, { access_token: 'a-2-token', expires_in: 3600, refresh_token_expires_in: 60 }),
    )
    const second = await refresh(world, world.server.issueRefreshToken(), { dateRefreshExpiry })
    expect(second.body.credential).toMatchObject({ dateRefreshExpiry: now + 60_000, dateExpiry: now + 60_000 })
  })

  test('updates the members that the vendor changes beside the tokens, and no others', async () => {
    const world = await start({}, {}, { renew: () => ({ instanceUrl: 'https://moved.acme.example' }) })
    const { body } = await refresh(world, world.server.issueRefreshToken(), { instanceUrl: 'https://old.acme.example' })
    expect(body.credential).toMatchObject({ instanceUrl: 'https://moved.acme.example', profile: { a: 1 } })
  })

  test.each([
    ['no scopes', {}],
    ['the empty text', { scope: '' }],
    ['fewer scopes', { scope: 'mail.read' }],
  ])('whose response names %s does not change the granted scopes', async (_title, members) => {
    const world = await start()
    const profile = { accountId: 'account-1', scopes: ['openid', 'mail.read', 'calendar.read'] }
    world.server.failNext(faults.json(200, { access_token: 'a-2-token', expires_in: 3600, ...members }))
    const { status, body } = await refresh(world, world.server.issueRefreshToken(), { profile })
    expect([status, body.credential]).toEqual([200, expect.objectContaining({ accessToken: 'a-2-token', profile })])
  })

  test('names the scopes of its response to a vendor that updates them, and none if there are none', async () => {
    const scopesAtRenew: unknown[] = []
    const renew = ({ scopes }: Tokens) => {
      scopesAtRenew.push(scopes)
      return {}
    }
    const world = await start({}, {}, { renew, readScopes: (scope) => String(scope).split(',') })
    for (const members of [{ scope: 'mail.read,calendar.read' }, {}]) {
      world.server.failNext(faults.json(200, { access_token: 'a-2-token', ...members }))
      await refresh(world, world.server.issueRefreshToken())
    }
    expect(scopesAtRenew).toEqual([['mail.read', 'calendar.read'], undefined])
  })

  test.each([
    { access_token: 'access\r\nX-Evil: 1', expires_in: 3600 },
    { access_token: 'access-2', refresh_token: 'refresh\0', expires_in: 3600 },
    { access_token: 'access-\ud800', expires_in: 3600 },
  ])('with tokens that cannot be sent, %j, is a broken response of the vendor', async (tokens) => {
    const world = await start()
    world.server.failNext(faults.json(200, tokens))
    const { status, body } = await refresh(world, world.server.issueRefreshToken())
    expect([status, body]).toEqual([
      502,
      expect.objectContaining({ detail: expect.stringContaining('cannot be used') }),
    ])
  })

  test('uses rotated refresh tokens, a hundred times in a chain', async () => {
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

  test('sends one request for fifty concurrent refreshes, which share the tokens and keep their other members', async () => {
    const world = await start({ rotates: true })
    const token = world.server.issueRefreshToken()
    const responses = await Promise.all(Array.from({ length: 50 }, (_, own) => refresh(world, token, { own })))
    const credentials = responses.map(({ body }) => body.credential)
    expect(world.server.requests).toHaveLength(1)
    expect(new Set(credentials.map(({ accessToken, refreshToken }) => `${accessToken} ${refreshToken}`)).size).toBe(1)
    expect(credentials.map(({ own }) => own)).toEqual(Array.from({ length: 50 }, (_, own) => own))
  })

  test('that takes longer than a minute is still joined, not repeated', async () => {
    const world = await start()
    const token = world.server.issueRefreshToken()
    const requested = Promise.withResolvers<ServerResponse>()
    world.server.failNext((response) => requested.resolve(response))
    const first = refresh(world, token)
    const held = await requested.promise
    passTime(61_000)
    const second = refresh(world, token)
    await world.hub.get('/api/v1/hello')
    faults.json(200, { access_token: 'access-late', expires_in: 3600 })(held)
    const credentials = (await Promise.all([first, second])).map(({ body }) => body.credential.accessToken)
    expect([credentials, world.server.requests.length]).toEqual([['access-late', 'access-late'], 1])
  })

  test('returns its cached result for sixty seconds, then sends a new request', async () => {
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

  test('for the access token of the cached result sends a request, because the vendor may have ended that at once', async () => {
    const world = await start({ rotates: false })
    const token = world.server.issueRefreshToken()
    const first = await refresh(world, token)
    const { accessToken } = first.body.credential
    const second = await refresh(world, token, { accessToken })
    expect([second.status, second.body.credential.accessToken === accessToken]).toEqual([200, false])
    expect((await refresh(world, token)).body.credential.accessToken).toBe(second.body.credential.accessToken)
    expect(world.server.requests).toHaveLength(2)
  })

  test('with a token that was just rotated returns the cached result', async () => {
    const world = await start({ rotates: true })
    const token = world.server.issueRefreshToken()
    const first = await refresh(world, token)
    const second = await refresh(world, token, { other: 1 })
    expect([second.status, second.body.credential.accessToken]).toEqual([200, first.body.credential.accessToken])
  })

  test('of a rejected token is rejected again without a request', async () => {
    const world = await start()
    const responses = [await refresh(world, 'dead-token-1'), await refresh(world, 'dead-token-1')]
    for (const { status, body } of responses) {
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

  test('of a token that may become valid again sends a request every time', async () => {
    const world = await start()
    const token = world.server.issueRefreshToken()
    world.server.failNext(faults.json(400, { error: 'interaction_required' }))
    const [refused, healed] = [await refresh(world, token), await refresh(world, token)]
    expect([refused.status, healed.status]).toEqual([401, 200])
  })

  test('without a refresh token is refused without a request', async () => {
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
  ])('is retried after %s', async (_name, fault) => {
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
  test.each(temporary)('that fails with %s is never reported as expired credentials', async (_name, fault) => {
    const world = await start()
    world.server.failNext(...Array.from({ length: 9 }, () => fault))
    const deadline = { 'X-Request-Deadline': String(Date.now() + 1_400) }
    const { status, body } = await refresh(world, world.server.issueRefreshToken(), {}, deadline)
    expect(status).not.toBe(401)
    expect([429, 500, 502, 503, 504]).toContain(status)
    expect(body.type).not.toContain('credentials-expired')
  })

  test('that fails because of the configuration is reported as such and not cached', async () => {
    const world = await start()
    const token = world.server.issueRefreshToken()
    world.server.failNext(faults.json(401, { error: 'invalid_client' }))
    const { status, body } = await refresh(world, token)
    expect([status, body.type]).toEqual([500, 'https://platform.example/internal-error'])
    expect((await refresh(world, token)).status).toBe(200)
  })

  test('that is rejected with status 200 is rejected', async () => {
    const world = await start()
    world.server.failNext(faults.json(200, { error: 'invalid_grant' }))
    expect((await refresh(world, world.server.issueRefreshToken())).status).toBe(401)
  })

  test("passes a vendor's Retry-After to the platform", async () => {
    const world = await start()
    world.server.failNext(faults.json(429, { error: 'slow_down' }, { 'Retry-After': '3600' }))
    const { status, headers } = await refresh(world, world.server.issueRefreshToken())
    expect([status, headers.get('Retry-After'), world.server.requests.length]).toEqual([429, '3600', 1])
  })

  test('that hangs ends at the deadline of its request, and the next one succeeds', async () => {
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

/** Advances the clock of the process's caches. */
function passTime(milliseconds: number): void {
  jest.restoreAllMocks()
  const real = performance.now.bind(performance)
  jest.spyOn(performance, 'now').mockImplementation(() => real() + milliseconds)
}
