import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox, VENDOR_NAMES } from '../sandbox/index.ts'
import { CONSOLE_CLIENT, type OidcSandbox, startOidc } from '../sandbox/oidc/index.ts'
import { omitUndefined } from '../src/runtime/omit.ts'
import type { SignIn } from './person.ts'
import { findFreePort, type ProgramOptions, startProgram } from './program.ts'

const POLL_MS = 50
const READY_MS = 60_000

/** The complete system on this machine: the vendors' mock servers, an issuer, the hub and the platform. */
export interface System {
  hub: string
  platform: string
  /** The secret that the hub and the platform share. */
  key: string
  sandbox: Sandbox
  oidc: OidcSandbox
  signInAs: (email: string) => SignIn
  stop: () => Promise<void>
}

export interface SystemOptions {
  /** Additional environment variables of the platform. */
  platform?: Readonly<Record<string, string>>
  /** The folder of the built console, if the platform is to serve it. */
  consoleFolder?: () => Promise<string>
  /** Validity of access tokens (s). Default 15 minutes. */
  accessTokenSeconds?: number
  /** Stops what has been started, and makes `startSystem` throw. */
  stopping?: AbortSignal
  /** Receives the output of hub and platform, which is otherwise shown as standard error. */
  log?: (program: string, text: string) => void
  /** Reports each program that is started, and when it has started. */
  step?: <Result>(label: string, work: () => Promise<Result>) => Promise<Result>
}

/** Starts all programs on free ports, with a database in a temporary folder that is removed when they stop. */
export async function startSystem({
  platform: variables = {},
  consoleFolder,
  accessTokenSeconds,
  stopping,
  log,
  step = (_label, work) => work(),
}: SystemOptions = {}): Promise<System> {
  const cleanups: (() => Promise<unknown>)[] = []
  const stop = async () => {
    // Programs stop in the reverse order of their start.
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
  }
  const start = async (name: string, file: string, port: number, environment: Record<string, string>) => {
    const options: ProgramOptions = {
      ...omitUndefined({ stopping }),
      port,
      environment: { PLATFORM_API_KEY: key, STOP_GRACE_MS: '0', LOG_LEVEL: 'warn', ...environment },
      log: log ? (text) => log(name, text) : 'stderr',
    }
    const program = await startProgram(file, options)
    cleanups.push(program.stop)
    return program
  }
  const key = randomBytes(24).toString('base64url')
  try {
    const [hubPort, platformPort] = [await findFreePort(), await findFreePort()]
    const hub = `http://127.0.0.1:${hubPort}`
    const platform = `http://127.0.0.1:${platformPort}`
    const { sandbox, oidc } = await step('the sandbox: Google, Microsoft, Salesforce and a sign-in page', async () => {
      const sandbox = await startSandbox({ clock: { start: 'now', follow: true } })
      cleanups.push(sandbox.stop)
      const oidc = await startOidc({ followsHints: true, ...omitUndefined({ accessTokenSeconds }) })
      cleanups.push(oidc.stop)
      return { sandbox, oidc }
    })
    const vendors = VENDOR_NAMES.map((name) => sandbox[name])
    for (const { origin } of vendors) await allowRedirect(origin, `${hub}/auth/callback`)
    await step('the hub', () =>
      start('hub', 'src/main.ts', hubPort, {
        PLATFORM_ENVIRONMENT_URL: platform,
        ...Object.assign({}, ...vendors.map(({ environment }) => environment)),
      }),
    )
    const served: Record<string, string> = consoleFolder
      ? { CONSOLE_FOLDER: await step('the console', consoleFolder) }
      : { CONSOLE: 'off' }
    const dataDir = await mkdtemp(join(tmpdir(), 'provider-hub-demo-'))
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
    await step('the platform, with a new database', async () => {
      await start('platform', 'platform/main.ts', platformPort, {
        HUB_URL: hub,
        DATA_DIR: dataDir,
        ...oidc.environment,
        ...served,
        ...variables,
      })
      await waitUntilReady(platform, stopping)
    })
    const signInAs = (email: string) => ({ issuer: oidc.issuer, client: CONSOLE_CLIENT, email })
    return { hub, platform, key, sandbox, oidc, signInAs, stop }
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
async function waitUntilReady(url: string, stopping?: AbortSignal): Promise<void> {
  const start = performance.now()
  while (performance.now() - start < READY_MS) {
    stopping?.throwIfAborted()
    const response = await fetch(`${url}/api/v1/ready`).catch(() => undefined)
    if (response?.ok) return
    // The program has exited.
    if (!response) break
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error('The platform did not become ready; see its output')
}
