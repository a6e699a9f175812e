import { type Selectable, sql } from 'kysely'
import { omitNullish } from '../../../src/runtime/omit.ts'
import type { SyncCount, SyncState } from '../../model/sync.ts'
import type { Database } from '../postgres/database.ts'
import type { SyncTable } from '../postgres/tables/connections.ts'
import { toCheckpoint, toCheckpointJson } from './checkpoints.ts'

type SyncRow = Selectable<SyncTable>
type StateColumns =
  | 'health'
  | 'paused_by_user'
  | 'failure_count'
  | 'deferred_count'
  | 'date_first_attempt'
  | 'date_last_success'
  | 'date_paused'
  | 'date_next_run'
  | 'trigger'
  | 'date_read_until'
  | 'checkpoint'

/** The state of a sync, from its row. */
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
    checkpoint: row.checkpoint && toCheckpoint(row.checkpoint),
  })
}

/** The columns of a sync's state. `paused_by_user` is not among them, because only a person changes it. */
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
    checkpoint: state.checkpoint ? toCheckpointJson(state.checkpoint) : null,
  }
}

/** Counts the runnable syncs of all tenants by name and health, for the metrics. */
export async function countSyncsByHealth(db: Database): Promise<SyncCount[]> {
  const { rows } = await sql<SyncCount>`
    select sync, health, count(*) as count from syncs where runnable group by sync, health`.execute(db)
  return rows
}
