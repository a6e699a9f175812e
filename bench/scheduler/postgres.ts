import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { SyncStore } from '../../platform/model/sync-store.ts'
import type { SyncEvent } from '../../platform/provider/events.ts'
import type { HttpRequest } from '../../platform/provider/transport.ts'
import {
  type CredentialKeys,
  deriveCredentialKey,
  encryptCredential,
} from '../../platform/storage/connections/credential-encryption.ts'
import { saveProvider } from '../../platform/storage/connections/providers.ts'
import { signIn } from '../../platform/storage/connections/tenants.ts'
import { openStore } from '../../platform/storage/open.ts'
import type { Database } from '../../platform/storage/postgres/database.ts'
import { createSyncStore } from '../../platform/storage/runs/sync-store.ts'
import { createEngine } from '../../platform/sync/engine.ts'
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions } from '../../platform/sync/engine-options.ts'
import { ok } from '../../test/platform/sync/simulation/faults.ts'
import { DEFINITION } from '../../test/platform/sync/simulation/provider.ts'

const PROVIDER = 'http://127.0.0.1:9'
const KEYS: CredentialKeys = [deriveCredentialKey('bench')]
const NOTHING_NEW = ok({ items: [], pagination: { hasMore: false, pageSize: 0 } })
const CREDENTIAL = { accessToken: 'token', email: 'ada@acme.example', profile: null }
const CONNECTIONS_OF_TENANT = 100
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
  const store = measureClaims(createSyncStore(db, { keys: KEYS, onError: fail }), claimMs)
  const engine = createBenchEngine(
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

/** The default options without the limits that protect a provider, because the store is measured here. */
function createUnlimitedOptions(cadenceMs: number): EngineOptions {
  const { sync, call, worker } = DEFAULT_ENGINE_OPTIONS
  const many = 10_000
  return {
    ...DEFAULT_ENGINE_OPTIONS,
    sync: { ...sync, cadenceMs: { ...sync.cadenceMs, email: cadenceMs } },
    call: { ...call, maxCallsPerProvider: many, rate: { perSecond: many, burst: many } },
    worker: { ...worker, queue: { maxRunsPerProvider: many, maxRunsPerConnection: 2, maxWaitingPerProvider: many } },
  }
}

function createBenchEngine(store: SyncStore, options: EngineOptions, emit: (event: SyncEvent) => void) {
  const transport = async ({ url }: HttpRequest) => (url.endsWith('/definition.json') ? ok(DEFINITION) : NOTHING_NEW)
  return createEngine({
    workerId: 'bench',
    store,
    options,
    emit,
    transport,
    providerUrls: [PROVIDER],
    platformKey: () => 'key',
  })
}

async function fill(db: Database, connections: number, getDueTime: (index: number) => number): Promise<void> {
  await saveProvider(db, { url: PROVIDER, definition: DEFINITION }, 0)
  for (let first = 0; first < connections; first += CONNECTIONS_OF_TENANT) {
    const email = `${randomUUID()}@acme.example`
    const { tenantId } = await signIn(db, { issuer: 'https://issuer.example', subject: email, email, name: 'Ada' }, 0)
    const size = Math.min(CONNECTIONS_OF_TENANT, connections - first)
    const keys = Array.from({ length: size }, () => ({ tenantId, connectionId: randomUUID() }))
    await db
      .insertInto('connections')
      .values(
        keys.map((key) => ({
          tenant_id: tenantId,
          connection_id: key.connectionId,
          provider: 'acme',
          application: 'mail',
          label: 'Mail',
          status: 'active',
          credential_version: 1,
          date_created: 0,
          date_updated: 0,
          ...encryptCredential(KEYS, key, CREDENTIAL),
          date_next_check: Date.now() + 86_400_000,
        })),
      )
      .execute()
    const due = keys.map((_, index) => Math.round(getDueTime(first + index)))
    await db
      .insertInto('syncs')
      .values(
        keys.map(({ connectionId }, index) => ({
          tenant_id: tenantId,
          connection_id: connectionId,
          sync: 'email',
          health: 'healthy',
          trigger: 'schedule',
          runnable: true,
          date_next_run: due[index],
          date_due: due[index],
          date_read_until: Date.now(),
        })),
      )
      .execute()
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
