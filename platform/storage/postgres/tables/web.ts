import type { EpochMs, Generated, Nullable, NullableJson } from './columns.ts'

/** The feed of a company's site, and what its server needs to tell whether it has changed since it was last read. */
export interface FeedState {
  url: string
  etag?: string
  lastModified?: string
}

export interface WebFetchTable {
  tenant_id: string
  kind: 'page' | 'news'
  subject_id: string
  url: string
  host: string
  date_requested: EpochMs
  date_due: Nullable<EpochMs>
  lease_until: Nullable<EpochMs>
  token: Generated<number>
  attempt_count: Generated<number>
  date_fetched: Nullable<EpochMs>
  feed: NullableJson<FeedState>
  error: Nullable<string>
}

export interface NewsTable {
  tenant_id: string
  tag_id: string
  url: string
  title: string
  snippet: Nullable<string>
  date_published: EpochMs
  date_created: EpochMs
}
