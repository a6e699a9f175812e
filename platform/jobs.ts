import type { Logger } from 'pino'
import type { ProviderActions } from './actions/provider-actions.ts'
import type { GraphServer } from './graph/serve.ts'
import type { Database } from './storage/postgres/database.ts'
import { sweep } from './storage/runs/housekeeping.ts'
import type { Engine } from './sync/engine.ts'

const SWEEP_INTERVAL_MS = 3_600_000

/** What jobs are made of. */
export interface JobDeps {
  db: Database
  log: Logger
  engine: Engine
  actions: ProviderActions
  /** Absent in workers. */
  graph?: GraphServer
}

export interface RunningJob {
  start?: () => void | Promise<void>
  stop: () => void | Promise<void>
}

export function definitions({ engine }: JobDeps): RunningJob {
  return { start: () => engine.definitions.start(), stop: () => engine.definitions.stop() }
}

/** Stopping also waits for runs that were requested through the API, which any role may execute. */
export function syncWorker({ engine }: JobDeps): RunningJob {
  return { start: () => engine.worker.start(), stop: () => engine.worker.stop() }
}

export function sweeping({ db, log }: JobDeps): RunningJob {
  let timer: NodeJS.Timeout | undefined
  const sweepOnce = () => sweep(db, Date.now()).catch((error) => log.warn({ err: error }, 'sweeping failed'))
  return {
    start: () => {
      timer = setInterval(sweepOnce, SWEEP_INTERVAL_MS)
    },
    stop: () => clearInterval(timer),
  }
}

export function inFlightWrites({ actions }: JobDeps): RunningJob {
  return { stop: () => actions.inFlightWrites.drain() }
}

export function graphFeed({ graph }: JobDeps): RunningJob {
  return { stop: () => graph?.stop() }
}
