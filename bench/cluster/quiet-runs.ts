import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { SyncStore } from '../../platform/model/sync-store.ts'
import type { Buckets } from '../../platform/storage/buckets.ts'
import { saveProvider } from '../../platform/storage/connections/providers.ts'
import { createSyncStore } from '../../platform/storage/runs/sync-store.ts'
import { DEFAULT_ENGINE_OPTIONS } from '../../platform/sync/engine-options.ts'
import { DEFINITION } from '../../test/platform/sync/simulation/provider.ts'
import { createQuietEngine, createUnlimitedOptions } from '../scheduler/quiet-engine.ts'
import { CONNECTIONS_OF_TENANT, insertSyncs, KEYS, PROVIDER } from '../scheduler/quiet-syncs.ts'
import { type Meters, measure, readOwnTime, type Spent, sum } from './rounds.ts'
import { createTenantIn } from './tenants.ts'

const CLAIM_SIZE = 50
const LEASE_MS = 60_000
const POLL_MS = 10
/** Rounds before those that are measured: statements are prepared, and plans kept. */
const WARM_UP_ROUNDS = 1

/** A way to the syncs. */
export interface QuietSide {
  name: string
  buckets: Buckets
  readDatabaseTime(): number
}

export interface QuietFigures {
  name: string
  claims: Spent
  runs: Spent
}

/** Creates syncs that find nothing new, evenly in all buckets. */
export async function fillQuiet(buckets: Buckets, syncs: number): Promise<void> {
  await saveProvider(buckets.directory, { url: PROVIDER, definition: DEFINITION }, 0)
  const all = buckets.all()
  for (let first = 0; first < syncs; first += CONNECTIONS_OF_TENANT) {
    const bucket = all[(first / CONNECTIONS_OF_TENANT) % all.length]
    if (!bucket) throw new Error('there is no bucket')
    const { tenantId } = await createTenantIn(buckets, bucket)
    const size = Math.min(CONNECTIONS_OF_TENANT, syncs - first)
    await insertSyncs(bucket.db, tenantId, new Array<number>(size).fill(Date.now()))
  }
}

/** In each round each side claims all syncs, and then runs them all once. */
export async function measureQuiet(
  sides: readonly QuietSide[],
  { syncs, rounds }: { syncs: number; rounds: number },
): Promise<QuietFigures[]> {
  const figures = sides.map((side) => ({ side, claims: [] as Spent[], runs: [] as Spent[] }))
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const { side, claims, runs } of figures) {
      const meters = { readDatabaseTime: side.readDatabaseTime, readNodeTime: readOwnTime }
      // A store remembers for a while which buckets have nothing due, so each measurement has its own.
      const openSyncs = () => createSyncStore(side.buckets, { keys: KEYS, onError: fail })
      await makeDue(side.buckets)
      const claimed = await measure(meters, () => claimAll(openSyncs()))
      await makeDue(side.buckets)
      const run = await runAll(openSyncs(), meters, syncs)
      if (claimed.units !== syncs) throw new Error(`${side.name}: ${claimed.units} of ${syncs} syncs were claimed`)
      if (round < 0) continue
      claims.push(claimed)
      runs.push(run)
    }
  }
  return figures.map(({ side, claims, runs }) => ({ name: side.name, claims: sum(claims), runs: sum(runs) }))
}

async function claimAll(store: SyncStore): Promise<number> {
  for (let claimed = 0; ; ) {
    const claims = await store.claim('bench', CLAIM_SIZE, Date.now(), LEASE_MS)
    claimed += claims.length
    if (claims.length === 0) return claimed
  }
}

async function runAll(store: SyncStore, meters: Meters, syncs: number): Promise<Spent> {
  let runs = 0
  let failure: unknown
  const options = createUnlimitedOptions(DEFAULT_ENGINE_OPTIONS.sync.cadenceMs.email)
  const engine = createQuietEngine(store, options, (event) => {
    if (event.type === 'run-ended' && event.state === 'ok') runs += 1
    if (event.type === 'store-failed' || event.type === 'run-aborted') failure = event.cause
  })
  await engine.definitions.start()
  try {
    return await measure(meters, async () => {
      engine.worker.start()
      while (runs < syncs && failure === undefined) await pause(POLL_MS)
      if (failure !== undefined) throw failure
      return runs
    })
  } finally {
    await engine.worker.stop()
    await engine.definitions.stop()
  }
}

/** All syncs are due, and none is running. */
async function makeDue(buckets: Buckets): Promise<void> {
  for (const { db } of buckets.all()) {
    const now = Date.now()
    await sql`
      update syncs set worker = null, lease_until = null, run_id = null, token = token + 1, date_next_run = ${now},
        date_due = ${now}`.execute(db)
    await sql`delete from sync_runs where state = 'running'`.execute(db)
  }
}

function fail(cause: unknown): never {
  throw cause
}
