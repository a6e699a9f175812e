import type { Selectable } from 'kysely'
import type { SyncState } from '../sync/model.ts'
import type { SyncTable } from './tables/connections.ts'

type SyncRow = Selectable<SyncTable>
type StateColumns =
  | ('health' | 'paused_by_user' | 'failure_count' | 'deferred_count' | 'date_first_attempt' | 'date_last_success')
  | ('date_paused' | 'date_next_run' | 'trigger' | 'date_read_until' | 'checkpoint')

/** A sync's facts as its row has them. */
export function toState(row: Pick<SyncRow, StateColumns>): SyncState {
  return withoutNulls({
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
export function toColumns(state: SyncState) {
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

type WithoutNulls<T> = { [Name in keyof T as null extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as null extends T[Name] ? Name : never]?: Exclude<T[Name], null>
}

/** A row as the rest of the platform reads it: what is null in the database is absent. */
export function withoutNulls<T extends object>(row: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<T>
}
