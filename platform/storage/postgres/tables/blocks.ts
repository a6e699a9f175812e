import type { Epoch, Generated, JsonOrNull, JsonWithDefault, Maybe } from './columns.ts'

export const BLOCK_TYPES = [
  ...(['note', 'task', 'email', 'event', 'message', 'thread', 'transcription', 'document', 'website'] as const),
  ...(['table', 'record', 'calendar', 'file', 'agent', 'workflow', 'reference'] as const),
] as const
export type BlockType = (typeof BLOCK_TYPES)[number]

export interface BlockTable {
  tenant_id: string
  block_id: string
  block_type: BlockType
  title: Generated<string>
  summary: Maybe<string>
  text: Maybe<string>
  document: Maybe<string>
  detail: JsonWithDefault<Record<string, unknown>>
  large: JsonOrNull<Record<string, unknown>>
  people: Generated<string[]>
  creator_id: string
  parent_id: Maybe<string>
  parent_type: Maybe<BlockType>
  origin_id: Maybe<string>
  origin_type: Maybe<BlockType>
  origin_tag_id: Maybe<string>
  thread_id: Maybe<string>
  status: Maybe<string>
  priority: Generated<boolean>
  snoozed: Generated<boolean>
  template: Generated<boolean>
  proposed: Generated<boolean>
  generated: Generated<boolean>
  archived: Generated<boolean>
  date_start: Maybe<Epoch>
  date_end: Maybe<Epoch>
  date_due: Maybe<Epoch>
  date_remind_me: Maybe<Epoch>
  date_completed: Maybe<Epoch>
  date_associated: Epoch
  date_created: Epoch
  date_updated: Epoch
  provider: Maybe<string>
  application: Maybe<string>
  connection_id: Maybe<string>
  uri: Maybe<string>
  external_id: Maybe<string>
  external_key: Maybe<string>
  content_hash: Maybe<Buffer>
  version: Generated<number>
  tsv: Maybe<string>
}

export interface BlockLinkTable {
  tenant_id: string
  source_id: string
  target_id: string
  kind: string
  date_created: Epoch
}

export interface SharingTable {
  tenant_id: string
  block_id: string
  tag_id: string
  block_tenant_id: string
  shared: boolean
  /** 0 reads, 1 edits, 2 owns. */
  sharing_level: number
  /** 0 typed in the editor, 1 explicit, 2 by the system. */
  sharing_approach: number
  pinned: Generated<boolean>
  assigned: Generated<boolean>
  block_type: BlockType
  archived: Generated<boolean>
  date_updated: Epoch
  date_associated: Epoch
  date_created: Epoch
}

export interface BusinessObjectTable {
  tenant_id: string
  link_id: string
  block_id: Maybe<string>
  tag_id: Maybe<string>
  provider: Maybe<string>
  application: Maybe<string>
  metadata_type: Maybe<string>
  external_id: Maybe<string>
  url: Maybe<string>
  title: Maybe<string>
  icon_url: Maybe<string>
  date_created: Epoch
}

export interface SignalTable {
  tenant_id: string
  signal_id: string
  tag_id: string
  provider: string
  field_name: string
  label: string
  field_type: string
  value: Maybe<string>
  value_number: Maybe<number>
  reasoning: Maybe<string>
  table_id: string
  record_id: string
  pinned: Generated<boolean>
  archived: Generated<boolean>
  date_created: Epoch
  date_updated: Epoch
}
