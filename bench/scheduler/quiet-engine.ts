import type { SyncStore } from '../../platform/model/sync-store.ts'
import type { SyncEvent } from '../../platform/provider/events.ts'
import type { HttpRequest } from '../../platform/provider/transport.ts'
import { createEngine } from '../../platform/sync/engine.ts'
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions } from '../../platform/sync/engine-options.ts'
import { ok } from '../../test/platform/sync/simulation/faults.ts'
import { DEFINITION } from '../../test/platform/sync/simulation/provider.ts'
import { PROVIDER } from './quiet-syncs.ts'

const NOTHING_NEW = ok({ items: [], pagination: { hasMore: false, pageSize: 0 } })

/** The default options without the limits that protect a provider, because the store is measured here. */
export function createUnlimitedOptions(cadenceMs: number): EngineOptions {
  const { sync, call, worker } = DEFAULT_ENGINE_OPTIONS
  const many = 10_000
  return {
    ...DEFAULT_ENGINE_OPTIONS,
    sync: { ...sync, cadenceMs: { ...sync.cadenceMs, email: cadenceMs } },
    call: { ...call, maxCallsPerProvider: many, rate: { perSecond: many, burst: many } },
    worker: { ...worker, queue: { maxRunsPerProvider: many, maxRunsPerConnection: 2, maxWaitingPerProvider: many } },
  }
}

/** An engine whose provider has nothing new. */
export function createQuietEngine(store: SyncStore, options: EngineOptions, emit: (event: SyncEvent) => void) {
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
