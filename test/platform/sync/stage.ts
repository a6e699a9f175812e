import type { SyncName, SyncState } from '../../../platform/model/sync.ts'
import type { SyncEvent } from '../../../platform/provider/events.ts'
import type { HttpAnswer, HttpRequest } from '../../../platform/provider/transport.ts'
import { createEngine, type Engine } from '../../../platform/sync/engine.ts'
import { ENGINE_RULES, type EngineRules } from '../../../platform/sync/engine-options.ts'
import { newSync } from '../../../platform/sync/health.ts'
import type { Credential } from '../../../src/contract/index.ts'
import { ok } from './simulation/faults.ts'
import { MemoryStore, type Observer, type StoredSync } from './simulation/memory-store.ts'
import { DEFINITION } from './simulation/provider.ts'
import { VirtualClock } from './simulation/virtual-clock.ts'

export const NOW = Date.UTC(2027, 0, 1)
export const PROVIDER = 'https://provider.example'
export const OTHER_PROVIDER = 'https://other.example'

/** A call as the provider gets it. */
export interface ProviderCall {
  path: string
  body: { connectedProvider?: { connectionId: string; credential: Credential }; [member: string]: unknown }
  request: HttpRequest
}
export type Answering = (call: ProviderCall) => HttpAnswer | Promise<HttpAnswer>

export interface StageSettings {
  /** Answers everything but /definition.json and /auth/check, unless those are answered too. */
  answer?: Answering
  rules?: EngineRules
  random?: () => number
  observer?: Observer
  /** Processes that share the store. */
  processes?: number
}

/** An engine, or several, over a store in memory, virtual time and a provider that says what a test wants. */
export interface Stage {
  clock: VirtualClock
  store: MemoryStore
  engine: Engine
  engines: Engine[]
  events: SyncEvent[]
  calls: ProviderCall[]
  connect(application: string, settings: ConnectSettings): StoredSync[]
}

export interface ConnectSettings {
  connectionId?: string
  providerUrl?: string
  credential?: Partial<Credential>
  state?: Partial<SyncState>
  /** Which of the application's syncs there are; all that are named, if it promises them or not. */
  syncs: readonly SyncName[]
}

export const CREDENTIAL: Credential = {
  accessToken: 'the-access-token',
  refreshToken: 'the-refresh-token',
  email: 'ada@acme.example',
  profile: null,
}

export function setStage(settings: StageSettings = {}): Stage {
  const { answer = () => PAGE_OF_NOTHING, rules = ENGINE_RULES, random = () => 0.5, processes = 1 } = settings
  const clock = new VirtualClock(NOW)
  const store = new MemoryStore(settings.observer)
  const events: SyncEvent[] = []
  const calls: ProviderCall[] = []
  const transport = async (request: HttpRequest) => {
    const path = new URL(request.url).pathname
    const call = { path, body: JSON.parse(request.body ?? '{}'), request }
    if (path === '/definition.json') return ok(DEFINITION)
    calls.push(call)
    const said = await answer(call)
    return path === '/auth/check' && said === PAGE_OF_NOTHING ? ok({ result: { status: 'ok' } }) : said
  }
  const engines = Array.from({ length: processes }, (_, at) =>
    createEngine({
      ...{
        store,
        rules,
        clock,
        random,
        transport,
        providerUrls: [PROVIDER, OTHER_PROVIDER],
        platformKey: () => 'the-platform-key',
      },
      ...{ worker: `worker ${at}`, emit: (event: SyncEvent) => void events.push(event) },
    }),
  )
  const [engine] = engines as [Engine]
  return {
    clock,
    store,
    engine,
    engines,
    events,
    calls,
    connect: (application, given) => plug(store, application, given, rules),
  }
}

export const PAGE_OF_NOTHING = ok({ items: [], pagination: { hasMore: false, pageSize: 0 } })

export function pageOf(items: unknown[], more: { hasMore?: boolean; cursor?: string } = {}): HttpAnswer {
  return ok({ items, pagination: { hasMore: false, pageSize: items.length, ...more } })
}

export function email(externalId: string, dateReceived = NOW) {
  const provenance = { provider: 'acme', application: 'mail', externalId, uri: `https://mail.example/${externalId}` }
  return { blockType: 'email', ...provenance, to: [], cc: [], subject: externalId, dateReceived }
}

function plug(store: MemoryStore, application: string, settings: ConnectSettings, rules: EngineRules): StoredSync[] {
  const { connectionId = 'c1', providerUrl = PROVIDER, credential, state, syncs } = settings
  const fresh = newSync({ now: NOW, rules: rules.sync, random: () => 0 })
  store.connect(
    {
      ...{ tenantId: 'tenant', connectionId, provider: 'acme', application, providerUrl, status: 'active' },
      ...{ credential: { ...CREDENTIAL, ...credential }, credentialVersion: 1, dateCredential: NOW - 3_600_000 },
      ...{ tags: [{ _id: 'tag 1' }], dateNextCheck: Number.MAX_SAFE_INTEGER },
    },
    new Map(syncs.map((sync) => [sync, { ...fresh, ...state }])),
  )
  return [...(store.connections.get(connectionId)?.syncs.values() ?? [])]
}

/** Runs one sync as if somebody asked for it, and lets time pass until it is over. */
export async function runNow(
  { engine, clock }: Stage,
  { connection, sync }: StoredSync,
  passMs = 600_000,
): Promise<void> {
  await engine.definitions.start()
  const run = await engine.worker.runNow(connection, sync)
  await clock.pass(passMs)
  await run?.done
}
