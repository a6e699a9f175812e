import { randomUUID } from 'node:crypto'
import { PEOPLE } from '../sandbox/core/world.ts'
import { startSandbox } from '../sandbox/index.ts'
import { type Connection, PlatformPart, type Promises, promisedSyncs, type SyncResult } from './platform-part.ts'
import { printTable, write } from './print-table.ts'
import { freePort, startProgram } from './program.ts'

const ACCOUNT = PEOPLE.ada.email
/** Whom to look for among a vendor's records. */
const ADDRESSES = Object.values(PEOPLE).map(({ email }) => email)
/** How often something new arrives, and how often it is looked for, while the demo lives on (ms). */
const ARRIVAL_MS = 10_000
const LOOK_MS = 20_000

interface Definition {
  name: string
  applications: (Promises & { name: string; label: string })[]
}

/** Sandbox and hub start, a sample person connects every application, and what arrives is shown. */
async function demo(once: boolean): Promise<void> {
  const port = await freePort()
  const sandbox = await startSandbox({ clock: { start: 'now', follow: true } })
  const platform = new PlatformPart(randomUUID())
  const vendors = [sandbox.google, sandbox.microsoft, sandbox.salesforce]
  for (const { origin } of vendors) await allowRedirect(origin, `http://127.0.0.1:${port}/auth/callback`)
  const hub = await startProgram('src/main.ts', {
    port,
    environment: {
      PLATFORM_API_KEY: platform.key,
      PLATFORM_ENVIRONMENT_URL: await platform.listen(),
      LOG_LEVEL: 'warn',
      ...Object.assign({}, ...vendors.map(({ environment }) => environment)),
    },
    log: 'stderr',
  })
  const stopAll = async () => {
    await hub.stop()
    platform.stop()
    await sandbox.stop()
  }
  try {
    const { connections, definition } = await connectAll(hub.url, platform)
    const results = await syncAll(hub.url, platform, connections, definition)
    show(results)
    if (results.some(({ items }) => items === 0)) throw new Error('a sync brought nothing')
    if (once) return
    sandbox.google.dripNewThings({ account: ACCOUNT, everyMs: ARRIVAL_MS })
    await liveOn(hub.url, platform, connections, definition)
  } finally {
    await stopAll()
  }
}

async function allowRedirect(origin: string, uri: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  await fetch(`${origin}/_sandbox/redirect-uris`, { method: 'POST', headers, body: JSON.stringify({ uri }) })
}

async function connectAll(hub: string, platform: PlatformPart) {
  const definition = (await (await fetch(`${hub}/definition.json`)).json()) as Definition
  write(`${definition.name} at ${hub}, signing in as ${ACCOUNT}`)
  const connections: Connection[] = []
  for (const { name, label } of definition.applications) {
    const connection = await platform.connect(hub, definition.name, name, ACCOUNT)
    await platform.checkAndRefresh(hub, connection)
    connections.push(connection)
    write(`  ✓ ${label}: connected, permissions checked, token refreshed`)
  }
  return { connections, definition }
}

async function syncAll(
  hub: string,
  platform: PlatformPart,
  connections: readonly Connection[],
  definition: Definition,
): Promise<SyncResult[]> {
  const results: SyncResult[] = []
  for (const connection of connections) {
    const block = definition.applications.find(({ name }) => name === connection.application) ?? { sobjects: {} }
    for (const sync of promisedSyncs(block, Date.now(), ADDRESSES))
      results.push(await platform.sync(hub, connection, sync))
  }
  return results
}

function show(results: readonly SyncResult[]): void {
  write('')
  printTable(
    ['application', 'sync', 'pages', 'items', 'of which', 'warnings', 'vendor calls', 'ms'],
    results.map((r) => [
      r.application,
      r.sync,
      r.pages,
      r.items,
      r.detail,
      r.warnings.length,
      r.vendorCalls,
      r.milliseconds,
    ]),
  )
  const warnings = results.flatMap((result) => result.warnings.map((warning) => `${result.application}: ${warning}`))
  if (warnings.length > 0) write(`\nwarnings\n${warnings.map((warning) => `  · ${warning}`).join('\n')}`)
}

/** New mail and meetings arrive; every look shows how many there are now. */
async function liveOn(
  hub: string,
  platform: PlatformPart,
  connections: readonly Connection[],
  definition: Definition,
): Promise<void> {
  write(`\nThe demo lives on: something new arrives every ${ARRIVAL_MS / 1000} s. Stop it with Ctrl-C.`)
  const stopped = new Promise<'stopped'>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve('stopped'))
  })
  const pause = () => new Promise<'look'>((resolve) => setTimeout(resolve, LOOK_MS, 'look').unref())
  while ((await Promise.race([stopped, pause()])) === 'look') {
    const results = await syncAll(hub, platform, connections, definition)
    const line = results.map((r) => `${r.application} ${r.items}${r.detail ? ` (${r.detail})` : ''}`).join(', ')
    write(`${new Date().toLocaleTimeString('en-GB')}  ${line}`)
  }
}

demo(process.argv.includes('--once')).catch((error: Error) => {
  process.stderr.write(`The demo failed: ${error.message}\n`)
  process.exit(1)
})
