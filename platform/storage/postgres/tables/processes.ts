import type { EpochMs } from './columns.ts'

export interface ProcessTable {
  process_id: string
  role: string
  version: string
  migration: string
  credential_key_ids: string[]
  date_started: EpochMs
  date_seen: EpochMs
}
