import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { NOW } from '../../storage/fixtures.ts'
import { type Api, type GraphResponse, newEmail, startApi } from '../api.ts'
import { type Content, tenantOf } from '../block-content.ts'
import { createSyncedConnection, type SyncedConnection } from '../synced-connection.ts'
import { PAGES } from './synced-items.ts'

/** A platform with a person whose connection has imported the synced items. */
export interface TypeFixture {
  api: Api
  content: Content
  ada: Tenant
  connection: SyncedConnection
}

export async function startWithSyncedItems(): Promise<TypeFixture> {
  const api = await startApi()
  const content: Content = { db: api.db, now: NOW }
  const ada = await tenantOf(api, newEmail())
  const connection = await createSyncedConnection(api, ada)
  for (const page of PAGES) await connection.commitPage(page)
  return { api, content, ada, connection }
}

/** The GraphQL type name of a block type. */
export const typeNameOf = (type: string) => `${type[0]?.toUpperCase()}${type.slice(1)}`

/** Queries fields of a block's concrete type. */
export function queryBlock(
  api: Api,
  _id: string,
  type: string,
  selection: string,
  email: string,
): Promise<GraphResponse> {
  const query = `query Q($input: FindBlockInput!) {
    block(input: $input) { __typename ... on ${typeNameOf(type)} { ${selection} } }
  }`
  return api.execute(email, query, { input: { _id } })
}
