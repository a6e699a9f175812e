import type { EpochMs, Generated, JsonWithDefault, Nullable, NullableJson } from './columns.ts'

export const BLOCK_TYPES = [
  'note',
  'task',
  'email',
  'event',
  'message',
  'thread',
  'transcription',
  'document',
  'website',
  'table',
  'record',
  'calendar',
  'file',
  'agent',
  'workflow',
  'reference',
] as const
export type BlockType = (typeof BLOCK_TYPES)[number]

export interface BlockTable {
  tenant_id: string
  block_id: string
  block_type: BlockType
  title: Generated<string>
  summary: Nullable<string>
  text: Nullable<string>
  document: Nullable<string>
  detail: JsonWithDefault<Record<string, unknown>>
  large: NullableJson<Record<string, unknown>>
  people: Generated<string[]>
  /** The tenant who created it; null: somebody else did, or nobody is named. */
  creator_id: Nullable<string>
  /** Address and name of the sender, organizer or author of what a sync brought. */
  creator_email: Nullable<string>
  creator_name: Nullable<string>
  parent_id: Nullable<string>
  parent_type: Nullable<BlockType>
  origin_id: Nullable<string>
  origin_type: Nullable<BlockType>
  origin_tag_id: Nullable<string>
  thread_id: Nullable<string>
  status: Nullable<string>
  priority: Generated<boolean>
  snoozed: Generated<boolean>
  template: Generated<boolean>
  proposed: Generated<boolean>
  generated: Generated<boolean>
  archived: Generated<boolean>
  date_start: Nullable<EpochMs>
  date_end: Nullable<EpochMs>
  date_due: Nullable<EpochMs>
  date_remind_me: Nullable<EpochMs>
  date_completed: Nullable<EpochMs>
  date_associated: EpochMs
  date_created: EpochMs
  date_updated: EpochMs
  provider: Nullable<string>
  application: Nullable<string>
  connection_id: Nullable<string>
  uri: Nullable<string>
  external_id: Nullable<string>
  external_key: Nullable<string>
  content_hash: Nullable<Buffer>
  version: Generated<number>
  tsv: Nullable<string>
}

export interface BlockLinkTable {
  tenant_id: string
  source_id: string
  target_id: string
  kind: string
  date_created: EpochMs
}

export interface SharingTable {
  tenant_id: string
  block_id: string
  tag_id: string
  block_tenant_id: string
  shared: boolean
  /** 0: may read, 1: may edit, 2: owns. */
  sharing_level: number
  /** 0: mentioned in the editor, 1: shared explicitly, 2: by the system. */
  sharing_approach: number
  pinned: Generated<boolean>
  assigned: Generated<boolean>
  block_type: BlockType
  archived: Generated<boolean>
  date_updated: EpochMs
  date_associated: EpochMs
  date_created: EpochMs
}

export interface BusinessObjectTable {
  tenant_id: string
  link_id: string
  block_id: Nullable<string>
  tag_id: Nullable<string>
  provider: Nullable<string>
  application: Nullable<string>
  metadata_type: Nullable<string>
  external_id: Nullable<string>
  url: Nullable<string>
  title: Nullable<string>
  icon_url: Nullable<string>
  date_created: EpochMs
}

export interface SignalTable {
  tenant_id: string
  signal_id: string
  tag_id: string
  provider: string
  application: string
  field_name: string
  label: string
  field_type: string
  value: Nullable<string>
  value_number: Nullable<number>
  reasoning: Nullable<string>
  table_id: string
  record_id: string
  pinned: Generated<boolean>
  archived: Generated<boolean>
  date_created: EpochMs
  date_updated: EpochMs
}
