import type { Person } from './person.ts'
import { printTable } from './print-table.ts'

export interface Run {
  _id: string
  state: 'running' | 'ok' | 'deferred' | 'failed'
  dateStart: number
  dateEnd: number | null
  pages: number
  created: number
  updated: number
  unchanged: number
  skipped: number
  failedCount: number
  warnings: string[]
  error: { title: string; detail: string } | null
}

/** The status of one sync of a connection. */
export interface SyncStatus {
  connectionId: string
  application: string
  label: string
  sync: string
  lastRun: Run | null
}

const RUN = `_id state dateStart dateEnd pages created updated unchanged skipped failedCount warnings
  error { title detail }`
const CONNECTIONS = `query SyncStatuses($input: ConnectionsInput) {
  connections(input: $input) { _id application label syncs { sync lastRun { ${RUN} } } }
}`
const RUNS = `query Runs($input: SyncRunsInput!) { syncRuns(input: $input) { ${RUN} } }`

interface Connection {
  _id: string
  application: string
  label: string
  syncs: { sync: string; lastRun: Run | null }[]
}

/** Returns the syncs of the person's active connections, in the order in which they were connected. */
export async function fetchSyncStatuses(person: Person): Promise<SyncStatus[]> {
  const { connections } = await person.execute<{ connections: Connection[] }>(CONNECTIONS, {
    input: { status: 'active' },
  })
  return connections
    .reverse()
    .flatMap(({ _id, application, label, syncs }) =>
      syncs.map((sync) => ({ connectionId: _id, application, label, ...sync })),
    )
}

/** Returns the first run that imported items; if there is none yet, the last run. */
export async function fetchFirstRun(person: Person, { connectionId, sync, lastRun }: SyncStatus): Promise<Run | null> {
  const { syncRuns } = await person.execute<{ syncRuns: Run[] }>(RUNS, {
    input: { connectionId, sync, size: 500 },
  })
  return syncRuns.findLast((run) => run.state === 'ok' && countStored(run) > 0) ?? lastRun
}

/** Returns the number of the run's items that are stored in the graph. */
export function countStored({ created, updated, unchanged }: Run): number {
  return created + updated + unchanged
}

export interface SyncResult extends SyncStatus {
  run: Run | null
}

export function printRuns(results: readonly SyncResult[]): void {
  printTable(
    ['application', 'sync', 'pages', 'created', 'updated', 'unchanged', 'skipped', 'failed', 'ms'],
    results.map(({ label, sync, run }) => [
      label,
      sync,
      run?.pages ?? 0,
      run?.created ?? 0,
      run?.updated ?? 0,
      run?.unchanged ?? 0,
      run?.skipped ?? 0,
      run?.failedCount ?? 0,
      run?.dateEnd ? run.dateEnd - run.dateStart : 0,
    ]),
  )
}
