import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Vendor } from '../../src/kit/application.ts'
import { createRegistry } from '../../src/registry.ts'
import { createLog } from '../../src/runtime/log.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { definitionOf, fixtureVendor } from './fixture-vendor.ts'

export const PLATFORM_KEY = 'platform-key-for-tests-0123456789'
export const PLATFORM_URL = 'https://platform.example'

/** The options of a test's hub. */
export interface HubOptions {
  vendors?: readonly Vendor[]
  environment?: Record<string, string>
  clock?: () => number
  /** Handles the requests to the platform, which are registrations. */
  platform?: typeof fetch
  /** Whether the key is checked at the platform. */
  watchesPlatformKey?: boolean
}

export interface RunningHub {
  url: string
  /** The complete log as text. */
  log: () => string
  get: (path: string, init?: RequestInit) => Promise<Response>
  /** Posts JSON with the platform key. */
  post: (path: string, body: unknown, init?: RequestInit) => Promise<Response>
  stop: () => Promise<void>
}

const publicFolder = fileURLToPath(new URL('./public', import.meta.url))

/** Starts a hub on a free port of the loopback interface. */
export async function startHub(options: HubOptions = {}): Promise<RunningHub> {
  const { vendors = [fixtureVendor()], environment = {}, clock, watchesPlatformKey } = options
  const { platform = async () => new Response('{}') } = options
  const config = readConfig(
    {
      BASE_URL: 'http://127.0.0.1',
      PLATFORM_API_KEY: PLATFORM_KEY,
      PLATFORM_ENVIRONMENT_URL: PLATFORM_URL,
      NODE_ENV: 'test',
      LOG_LEVEL: 'trace',
      ...environment,
    },
    vendors,
  )
  const lines: string[] = []
  const log = createLog(config.logLevel, { write: (line) => lines.push(line) })
  const registry = createRegistry(definitionOf(vendors), vendors, config, publicFolder)
  const app = createApp(
    omitUndefined({ config, registry, log, publicFolder, fetch: platform, clock, watchesPlatformKey }),
  )
  const server = createServer(app.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    log: () => lines.join(''),
    get: (path, init) => fetch(`${url}${path}`, { redirect: 'manual', ...init }),
    post: (path, body, init = {}) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init,
        headers: { Authorization: `Bearer ${PLATFORM_KEY}`, 'Content-Type': 'application/json', ...init.headers },
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
