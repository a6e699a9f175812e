import { type Clock, systemClock } from '../model/clock.ts'
import type { SyncStore } from '../model/sync-store.ts'
import { ProviderClient } from '../provider/client.ts'
import { Credentials } from '../provider/credentials.ts'
import { type DefinitionParts, Definitions } from '../provider/definitions.ts'
import type { Emit } from '../provider/events.ts'
import { httpTransport, type Transport } from '../provider/transport.ts'
import { Checks } from './checks.ts'
import { ENGINE_RULES, type EngineRules } from './engine-options.ts'
import { Worker } from './worker.ts'

export interface EngineSettings {
  store: SyncStore
  /** Base URLs of the providers. */
  providerUrls: readonly string[]
  /** PLATFORM_API_KEY. */
  platformKey: () => string
  /** Names this process among those that share the work. */
  worker: string
  emit: Emit
  keepDefinition?: DefinitionParts['keep']
  rules?: EngineRules
  /** Given by tests only. */
  clock?: Clock
  random?: () => number
  transport?: Transport
}

/** The parts of a process that calls providers. Whether it also works off what is due is its ROLE's business. */
export interface Engine {
  client: ProviderClient
  credentials: Credentials
  definitions: Definitions
  worker: Worker
}

export function createEngine(settings: EngineSettings): Engine {
  const { store, platformKey, emit, worker, rules = ENGINE_RULES, clock = systemClock, random = Math.random } = settings
  const { transport = httpTransport(rules.call.connectMs), providerUrls: urls, keepDefinition: keep } = settings
  const client = new ProviderClient({ transport, platformKey, clock, random, rules: rules.call, emit })
  const definitions = new Definitions({ urls, client, clock, emit, rules: rules.definition, ...(keep ? { keep } : {}) })
  const credentials = new Credentials({ worker, store, client, clock, rules: rules.refresh, emit })
  const checks = new Checks({ store, client, clock, random, rules: rules.check })
  const parts = { store, client, credentials, checks, definitions, clock, random, emit }
  const rulesOfRuns = { syncRules: rules.sync, rules: rules.run, workerRules: rules.worker }
  return { client, credentials, definitions, worker: new Worker({ ...parts, ...rulesOfRuns, worker }) }
}
