import { afterEach, describe, expect, test } from '@jest/globals'
import type { Application, Auth, Settings } from '../../../src/kit/application.ts'
import { putSecret, takeSecret } from '../../../src/kit/one-time-secrets.ts'
import { createCall } from '../../kit/call.ts'
import { everything, fixtureVendor } from '../fixture-vendor.ts'
import { Browser } from '../http.ts'
import { type RunningHub, startHub } from '../hub.ts'

const MINUTE = 60_000
const refused = expect.objectContaining({ status: 400 })
const call = createCall({})

describe('a secret for the callback', () => {
  test('can be taken once with its token', () => {
    const token = putSecret(call, 'c1.app', 'a long private key')
    expect(takeSecret(call, 'c1.app', token)).toBe('a long private key')
    expect(() => takeSecret(call, 'c1.app', token)).toThrow(refused)
  })

  test('has a token of 256 random bits that is independent of it', () => {
    const tokens = Array.from({ length: 100 }, () => putSecret(call, 'c1.app', 'the same secret'))
    expect(new Set(tokens).size).toBe(100)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test.each([
    ['another state', call, 'c2.app'],
    ['another application', createCall({}, { application: 'another', memory: call.memory }), 'c1.app'],
  ])('is not returned to %s', (_name, foreignCall, state) => {
    const token = putSecret(call, 'c1.app', 'a long private key')
    expect(() => takeSecret(foreignCall, state, token)).toThrow(refused)
    expect(takeSecret(call, 'c1.app', token)).toBe('a long private key')
  })

  test('expires after five minutes', () => {
    let now = 0
    const slow = createCall({}, { clock: () => now })
    const [inTime, late] = [putSecret(slow, 's', 'one secret'), putSecret(slow, 's', 'another secret')]
    now = 5 * MINUTE - 1
    expect(takeSecret(slow, 's', inTime)).toBe('one secret')
    now = 5 * MINUTE
    expect(() => takeSecret(slow, 's', late)).toThrow(refused)
  })

  test('is refused if it is empty or longer than any key', () => {
    expect(() => putSecret(call, 's', '')).toThrow(refused)
    expect(() => putSecret(call, 's', 'x'.repeat(16_385))).toThrow(refused)
    expect(putSecret(call, 's', 'x'.repeat(16_384))).toEqual(expect.any(String))
  })

  test('is evicted by newer ones if there are more than a thousand', () => {
    const first = putSecret(call, 's', 'the first secret')
    for (let more = 0; more < 1_000; more += 1) putSecret(call, 's', `secret ${more}`)
    expect(() => takeSecret(call, 's', first)).toThrow(refused)
  })
})

/** An application that signs in with a private key. It is too long for a URL, so the form posts it to the application's own route. */
const keyApplication: Application = {
  ...everything,
  auth: {
    ...(everything.auth as Auth<Settings>),
    connect: async ({ state }) => ({
      type: 'html',
      html: `<form method="post" action="/acme-all/key"><input name="state" value="${state}"></form>`,
    }),
    callback: async ({ connectionId, state, parameters }, own) => ({
      connectionId,
      credential: {
        accessToken: takeSecret(own, state, parameters.token ?? ''),
        email: 'ada@acme.example',
        profile: null,
      },
    }),
  },
  routes: [
    {
      method: 'post',
      path: '/acme-all/key',
      public: true,
      handle: async ({ body }, own) => {
        const { state = '', key = '' } = body as Record<string, string>
        const token = putSecret(own, state, key)
        return { status: 302, headers: { Location: `/auth/callback?state=${state}&token=${token}` }, body: '' }
      },
    },
    { method: 'get', path: '/acme-all/report', handle: async ({ query }) => ({ body: { said: query.say } }) },
  ],
}

describe('an application’s own route', () => {
  const running: RunningHub[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((hub) => hub.stop()))
  })
  const start = async (options: Parameters<typeof startHub>[0] = {}) => {
    const hub = await startHub({ vendors: [fixtureVendor(keyApplication)], ...options })
    running.push(hub)
    return hub
  }

  test('receives a long secret from a form, and redirects with a short token', async () => {
    const registered: { credential: { accessToken: string } }[] = []
    const hub = await start({
      platform: async (_url, init) => {
        registered.push(JSON.parse(String(init?.body)))
        return new Response('{}')
      },
    })
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQ'.repeat(600)}\n-----END PRIVATE KEY-----\n`
    const person = new Browser()
    await person.open(`${hub.url}/auth/connect?state=key-1.acme-all`)
    const posted = await person.submit(`${hub.url}/acme-all/key`, { state: 'key-1.acme-all', key })
    const location = String(posted.headers.location)
    const response = await person.open(`${hub.url}${location}`)
    expect([posted.status, posted.headers['cache-control'], location.length < 150]).toEqual([302, 'no-store', true])
    expect([response.status, registered[0]?.credential.accessToken]).toEqual([200, key])
    expect(`${hub.log()}${location}${response.text}`).not.toContain('MIIEvQ')
    expect((await new Browser().open(`${hub.url}${location}`)).status).toBe(400)
  })

  test('requires the platform key unless it is public', async () => {
    const hub = await start()
    const withoutKey = await hub.get('/acme-all/report?say=hi')
    const platform = await hub.get('/acme-all/report?say=hi', {
      headers: { Authorization: 'Bearer platform-key-for-tests-0123456789' },
    })
    expect([withoutKey.status, platform.status, await platform.json()]).toEqual([401, 200, { said: 'hi' }])
  })

  test('has the headers of a page: nothing from other origins, no frame, no cache', async () => {
    const hub = await start()
    const response = await new Browser().submit(`${hub.url}/acme-all/key`, { state: 's.acme-all', key: 'k'.repeat(20) })
    expect(response.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
  })
})
