import type { Epoch, Generated, Maybe } from './columns.ts'

export type TagType = 'person' | 'topic' | 'date' | 'location'

export interface TagTable {
  tenant_id: string
  tag_id: string
  tag_type: TagType
  tag_sub_type: Maybe<string>
  alias: string
  friendly_name: Maybe<string>
  email: Maybe<string>
  email_domain: Maybe<string>
  avatar: Maybe<string>
  favicon: Maybe<string>
  url: Maybe<string>
  urls: Generated<string[]>
  phone_number: Maybe<string>
  description: Maybe<string>
  external_id: Maybe<string>
  favorite: Generated<boolean>
  archived: Generated<boolean>
  name_search: string
  version: Generated<number>
  date_used: Maybe<Epoch>
  date_created: Epoch
  date_updated: Epoch
}

export interface ExternalIdLinkTable {
  tenant_id: string
  link_id: string
  tag_id: string
  provider: string
  application: string
  metadata_type: string
  external_id: string
  url: Maybe<string>
  date_created: Epoch
  date_updated: Epoch
}

export interface IdentifierAskTable {
  tenant_id: string
  connection_id: string
  metadata_type: string
  tag_id: string
  date_asked: Epoch
}

export interface FolderTable {
  tenant_id: string
  folder_id: string
  name: string
  description: Maybe<string>
  icon: Maybe<string>
  color: Maybe<string>
  parent_id: Maybe<string>
  position: Generated<number>
  favorite: Generated<boolean>
  archived: Generated<boolean>
  date_created: Epoch
  date_updated: Epoch
}

export interface FolderTagTable {
  tenant_id: string
  folder_id: string
  tag_id: string
  date_created: Epoch
}
