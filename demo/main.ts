import { setTimeout as sleep } from 'node:timers/promises'
import { connectApplication, fetchApplications } from './connect.ts'
import { printGraph, readQueries } from './graph.ts'
import { type Person, signIn } from './person.ts'
import { write } from './print-table.ts'
import { countStored, fetchFirstRun, fetchSyncStatuses, printRuns, type SyncResult } from './runs.ts'
import { startSystem } from './system.ts'

const ACCOUNT = 'ada@meridian.example'
/** How often new messages and events arrive after the first syncs. */
const ARRIVAL_MS = 10_000
const POLL_MS = 1_000
const FIRST_SYNCS_TIMEOUT_MS = 120_000
const SYNCS = ['CALENDAR', 'EMAIL', 'TRANSCRIPTION', 'METADATA', 'TABLE', 'IDENTIFIER', 'INSIGHT']
/** Makes the platform sync every few seconds instead of every few minutes or once a day. */
const FAST_SYNCS = {
  SYNC_CONNECT_SPREAD_MS: '500',
  SYNC_CADENCE_JITTER: '0',
  ...Object.fromEntries(SYNCS.map((sync) => [`SYNC_CADENCE_${sync}_MS`, '5000'])),
}

/** Signs a sample person in, connects every application and prints the results of the syncs. */
async function demo(once: boolean): Promise<void> {
  const system = await startSystem({ platform: FAST_SYNCS })
  try {
    const person = await signIn(system.platform, system.signInAs(ACCOUNT))
    write(`Platform: ${system.platform}, hub: ${system.hub}. Signed in as ${ACCOUNT}.`)
    for (const application of await fetchApplications(person)) {
      await connectApplication(person, application, ACCOUNT)
      write(`  ✓ ${application.label} connected`)
    }
    const results = await waitForFirstSyncs(person)
    write('')
    printRuns(results)
    printWarnings(results)
    checkResults(results)
    await printGraph(person)
    if (once) return
    const { google, microsoft } = system.sandbox
    for (const vendor of [google, microsoft]) vendor.startDrip({ account: ACCOUNT, everyMs: ARRIVAL_MS })
    await printLaterRuns(person)
  } finally {
    await system.stop()
  }
}

/** Waits until every sync has imported items or failed, at most until the timeout. */
async function waitForFirstSyncs(person: Person): Promise<SyncResult[]> {
  const start = performance.now()
  for (;;) {
    const statuses = await fetchSyncStatuses(person)
    const results = await Promise.all(
      statuses.map(async (status) => ({ ...status, run: await fetchFirstRun(person, status) })),
    )
    const isDone = results.every(({ run }) => run && (run.state === 'failed' || (run.dateEnd && countStored(run) > 0)))
    if (isDone || performance.now() - start > FIRST_SYNCS_TIMEOUT_MS) return results
    await sleep(POLL_MS)
  }
}

function printWarnings(results: readonly SyncResult[]): void {
  const warnings = results.flatMap(({ label, run }) => (run?.warnings ?? []).map((warning) => `${label}: ${warning}`))
  if (warnings.length > 0) write(`\nWarnings\n${warnings.map((warning) => `  · ${warning}`).join('\n')}`)
}

/** Throws if nothing is connected, or a sync failed or imported nothing. */
function checkResults(results: readonly SyncResult[]): void {
  if (results.length === 0) throw new Error('No application was connected')
  for (const { label, sync, run } of results) {
    if (run?.state === 'failed') throw new Error(`${label}, ${sync}: ${run.error?.title}. ${run.error?.detail}`)
    if (!run || countStored(run) === 0) throw new Error(`${label}, ${sync}: no items were imported`)
  }
}

/** Prints every later run that imported items or failed, until the process is stopped. */
async function printLaterRuns(person: Person): Promise<void> {
  write(`\nThe demo keeps running: new items arrive every ${ARRIVAL_MS / 1_000} s. Press Ctrl-C to stop.`)
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort())
  readQueries(person, stopped.signal)
  const printed = new Set((await fetchSyncStatuses(person)).map(({ lastRun }) => lastRun?._id))
  while (await sleepUnlessStopped(stopped.signal)) {
    for (const { label, sync, lastRun } of await fetchSyncStatuses(person)) {
      if (!lastRun?.dateEnd || printed.has(lastRun._id)) continue
      printed.add(lastRun._id)
      const { created, updated, state, error } = lastRun
      const time = new Date(lastRun.dateEnd).toLocaleTimeString('en-GB')
      if (created + updated > 0) write(`${time}  ${label}, ${sync}: ${created} created, ${updated} updated`)
      if (state === 'failed') write(`${time}  ${label}, ${sync} failed: ${error?.title}`)
    }
  }
}

/** Waits for one poll interval. Returns false if the demo was stopped. */
async function sleepUnlessStopped(signal: AbortSignal): Promise<boolean> {
  await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

demo(process.argv.includes('--once')).catch((error: Error) => {
  process.stderr.write(`The demo failed: ${error.message}\n`)
  process.exit(1)
})
