import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { write } from '../demo/output.ts'
import { report, round } from './report.ts'
import { startSyncLoad, waitFor } from './sync-load.ts'

const FULL_MS = 8_000
const LIMIT_MS = 60_000
const CHUNK = randomBytes(2 ** 20)

/**
 * Measures what a running sync makes of a full disk. FULL_DISK_DIR names an empty folder on a file system of its own of
 * 200 MB or so, for example a tmpfs; without it nothing is measured.
 */
export async function benchDisk(): Promise<void> {
  const folder = process.env.FULL_DISK_DIR
  if (!folder) return write('\nfull disk: not measured, because FULL_DISK_DIR is not set')
  const load = await startSyncLoad({ dataDir: join(folder, 'data'), mailBytes: 20_000 })
  const mails = setInterval(() => load.deliver(1), 20)
  await waitFor(async () => (await load.stored()).size > 100, LIMIT_MS)
  const ballast = join(folder, 'ballast')
  const start = load.events.length
  const fullUntil = performance.now() + FULL_MS
  while (performance.now() < fullUntil) {
    await fill(ballast)
    await pause(200)
  }
  const reported = load.events.slice(start).flatMap((event) => {
    if (event.type === 'store-failed') return [`${event.operation}: ${(event.cause as Error).message}`]
    if (event.type === 'run-aborted') return [`run aborted: ${(event.cause as Error).message}`]
    return []
  })
  const healthWhileFull = await load.health().catch((error: Error) => error.message)
  clearInterval(mails)
  await rm(ballast)
  const expected = load.delivered()
  const recovered = await waitFor(async () => (await load.stored()).size === expected, LIMIT_MS)
  await pause(1_000)
  const row = {
    'full for ms': FULL_MS,
    'failures reported': reported.length,
    'health while full': healthWhileFull ?? '',
    'everything stored after ms': round(recovered ?? Number.NaN, 0),
    'mails delivered': expected,
    'mails lost': expected - (await load.stored().catch(() => new Set())).size,
    'health afterwards': (await load.health().catch((error: Error) => error.message)) ?? '',
  }
  report('A full disk under a running sync', [row], { benchmark: 'disk', ...row })
  for (const text of new Set(reported)) write(`  ${text}`)
  await load.stop().catch((error: Error) => write(`  stop: ${error.message}`))
}

/** Appends until the disk is full. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'a')
  try {
    for (;;) await handle.write(CHUNK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await handle.close()
  }
}
