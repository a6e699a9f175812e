import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { systemClock } from '../model/clock.ts'
import { tellAll } from '../provider/events.ts'
import type { Database } from '../storage/postgres/database.ts'
import { createSyncStore } from '../storage/runs/sync-store.ts'
import { countSyncs } from '../storage/sync-counts.ts'
import { createEngine, type Engine } from '../sync/engine.ts'
import { measureHealth } from '../sync/health-metrics.ts'
import { logEvents } from '../sync/log.ts'
import { countEvents } from '../sync/metrics.ts'
import { keepDefinition } from './backfill-syncs.ts'
import type { StartRules } from './initial-syncs.ts'

export interface EngineParts {
  config: Pick<Config, 'role' | 'providerUrls' | 'platformKey' | 'engineRules'>
  db: Database
  log: Logger
  registry: Registry
  startRules: StartRules
}

/** The sync engine on this platform's store, logged and counted. */
export function openEngine({ config, db, log, registry, startRules }: EngineParts): Engine {
  const { providerUrls, platformKey, engineRules: rules } = config
  // Figures of the whole store: the few processes that answer the API tell them, not every one of many workers.
  if (config.role !== 'worker') measureHealth({ registry, clock: systemClock, read: () => countSyncs(db) })
  const onFault = (error: Error) => log.error({ err: error }, 'a credential cannot be used')
  return createEngine({
    store: createSyncStore(db, { keys: startRules.keys, onFault }),
    platformKey: () => platformKey.reveal(),
    emit: tellAll(logEvents(log, systemClock), countEvents(registry)),
    keepDefinition: (url, definition) => keepDefinition(db, startRules, url, definition, Date.now()),
    // Two processes must never have one name: they would take each other's work for their own.
    worker: `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`,
    ...{ providerUrls, rules },
  })
}
