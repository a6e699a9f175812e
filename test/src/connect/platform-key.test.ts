import { afterEach, describe, expect, test } from '@jest/globals'
import { readConfig } from '../../../src/config.ts'
import { PlatformKey } from '../../../src/connect/platform-key.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { fixtureVendor } from '../fixture-vendor.ts'
import { PLATFORM_KEY, type RunningHub, startHub } from '../hub.ts'

const running: RunningHub[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((hub) => hub.stop()))
})

/** The key of a hub whose platform responds with these statuses in order; 0: not at all. */
function keyBefore(...statuses: number[]) {
  const lines: string[] = []
  const requests: string[] = []
  const environment = {
    BASE_URL: 'https://hub.example',
    PLATFORM_API_KEY: PLATFORM_KEY,
    PLATFORM_ENVIRONMENT_URL: 'https://platform.example',
  }
  const platform = async (url: unknown, init?: RequestInit) => {
    requests.push(`${url} ${init?.body} ${new Headers(init?.headers).get('authorization')}`)
    const status = statuses[requests.length - 1] ?? 0
    if (status === 0) throw new Error('connect ECONNREFUSED')
    return new Response('{}', { status })
  }
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line).msg) })
  const key = new PlatformKey({ config: readConfig(environment, []), log, fetch: platform as typeof fetch })
  return { key, lines, requests }
}

describe('the platform key', () => {
  test.each([
    [401, false],
    [403, false],
    [400, true],
    [200, true],
    [503, undefined],
    [0, undefined],
  ])('when the platform responds with %d to an empty registration is accepted: %s', async (status, accepted) => {
    const { key, requests } = keyBefore(status)
    await key.check()
    expect(key.isAccepted).toBe(accepted)
    expect(requests).toEqual([`https://platform.example/api/v1/connections/registration {} Bearer ${PLATFORM_KEY}`])
  })

  test('is checked at the second address when the first does not exist', async () => {
    const { key, requests } = keyBefore(404, 401)
    await key.check()
    expect([key.isAccepted, requests.length]).toEqual([false, 2])
  })

  test('is logged when it is rejected, and when it is accepted again', async () => {
    const { key, lines } = keyBefore(401, 401, 0, 400, 400)
    for (let check = 0; check < 5; check += 1) await key.check()
    expect(lines).toEqual([
      expect.stringMatching(/rejected the platform key.*PLATFORM_API_KEY/),
      'the platform accepts the platform key again',
    ])
  })
})

test('a hub whose key the platform rejects says so where it is asked whether it is ready, and in its metrics', async () => {
  const hub = await startHub({
    vendors: [fixtureVendor()],
    watchesPlatformKey: true,
    platform: (async () => new Response('{}', { status: 401 })) as typeof fetch,
  })
  running.push(hub)
  const isReady = async () => {
    const response = await hub.get('/api/v1/ready')
    return { status: response.status, body: (await response.json()) as { warnings?: string[] } }
  }
  let ready = await isReady()
  // The first check is made soon after the start.
  while (!ready.body.warnings) ready = await isReady()
  expect(ready).toEqual({
    status: 200,
    body: { status: 'ready', warnings: [expect.stringMatching(/PLATFORM_API_KEY differs/)] },
  })
  const headers = { Authorization: `Bearer ${PLATFORM_KEY}` }
  expect(await (await hub.get('/metrics', { headers })).text()).toContain('hub_platform_key_accepted 0')
})
