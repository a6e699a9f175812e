import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../platform/storage/database.ts'
import { openStore } from '../platform/storage/open.ts'
import { rememberProvider } from '../platform/storage/providers.ts'
import { type CredentialKeys, credentialKey, seal } from '../platform/storage/seal.ts'
import { createSyncStore } from '../platform/storage/sync-store.ts'
import { signIn } from '../platform/storage/tenants.ts'
import { createEngine } from '../platform/sync/engine.ts'
import { ENGINE_RULES, type EngineRules } from '../platform/sync/engine-rules.ts'
import type { SyncEvent } from '../platform/sync/events.ts'
import type { SyncStore } from '../platform/sync/store.ts'
import type { HttpRequest } from '../platform/sync/transport.ts'
import { ok } from '../test/platform/sync/simulation/faults.ts'
import { DEFINITION } from '../test/platform/sync/simulation/provider.ts'

const PROVIDER = 'http://127.0.0.1:9'
const KEYS: CredentialKeys = [credentialKey('bench')]
const NOTHING_NEW = ok({ items: [], pagination: { hasMore: false, pageSize: 0 } })
const CREDENTIAL = { accessToken: 'token', email: 'ada@acme.example', profile: null }
const CONNECTIONS_OF_TENANT = 100
const LOOK_EVERY_MS = 200

export interface StoredLoad {
  connections: number
  /** How often each is run (ms), and for how long that is watched; absent: all are due at once, and run once. */
  steady?: { cadence: number; watch: number }
}

export interface StoredFigures {
  runs: number
  runsPerSecond: number
  statementsPerRun: number
  /** CPU time of this process for one run, the database's not included (µs). */
  cpuPerRun: number
  /** What the record of one run takes up, its indexes included. */
  bytesPerRun: number
  claimMs: number[]
  lags: number[]
}

/** Runs syncs that find nothing new on PostgreSQL, as fast as it goes or at a steady rate. */
export async function runStored({ connections, steady }: StoredLoad): Promise<StoredFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'provider-hub-bench-'))
  const { db, close } = await openStore({ dataDir })
  const start = Date.now()
  const spread = steady?.cadence ?? 0
  await fill(db, connections, (at) => start + (at * spread) / connections)
  const claimMs: number[] = []
  const lags: number[] = []
  const note = (event: SyncEvent) => {
    if (event.type === 'run-ended' && event.state === 'ok') lags.push(event.lagMs ?? 0)
  }
  const store = timed(createSyncStore(db, { keys: KEYS, onFault: fail }), claimMs)
  const engine = engineOf(store, unbounded(steady?.cadence ?? ENGINE_RULES.sync.cadence.email), note)
  await engine.definitions.start()
  const statements = countStatements()
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  engine.worker.start()
  while (steady ? performance.now() - began < steady.watch : lags.length < connections) await later(LOOK_EVERY_MS)
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  const [runs, counted] = [lags.length, statements.stop()]
  await engine.worker.stop()
  await engine.definitions.stop()
  const bytesPerRun = await sizeOfRuns(db)
  await close()
  await rm(dataDir, { recursive: true, force: true })
  const perRun = { statementsPerRun: counted / runs, cpuPerRun: (user + system) / runs, bytesPerRun }
  return { runs, runsPerSecond: runs / seconds, ...perRun, claimMs, lags }
}

/** The rules as they are, but for the limits that spare a provider: here the store is what is asked. */
function unbounded(cadence: number): EngineRules {
  const { sync, call, worker } = ENGINE_RULES
  const many = 10_000
  return {
    ...ENGINE_RULES,
    sync: { ...sync, cadence: { ...sync.cadence, email: cadence } },
    call: { ...call, callsPerProvider: many, pace: { perSecond: many, burst: many } },
    worker: { ...worker, lanes: { runsPerProvider: many, runsPerConnection: 2, waitingPerProvider: many } },
  }
}

function engineOf(store: SyncStore, rules: EngineRules, emit: (event: SyncEvent) => void) {
  const transport = async ({ url }: HttpRequest) => (url.endsWith('/definition.json') ? ok(DEFINITION) : NOTHING_NEW)
  return createEngine({
    worker: 'bench',
    store,
    rules,
    emit,
    transport,
    providerUrls: [PROVIDER],
    platformKey: () => 'key',
  })
}

async function fill(db: Database, connections: number, dueOf: (at: number) => number): Promise<void> {
  await rememberProvider(db, { url: PROVIDER, definition: DEFINITION }, 0)
  for (let first = 0; first < connections; first += CONNECTIONS_OF_TENANT) {
    const email = `${randomUUID()}@acme.example`
    const { tenantId } = await signIn(db, { issuer: 'https://issuer.example', subject: email, email, name: 'Ada' }, 0)
    const size = Math.min(CONNECTIONS_OF_TENANT, connections - first)
    const keys = Array.from({ length: size }, () => ({ tenantId, connectionId: randomUUID() }))
    await db
      .insertInto('connections')
      .values(
        keys.map((key) => ({
          ...{
            tenant_id: tenantId,
            connection_id: key.connectionId,
            provider: 'acme',
            application: 'mail',
            label: 'Mail',
          },
          ...{ status: 'active', credential_version: 1, date_created: 0, date_updated: 0 },
          ...{ ...seal(KEYS, key, CREDENTIAL), date_next_check: Number.MAX_SAFE_INTEGER },
        })),
      )
      .execute()
    const due = keys.map((_, at) => Math.round(dueOf(first + at)))
    await db
      .insertInto('syncs')
      .values(
        keys.map(({ connectionId }, at) => ({
          ...{ tenant_id: tenantId, connection_id: connectionId, sync: 'email', health: 'healthy' },
          ...{
            trigger: 'schedule',
            runnable: true,
            date_next_run: due[at],
            date_due: due[at],
            date_read_until: Date.now(),
          },
        })),
      )
      .execute()
  }
}

/** The same store; how long its claims take is noted. */
function timed(store: SyncStore, claimMs: number[]): SyncStore {
  return {
    ...store,
    claim: async (...given) => {
      const start = performance.now()
      const claims = await store.claim(...given)
      claimMs.push(performance.now() - start)
      return claims
    },
  }
}

async function sizeOfRuns(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('sync_runs') / greatest(count(*), 1) as bytes from sync_runs`.execute(db)
  return rows[0]?.bytes ?? Number.NaN
}

/** Counts what is sent to the database from now on, begin and commit included. */
export function countStatements(): { stop: () => number } {
  const { prototype } = pg.Client
  const { query } = prototype
  let count = 0
  prototype.query = function counted(this: pg.Client, ...given: never[]) {
    count += 1
    return Reflect.apply(query, this, given)
  } as typeof query
  return {
    stop: () => {
      prototype.query = query
      return count
    },
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function fail(error: Error): never {
  throw error
}
