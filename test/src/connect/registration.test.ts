import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { readConfig } from '../../../src/config.ts'
import { PlatformKey } from '../../../src/connect/platform-key.ts'
import { register } from '../../../src/connect/registration.ts'
import type { Hub } from '../../../src/hub.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { credential } from '../fixture-vendor.ts'
import { PLATFORM_KEY } from '../hub.ts'

interface Posted {
  url: string
  init: RequestInit
}

/** A hub whose platform responds with these statuses or network errors, in order. */
function hubBefore(turns: (number | Error)[], environment: Record<string, string> = {}) {
  const posted: Posted[] = []
  const platform = async (url: unknown, init: unknown) => {
    posted.push({ url: String(url), init: init as RequestInit })
    const turn = turns[posted.length - 1] ?? 200
    if (turn instanceof Error) throw turn
    return new Response(turn === 204 ? null : '{}', { status: turn })
  }
  const config = readConfig(
    {
      BASE_URL: 'https://hub.example',
      PLATFORM_API_KEY: PLATFORM_KEY,
      PLATFORM_ENVIRONMENT_URL: 'https://platform.example',
      ...environment,
    },
    [],
  )
  const platformKey = new PlatformKey({ config, fetch: platform as typeof fetch, log: createLog('silent') })
  return { hub: { config, fetch: platform, platformKey } as unknown as Hub, posted }
}

const registration = { connectionId: 'c1', credential: credential() }
const REFUSED = expect.objectContaining({ status: 502, problem: 'vendor-error' })

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'performance'] })
})
afterEach(() => {
  jest.useRealTimers()
})

/** Registers with fake timers that skip all delays. */
async function registerAt(hub: Hub): Promise<{ outcome: unknown; waited: number }> {
  const begun = jest.now()
  let outcome: unknown
  const done = register(registration, 'acme-all', hub).then(
    () => 'registered',
    (error: unknown) => error,
  )
  void done.then((value) => {
    outcome = value
  })
  while (outcome === undefined) await jest.advanceTimersByTimeAsync(50)
  return { outcome, waited: jest.now() - begun }
}

describe('a registration', () => {
  test.each([
    ['https://platform.example/?tenant=7', 'https://platform.example/api/v1/connections/registration?tenant=7'],
    ['https://platform.example/hooks?tenant=7', 'https://platform.example/hooks?tenant=7'],
  ])('keeps the query of PLATFORM_ENVIRONMENT_URL %s', async (PLATFORM_ENVIRONMENT_URL, url) => {
    const { hub, posted } = hubBefore([200], { PLATFORM_ENVIRONMENT_URL })
    expect((await registerAt(hub)).outcome).toBe('registered')
    expect(posted.map((post) => post.url)).toEqual([url])
  })

  test("is posted with the platform key and contains exactly the connection's id and its credential", async () => {
    const { hub, posted } = hubBefore([])
    expect((await registerAt(hub)).outcome).toBe('registered')
    const [{ url, init }] = posted as [Posted]
    expect(url).toBe('https://platform.example/api/v1/connections/registration')
    expect(init).toMatchObject({
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        'X-Application': 'acme-all',
        Authorization: `Bearer ${PLATFORM_KEY}`,
      },
    })
    expect(JSON.parse(String(init.body))).toEqual(registration)
  })

  test('is posted without a key if the hub has none', async () => {
    const { hub, posted } = hubBefore([], {
      PLATFORM_API_KEY: '',
      ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS: 'true',
    })
    await registerAt(hub)
    expect(Object.keys(posted[0]?.init.headers ?? {})).toEqual(['Content-Type', 'X-Application'])
  })

  test.each([
    ['a bare origin', {}, 'https://platform.example/api/v1/connections/registration'],
    [
      'a bare origin with a slash',
      { PLATFORM_ENVIRONMENT_URL: 'https://platform.example/' },
      'https://platform.example/api/v1/connections/registration',
    ],
    [
      'an address with a path',
      { PLATFORM_ENVIRONMENT_URL: 'https://platform.example/tenants/1' },
      'https://platform.example/tenants/1',
    ],
    ['a path of its own', { PLATFORM_REGISTRATION_PATH: '/here' }, 'https://platform.example/here'],
    [
      'a path of its own beside a path',
      { PLATFORM_ENVIRONMENT_URL: 'https://platform.example/tenants/1', PLATFORM_REGISTRATION_PATH: '/here' },
      'https://platform.example/here',
    ],
  ])('to %s is posted to the right URL', async (_name, environment, expected) => {
    const { hub, posted } = hubBefore([], environment)
    await registerAt(hub)
    expect(posted.map(({ url }) => url)).toEqual([expected])
  })

  test.each([404, 405])('that gets a %d from the default path is posted to the origin itself', async (status) => {
    const { hub, posted } = hubBefore([status, 200])
    expect((await registerAt(hub)).outcome).toBe('registered')
    expect(posted.map(({ url }) => url)).toEqual([
      'https://platform.example/api/v1/connections/registration',
      'https://platform.example/',
    ])
  })

  test('that gets a 404 from a configured path is not posted elsewhere', async () => {
    const { hub, posted } = hubBefore([404], { PLATFORM_REGISTRATION_PATH: '/here' })
    expect((await registerAt(hub)).outcome).toEqual(REFUSED)
    expect(posted).toHaveLength(1)
  })

  test.each([200, 201, 204, 409])('succeeds if the platform responds with %d', async (status) => {
    const { hub, posted } = hubBefore([status])
    expect((await registerAt(hub)).outcome).toBe('registered')
    expect(posted).toHaveLength(1)
  })

  test.each([
    ['500', 500],
    ['503', 503],
    ['a network that fails', new TypeError('fetch failed')],
  ])('is retried after %s, after half a second and a second', async (_name, turn) => {
    const { hub, posted } = hubBefore([turn, turn, 200])
    const { outcome, waited } = await registerAt(hub)
    expect([outcome, posted.length]).toEqual(['registered', 3])
    expect(waited).toBeGreaterThanOrEqual(1_500)
    expect(waited).toBeLessThan(2_000)
  })

  test.each([
    ['500', 500],
    ['a network that fails', new TypeError('fetch failed')],
  ])('fails after three attempts with %s', async (_name, turn) => {
    const { hub, posted } = hubBefore([turn, turn, turn, 200])
    expect((await registerAt(hub)).outcome).toEqual(REFUSED)
    expect(posted).toHaveLength(3)
  })

  test.each([301, 302, 307, 308, 400, 401, 403, 422])(
    'fails at once with %d, without following redirects',
    async (status) => {
      const { hub, posted } = hubBefore([status])
      expect((await registerAt(hub)).outcome).toEqual(REFUSED)
      expect(posted).toHaveLength(1)
    },
  )

  test.each([
    [404, 'is not waiting for this account', 'Start the connection again in the platform.'],
    [401, 'does not accept the key of this provider', 'Please tell the operator'],
    [403, 'does not accept the key of this provider', 'Please tell the operator'],
  ])('that is refused with %d says what to do', async (status, sentence, next) => {
    const { hub } = hubBefore([status, status])
    expect((await registerAt(hub)).outcome).toMatchObject({
      message: expect.stringContaining(sentence),
      options: { page: { next: expect.stringContaining(next) } },
    })
  })
})
