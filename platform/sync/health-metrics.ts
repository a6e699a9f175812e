import { Gauge, type Registry } from 'prom-client'
import { type Clock, pause } from '../model/clock.ts'
import { type Health, SYNC_NAMES, type SyncCount } from '../model/sync.ts'

export interface HealthFigures {
  registry: Registry
  read: () => Promise<readonly SyncCount[]>
  clock: Clock
}

const HEALTHS: readonly Health[] = ['healthy', 'degraded', 'failing', 'paused']

/** Figures are read at most once in this time (ms), and so seldom that it takes no more than this share of the time. */
const LEAST_AGE_MS = 30_000
const SHARE = 0.01
/** But again after so long, however long it took: a store that was away for a minute is no slow one. */
const LONGEST_AGE_MS = 600_000
/** Whoever asks for the metrics waits no longer for a slow store, and is shown what was known last. */
const PATIENCE_MS = 2_000

/** How many syncs stand how, for /metrics, from the store. While that cannot say, there is no figure. */
export function measureHealth({ registry, read, clock }: HealthFigures): void {
  const latest = remembered(read, clock)
  new Gauge({
    ...{ name: 'platform_sync_health', help: 'Syncs that are to run, by how they stand' },
    ...{ labelNames: ['sync', 'health'], registers: [registry] },
    async collect() {
      const counts = await latest()
      this.reset()
      if (!counts) return
      for (const sync of SYNC_NAMES) for (const health of HEALTHS) this.set({ sync, health }, 0)
      for (const { sync, health, count } of counts) this.set({ sync, health }, count)
    },
  })
}

/** Reads again when what is known is too old; once at a time, however many ask. */
function remembered(read: HealthFigures['read'], clock: Clock): () => Promise<readonly SyncCount[] | undefined> {
  let known: readonly SyncCount[] | undefined
  let reading: Promise<void> | undefined
  let dateNext = 0
  const readAgain = async () => {
    const start = clock.now()
    known = await read().catch(() => undefined)
    const end = clock.now()
    dateNext = end + Math.min(LONGEST_AGE_MS, Math.max(LEAST_AGE_MS, (end - start) / SHARE))
    reading = undefined
  }
  return async () => {
    if (!reading && clock.now() >= dateNext) reading = readAgain()
    const patience = new AbortController()
    if (reading) await Promise.race([reading, pause(clock, PATIENCE_MS, patience.signal)])
    patience.abort()
    return known
  }
}
