import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { SyncStore } from '../../platform/model/sync-store.ts'
import type { SyncEvent } from '../../platform/provider/events.ts'
import { onlyBucket } from '../../platform/storage/buckets.ts'
import { saveProvider } from '../../platform/storage/connections/providers.ts'
import { signIn } from '../../platform/storage/graph/user/sign-in.ts'
import { openStore } from '../../platform/storage/open.ts'
import type { Database } from '../../platform/storage/postgres/database.ts'
import { createSyncStore } from '../../platform/storage/runs/sync-store.ts'
import { DEFAULT_ENGINE_OPTIONS } from '../../platform/sync/engine-options.ts'
import { DEFINITION } from '../../test/platform/sync/simulation/provider.ts'
import { createQuietEngine, createUnlimitedOptions } from './quiet-engine.ts'
import { CONNECTIONS_OF_TENANT, insertSyncs, KEYS, PROVIDER } from './quiet-syncs.ts'

const POLL_MS = 200

export interface StoredLoad {
  connections: number
  /** Runs each sync at this cadence for this long. By default, all syncs are due at once and run once. */
  steady?: { cadenceMs: number; durationMs: number }
}

export interface StoredFigures {
  runs: number
  runsPerSecond: number
  statementsPerRun: number
  /** CPU time of this process per run, without the database (µs). */
  cpuPerRun: number
  /** Storage per stored run, including its indexes. */
  bytesPerRun: number
  claimMs: number[]
  lags: number[]
}

/** Runs syncs without new items on PostgreSQL, as fast as possible or at a steady rate. */
export async function runStored({ connections, steady }: StoredLoad): Promise<StoredFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'provider-hub-bench-'))
  const { db, close } = await openStore({ dataDir })
  const start = Date.now()
  const spread = steady?.cadenceMs ?? 0
  await fill(db, connections, (index) => start + (index * spread) / connections)
  const claimMs: number[] = []
  const lags: number[] = []
  const recordLag = (event: SyncEvent) => {
    if (event.type === 'run-ended' && event.state === 'ok') lags.push(event.lagMs ?? 0)
  }
  const store = measureClaims(createSyncStore(onlyBucket(db), { keys: KEYS, onError: fail }), claimMs)
  const engine = createQuietEngine(
    store,
    createUnlimitedOptions(steady?.cadenceMs ?? DEFAULT_ENGINE_OPTIONS.sync.cadenceMs.email),
    recordLag,
  )
  await engine.definitions.start()
  const statements = countStatements()
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
  engine.worker.start()
  while (steady ? performance.now() - startedAt < steady.durationMs : lags.length < connections) await sleep(POLL_MS)
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  const [runs, counted] = [lags.length, statements.stop()]
  await engine.worker.stop()
  await engine.definitions.stop()
  const bytesPerRun = await measureRunSize(db)
  await close()
  await rm(dataDir, { recursive: true, force: true })
  const perRun = { statementsPerRun: counted / runs, cpuPerRun: (user + system) / runs, bytesPerRun }
  return { runs, runsPerSecond: runs / seconds, ...perRun, claimMs, lags }
}

async function fill(db: Database, connections: number, getDueTime: (index: number) => number): Promise<void> {
  await saveProvider(db, { url: PROVIDER, definition: DEFINITION }, 0)
  for (let first = 0; first < connections; first += CONNECTIONS_OF_TENANT) {
    const email = `${randomUUID()}@acme.example`
    const { tenantId } = await signIn(
      onlyBucket(db),
      { issuer: 'https://issuer.example', subject: email, email, name: 'Ada' },
      0,
    )
    const size = Math.min(CONNECTIONS_OF_TENANT, connections - first)
    const dueTimes = Array.from({ length: size }, (_, index) => Math.round(getDueTime(first + index)))
    await insertSyncs(db, tenantId, dueTimes)
  }
}

/** Wraps the store and records how long its claims take. */
function measureClaims(store: SyncStore, claimMs: number[]): SyncStore {
  return {
    ...store,
    claim: async (...args) => {
      const start = performance.now()
      const claims = await store.claim(...args)
      claimMs.push(performance.now() - start)
      return claims
    },
  }
}

async function measureRunSize(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('sync_runs') / greatest(count(*), 1) as bytes from sync_runs`.execute(db)
  return rows[0]?.bytes ?? Number.NaN
}

/** Counts the statements that are sent to the database from now on, including begin and commit. */
export function countStatements(): { stop: () => number } {
  const { prototype } = pg.Client
  const { query } = prototype
  let count = 0
  prototype.query = function counted(this: pg.Client, ...args: never[]) {
    count += 1
    return Reflect.apply(query, this, args)
  } as typeof query
  return {
    stop: () => {
      prototype.query = query
      return count
    },
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function fail(error: Error): never {
  throw error
}
