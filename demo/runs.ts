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

/** How a sync of a connection stands. */
export interface SyncStand {
  connectionId: string
  application: string
  label: string
  sync: string
  lastRun: Run | null
}

const RUN = `_id state dateStart dateEnd pages created updated unchanged skipped failedCount warnings
  error { title detail }`
const CONNECTIONS = `query Stand($input: ConnectionsInput) {
  connections(input: $input) { _id application label syncs { sync lastRun { ${RUN} } } }
}`
const RUNS = `query Runs($input: SyncRunsInput!) { syncRuns(input: $input) { ${RUN} } }`

interface Connection {
  _id: string
  application: string
  label: string
  syncs: { sync: string; lastRun: Run | null }[]
}

/** Every sync of the person's active connections, in the order they were connected. */
export async function standOf(person: Person): Promise<SyncStand[]> {
  const { connections } = await person.ask<{ connections: Connection[] }>(CONNECTIONS, { input: { status: 'active' } })
  return connections
    .reverse()
    .flatMap(({ _id, application, label, syncs }) =>
      syncs.map((sync) => ({ connectionId: _id, application, label, ...sync })),
    )
}

/** The run that brought a sync's first items; while there is none, its last run. */
export async function firstRunOf(person: Person, { connectionId, sync, lastRun }: SyncStand): Promise<Run | null> {
  const { syncRuns } = await person.ask<{ syncRuns: Run[] }>(RUNS, {
    input: { connectionId, sync, size: 500 },
  })
  return syncRuns.findLast((run) => run.state === 'ok' && landed(run) > 0) ?? lastRun
}

/** Items of a run that are in the graph now. */
export function landed({ created, updated, unchanged }: Run): number {
  return created + updated + unchanged
}

export interface Result extends SyncStand {
  run: Run | null
}

export function printRuns(results: readonly Result[]): void {
  printTable(
    ['application', 'sync', 'pages', 'created', 'updated', 'unchanged', 'skipped', 'failed', 'ms'],
    results.map(({ label, sync, run }) => [
      ...[label, sync, run?.pages ?? 0, run?.created ?? 0, run?.updated ?? 0, run?.unchanged ?? 0, run?.skipped ?? 0],
      ...[run?.failedCount ?? 0, run?.dateEnd ? run.dateEnd - run.dateStart : 0],
    ]),
  )
}
