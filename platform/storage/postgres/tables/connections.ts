import type { ConnectMethod } from '../../../../src/contract/index.ts'
import type { ConnectionStatus, Health, RunError, RunState, SyncName, Trigger } from '../../../model/sync.ts'
import type { StoredCheckpoint } from '../../runs/checkpoints.ts'
import type { EpochMs, Generated, JsonWithDefault, Nullable, NullableJson } from './columns.ts'

export interface ConnectionTable {
  tenant_id: string
  connection_id: string
  provider: string
  application: string
  label: string
  email: Nullable<string>
  account_id: Nullable<string>
  status: ConnectionStatus
  reason: Nullable<string>
  scope_message: Nullable<string>
  credential: Nullable<Buffer>
  credential_key_id: Nullable<string>
  credential_version: Generated<number>
  connect_method: Nullable<ConnectMethod>
  date_certificate_end: Nullable<EpochMs>
  date_credential: Nullable<EpochMs>
  registration_until: Nullable<EpochMs>
  needs_confirmation: Generated<boolean>
  account_changed: Generated<boolean>
  refresh_worker: Nullable<string>
  refresh_until: Nullable<EpochMs>
  refresh_failed_since: Nullable<EpochMs>
  refresh_not_before: Nullable<EpochMs>
  date_next_check: Nullable<EpochMs>
  date_created: EpochMs
  date_updated: EpochMs
}

export interface SyncTable {
  tenant_id: string
  connection_id: string
  sync: SyncName
  health: Health
  paused_by_user: Generated<boolean>
  failure_count: Generated<number>
  deferred_count: Generated<number>
  date_first_attempt: Nullable<EpochMs>
  date_last_success: Nullable<EpochMs>
  date_paused: Nullable<EpochMs>
  date_next_run: Nullable<EpochMs>
  trigger: Trigger
  date_read_until: Nullable<EpochMs>
  checkpoint: NullableJson<StoredCheckpoint>
  last_error: NullableJson<RunError>
  runnable: boolean
  date_due: Nullable<EpochMs>
  date_requested: Nullable<EpochMs>
  worker: Nullable<string>
  lease_until: Nullable<EpochMs>
  token: Generated<number>
  run_id: Nullable<string>
  last_run_id: Nullable<string>
}

export interface SyncRunTable {
  tenant_id: string
  run_id: string
  connection_id: string
  sync: SyncName
  trigger: Trigger
  state: RunState
  worker: Nullable<string>
  date_start: EpochMs
  date_end: Nullable<EpochMs>
  pages: Generated<number>
  created: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  skipped: Generated<number>
  failed_count: Generated<number>
  warnings: JsonWithDefault<string[]>
  error: NullableJson<RunError>
}
