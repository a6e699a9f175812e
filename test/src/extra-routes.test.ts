import { afterEach, expect, test } from '@jest/globals'
import type { Application } from '../../src/kit/application.ts'
import { everything, fixtureVendor } from './fixture-vendor.ts'
import { Browser } from './http.ts'
import { PLATFORM_KEY, type RunningHub, startHub } from './hub.ts'

/** An application with two routes of its own. */
const application: Application = {
  ...everything,
  routes: [
    {
      method: 'post',
      path: '/acme-all/site',
      public: true,
      handle: async ({ body }) => {
        const { site = '' } = body as Record<string, string>
        return { status: 302, headers: { Location: `/next?site=${site}` }, body: '' }
      },
    },
    { method: 'get', path: '/acme-all/report', handle: async ({ query }) => ({ body: { said: query.say } }) },
  ],
}

const running: RunningHub[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((hub) => hub.stop()))
})
async function start(): Promise<RunningHub> {
  const hub = await startHub({ vendors: [fixtureVendor(application)] })
  running.push(hub)
  return hub
}

test('an application’s own route requires the platform key unless it is public', async () => {
  const hub = await start()
  const withoutKey = await hub.get('/acme-all/report?say=hi')
  const platform = await hub.get('/acme-all/report?say=hi', { headers: { Authorization: `Bearer ${PLATFORM_KEY}` } })
  expect([withoutKey.status, platform.status, await platform.json()]).toEqual([401, 200, { said: 'hi' }])
  const posted = await new Browser().submit(`${hub.url}/acme-all/site`, { site: 'a' })
  expect([posted.status, posted.headers.location]).toEqual([302, '/next?site=a'])
})

test('its responses have the headers of a page: nothing from other origins, no frame, no cache', async () => {
  const hub = await start()
  const response = await new Browser().submit(`${hub.url}/acme-all/site`, { site: 'a' })
  expect(response.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
})
