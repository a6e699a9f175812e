import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createApp, type Opened } from '../../../platform/app.ts'
import { createLog } from '../../../platform/http/log.ts'
import { Metrics } from '../../../platform/http/metrics.ts'
import { Secret } from '../../../platform/http/secret.ts'
import { type Listening, listen } from '../../../platform/http/server.ts'

const KEY = 'platform-key-of-these-tests'
const well = async () => undefined
const ill = async () => {
  throw new Error('no connection to the database')
}

let opened: Opened | undefined
let listening: Listening
beforeAll(async () => {
  const config = { platformKey: new Secret(KEY), role: 'all', trustProxy: false, corsOrigins: [] } as const
  const app = createApp({ config, log: createLog('silent'), metrics: new Metrics(), opened: () => opened })
  listening = await listen(app.callback(), 0, { host: '127.0.0.1' })
})
afterAll(() => listening.close())

const status = async (path: string, init: RequestInit = {}) =>
  (await fetch(`http://127.0.0.1:${listening.port}${path}`, init)).status

test.each<[string, number, Opened | undefined]>([
  ['starts', 503, undefined],
  ['is open', 200, { ready: well }],
  ['has lost its store', 503, { ready: ill }],
  ['stops', 503, { ready: well, isStopping: true }],
])('a platform that %s answers %d when it is asked whether it is ready', async (_, expected, state) => {
  opened = state
  expect(await status('/api/v1/ready')).toBe(expected)
  expect(await status('/api/v1/hello')).toBe(200)
})

test('what cannot be answered yet is to be asked again', async () => {
  opened = undefined
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }
  expect(await status('/', { method: 'POST', body: '{}', headers })).toBe(503)
  expect(await status('/api/v1/graph', { method: 'POST', body: '{}', headers })).toBe(503)
})
