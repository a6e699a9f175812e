import type { EpochMs, Generated, Json, JsonWithDefault, Nullable, NullableJson } from './columns.ts'

export interface BlockMarkTable {
  tenant_id: string
  block_id: string
  favorite: Generated<boolean>
  read_status: Nullable<'READ' | 'UNREAD'>
  date_updated: EpochMs
}

export interface ReactionTable {
  tenant_id: string
  block_id: string
  shortcode: string
  actor_id: string
  tag_id: string
  date_created: EpochMs
}

export interface FeedbackTable {
  tenant_id: string
  feedback_id: string
  block_id: string
  actor_id: string
  helpful: boolean
  content: Nullable<string>
  date_created: EpochMs
}

export interface ActivityTable {
  tenant_id: string
  activity_id: string
  block_id: string
  activity_type: string
  actor_type: 'TENANT' | 'AGENT' | 'SYSTEM' | 'PROVIDER'
  actor_id: Nullable<string>
  detail: JsonWithDefault<Record<string, unknown>>
  date_created: EpochMs
}

export interface MemoryTable {
  tenant_id: string
  memory_id: string
  topic: string
  topic_key: string
  value: string
  confidence: Generated<number>
  source: Generated<string>
  archived: Generated<boolean>
  date_created: EpochMs
  date_updated: EpochMs
}

export interface RecommendationTable {
  tenant_id: string
  recommendation_id: string
  recommendation_type: string
  state: 'open' | 'accepted' | 'dismissed' | 'resolved'
  subject: Nullable<string>
  display_title: string
  display_description: Nullable<string>
  display_label: Nullable<string>
  navigation: JsonWithDefault<Record<string, unknown>>
  detail: Json<Record<string, unknown>>
  reference_block_id: Nullable<string>
  dismiss_reason: Nullable<string>
  automatic: Generated<boolean>
  date_snoozed_until: Nullable<EpochMs>
  date_expires: Nullable<EpochMs>
  date_created: EpochMs
  date_updated: EpochMs
}

export interface RecommendationTagTable {
  tenant_id: string
  recommendation_id: string
  tag_id: string
}

export interface ChangeEventTable {
  tenant_id: string
  sequence: number
  event_type: string
  subject: 'block' | 'tag' | 'recommendation' | 'connection' | 'sync'
  subject_id: string
  subject_type: Nullable<string>
  actor_id: Nullable<string>
  detail: NullableJson<Record<string, unknown>>
  date: EpochMs
}
