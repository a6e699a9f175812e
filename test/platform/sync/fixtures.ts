import type { SyncName, SyncState } from '../../../platform/model/sync.ts'
import type { SyncEvent } from '../../../platform/provider/events.ts'
import type { HttpRequest, HttpResponse } from '../../../platform/provider/transport.ts'
import { createEngine, type Engine } from '../../../platform/sync/engine.ts'
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions } from '../../../platform/sync/engine-options.ts'
import { newSync } from '../../../platform/sync/health.ts'
import type { SyncPolicy } from '../../../platform/sync/policy.ts'
import type { Credential } from '../../../src/contract/index.ts'
import { MemoryStore } from './memory-store/store.ts'
import type { StoredSync, StoreObserver } from './memory-store/stored.ts'
import { ok } from './simulation/faults.ts'
import { DEFINITION } from './simulation/provider.ts'
import { VirtualClock } from './simulation/virtual-clock.ts'

export const NOW = Date.UTC(2027, 0, 1)
export const PROVIDER = 'https://provider.example'
export const OTHER_PROVIDER = 'https://other.example'

/** A call as the provider receives it. */
export interface ProviderCall {
  path: string
  body: { connectedProvider?: { connectionId: string; credential: Credential }; [member: string]: unknown }
  request: HttpRequest
}
export type RespondToCall = (call: ProviderCall) => HttpResponse | Promise<HttpResponse>

export interface FixtureOptions {
  /** Responds to all calls but /definition.json. An empty page in response to /auth/check stands for status `ok`. */
  respond?: RespondToCall
  options?: EngineOptions
  random?: () => number
  observer?: StoreObserver
  /** The number of processes that share the store. */
  processes?: number
}

/** One or more engines with a store in memory, virtual time and a provider whose responses the test determines. */
export interface EngineFixture {
  clock: VirtualClock
  store: MemoryStore
  engine: Engine
  engines: Engine[]
  events: SyncEvent[]
  calls: ProviderCall[]
  connect(application: string, options: ConnectOptions): StoredSync[]
}

export interface ConnectOptions {
  connectionId?: string
  providerUrl?: string
  credential?: Partial<Credential>
  state?: Partial<SyncState>
  /** The syncs of the connection, whether the application supports them or not. */
  syncs: readonly SyncName[]
}

export const CREDENTIAL: Credential = {
  accessToken: 'the-access-token',
  refreshToken: 'the-refresh-token',
  email: 'ada@acme.example',
  profile: null,
}

export function createFixture({
  respond = () => EMPTY_PAGE,
  options = DEFAULT_ENGINE_OPTIONS,
  random = () => 0.5,
  observer,
  processes = 1,
}: FixtureOptions = {}): EngineFixture {
  const clock = new VirtualClock(NOW)
  const store = new MemoryStore(observer)
  const events: SyncEvent[] = []
  const calls: ProviderCall[] = []
  const transport = async (request: HttpRequest) => {
    const path = new URL(request.url).pathname
    const call = { path, body: JSON.parse(request.body ?? '{}'), request }
    if (path === '/definition.json') return ok(DEFINITION)
    calls.push(call)
    const response = await respond(call)
    return path === '/auth/check' && response === EMPTY_PAGE ? ok({ result: { status: 'ok' } }) : response
  }
  const engines = Array.from({ length: processes }, (_, index) =>
    createEngine({
      store,
      providerUrls: [PROVIDER, OTHER_PROVIDER],
      platformKey: () => 'the-platform-key',
      workerId: `worker ${index}`,
      emit: (event) => void events.push(event),
      options,
      clock,
      random,
      transport,
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
    connect: (application, connectOptions) => connect(store, application, connectOptions, options.sync),
  }
}

export const EMPTY_PAGE = ok({ items: [], pagination: { hasMore: false, pageSize: 0 } })

export function pageOf(items: unknown[], more: { hasMore?: boolean; cursor?: string } = {}): HttpResponse {
  return ok({ items, pagination: { hasMore: false, pageSize: items.length, ...more } })
}

export function email(externalId: string, dateReceived = NOW) {
  return {
    blockType: 'email',
    provider: 'acme',
    application: 'mail',
    externalId,
    uri: `https://mail.example/${externalId}`,
    to: [],
    cc: [],
    subject: externalId,
    dateReceived,
  }
}

function connect(
  store: MemoryStore,
  application: string,
  { connectionId = 'c1', providerUrl = PROVIDER, credential, state, syncs }: ConnectOptions,
  policy: SyncPolicy,
): StoredSync[] {
  const initialState = newSync({ now: NOW, policy, random: () => 0 })
  store.connect(
    {
      tenantId: 'tenant',
      connectionId,
      provider: 'acme',
      application,
      providerUrl,
      status: 'active',
      credential: { ...CREDENTIAL, ...credential },
      credentialVersion: 1,
      dateCredential: NOW - 3_600_000,
      tags: [{ _id: 'tag 1' }],
      dateNextCheck: NOW + 86_400_000,
    },
    new Map(syncs.map((sync) => [sync, { ...initialState, ...state }])),
  )
  return [...(store.connections.get(connectionId)?.syncs.values() ?? [])]
}

/** Runs one sync manually, and advances the time until the run has ended. */
export async function runNow(
  { engine, clock }: EngineFixture,
  { connection, sync }: StoredSync,
  durationMs = 600_000,
): Promise<void> {
  await engine.definitions.start()
  const run = await engine.worker.runNow(connection, sync)
  await clock.advance(durationMs)
  await run?.done
}
