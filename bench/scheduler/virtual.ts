import type { SyncName } from '../../platform/model/sync.ts'
import type { SyncEvent } from '../../platform/provider/events.ts'
import type { HttpRequest } from '../../platform/provider/transport.ts'
import { createEngine } from '../../platform/sync/engine.ts'
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions } from '../../platform/sync/engine-options.ts'
import { newSync } from '../../platform/sync/health.ts'
import { MemoryStore } from '../../test/platform/sync/memory-store/store.ts'
import { ok } from '../../test/platform/sync/simulation/faults.ts'
import { DEFINITION } from '../../test/platform/sync/simulation/provider.ts'
import { VirtualClock } from '../../test/platform/sync/simulation/virtual-clock.ts'

const START = Date.UTC(2027, 0, 1)
const MINUTE = 60_000
const PROVIDER = 'https://provider.example'
/** The time in which a provider responds without new items. */
const RESPONSE_MS = 200
const NOTHING_NEW = ok({ items: [], pagination: { hasMore: false, pageSize: 0 } })
const CREDENTIAL = { accessToken: 'token', email: 'ada@acme.example', profile: null }
/** Half of the connections sync mail, half calendars, both every five minutes. */
const APPLICATIONS: readonly [string, SyncName][] = [
  ['mail', 'email'],
  ['diary', 'calendar'],
]

export interface VirtualLoad {
  connections: number
  workers: number
}

export interface VirtualFigures {
  runs: number
  /** Claims and runs per virtual second, of all workers together. */
  runsPerSecond: number
  /** The delay of each run (ms). */
  lags: number[]
  /** CPU time of this process per run, without network and database (µs). */
  cpuPerRun: number
  claimCalls: number
}

/** Simulates six minutes of virtual time and measures the last five, in which every sync runs once. */
export async function runVirtually({ connections, workers }: VirtualLoad): Promise<VirtualFigures> {
  const clock = new VirtualClock(START)
  const lags: number[] = []
  const store = fill(connections, clock)
  const claims = countClaims(store)
  const rules = DEFAULT_ENGINE_OPTIONS
  const recordLag = (event: SyncEvent) => {
    if (event.type === 'run-ended' && clock.now() >= START + MINUTE) lags.push(event.lagMs ?? 0)
  }
  const engines = Array.from({ length: workers }, (_, index) =>
    createBenchEngine(`worker ${index}`, store, clock, rules, recordLag),
  )
  for (const { definitions } of engines) await definitions.start()
  for (const { worker } of engines) worker.start()
  await clock.advance(MINUTE)
  claims.calls = 0
  const initialUsage = process.cpuUsage()
  await clock.advance(5 * MINUTE)
  const { user, system } = process.cpuUsage(initialUsage)
  const runs = lags.length
  return { runs, runsPerSecond: runs / 300, lags, cpuPerRun: (user + system) / runs, claimCalls: claims.calls }
}

function createBenchEngine(
  workerId: string,
  store: MemoryStore,
  clock: VirtualClock,
  options: EngineOptions,
  emit: (event: SyncEvent) => void,
) {
  const transport = async ({ url }: HttpRequest) => {
    if (url.endsWith('/definition.json')) return ok(DEFINITION)
    await new Promise<void>((resolve) => clock.schedule(RESPONSE_MS, resolve))
    return NOTHING_NEW
  }
  // Randomness only spreads the runs; a low-discrepancy sequence spreads them evenly and reproducibly.
  let turn = 0
  const random = () => (turn = (turn + 0.618_034) % 1)
  const settings = { workerId, store, clock, options, emit, transport, random }
  return createEngine({ ...settings, providerUrls: [PROVIDER], platformKey: () => 'the-key' })
}

/** Creates connections whose next runs are spread over the cadence. */
function fill(connections: number, clock: VirtualClock): MemoryStore {
  const store = new MemoryStore()
  const fresh = newSync({ now: START, policy: DEFAULT_ENGINE_OPTIONS.sync, random: () => 0 })
  const cadence = 5 * MINUTE
  for (let index = 0; index < connections; index += 1) {
    const [application, sync] = APPLICATIONS[index % APPLICATIONS.length] as [string, SyncName]
    const dateNextRun = START + Math.floor((index * cadence) / connections)
    const state = { ...fresh, trigger: 'schedule', dateNextRun, dateReadUntil: START - cadence } as const
    store.connect(
      {
        tenantId: 'tenant',
        connectionId: `c${index}`,
        provider: 'acme',
        application,
        providerUrl: PROVIDER,
        status: 'active',
        credential: CREDENTIAL,
        credentialVersion: 1,
        dateCredential: clock.now(),
        tags: [],
        dateNextCheck: START + 86_400_000,
      },
      new Map([[sync, state]]),
    )
  }
  return store
}

function countClaims(store: MemoryStore): { calls: number } {
  const counted = { calls: 0 }
  const claim = store.claim.bind(store)
  store.claim = (...args) => {
    counted.calls += 1
    return claim(...args)
  }
  return counted
}
