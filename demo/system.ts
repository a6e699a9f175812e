import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox, VENDOR_NAMES } from '../sandbox/index.ts'
import { CONSOLE_CLIENT, startOidc } from '../sandbox/oidc/index.ts'
import type { SignIn } from './person.ts'
import { freePort, startProgram } from './program.ts'

const POLL_MS = 50
const READY_MS = 60_000

/** The whole product on this machine: the vendors' stand-ins, an issuer, the hub and the platform. */
export interface System {
  hub: string
  platform: string
  sandbox: Sandbox
  signInAs: (email: string) => SignIn
  stop: () => Promise<void>
}

export interface SystemOptions {
  /** Further variables of the platform. */
  platform?: Readonly<Record<string, string>>
}

/** Starts everything on free ports, with a store in a folder of its own that is removed at the end. */
export async function startSystem({ platform: variables = {} }: SystemOptions = {}): Promise<System> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async () => {
    // The last to start is the first to stop.
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const [hubPort, platformPort] = [await freePort(), await freePort()]
    const key = randomBytes(24).toString('base64url')
    const sandbox = await startSandbox({ clock: { start: 'now', follow: true } })
    ends.push(sandbox.stop)
    const oidc = await startOidc()
    ends.push(oidc.stop)
    const vendors = VENDOR_NAMES.map((name) => sandbox[name])
    for (const { origin } of vendors) await allowRedirect(origin, `http://127.0.0.1:${hubPort}/auth/callback`)
    const common = { PLATFORM_API_KEY: key, LOG_LEVEL: 'warn' }
    const platformUrl = `http://127.0.0.1:${platformPort}`
    const hub = await startProgram('src/main.ts', {
      port: hubPort,
      environment: {
        ...{ ...common, PLATFORM_ENVIRONMENT_URL: platformUrl },
        ...Object.assign({}, ...vendors.map(({ environment }) => environment)),
      },
      log: 'stderr',
    })
    ends.push(hub.stop)
    const dataDir = await mkdtemp(join(tmpdir(), 'provider-hub-demo-'))
    ends.push(() => rm(dataDir, { recursive: true, force: true }))
    const platform = await startProgram('platform/main.ts', {
      port: platformPort,
      environment: { ...common, HUB_URL: hub.url, DATA_DIR: dataDir, ...oidc.environment, ...variables },
      log: 'stderr',
    })
    ends.push(platform.stop)
    await untilReady(platform.url)
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

/** The platform listens before its store is open. */
async function untilReady(url: string): Promise<void> {
  const start = performance.now()
  while (performance.now() - start < READY_MS) {
    const answer = await fetch(`${url}/api/v1/ready`).catch(() => undefined)
    if (answer?.ok) return
    // The program has ended; what it says stands above.
    if (!answer) break
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error('the platform did not get ready')
}
