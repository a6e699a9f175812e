import type { Selectable } from 'kysely'
import type { ConnectMethod } from '../../../src/contract/index.ts'
import { omitNullish } from '../../../src/runtime/omit.ts'
import type {
  ConnectionKey,
  ConnectionStatus,
  Counters,
  Health,
  RunError,
  RunState,
  SyncName,
  Trigger,
} from '../../model/sync.ts'
import type { ConnectionTable, SyncRunTable, SyncTable } from '../postgres/tables/connections.ts'

/** A connection without its credential. */
export interface Connection extends ConnectionKey {
  provider: string
  application: string
  label: string
  status: ConnectionStatus
  email?: string
  /** Why the user has to sign in again. */
  reason?: string
  scopeMessage?: string
  /** Absent until an account is connected. */
  connectMethod?: ConnectMethod
  /** For connections with a key: when its certificate expires (epoch ms), if that is known. */
  dateCertificateEnd?: number
  dateCreated: number
  dateUpdated: number
}

export interface Run extends Counters {
  runId: string
  connectionId: string
  sync: SyncName
  trigger: Trigger
  state: RunState
  dateStart: number
  dateEnd?: number
  pages: number
  warnings: string[]
  error?: RunError
}

export interface Sync {
  connectionId: string
  sync: SyncName
  health: Health
  pausedByUser: boolean
  failureCount: number
  dateLastSuccess?: number
  dateNextRun?: number
  lastError?: RunError
  /** The current run, else the last one. */
  lastRun?: Run
}

export const CONNECTION_COLUMNS = [
  'tenant_id',
  'connection_id',
  'provider',
  'application',
  'label',
  'email',
  'status',
  'reason',
  'scope_message',
  'connect_method',
  'date_certificate_end',
  'date_created',
  'date_updated',
] as const

type ConnectionRow = Pick<Selectable<ConnectionTable>, (typeof CONNECTION_COLUMNS)[number]>

export function toConnection(row: ConnectionRow): Connection {
  return omitNullish({
    tenantId: row.tenant_id,
    connectionId: row.connection_id,
    provider: row.provider,
    application: row.application,
    label: row.label,
    email: row.email,
    status: row.status,
    reason: row.reason,
    scopeMessage: row.scope_message,
    connectMethod: row.connect_method,
    dateCertificateEnd: row.date_certificate_end,
    dateCreated: row.date_created,
    dateUpdated: row.date_updated,
  })
}

export function toRun(row: Selectable<SyncRunTable>): Run {
  return omitNullish({
    runId: row.run_id,
    connectionId: row.connection_id,
    sync: row.sync,
    trigger: row.trigger,
    state: row.state,
    pages: row.pages,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    skipped: row.skipped,
    failedCount: row.failed_count,
    dateStart: row.date_start,
    dateEnd: row.date_end,
    warnings: row.warnings,
    error: row.error,
  })
}

export function toSync(row: Selectable<SyncTable>, lastRun: Run | undefined): Sync {
  return omitNullish({
    connectionId: row.connection_id,
    sync: row.sync,
    health: row.health,
    pausedByUser: row.paused_by_user,
    failureCount: row.failure_count,
    dateLastSuccess: row.date_last_success,
    dateNextRun: row.date_next_run,
    lastError: row.last_error,
    lastRun,
  })
}
