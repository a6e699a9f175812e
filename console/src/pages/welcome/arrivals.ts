import { type Connection, isFirstSync } from '../connections/health.ts'
import { isRunning, readCount, type Sync, type SyncName, type SyncRun } from '../connections/sync-words.ts'

/** The connections whose data is arriving, and those that were chosen, because they have just been connected. */
export function selectArriving(connections: readonly Connection[], chosen: ReadonlySet<string>): Connection[] {
  return connections.filter(
    ({ _id, status, syncs }) => status === 'active' && (chosen.has(_id) || syncs.some(isFirstSync)),
  )
}

/** What one sync of a new connection has brought so far. */
export interface Arrival {
  sync: SyncName
  /** Items that are new in the graph. */
  created: number
  /** Items that were received, new or not. */
  read: number
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** Why nothing arrives. */
  trouble?: string
}

/** How the first syncs of a connection go. `runs` are its latest ones. */
export function toArrivals({ syncs }: Pick<Connection, 'syncs'>, runs: readonly SyncRun[]): Arrival[] {
  return syncs.map((sync) => {
    const own = runs.filter((run) => run.sync === sync.sync)
    const state = stateOf(sync, own.length > 0)
    return {
      sync: sync.sync,
      created: own.reduce((total, { created }) => total + created, 0),
      read: own.reduce((total, run) => total + readCount(run), 0),
      state,
      ...(state === 'failed' && sync.lastError ? { trouble: sync.lastError.detail } : {}),
    }
  })
}

function stateOf(sync: Sync, hasRun: boolean): Arrival['state'] {
  if (sync.dateLastSuccess !== null) return 'done'
  if (isRunning(sync)) return 'running'
  if (sync.lastError !== null) return 'failed'
  if (!isFirstSync(sync)) return 'done'
  return hasRun ? 'running' : 'waiting'
}

/** Whether nothing more is expected for now. */
export function isIdle(arrivals: readonly Arrival[]): boolean {
  return arrivals.every(({ state }) => state === 'done' || state === 'failed')
}
