import type {
  Checkpoint,
  ConnectionStatus,
  Health,
  RunError,
  RunState,
  SyncName,
  Trigger,
} from '../../../model/sync.ts'
import type { Epoch, Generated, JsonOrNull, JsonWithDefault, Maybe } from './columns.ts'

export interface ConnectionTable {
  tenant_id: string
  connection_id: string
  provider: string
  application: string
  label: string
  email: Maybe<string>
  account_id: Maybe<string>
  status: ConnectionStatus
  reason: Maybe<string>
  scope_message: Maybe<string>
  credential: Maybe<Buffer>
  credential_key_id: Maybe<string>
  credential_version: Generated<number>
  date_credential: Maybe<Epoch>
  registration_until: Maybe<Epoch>
  needs_confirmation: Generated<boolean>
  account_changed: Generated<boolean>
  refresh_worker: Maybe<string>
  refresh_until: Maybe<Epoch>
  refresh_failed_since: Maybe<Epoch>
  refresh_not_before: Maybe<Epoch>
  date_next_check: Maybe<Epoch>
  date_created: Epoch
  date_updated: Epoch
}

export interface SyncTable {
  tenant_id: string
  connection_id: string
  sync: SyncName
  health: Health
  paused_by_user: Generated<boolean>
  failure_count: Generated<number>
  deferred_count: Generated<number>
  date_first_attempt: Maybe<Epoch>
  date_last_success: Maybe<Epoch>
  date_paused: Maybe<Epoch>
  date_next_run: Maybe<Epoch>
  trigger: Trigger
  date_read_until: Maybe<Epoch>
  checkpoint: JsonOrNull<Checkpoint>
  last_error: JsonOrNull<RunError>
  runnable: boolean
  date_due: Maybe<Epoch>
  worker: Maybe<string>
  lease_until: Maybe<Epoch>
  token: Generated<number>
  run_id: Maybe<string>
  last_run_id: Maybe<string>
}

export interface SyncRunTable {
  tenant_id: string
  run_id: string
  connection_id: string
  sync: SyncName
  trigger: Trigger
  state: RunState
  worker: Maybe<string>
  date_start: Epoch
  date_end: Maybe<Epoch>
  pages: Generated<number>
  created: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  skipped: Generated<number>
  failed_count: Generated<number>
  warnings: JsonWithDefault<string[]>
  error: JsonOrNull<RunError>
}
