import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildConsole } from '../console/build.ts'
import { VENDOR_NAMES } from '../sandbox/index.ts'
import { omitUndefined } from '../src/runtime/omit.ts'
import { printAccess, writeAccess } from './access.ts'
import { type Application, connectApplication, fetchApplications } from './connect.ts'
import { printDocument } from './documents.ts'
import { checkResults, printWarnings, waitForFirstSyncs } from './first-syncs.ts'
import { MissingFormValue } from './forms.ts'
import { printGraph } from './graph.ts'
import { printMeetings } from './meetings.ts'
import { closeOutput, endOutput, paint, step, write } from './output.ts'
import { type Person, signIn } from './person.ts'
import { ProgramLogs } from './program-logs.ts'
import { readPrompt } from './prompt.ts'
import { fetchSyncStatuses, printRuns } from './runs.ts'
import { requestStop, stopping } from './stopping.ts'
import { type System, startSystem } from './system.ts'

const USAGE = `npm run demo -- [options]
  --once   ends after the first syncs
`
const STOPPING = 'Stopping …'
/** The application that an administrator connects with a key; the person signs in to all others. */
const CONNECTED_BY_KEY = 'salesforce'
const ACCOUNT = 'ada@meridian.example'
/** How often new messages and events arrive after the first syncs. */
const ARRIVAL_MS = 10_000
const POLL_MS = 1_000
const SYNCS = ['CALENDAR', 'EMAIL', 'TRANSCRIPTION', 'METADATA', 'TABLE', 'IDENTIFIER', 'INSIGHT']
/** Makes the platform sync every few seconds instead of every few minutes or once a day. */
const FAST_SYNCS = {
  SYNC_CONNECT_SPREAD_MS: '500',
  SYNC_CADENCE_JITTER: '0',
  RECOMMENDATION_INTERVAL_MS: '10000',
  ...Object.fromEntries(SYNCS.map((sync) => [`SYNC_CADENCE_${sync}_MS`, '5000'])),
}

/**
 * Starts everything, connects a sample person's accounts, prints the results of the syncs, and stops everything again.
 * Exits with 0 when it was told to stop, with 1 when something failed.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { once, help } = parseOptions(args)
  if (help) return write(USAGE)
  const logs = new ProgramLogs()
  const onLog = (program: string, text: string) => logs.add(program, text)
  stopping.addEventListener('abort', () => closeOutput(STOPPING), { once: true })
  let system: System | undefined
  let removeAccess: (() => void) | undefined
  try {
    // Nobody opens the console of a demo that ends by itself.
    const console = once ? {} : { consoleFolder: buildInAdvance() }
    system = await startSystem({ platform: FAST_SYNCS, stopping, step, log: onLog, ...console })
    if (!once) removeAccess = writeAccess(system)
    await Promise.race([present(system, once, logs), rejectOnStop()])
  } catch (error) {
    if (!stopping.aborted) {
      await system?.stop()
      removeAccess?.()
      fail(error as Error, logs)
    }
  }
  await system?.stop()
  removeAccess?.()
  if (stopping.aborted) endOutput(STOPPING, ' stopped.')
  process.exit(0)
}

/** Exits with 2 and the usage when an option is unknown. */
function parseOptions(args: readonly string[]): { once: boolean; help: boolean } {
  const options = { once: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`)
    process.exit(2)
  }
}

function rejectOnStop(): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (stopping.aborted) reject(stopping.reason)
    stopping.addEventListener('abort', () => reject(stopping.reason), { once: true })
  })
}

function fail(error: Error, logs: ProgramLogs): never {
  process.stderr.write(`${paint('red', 'The demo failed')}: ${error.message}\n${logs.toText()}\n`)
  process.exit(1)
}

async function present(system: System, isOnce: boolean, logs: ProgramLogs): Promise<void> {
  const person = await signIn(system.platform, system.signInAs(ACCOUNT))
  const address = consoleAddress(system)
  if (!isOnce)
    write(`\nOpen this address to see it in the console, signed in as ${ACCOUNT}:\n  ${paint('bold', address)}`)
  write(`\n${ACCOUNT} now connects every application:`)
  for (const application of await fetchApplications(person)) await connect(system, person, application)
  const results = await step('the first syncs', (report) => waitForFirstSyncs(person, report))
  write('')
  printRuns(results)
  printWarnings(results)
  checkResults(results)
  await printGraph(person)
  await printMeetings(person)
  await printDocument(person)
  if (isOnce) return
  for (const vendor of [system.sandbox.google, system.sandbox.microsoft]) {
    vendor.startDrip({ account: ACCOUNT, everyMs: ARRIVAL_MS })
  }
  write(`\nThe demo keeps running: a message or an event arrives every ${ARRIVAL_MS / 1_000} s. Press Ctrl-C to stop.
The console: ${paint('bold', address)}`)
  readPrompt(
    {
      execute: (query) => person.execute(query),
      printAccess: () => printAccess(system),
      printSyncs: async () =>
        printRuns((await fetchSyncStatuses(person)).map((status) => ({ ...status, run: status.lastRun }))),
      printLog: () => write(logs.toText() || 'Nothing was logged.'),
      exit: requestStop,
    },
    stopping,
  )
  await printLaterRuns(person)
}

/** Begins to build the console while the other programs start. Returns what waits for it. */
function buildInAdvance(): () => Promise<string> {
  const built = buildConsole()
  // A failure is reported by who waits for it.
  built.catch(() => {})
  return () => built
}

/** The address that signs the sample person in: the sandbox's issuer takes the account from it and does not ask. */
function consoleAddress({ platform }: System): string {
  return `${platform}/sign-in?login_hint=${ACCOUNT}`
}

/** An application whose form asks for what the sandbox does not know is skipped, and named. */
async function connect({ sandbox }: System, person: Person, application: Application): Promise<void> {
  const formValues = VENDOR_NAMES.flatMap((name) => {
    const { formValues } = sandbox[name]
    return formValues ? [formValues] : []
  })
  try {
    const method = application.name === CONNECTED_BY_KEY ? ('key' as const) : undefined
    await connectApplication(person, application, ACCOUNT, { formValues, ...omitUndefined({ method }) })
    write(`  ${paint('green', '✓')} ${application.label}${method ? ', with a key' : ''}`)
  } catch (error) {
    if (!(error instanceof MissingFormValue)) throw error
    write(`  ${paint('yellow', '–')} ${application.label} is skipped: ${error.message}`)
  }
}

/** Prints every later run that imported items or failed, until the process is stopped. */
async function printLaterRuns(person: Person): Promise<void> {
  const printed = new Set((await fetchSyncStatuses(person)).map(({ lastRun }) => lastRun?._id))
  for (;;) {
    await sleep(POLL_MS)
    for (const { label, sync, lastRun } of await fetchSyncStatuses(person)) {
      if (!lastRun?.dateEnd || printed.has(lastRun._id)) continue
      printed.add(lastRun._id)
      const { created, updated, state, error } = lastRun
      const time = paint('dim', new Date(lastRun.dateEnd).toLocaleTimeString('en-GB'))
      if (created + updated > 0) write(`${time}  ${label}, ${sync}: ${created} created, ${updated} updated`)
      if (state === 'failed') write(`${time}  ${paint('red', `${label}, ${sync} failed`)}: ${error?.title}`)
    }
  }
}
