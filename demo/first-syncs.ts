import { setTimeout as sleep } from 'node:timers/promises'
import { PLANNED_FAULTS } from '../sandbox/planned-faults.ts'
import { paint, write } from './output.ts'
import type { Person } from './person.ts'
import { countStored, fetchFirstRun, fetchSyncStatuses, type SyncResult } from './runs.ts'

const POLL_MS = 1_000
const TIMEOUT_MS = 120_000

/** Waits until every sync has imported items or failed, at most until the timeout. */
export async function waitForFirstSyncs(person: Person, report: (detail: string) => void): Promise<SyncResult[]> {
  const start = performance.now()
  for (;;) {
    const statuses = await fetchSyncStatuses(person)
    const results = await Promise.all(
      statuses.map(async (status) => ({ ...status, run: await fetchFirstRun(person, status) })),
    )
    const done = results.filter(isDone).length
    report(`${done} of ${results.length} done`)
    if (done === results.length || performance.now() - start > TIMEOUT_MS) return results
    await sleep(POLL_MS)
  }
}

function isDone({ run }: SyncResult): boolean {
  return run !== null && (run.state === 'failed' || (run.dateEnd !== null && countStored(run) > 0))
}

/** Prints what syncs could not read: first what the sandbox breaks on purpose, then everything else. */
export function printWarnings(results: readonly SyncResult[]): void {
  const warnings = results.flatMap(({ label, run }) => (run?.warnings ?? []).map((warning) => ({ label, warning })))
  const planned = warnings.filter(({ warning }) => findPlannedFault(warning))
  const others = warnings.filter(({ warning }) => !findPlannedFault(warning))
  if (planned.length > 0) {
    write(paint('bold', '\nBroken on purpose'))
    write('  The sandbox contains faults that real accounts have too. A sync reports them and goes on:')
    for (const { label, warning } of planned) {
      write(`  · ${label}: ${findPlannedFault(warning)?.reason}.\n    ${paint('dim', warning)}`)
    }
  }
  if (others.length > 0) write(paint('bold', '\nWarnings'))
  for (const { label, warning } of others) write(`  ${paint('yellow', '!')} ${label}: ${warning}`)
}

function findPlannedFault(warning: string) {
  return PLANNED_FAULTS.find(({ report }) => report.test(warning))
}

/** Throws if nothing is connected, or a sync failed or imported nothing. */
export function checkResults(results: readonly SyncResult[]): void {
  if (results.length === 0) throw new Error('No application was connected')
  for (const { label, sync, run } of results) {
    if (run?.state === 'failed') throw new Error(`${label}, ${sync}: ${run.error?.title}. ${run.error?.detail}`)
    if (!run || countStored(run) === 0) throw new Error(`${label}, ${sync}: no items were imported`)
  }
}
