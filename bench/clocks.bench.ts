import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../platform/model/clock.ts'
import { bringForwardMisdatedSyncs } from '../platform/storage/runs/misdated.ts'
import { DEFAULT_SYNC_POLICY, maxDelays } from '../platform/sync/policy.ts'
import { report, round } from './report.ts'
import { startSyncLoad, waitFor } from './sync-load.ts'

const DAY = 86_400_000
const JUMPS = [1, -1, 400, -400]
const JUMPED_MS = 3_000
const LIMIT_MS = 30_000

/**
 * Measures what a running sync makes of a clock that jumps for three seconds and back. The jump is that of the clock which
 * the platform follows: one of the machine alone has no effect, and the database's is followed after a minute.
 */
export async function benchClocks(): Promise<void> {
  const rows = []
  for (const days of JUMPS) rows.push(await jump(days))
  report('Clocks that jump for three seconds and back', rows, {
    benchmark: 'clocks',
    ...Object.fromEntries(
      rows.flatMap((row) => Object.entries(row).map(([name, value]) => [`${row.days} ${name}`, value])),
    ),
  })
}

async function jump(days: number) {
  let offset = 0
  const clock = { ...systemClock, now: () => Date.now() + offset }
  const load = await startSyncLoad({ clock })
  const mails = setInterval(() => load.deliver(1), 20)
  const runsOk = () => load.events.filter((event) => event.type === 'run-ended' && event.state === 'ok').length
  await waitFor(async () => runsOk() > 4, LIMIT_MS)
  const set = async (ms: number) => {
    offset = ms
    const before = runsOk()
    // As the job does when the clock was set.
    await bringForwardMisdatedSyncs(load.store.db, maxDelays(DEFAULT_SYNC_POLICY), clock.now())
    return waitFor(async () => runsOk() > before, LIMIT_MS)
  }
  const afterJump = await set(days * DAY)
  await pause(JUMPED_MS)
  const afterReturn = await set(0)
  await pause(1_000)
  clearInterval(mails)
  const expected = load.delivered()
  await waitFor(async () => (await load.stored()).size === expected, LIMIT_MS)
  const row = {
    days,
    'next run after the jump, ms': round(afterJump ?? Number.NaN, 0),
    'next run after the return, ms': round(afterReturn ?? Number.NaN, 0),
    'mails delivered': expected,
    'mails lost': expected - (await load.stored()).size,
    health: (await load.health()) ?? '',
  }
  await load.stop()
  return row
}
