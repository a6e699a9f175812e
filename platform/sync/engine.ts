import { type Clock, systemClock } from '../model/clock.ts'
import type { SyncStore } from '../model/sync-store.ts'
import { ProviderClient } from '../provider/client.ts'
import { Credentials } from '../provider/credentials.ts'
import { Definitions, type DefinitionsDeps } from '../provider/definitions.ts'
import type { Emit } from '../provider/events.ts'
import { KeyChecks } from '../provider/key-checks.ts'
import { httpTransport, type Transport } from '../provider/transport.ts'
import { Checks } from './checks.ts'
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions } from './engine-options.ts'
import { Worker } from './worker.ts'

export interface EngineDeps {
  store: SyncStore
  /** The base URLs of the providers. */
  providerUrls: readonly string[]
  /** Returns PLATFORM_API_KEY. */
  platformKey: () => string
  /** Identifies this process as the holder of leases. */
  workerId: string
  emit: Emit
  saveDefinition?: DefinitionsDeps['save']
  options?: EngineOptions
  /** Replaced in tests only. */
  clock?: Clock
  random?: () => number
  transport?: Transport
}

/** What a process needs to call providers. Its ROLE decides whether it also starts the worker. */
export interface Engine {
  client: ProviderClient
  credentials: Credentials
  definitions: Definitions
  keyChecks: KeyChecks
  worker: Worker
}

export function createEngine(deps: EngineDeps): Engine {
  const { store, platformKey, emit, workerId, options = DEFAULT_ENGINE_OPTIONS } = deps
  const { clock = systemClock, random = Math.random, transport = httpTransport(options.call.connectTimeoutMs) } = deps
  const client = new ProviderClient({ transport, platformKey, clock, random, options: options.call, emit })
  const definitions = new Definitions({
    urls: deps.providerUrls,
    client,
    clock,
    options: options.definition,
    emit,
    save: deps.saveDefinition,
  })
  const keyChecks = new KeyChecks({ urls: deps.providerUrls, client, clock, emit })
  const credentials = new Credentials({ workerId, store, client, clock, policy: options.refresh, emit })
  const checks = new Checks({ store, client, clock, random, options: options.check })
  const worker = new Worker({
    workerId,
    store,
    client,
    credentials,
    checks,
    definitions,
    clock,
    random,
    emit,
    policy: options.sync,
    options: options.run,
    workerOptions: options.worker,
  })
  return { client, credentials, definitions, keyChecks, worker }
}
