import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ApplicationDefinition, listSyncs, MinimalPlatform } from '../demo/minimal-platform.ts'
import { write } from '../demo/print-table.ts'
import { startProgram } from '../demo/program.ts'
import { RecordingProxy } from './proxy.ts'
import { RECORDED_VENDORS } from './vendors.ts'

const USAGE = `npm run record -- <vendor> <application> [upstream]

Connects a real account through a recording proxy and writes the vendor's scrubbed responses to
test/vendors/<vendor>/recordings/recorded/<application>.json. Read the file before you commit it.

The vendor's client id and secret are read from the environment, as for the hub. Register the redirect URI
http://127.0.0.1:5000/auth/callback with the vendor (set PORT to change 5000). With an upstream, for example the
origin of a sandbox, all requests go there instead of to the vendor's own hosts.
`

interface Definition {
  applications: (ApplicationDefinition & { name: string })[]
}

async function main(): Promise<void> {
  const [vendorName = '', application = '', upstream] = process.argv.slice(2)
  const vendor = RECORDED_VENDORS[vendorName]
  if (!vendor || !application) {
    process.stderr.write(USAGE)
    process.exit(2)
  }
  const proxy = new RecordingProxy(upstream ? [['/', upstream]] : vendor.upstreams, vendor.authorizePath)
  const platform = new MinimalPlatform(randomUUID())
  const hub = await startProgram('src/main.ts', {
    port: Number(process.env.PORT ?? 5000),
    log: 'stderr',
    environment: {
      ...(process.env as Record<string, string>),
      PLATFORM_API_KEY: platform.key,
      PLATFORM_ENVIRONMENT_URL: await platform.listen(),
      [vendor.originVariable]: await proxy.listen(),
    },
  })
  const definition = (await (await fetch(`${hub.url}/definition.json`)).json()) as Definition
  const applicationDefinition = definition.applications.find(({ name }) => name === application)
  if (!applicationDefinition) {
    throw new Error(`The hub does not offer ${application}. Is ${vendorName} configured?`)
  }
  const connectionId = randomUUID()
  write(
    `Open this address in a browser and sign in:\n${hub.url}/auth/connect?${new URLSearchParams({ application, connectionId })}`,
  )
  const credential = await platform.waitForCredential(connectionId)
  const connection = { connectionId, provider: 'provider-hub', application, credential }
  await platform.checkAndRefresh(hub.url, connection)
  for (const sync of listSyncs(applicationDefinition, Date.now(), [String(credential.email)])) {
    const { items, pages } = await platform.sync(hub.url, connection, sync)
    write(`${sync.name}: ${items} items on ${pages} pages`)
  }
  write(`Written to ${writeRecording(vendorName, application, proxy)}`)
  await hub.stop()
  platform.stop()
  proxy.stop()
}

function writeRecording(vendor: string, application: string, proxy: RecordingProxy): string {
  const folder = fileURLToPath(new URL(`../test/vendors/${vendor}/recordings/recorded`, import.meta.url))
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/${application}.json`
  writeFileSync(file, `${JSON.stringify(proxy.definitions, null, 2)}\n`)
  return file
}

await main()
