import type { EpochMs, Generated, Nullable } from './columns.ts'

export type TagType = 'person' | 'topic' | 'date' | 'location'

export interface TagTable {
  tenant_id: string
  tag_id: string
  tag_type: TagType
  tag_sub_type: Nullable<string>
  alias: string
  friendly_name: Nullable<string>
  email: Nullable<string>
  email_domain: Nullable<string>
  avatar: Nullable<string>
  favicon: Nullable<string>
  url: Nullable<string>
  urls: Generated<string[]>
  phone_number: Nullable<string>
  description: Nullable<string>
  external_id: Nullable<string>
  favorite: Generated<boolean>
  archived: Generated<boolean>
  /** The tag that has taken its place. */
  merged_into: Nullable<string>
  name_search: string
  version: Generated<number>
  date_used: Nullable<EpochMs>
  date_created: EpochMs
  date_updated: EpochMs
}

export interface ExternalIdLinkTable {
  tenant_id: string
  link_id: string
  tag_id: string
  provider: string
  application: string
  metadata_type: string
  external_id: string
  url: Nullable<string>
  date_created: EpochMs
  date_updated: EpochMs
}

export interface IdentifierAskTable {
  tenant_id: string
  connection_id: string
  metadata_type: string
  tag_id: string
  date_asked: EpochMs
  /** Null until the provider has responded. */
  date_responded: Nullable<EpochMs>
}

export interface FolderTable {
  tenant_id: string
  folder_id: string
  name: string
  description: Nullable<string>
  icon: Nullable<string>
  color: Nullable<string>
  parent_id: Nullable<string>
  position: Generated<number>
  favorite: Generated<boolean>
  archived: Generated<boolean>
  date_created: EpochMs
  date_updated: EpochMs
}

export interface FolderTagTable {
  tenant_id: string
  folder_id: string
  tag_id: string
  date_created: EpochMs
}
