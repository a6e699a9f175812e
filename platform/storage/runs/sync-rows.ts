import { type Selectable, sql } from 'kysely'
import { omitNullish } from '../../../src/runtime/omit.ts'
import type { SyncCount, SyncState } from '../../model/sync.ts'
import type { Database } from '../postgres/database.ts'
import type { SyncTable } from '../postgres/tables/connections.ts'

type SyncRow = Selectable<SyncTable>
type StateColumns =
  | ('health' | 'paused_by_user' | 'failure_count' | 'deferred_count' | 'date_first_attempt' | 'date_last_success')
  | ('date_paused' | 'date_next_run' | 'trigger' | 'date_read_until' | 'checkpoint')

/** A sync's facts as its row has them. */
export function toSyncState(row: Pick<SyncRow, StateColumns>): SyncState {
  return omitNullish({
    health: row.health,
    pausedByUser: row.paused_by_user,
    failureCount: row.failure_count,
    deferredCount: row.deferred_count,
    dateFirstAttempt: row.date_first_attempt,
    dateLastSuccess: row.date_last_success,
    datePaused: row.date_paused,
    dateNextRun: row.date_next_run,
    trigger: row.trigger,
    dateReadUntil: row.date_read_until,
    checkpoint: row.checkpoint,
  })
}

/** The columns of a sync's facts. Whether a person paused it is no run's to say, and not among them. */
export function toSyncColumns(state: SyncState) {
  return {
    health: state.health,
    failure_count: state.failureCount,
    deferred_count: state.deferredCount,
    date_first_attempt: state.dateFirstAttempt ?? null,
    date_last_success: state.dateLastSuccess ?? null,
    date_paused: state.datePaused ?? null,
    date_next_run: state.dateNextRun ?? null,
    date_due: state.dateNextRun ?? null,
    trigger: state.trigger,
    date_read_until: state.dateReadUntil ?? null,
    checkpoint: state.checkpoint ? JSON.stringify(state.checkpoint) : null,
  }
}

/** How many syncs there are of each kind and health, of all tenants: of those that nobody has paused or stopped. */
export async function countSyncsByHealth(db: Database): Promise<SyncCount[]> {
  const { rows } = await sql<SyncCount>`
    select sync, health, count(*) as count from syncs where runnable group by sync, health`.execute(db)
  return rows
}
