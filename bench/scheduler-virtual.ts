import { createEngine } from '../platform/sync/engine.ts'
import { ENGINE_RULES, type EngineRules } from '../platform/sync/engine-rules.ts'
import type { SyncEvent } from '../platform/sync/events.ts'
import { newSync } from '../platform/sync/health.ts'
import type { SyncName } from '../platform/sync/model.ts'
import type { HttpRequest } from '../platform/sync/transport.ts'
import { ok } from '../test/platform/sync/simulation/faults.ts'
import { MemoryStore } from '../test/platform/sync/simulation/memory-store.ts'
import { DEFINITION } from '../test/platform/sync/simulation/provider.ts'
import { VirtualClock } from '../test/platform/sync/simulation/virtual-clock.ts'

const START = Date.UTC(2027, 0, 1)
const MINUTE = 60_000
const PROVIDER = 'https://provider.example'
/** What a provider takes to find that there is nothing new. */
const ANSWER_MS = 200
const NOTHING_NEW = ok({ items: [], pagination: { hasMore: false, pageSize: 0 } })
const CREDENTIAL = { accessToken: 'token', email: 'ada@acme.example', profile: null }
/** Mail and calendars in equal shares: both every five minutes. */
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
  /** How long after its time each run began (ms). */
  lags: number[]
  /** CPU time of this process for one run, everything included but the network and the database (µs). */
  cpuPerRun: number
  claimCalls: number
}

/** Lets six minutes of virtual time pass for so many connections: five of them, a whole round of runs, are measured. */
export async function runVirtually({ connections, workers }: VirtualLoad): Promise<VirtualFigures> {
  const clock = new VirtualClock(START)
  const lags: number[] = []
  const store = fill(connections, clock)
  const claims = countClaims(store)
  const rules = ENGINE_RULES
  const note = (event: SyncEvent) => {
    if (event.type === 'run-ended' && clock.now() >= START + MINUTE) lags.push(event.lagMs ?? 0)
  }
  const engines = Array.from({ length: workers }, (_, at) => engineOf(`worker ${at}`, store, clock, rules, note))
  for (const { definitions } of engines) await definitions.start()
  for (const { worker } of engines) worker.start()
  await clock.pass(MINUTE)
  claims.calls = 0
  const before = process.cpuUsage()
  await clock.pass(5 * MINUTE)
  const { user, system } = process.cpuUsage(before)
  const runs = lags.length
  return { runs, runsPerSecond: runs / 300, lags, cpuPerRun: (user + system) / runs, claimCalls: claims.calls }
}

function engineOf(
  worker: string,
  store: MemoryStore,
  clock: VirtualClock,
  rules: EngineRules,
  emit: (event: SyncEvent) => void,
) {
  const transport = async ({ url }: HttpRequest) => {
    if (url.endsWith('/definition.json')) return ok(DEFINITION)
    await new Promise<void>((resolve) => clock.after(ANSWER_MS, resolve))
    return NOTHING_NEW
  }
  // What chance decides is how runs are spread; the least and the most of it in turn spread them as well as any.
  let turn = 0
  const random = () => (turn = (turn + 0.618_034) % 1)
  const settings = { worker, store, clock, rules, emit, transport, random }
  return createEngine({ ...settings, providerUrls: [PROVIDER], platformKey: () => 'the-key' })
}

/** Connections that have been there for long: their next runs are spread over the cadence. */
function fill(connections: number, clock: VirtualClock): MemoryStore {
  const store = new MemoryStore()
  const fresh = newSync({ now: START, rules: ENGINE_RULES.sync, random: () => 0 })
  const cadence = 5 * MINUTE
  for (let at = 0; at < connections; at += 1) {
    const [application, sync] = APPLICATIONS[at % APPLICATIONS.length] as [string, SyncName]
    const dateNextRun = START + Math.floor((at * cadence) / connections)
    const state = { ...fresh, trigger: 'schedule', dateNextRun, dateReadUntil: START - cadence } as const
    store.connect(
      {
        ...{ tenantId: 'tenant', connectionId: `c${at}`, provider: 'acme', application, providerUrl: PROVIDER },
        ...{ status: 'active', credential: CREDENTIAL, credentialVersion: 1, dateCredential: clock.now(), tags: [] },
        dateNextCheck: Number.MAX_SAFE_INTEGER,
      },
      new Map([[sync, state]]),
    )
  }
  return store
}

function countClaims(store: MemoryStore): { calls: number } {
  const counted = { calls: 0 }
  const claim = store.claim.bind(store)
  store.claim = (...given) => {
    counted.calls += 1
    return claim(...given)
  }
  return counted
}
