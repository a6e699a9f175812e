import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Connection, MinimalPlatform } from '../../demo/minimal-platform.ts'
import type { MockServer } from '../../sandbox/core/mock-server.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.ts'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { ConnectMethod } from '../../src/contract/index.ts'
import { asVendor } from '../../src/kit/application.ts'
import { createRegistry } from '../../src/registry.ts'
import { createLog } from '../../src/runtime/log.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import * as vendors from '../../vendors/index.ts'

export const ADA = 'ada@meridian.example'
const KEY = 'platform-key-of-the-flows-0123456789'

/** A sandbox, a hub and a minimal platform that communicate over loopback, all with the sandbox's clock. */
export interface System {
  hub: string
  sandbox: Sandbox
  platform: MinimalPlatform
  platformUrl: string
  /** What to enter into the forms for keys, a set for each vendor. */
  formValues: readonly Readonly<Record<string, string>>[]
  log: () => string
  connect: (application: string, account?: string, method?: ConnectMethod) => Promise<Connection>
  post: (path: string, body: object) => Promise<Response>
  stop: () => Promise<void>
}

type Environment = Readonly<Record<string, string>>

/** Starts a system. `environment`: further variables of the hub, which may depend on the sandbox. */
export async function startSystem(
  environment: Environment | ((sandbox: Sandbox) => Promise<Environment>) = {},
  options: SandboxOptions = {},
): Promise<System> {
  const sandbox = await startSandbox(options)
  const platform = new MinimalPlatform(KEY)
  const platformUrl = await platform.listen()
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hub = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const origins = vendorsOf(sandbox)
  for (const { origin } of origins) await allowRedirect(origin, `${hub}/auth/callback`)
  const formValues = origins.flatMap((vendor) => (vendor.formValues ? [vendor.formValues] : []))
  const lines: string[] = []
  const handle = createHub(sandbox, lines, {
    BASE_URL: hub,
    PLATFORM_API_KEY: KEY,
    STOP_GRACE_MS: '0',
    PLATFORM_ENVIRONMENT_URL: platformUrl,
    NODE_ENV: 'test',
    LOG_LEVEL: 'trace',
    ...Object.assign({}, ...origins.map((vendor) => vendor.environment)),
    ...(typeof environment === 'function' ? await environment(sandbox) : environment),
  })
  return {
    hub,
    sandbox,
    platform,
    platformUrl,
    formValues,
    log: () => lines.join(''),
    connect: (application, account = ADA, method) =>
      platform.connect(hub, 'provider-hub', application, account, omitUndefined({ formValues, method })),
    post: (path, body) =>
      fetch(`${hub}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      platform.stop()
      await sandbox.stop()
    },
  }
}

/** The mock vendors of a sandbox: all its members with an origin. */
export function vendorsOf(sandbox: Sandbox): MockServer[] {
  return Object.values(sandbox).filter((part) => typeof part === 'object' && part !== null && 'origin' in part)
}

export async function allowRedirect(origin: string, uri: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  await fetch(`${origin}/_sandbox/redirect-uris`, { method: 'POST', headers, body: JSON.stringify({ uri }) })
}

function createHub(sandbox: Sandbox, lines: string[], environment: Record<string, string>) {
  const publicFolder = fileURLToPath(new URL('../../public', import.meta.url))
  const definition = JSON.parse(readFileSync(new URL('../../definition.json', import.meta.url), 'utf8'))
  const list = Object.values(vendors).map(asVendor)
  const config = readConfig(environment, list)
  const registry = createRegistry(definition, list, config, publicFolder)
  const log = createLog(config.logLevel, { write: (line) => lines.push(line) })
  return createApp({ config, registry, log, publicFolder, clock: () => sandbox.clock.now() }).callback()
}
