import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createApp } from '../../platform/app.ts'
import { readConsoleOptions } from '../../platform/console/options.ts'
import { Metrics } from '../../platform/http/metrics.ts'
import type { Services } from '../../platform/services.ts'
import { EnvironmentReader } from '../../src/runtime/environment.ts'
import { type HttpServer, listen } from '../../src/runtime/http-server.ts'
import { createLog } from '../../src/runtime/log.ts'
import { Secret } from '../../src/runtime/secret.ts'

const KEY = 'platform-key-of-these-tests'
const succeed = async () => undefined
const fail = async () => {
  throw new Error('no connection to the database')
}

const metrics = new Metrics()
let services: Services | undefined
let server: HttpServer
beforeAll(async () => {
  const config = {
    platformKey: new Secret(KEY),
    role: 'all',
    trustProxy: false,
    corsOrigins: [],
    strictStatus: false,
    publicSchema: true,
    issuer: 'https://login.example',
    console: readConsoleOptions(new EnvironmentReader({})),
  } as const
  const app = createApp({ config, log: createLog('silent'), metrics, services: () => services })
  server = await listen(app.callback(), 0, { host: '127.0.0.1', stopGraceMs: 0 })
})
afterAll(() => server.close())

const status = async (path: string, init: RequestInit = {}) =>
  (await fetch(`http://127.0.0.1:${server.port}${path}`, init)).status

test('only a database that does not respond counts as a failure of the database', async () => {
  const failures = async () => {
    const text = await metrics.registry.metrics()
    return Number(/^platform_database_failures_total (\d+)$/m.exec(text)?.[1])
  }
  const before = await failures()
  for (services of [undefined, { ping: succeed, isStopping: true }, { ping: succeed }]) await status('/api/v1/ready')
  expect(await failures()).toBe(before)
  services = { ping: fail }
  await status('/api/v1/ready')
  expect(await failures()).toBe(before + 1)
})

test.each<[string, number, Services | undefined]>([
  ['is starting', 503, undefined],
  ['is running', 200, { ping: succeed }],
  ['has lost its database', 503, { ping: fail }],
  ['is stopping', 503, { ping: succeed, isStopping: true }],
])('the readiness of a platform that %s is %d', async (_, expected, state) => {
  services = state
  expect(await status('/api/v1/ready')).toBe(expected)
  expect(await status('/api/v1/hello')).toBe(200)
})

test('the readiness tells what an operator has to mend', async () => {
  services = { ping: succeed, warnings: () => ['A provider rejects the platform key.'] }
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/ready`)
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ready', warnings: ['A provider rejects the platform key.'] },
  ])
})

test('requests that arrive during the start are refused with 503', async () => {
  services = undefined
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }
  expect(await status('/', { method: 'POST', body: '{}', headers })).toBe(503)
  expect(await status('/api/v1/graph', { method: 'POST', body: '{}', headers })).toBe(503)
})
