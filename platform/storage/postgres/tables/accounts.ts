import type { ProviderDefinition } from '../../../../src/contract/index.ts'
import type { EpochMs, Generated, Json, JsonWithDefault, Nullable, NullableJson } from './columns.ts'

export interface TenantTable {
  tenant_id: string
  issuer: string
  subject: string
  email: string
  given_name: Nullable<string>
  tag_id: string
  sequence: Generated<number>
  date_recommendations_due: Generated<EpochMs>
  /** The schema that holds the tenant's tables; null on one PostgreSQL. */
  bucket: Nullable<string>
  date_created: EpochMs
  date_updated: EpochMs
}

/** What every change of a tenant writes: a view of `tenants`, on a cluster a table of the tenant's bucket. */
export interface FeedTable {
  tenant_id: string
  sequence: Generated<number>
  date_recommendations_due: Generated<EpochMs>
}

export interface ProviderTable {
  provider: string
  url: string
  definition: Json<ProviderDefinition>
  date_seen: EpochMs
  date_unreachable: Nullable<EpochMs>
}

export interface OutstandingShareTable {
  tenant_id: string
  bucket: string
}

export interface FunctionTable {
  tenant_id: string
  function_id: string
  connection_id: string
  function_name: string
  configuration: JsonWithDefault<Record<string, unknown>>
  inputs: JsonWithDefault<unknown[]>
  archived: Generated<boolean>
  date_created: EpochMs
  date_updated: EpochMs
}

export interface PublicationTable {
  tenant_id: string
  block_id: string
  connection_id: string
  external_id: string
  uri: Nullable<string>
  date_created: EpochMs
  date_updated: EpochMs
}

export interface WriteIntentTable {
  tenant_id: string
  intent_id: string
  connection_id: string
  route: string
  request_key: string
  request_hash: Buffer
  state: 'begun' | 'done' | 'unknown'
  answer: NullableJson<unknown>
  date_created: EpochMs
  date_updated: EpochMs
}
