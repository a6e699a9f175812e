import { setTimeout as pause } from 'node:timers/promises'
import { applicationsFor, connect } from './connecting.ts'
import { showGraph, takeQueries } from './graph.ts'
import { type Person, signIn } from './person.ts'
import { write } from './print-table.ts'
import { firstRunOf, landed, printRuns, type Result, standOf } from './runs.ts'
import { startSystem } from './system.ts'

const ACCOUNT = 'ada@meridian.example'
/** How often something new arrives, and how often it is looked for, while the demo lives on (ms). */
const ARRIVAL_MS = 10_000
const LOOK_MS = 1_000
/** First syncs are given this long (ms). */
const FIRST_SYNCS_MS = 120_000
/** Everything the platform does in minutes or once a day happens within seconds here. */
const IN_A_HURRY = {
  ...{ SYNC_CONNECT_SPREAD_MS: '500', SYNC_CADENCE_JITTER: '0' },
  ...Object.fromEntries(
    ['CALENDAR', 'EMAIL', 'TRANSCRIPTION', 'METADATA', 'TABLE', 'IDENTIFIER', 'INSIGHT'].map((sync) => [
      ...[`SYNC_CADENCE_${sync}_MS`, '5000'],
    ]),
  ),
}

/** A sample person signs in, connects every application, and what the engine brings in is shown. */
async function demo(once: boolean): Promise<void> {
  const system = await startSystem({ platform: IN_A_HURRY })
  try {
    const person = await signIn(system.platform, system.signInAs(ACCOUNT))
    write(`Platform at ${system.platform}, hub at ${system.hub}. Signed in as ${ACCOUNT}.`)
    for (const application of await applicationsFor(person)) {
      await connect(person, application, ACCOUNT)
      write(`  ✓ ${application.label} is connected`)
    }
    const results = await firstSyncs(person)
    write('')
    printRuns(results)
    showWarnings(results)
    judge(results)
    await showGraph(person)
    if (once) return
    const { google, microsoft } = system.sandbox
    for (const vendor of [google, microsoft]) vendor.startDrip({ account: ACCOUNT, everyMs: ARRIVAL_MS })
    await liveOn(person)
  } finally {
    await system.stop()
  }
}

/** Waits for the engine to have brought in something by every sync, or to have failed. */
async function firstSyncs(person: Person): Promise<Result[]> {
  const start = performance.now()
  for (;;) {
    const stands = await standOf(person)
    const results = await Promise.all(stands.map(async (stand) => ({ ...stand, run: await firstRunOf(person, stand) })))
    const isOver = results.every(({ run }) => run && (run.state === 'failed' || (run.dateEnd && landed(run) > 0)))
    if (isOver || performance.now() - start > FIRST_SYNCS_MS) return results
    await pause(LOOK_MS)
  }
}

function showWarnings(results: readonly Result[]): void {
  const warnings = results.flatMap(({ label, run }) => (run?.warnings ?? []).map((warning) => `${label}: ${warning}`))
  if (warnings.length > 0) write(`\nwarnings\n${warnings.map((warning) => `  · ${warning}`).join('\n')}`)
}

/** A demo that shows nothing has failed. */
function judge(results: readonly Result[]): void {
  if (results.length === 0) throw new Error('nothing was connected')
  for (const { label, sync, run } of results) {
    if (run?.state === 'failed') throw new Error(`${label}, ${sync}: ${run.error?.title}. ${run.error?.detail}`)
    if (!run || landed(run) === 0) throw new Error(`${label}, ${sync}: nothing was brought in`)
  }
}

/** New mail and meetings arrive; every run that brought something is a line. */
async function liveOn(person: Person): Promise<void> {
  write(`\nThe demo lives on: something new arrives every ${ARRIVAL_MS / 1_000} s. Stop it with Ctrl-C.`)
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort())
  takeQueries(person, stopped.signal)
  const shown = new Set((await standOf(person)).map(({ lastRun }) => lastRun?._id))
  while (await isGoingOn(stopped.signal)) {
    for (const { label, sync, lastRun } of await standOf(person)) {
      if (!lastRun?.dateEnd || shown.has(lastRun._id)) continue
      shown.add(lastRun._id)
      const { created, updated, state, error } = lastRun
      const time = new Date(lastRun.dateEnd).toLocaleTimeString('en-GB')
      if (created + updated > 0) write(`${time}  ${label}, ${sync}: ${created} new, ${updated} changed`)
      if (state === 'failed') write(`${time}  ${label}, ${sync} failed: ${error?.title}`)
    }
  }
}

async function isGoingOn(signal: AbortSignal): Promise<boolean> {
  await pause(LOOK_MS, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

demo(process.argv.includes('--once')).catch((error: Error) => {
  process.stderr.write(`The demo failed: ${error.message}\n`)
  process.exit(1)
})
