import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Connection, MinimalPlatform } from '../demo/minimal-platform.ts'
import { write } from '../demo/output.ts'
import { printTable } from '../demo/print-table.ts'
import { startProgram } from '../demo/program.ts'
import { omitUndefined } from '../src/runtime/omit.ts'
import type { Definition, Json } from './call.ts'
import { exerciseHandlers } from './exercise.ts'
import { RecordingProxy } from './proxy.ts'
import { Recorder } from './recorder.ts'
import { RECORDED_VENDORS, type RecordedVendor } from './vendors.ts'

const USAGE = `npm run record -- <vendor> <application> [options]

Connects an account through a recording proxy, calls every handler of the application, and writes the vendor's scrubbed
requests and responses to test/vendors/<vendor>/recordings/recorded/<application>.json. Read the file before you commit it.

The vendor's client id and secret are read from the environment, as for the hub. Register the redirect URI
http://127.0.0.1:5000/auth/callback with the vendor (set PORT to change 5000).

google-meet and teams need a meeting of the last 30 days with a transcript; the README of the vendor says what has to be
switched on for one.

google-docs and onedrive need files of the account, which these variables name by their links:
  GOOGLE_DOCUMENT           a document, spreadsheet or presentation to read
  GOOGLE_TEMPLATE           a document with the placeholders {{Name}} and {{Company}}
  GOOGLE_SPREADSHEET        a spreadsheet whose first row has the names Name and Company
  ONEDRIVE_DOCUMENT         a Word document to read
  ONEDRIVE_TEMPLATE         a Word document with the placeholders {{Name}} and {{Company}}
  ONEDRIVE_CONTENT_ORIGIN   the origin of the site that the Word documents are on: https://acme-my.sharepoint.com
A handler whose file is not named is skipped. --write leaves the documents and the row that it makes in the account.

  --write             also calls the handlers that change the account: rows, notes and functions
  --upstream ORIGIN   sends all requests there instead of to the vendor's own hosts, for example to a sandbox
  --account ADDRESS   signs in with this account of the sandbox that is the upstream, without a browser
  --folder FOLDER     writes the file there
  --now EPOCH_MS      the time around which is recorded, for a sandbox with a clock of its own
  --help              prints this text
`

interface Arguments {
  vendorName: string
  vendor: RecordedVendor
  application: string
  write: boolean
  upstream?: string
  account?: string
  folder: string
  now: number
}

async function main(): Promise<void> {
  const options = readArguments()
  const { vendor, upstream } = options
  const recorder = new Recorder()
  const upstreams = upstream ? ([['/', upstream]] as const) : vendor.upstreams
  const proxy = new RecordingProxy(upstreams, vendor.authorizePath, recorder.add)
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
  try {
    const definition = await findDefinition(hub.url, options)
    const connection = await connect(hub.url, platform, options)
    const post = async (path: string, body: Json) => (await platform.call(hub.url, path, body)).body
    const { functions, links = {} } = vendor
    const examples = omitUndefined({ functions, link: links[options.application] })
    const outcomes = await exerciseHandlers({ ...options, ...examples, connection, definition, post })
    printTable(
      ['handler', 'outcome'],
      outcomes.map(({ handler, isError, summary }) => [handler, isError ? `refused: ${summary}` : summary]),
    )
    write(`${recorder.exchanges.length} requests written to ${writeRecording(options, recorder)}`)
    if (outcomes.some(({ isError }) => isError)) process.exitCode = 1
  } finally {
    await hub.stop()
    platform.stop()
    proxy.stop()
  }
}

/** Prints the usage and exits if it is asked for, or if the arguments are not understood. */
function readArguments(): Arguments {
  const options = {
    write: { type: 'boolean', default: false },
    upstream: { type: 'string' },
    account: { type: 'string' },
    folder: { type: 'string' },
    now: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (values.help) {
      write(USAGE.trimEnd())
      process.exit(0)
    }
    const [vendorName = '', application = ''] = positionals
    const vendor = RECORDED_VENDORS[vendorName]
    if (!vendor) throw new Error(`The vendor must be one of ${Object.keys(RECORDED_VENDORS).join(', ')}.`)
    if (!application) throw new Error('The application is missing.')
    if (values.account && !values.upstream) throw new Error('--account needs the --upstream of a sandbox.')
    const now = Number(values.now ?? Date.now())
    if (!Number.isSafeInteger(now)) throw new Error('--now must be a time in epoch milliseconds.')
    const { write: mayWrite, upstream, account } = values
    const folder =
      values.folder ?? fileURLToPath(new URL(`../test/vendors/${vendorName}/recordings/recorded`, import.meta.url))
    return omitUndefined({ vendorName, vendor, application, write: mayWrite, upstream, account, folder, now })
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

async function findDefinition(hub: string, { vendorName, application }: Arguments): Promise<Definition> {
  const { applications } = (await (await fetch(`${hub}/definition.json`)).json()) as {
    applications: (Definition & { name: string })[]
  }
  const definition = applications.find(({ name }) => name === application)
  if (!definition) throw new Error(`The hub does not offer ${application}. Is ${vendorName} configured?`)
  return definition
}

async function connect(
  hub: string,
  platform: MinimalPlatform,
  { application, account }: Arguments,
): Promise<Connection> {
  if (account) return platform.connect(hub, 'provider-hub', application, account)
  const connectionId = randomUUID()
  write(
    `Open this address in a browser and sign in:\n${hub}/auth/connect?${new URLSearchParams({ application, connectionId })}`,
  )
  const credential = await platform.waitForCredential(connectionId)
  return { connectionId, provider: 'provider-hub', application, credential }
}

function writeRecording({ folder, application }: Arguments, { exchanges }: Recorder): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${application}.json`)
  writeFileSync(file, `${JSON.stringify(exchanges, null, 2)}\n`)
  return file
}

await main()
