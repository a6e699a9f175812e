import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox, VENDOR_NAMES } from '../sandbox/index.ts'
import { CONSOLE_CLIENT, startOidc } from '../sandbox/oidc/index.ts'
import type { SignIn } from './person.ts'
import { findFreePort, startProgram } from './program.ts'

const POLL_MS = 50
const READY_MS = 60_000

/** The complete system on this machine: the vendors' mock servers, an issuer, the hub and the platform. */
export interface System {
  hub: string
  platform: string
  sandbox: Sandbox
  signInAs: (email: string) => SignIn
  stop: () => Promise<void>
}

export interface SystemOptions {
  /** Additional environment variables of the platform. */
  platform?: Readonly<Record<string, string>>
}

/** Starts all programs on free ports, with a database in a temporary folder that is removed when they stop. */
export async function startSystem({ platform: variables = {} }: SystemOptions = {}): Promise<System> {
  const cleanups: (() => Promise<unknown>)[] = []
  const stop = async () => {
    // Programs stop in the reverse order of their start.
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
  }
  try {
    const [hubPort, platformPort] = [await findFreePort(), await findFreePort()]
    const key = randomBytes(24).toString('base64url')
    const sandbox = await startSandbox({ clock: { start: 'now', follow: true } })
    cleanups.push(sandbox.stop)
    const oidc = await startOidc()
    cleanups.push(oidc.stop)
    const vendors = VENDOR_NAMES.map((name) => sandbox[name])
    for (const { origin } of vendors) await allowRedirect(origin, `http://127.0.0.1:${hubPort}/auth/callback`)
    const common = { PLATFORM_API_KEY: key, LOG_LEVEL: 'warn' }
    const platformUrl = `http://127.0.0.1:${platformPort}`
    const hub = await startProgram('src/main.ts', {
      port: hubPort,
      environment: {
        ...common,
        PLATFORM_ENVIRONMENT_URL: platformUrl,
        ...Object.assign({}, ...vendors.map(({ environment }) => environment)),
      },
      log: 'stderr',
    })
    cleanups.push(hub.stop)
    const dataDir = await mkdtemp(join(tmpdir(), 'provider-hub-demo-'))
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
    const platform = await startProgram('platform/main.ts', {
      port: platformPort,
      environment: { ...common, HUB_URL: hub.url, DATA_DIR: dataDir, ...oidc.environment, ...variables },
      log: 'stderr',
    })
    cleanups.push(platform.stop)
    await waitUntilReady(platform.url)
    const signInAs = (email: string) => ({ issuer: oidc.issuer, client: CONSOLE_CLIENT, email })
    return { hub: hub.url, platform: platform.url, sandbox, signInAs, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function allowRedirect(origin: string, uri: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  await fetch(`${origin}/_sandbox/redirect-uris`, { method: 'POST', headers, body: JSON.stringify({ uri }) })
}

/** The platform listens before its database is open. */
async function waitUntilReady(url: string): Promise<void> {
  const start = performance.now()
  while (performance.now() - start < READY_MS) {
    const response = await fetch(`${url}/api/v1/ready`).catch(() => undefined)
    if (response?.ok) return
    // The program has exited; its output is above.
    if (!response) break
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error('The platform did not become ready')
}
