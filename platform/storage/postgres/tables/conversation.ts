import type { Epoch, Generated, Json, JsonOrNull, JsonWithDefault, Maybe } from './columns.ts'

export interface BlockMarkTable {
  tenant_id: string
  block_id: string
  favorite: Generated<boolean>
  read_status: Maybe<'READ' | 'UNREAD'>
  date_updated: Epoch
}

export interface ReactionTable {
  tenant_id: string
  block_id: string
  shortcode: string
  actor_id: string
  tag_id: string
  date_created: Epoch
}

export interface FeedbackTable {
  tenant_id: string
  feedback_id: string
  block_id: string
  actor_id: string
  helpful: boolean
  content: Maybe<string>
  date_created: Epoch
}

export interface ActivityTable {
  tenant_id: string
  activity_id: string
  block_id: string
  activity_type: string
  actor_type: 'TENANT' | 'AGENT' | 'SYSTEM' | 'PROVIDER'
  actor_id: Maybe<string>
  detail: JsonWithDefault<Record<string, unknown>>
  date_created: Epoch
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
  date_created: Epoch
  date_updated: Epoch
}

export interface RecommendationTable {
  tenant_id: string
  recommendation_id: string
  recommendation_type: string
  state: 'open' | 'accepted' | 'dismissed' | 'resolved'
  subject: Maybe<string>
  display_title: string
  display_description: Maybe<string>
  display_label: Maybe<string>
  navigation: JsonWithDefault<Record<string, unknown>>
  detail: Json<Record<string, unknown>>
  reference_block_id: Maybe<string>
  dismiss_reason: Maybe<string>
  date_snoozed_until: Maybe<Epoch>
  date_expires: Maybe<Epoch>
  date_created: Epoch
  date_updated: Epoch
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
  subject_type: Maybe<string>
  actor_id: Maybe<string>
  detail: JsonOrNull<Record<string, unknown>>
  date: Epoch
}
