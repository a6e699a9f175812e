import { Gauge, type Registry } from 'prom-client'
import { type Clock, sleep } from '../model/clock.ts'
import { type Health, SYNC_NAMES, type SyncCount } from '../model/sync.ts'

export interface HealthMetricsDeps {
  registry: Registry
  countSyncs: () => Promise<readonly SyncCount[]>
  clock: Clock
}

const HEALTH_LEVELS: readonly Health[] = ['healthy', 'degraded', 'failing', 'paused']

/** Counts are cached for at least this time, and for long enough that counting takes at most this share of the time. */
const MIN_AGE_MS = 30_000
const MAX_LOAD_SHARE = 0.01
/** The upper bound: a count that took long because the store was away does not mean that the store is slow. */
const MAX_AGE_MS = 600_000
/** A scrape waits for a slow store for at most this time, and then reports the previous counts. */
const READ_TIMEOUT_MS = 2_000

/** Registers the number of syncs by health, as counted in the store. While counting fails there are no values. */
export function registerHealthMetrics({ registry, countSyncs, clock }: HealthMetricsDeps): void {
  const getCounts = cached(countSyncs, clock)
  new Gauge({
    name: 'platform_sync_health',
    help: 'Scheduled syncs by health',
    labelNames: ['sync', 'health'],
    registers: [registry],
    async collect() {
      const counts = await getCounts()
      this.reset()
      if (!counts) return
      for (const sync of SYNC_NAMES) for (const health of HEALTH_LEVELS) this.set({ sync, health }, 0)
      for (const { sync, health, count } of counts) this.set({ sync, health }, count)
    },
  })
}

/** Caches the counts. They are read again when they are too old, by one query at a time. */
export function cached<Counts>(count: () => Promise<Counts>, clock: Clock): () => Promise<Counts | undefined> {
  let counts: Counts | undefined
  let pending: Promise<void> | undefined
  let expiry = 0
  const refresh = async () => {
    const start = clock.elapsed()
    counts = await count().catch(() => undefined)
    const end = clock.elapsed()
    expiry = end + Math.min(MAX_AGE_MS, Math.max(MIN_AGE_MS, (end - start) / MAX_LOAD_SHARE))
    pending = undefined
  }
  return async () => {
    if (!pending && clock.elapsed() >= expiry) pending = refresh()
    const timeout = new AbortController()
    if (pending) await Promise.race([pending, sleep(clock, READ_TIMEOUT_MS, timeout.signal)])
    timeout.abort()
    return counts
  }
}
