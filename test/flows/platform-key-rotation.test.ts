import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Browser } from '../../demo/browser.ts'
import { submitForms } from '../../demo/forms.ts'
import { type Program, startProgram } from '../../demo/program.ts'
import { type Sandbox, startSandbox } from '../../sandbox/index.ts'
import { PlatformProcess } from '../platform/crash/platform-process.ts'
import { AUDIENCE, startIssuer, type TestIssuer } from '../platform/sign-in/issuer.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { ADA, allowRedirect, vendorsOf } from './system.ts'

const OLD = 'the-old-platform-key-0123456789-0123456789'
const NEW = 'the-new-platform-key-0123456789-0123456789'
const STAGES = [OLD, `${OLD},${NEW}`, `${NEW},${OLD}`, NEW]

const START = 'mutation S($input: StartConnectionInput!) { startConnection(input: $input) { connectionId url } }'
const STATE = '{ connections { _id status } }'
const RUNS = 'query R($input: SyncRunsInput!) { syncRuns(input: $input) { state pages error { title detail } } }'

let folder: string
let sandbox: Sandbox
let issuer: TestIssuer
let hubs: Balancer
let platforms: Balancer
let hub: Program
let platform: PlatformProcess
let log = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'provider-hub-rotation-'))
  sandbox = await startSandbox({ clock: { start: 'now', follow: true } })
  issuer = await startIssuer()
  hubs = await startBalancer()
  platforms = await startBalancer()
  for (const { origin } of vendorsOf(sandbox)) await allowRedirect(origin, `${hubs.url}/auth/callback`)
  hub = await startHub(OLD)
  platform = startPlatform(OLD)
  hubs.targets = [hub.url]
  platforms.targets = [await platform.ready]
})
afterAll(async () => {
  await Promise.all([platform?.stop(), hub?.stop()])
  hubs.stop()
  platforms.stop()
  await Promise.all([issuer.stop(), sandbox.stop()])
  await rm(folder, { recursive: true, force: true })
})

function startHub(key: string): Promise<Program> {
  return startProgram('src/main.ts', {
    environment: {
      ...Object.assign({}, ...vendorsOf(sandbox).map(({ environment }) => environment)),
      BASE_URL: hubs.url,
      PLATFORM_API_KEY: key,
      PLATFORM_ENVIRONMENT_URL: platforms.url,
    },
    log: (text) => {
      log += text
    },
  })
}

/** Mail is read all the time, in small pages, so that runs are under way when programs are replaced. */
function startPlatform(key: string): PlatformProcess {
  return new PlatformProcess({
    PORT: '0',
    STOP_GRACE_MS: '0',
    PLATFORM_API_KEY: key,
    HUB_URL: hubs.url,
    OIDC_ISSUER: issuer.issuer,
    OIDC_AUDIENCE: AUDIENCE,
    DATA_DIR: folder,
    CONSOLE: 'off',
    SYNC_CONNECT_SPREAD_MS: '0',
    SYNC_CADENCE_EMAIL_MS: '300',
    SYNC_CADENCE_JITTER: '0',
    SYNC_RUN_REQUEST_PAGE_SIZE: '3',
    SYNC_WORKER_MAX_SLEEP_MS: '100',
  })
}

async function execute<Data>(query: string, input?: object): Promise<Data> {
  const response = await fetch(`${platforms.url}/api/v1/graph`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await issuer.token(ADA)}` },
    body: JSON.stringify({ query, variables: { input } }),
  })
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown }
  expect(errors).toBeUndefined()
  return data
}

/** Opens the page of the vendor, or the form for a key, and returns what completes the sign-in. */
async function beginSignIn(application: string, method: 'oauth' | 'key'): Promise<() => Promise<void>> {
  const input = { application, provider: 'provider-hub', method, requireConfirmation: false }
  const { startConnection } = await execute<{ startConnection: { url: string } }>(START, input)
  const browser = new Browser()
  const shown = await browser.open(startConnection.url)
  // The page is open already: it is not requested again.
  const opened = {
    open: (address: string, form?: URLSearchParams | FormData) =>
      address === shown.address && !form ? shown : browser.open(address, form),
  } as Browser
  const formValues = vendorsOf(sandbox).flatMap((vendor) => (vendor.formValues ? [vendor.formValues] : []))
  return async () => expect(await submitForms(opened, shown.address, ADA, formValues)).toContain('is connected')
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; polls < 600; polls += 1) {
    if (await condition()) return
    await pause(50)
  }
  throw new Error('what was waited for did not happen')
}

/** As a rolling restart: the new copy serves beside the old one before that is stopped. */
async function replaceHub(key: string): Promise<void> {
  const old = hub
  hub = await startHub(key)
  hubs.targets = [old.url, hub.url]
  await pause(300)
  hubs.targets = [hub.url]
  await old.stop()
}

async function replacePlatform(key: string): Promise<void> {
  const old = platform
  platform = startPlatform(key)
  const [url, oldUrl] = await Promise.all([platform.ready, old.ready])
  platforms.targets = [oldUrl, url]
  await pause(300)
  platforms.targets = [url]
  log += old.output
  expect(await old.stop()).toBe(0)
}

test('PLATFORM_API_KEY is rotated while mail is synced and sign-ins are under way, and nothing fails', async () => {
  await (await beginSignIn('gmail', 'oauth'))()
  const [connection] = (await execute<{ connections: { _id: string }[] }>(STATE)).connections
  const readRuns = async () => {
    const input = { connectionId: connection?._id, sync: 'EMAIL', size: 100 }
    return (await execute<{ syncRuns: { state: string; error: unknown }[] }>(RUNS, input)).syncRuns
  }
  await until(async () => (await readRuns()).some(({ state }) => state === 'ok'))
  for (const [index, key] of STAGES.entries()) {
    if (index === 0) continue
    const underWay = [await beginSignIn('google-calendar', 'oauth'), await beginSignIn('salesforce', 'key')]
    const runs = (await readRuns()).length
    // In either order.
    if (index % 2 === 0) {
      await replaceHub(key)
      await replacePlatform(key)
    } else {
      await replacePlatform(key)
      await replaceHub(key)
    }
    for (const finish of underWay) await finish()
    await until(async () => (await readRuns()).length > runs)
  }
  const failed = (await readRuns()).filter(({ state }) => state !== 'ok' && state !== 'running')
  expect(failed).toEqual([])
  const { connections } = await execute<{ connections: { status: string }[] }>(STATE)
  expect(connections.map(({ status }) => status)).toEqual(Array(1 + 2 * (STAGES.length - 1)).fill('active'))
  expect(log).not.toMatch(/rejected the platform key|rejected the cursor/)
  for (const key of [OLD, NEW]) expect(log + platform.output).not.toContain(key)
  const statuses = [OLD, NEW].map(async (key) => {
    const headers = { Authorization: `Bearer ${key}` }
    return Promise.all(
      [hubs.url, platforms.url].map(async (url) => (await fetch(`${url}/metrics`, { headers })).status),
    )
  })
  expect(await Promise.all(statuses)).toEqual([
    [401, 401],
    [200, 200],
  ])
}, 180_000)
