import { describe, expect, test } from '@jest/globals'
import type { Tokens } from '../../../../src/kit/oauth/tokens.ts'
import { type Fault, faults } from '../../authorization-server.ts'
import { send } from '../../http.ts'
import { PERMISSIONS } from '../../oauth-vendor.ts'
import { connect, newState, start, type World } from './start-sign-in.ts'

describe('the redirect to the vendor', () => {
  test('contains all parameters, and a challenge instead of the verifier', async () => {
    const { hub, server } = await start()
    const state = newState()
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

  test('names the account that is connected again, if the platform does', async () => {
    const { hub } = await start()
    const hintOf = async (query: string) =>
      new URL(
        String((await send(`${hub.url}/auth/connect?state=${newState()}${query}`)).headers.location),
      ).searchParams.get('login_hint')
    expect(await hintOf('&login_hint=ada%40acme.example')).toBe('ada@acme.example')
    expect(await hintOf('&loginHint=ada%40acme.example')).toBe('ada@acme.example')
    expect(await hintOf('')).toBeNull()
  })

  const challengeOf = async (world: World, state: string) => {
    const { headers } = await send(`${world.hub.url}/auth/connect?state=${state}`)
    return new URL(String(headers.location)).searchParams.get('code_challenge')
  }

  test('has a different challenge for every attempt, also for the same state', async () => {
    const world = await start()
    const state = newState()
    const challenges = [await challengeOf(world, state), await challengeOf(world, state)]
    expect(new Set(challenges).size).toBe(2)
  })
})

describe('the callback', () => {
  test('registers the tokens, the account and the expiry of the token', async () => {
    const now = 1_700_000_000_000
    const world = await start({}, { clock: () => now })
    const response = await connect(world)
    expect(response.status).toBe(200)
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

  test('registers when the vendor ends a grant that is limited in time, and no token outlives it', async () => {
    const now = 1_700_000_000_000
    const world = await start({}, { clock: () => now })
    const tokens = {
      access_token: 'a-1-token',
      refresh_token: 'r-1-token',
      expires_in: 3600,
      scope: 'openid mail.read calendar.read',
    }
    world.server.failNext(faults.json(200, { ...tokens, refresh_token_expires_in: 600 }))
    await connect(world)
    expect(world.registered[0]?.credential).toMatchObject({
      dateExpiry: now + 600_000,
      dateRefreshExpiry: now + 600_000,
    })
  })

  test('sends the verifier to the vendor, and nowhere else', async () => {
    const world = await start()
    const response = await connect(world)
    const verifier = world.server.requests[0]?.get('code_verifier') ?? ''
    expect(verifier).toMatch(/^[A-Za-z0-9_-]{43,128}$/)
    expect(`${world.hub.log()}${response.text}${JSON.stringify(response.headers)}`).not.toContain(verifier)
  })

  test('is refused if the code belongs to another flow: the vendor receives the wrong verifier', async () => {
    const world = await start()
    const { headers } = await send(`${world.hub.url}/auth/connect?state=${newState()}`)
    const { code } = world.server.consent(String(headers.location))
    const response = await connect(world, (callback) => callback.replace(/code=.*/, `code=${code}`))
    expect([response.status, world.registered]).toEqual([400, []])
    expect(response.text).toContain('Start the connection again')
  })

  test('shows neither code nor tokens in the log or on the page', async () => {
    const world = await start()
    const response = await connect(world)
    const shown = `${world.hub.log()}${response.text}`
    const { accessToken, refreshToken } = world.registered[0]?.credential ?? {}
    const secrets = [accessToken, refreshToken, world.server.requests[0]?.get('code'), world.server.client.secret]
    expect(secrets.filter((secret) => typeof secret !== 'string' || shown.includes(secret))).toEqual([])
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
    ['a response without a token', faults.json(200, { token_type: 'Bearer' }), 502],
    ['a response that is not an object', faults.json(200, null), 502],
    ['invalid_client', faults.json(401, { error: 'invalid_client' }), 500],
  ]
  test.each(once)('posts the code exactly once if the vendor responds with %s', async (_name, fault, status) => {
    const world = await start()
    world.server.failNext(fault)
    const response = await connect(world)
    expect([response.status, world.server.requests.length, world.registered]).toEqual([status, 1, []])
    expect(response.headers['content-type']).toContain('text/html')
  })

  test.each(PERMISSIONS.map(({ scope, label }) => [label, scope]))(
    'names the permission «%s» that was not granted, and registers nothing',
    async (label, scope) => {
      const world = await start({ grants: (scopes) => scopes.replace(scope, '') })
      const response = await connect(world)
      expect([response.status, world.registered]).toEqual([403, []])
      expect(response.text).toContain(label)
    },
  )

  test('has the requested scopes if the vendor names none, because it granted them all', async () => {
    const scopesAtIdentify: unknown[] = []
    const identify = async ({ scopes }: Tokens) => {
      scopesAtIdentify.push(scopes)
      return { email: 'ada@acme.example', accountId: 'account-1' }
    }
    const world = await start({}, {}, { identify })
    world.server.failNext(faults.json(200, { access_token: 'a-1-token', refresh_token: 'r-1-token' }))
    expect((await connect(world)).status).toBe(200)
    const scopes = ['openid', 'mail.read', 'calendar.read']
    expect(world.registered[0]?.credential).toMatchObject({ profile: { scopes } })
    expect(scopesAtIdentify).toEqual([scopes])
  })

  test('is refused if the vendor names the empty text as the granted scopes', async () => {
    const world = await start({ grants: () => '' })
    const response = await connect(world)
    expect([response.status, world.registered]).toEqual([403, []])
    expect(response.text).toContain('Read your mail')
  })

  test('reads scopes as the vendor separates them', async () => {
    const grants = (scopes: string) => scopes.replaceAll(' ', ',')
    const world = await start({ grants }, {}, { readScopes: (scope) => String(scope).split(',') })
    expect((await connect(world)).status).toBe(200)
    const profile = { scopes: ['openid', 'mail.read', 'calendar.read'] }
    expect(world.registered[0]?.credential).toMatchObject({ profile })
    expect((await connect(await start({ grants }))).status).toBe(403)
  })

  test('accepts a scope in another spelling', async () => {
    const world = await start({ grants: (scopes) => scopes.toUpperCase() })
    expect((await connect(world)).status).toBe(200)
  })

  test('registers nothing without a refresh token', async () => {
    const world = await start({ returnsRefreshToken: false })
    const response = await connect(world)
    expect([response.status, world.registered]).toEqual([502, []])
    expect(response.text).toContain('no refresh token')
  })

  test('registers a token without an expiry, and when it ends, if the vendor issues no refresh tokens', async () => {
    const now = 1_700_000_000_000
    const world = await start({ returnsRefreshToken: false }, { clock: () => now }, { issuesRefreshTokens: false })
    expect((await connect(world)).status).toBe(200)
    expect(world.registered[0]?.credential).toEqual({
      accessToken: expect.stringMatching(/^access-/),
      dateRefreshExpiry: now + 3_600_000 - 120_000,
      email: 'ada@acme.example',
      profile: { accountId: 'account-1', scopes: ['openid', 'mail.read', 'calendar.read'] },
    })
  })

  test('registers no date for a token that does not expire', async () => {
    const world = await start({}, {}, { issuesRefreshTokens: false })
    world.server.failNext(faults.json(200, { access_token: 'a-1-token' }))
    await connect(world)
    expect(Object.keys(world.registered[0]?.credential ?? {}).sort()).toEqual(['accessToken', 'email', 'profile'])
  })

  test('registers a refresh token and the expiry, also if the vendor is said to issue none', async () => {
    const now = 1_700_000_000_000
    const world = await start({}, { clock: () => now }, { issuesRefreshTokens: false })
    await connect(world)
    const { refreshToken, dateExpiry } = world.registered[0]?.credential ?? {}
    expect([refreshToken, dateExpiry]).toEqual([expect.stringMatching(/^refresh-/), now + 3_600_000 - 120_000])
  })

  test('reports a recoverable error of the account, instead of an invalid code', async () => {
    const world = await start()
    world.server.failNext(faults.json(400, { error: 'interaction_required' }))
    const response = await connect(world)
    expect([response.status, world.registered]).toEqual([403, []])
    expect(response.text).toContain('The vendor said no.')
  })

  test('reports that the user declined, without a request to the vendor', async () => {
    const world = await start()
    const response = await connect(world, (callback) => callback.replace(/code=.*/, 'error=access_denied'))
    expect([response.status, world.server.requests, world.registered]).toEqual([400, [], []])
    expect(response.text).toContain('You did not allow it.')
  })

  test('shows only an error that looks like a code', async () => {
    const world = await start()
    const pages = [
      await connect(world, (callback) => callback.replace(/code=.*/, 'error=server_error')),
      await connect(world, (callback) => callback.replace(/code=.*/, 'error=Call+us+at+555-0100')),
    ]
    expect(pages[0]?.text).toContain('server_error')
    expect(pages[1]?.text).not.toContain('555-0100')
    expect(pages.map(({ status }) => status)).toEqual([400, 400])
  })

  test('without a code or an error is refused', async () => {
    const world = await start()
    const response = await connect(world, (callback) => callback.replace(/&code=.*/, ''))
    expect([response.status, world.server.requests.length]).toEqual([400, 0])
  })

  test('registers nothing if the account cannot be identified', async () => {
    const world = await start({}, {}, { identify: async () => Promise.reject(new Error('no')) })
    const response = await connect(world)
    expect([response.status, world.registered]).toEqual([500, []])
  })
})
