import type { ProviderDefinition } from '../../../../src/contract/index.ts'
import type { Epoch, Generated, Json, JsonOrNull, JsonWithDefault, Maybe } from './columns.ts'

export interface TenantTable {
  tenant_id: string
  issuer: string
  subject: string
  email: string
  given_name: Maybe<string>
  tag_id: string
  sequence: Generated<number>
  date_created: Epoch
  date_updated: Epoch
}

export interface ProviderTable {
  provider: string
  url: string
  definition: Json<ProviderDefinition>
  date_seen: Epoch
  date_unreachable: Maybe<Epoch>
}

export interface FunctionTable {
  tenant_id: string
  function_id: string
  connection_id: string
  function_name: string
  configuration: JsonWithDefault<Record<string, unknown>>
  inputs: JsonWithDefault<unknown[]>
  archived: Generated<boolean>
  date_created: Epoch
  date_updated: Epoch
}

export interface PublicationTable {
  tenant_id: string
  block_id: string
  connection_id: string
  external_id: string
  uri: Maybe<string>
  date_created: Epoch
  date_updated: Epoch
}

export interface WriteIntentTable {
  tenant_id: string
  intent_id: string
  connection_id: string
  route: string
  request_key: string
  request_hash: Buffer
  state: 'begun' | 'done' | 'unknown'
  answer: JsonOrNull<unknown>
  date_created: Epoch
  date_updated: Epoch
}
