import { sql } from 'kysely'
import type { ExternalNote } from '../../../src/contract/index.ts'
import type { ConnectionKey, SyncConnection } from '../../model/sync.ts'
import type { Viewer } from '../../storage/graph/access/visibility.ts'
import type { Database, Tx } from '../../storage/postgres/database.ts'

/** Loads the vendor ids of blocks that were published with a connection, by block id. */
export async function loadPublishedIds(
  db: Database | Tx,
  { tenantId, connectionId }: ConnectionKey,
  blockIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ block_id: string; external_id: string }>`
    select block_id, external_id from publications
    where tenant_id = ${tenantId} and connection_id = ${connectionId}
      and block_id = any(${blockIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ block_id, external_id }) => [block_id, external_id]))
}

export interface Publication {
  blockId: string
  externalId: string
}

export async function savePublications(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  publications: readonly Publication[],
  now: number,
): Promise<void> {
  await sql`
    insert into publications (tenant_id, block_id, connection_id, external_id, date_created, date_updated)
    select ${tenantId}, i."blockId", ${connectionId}, i."externalId", ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(publications)}::jsonb) as i ("blockId" uuid, "externalId" text)
    on conflict (tenant_id, block_id, connection_id) do update
      set external_id = excluded.external_id, date_updated = excluded.date_updated`.execute(tx)
}

/**
 * Loads the tags of blocks that are known at the connection's vendor, by block id. Only the viewer's own tags are used, and
 * not the one that stands for the viewer: the vendor links what a user writes to that user by itself, and may reject a
 * second link.
 */
export async function loadVendorTags(
  db: Database,
  { tenantId, tagId }: Viewer,
  { provider, application }: SyncConnection,
  blockIds: readonly string[],
): Promise<Map<string, ExternalNote['tags']>> {
  const { rows } = await sql<{ block_id: string; external_id: string; tag_type: string }>`
    select s.block_id, l.external_id, t.tag_type from sharing s
    join tags t on t.tenant_id = s.tenant_id and t.tag_id = s.tag_id and not t.archived
    join external_id_links l on l.tenant_id = s.tenant_id and l.tag_id = s.tag_id
      and l.provider = ${provider} and l.application = ${application}
    where s.tenant_id = ${tenantId} and s.block_id = any(${blockIds}::uuid[]) and s.tag_id <> ${tagId}
    order by s.date_created, s.tag_id, l.external_id`.execute(db)
  const rowsByBlock = Map.groupBy(rows, ({ block_id }) => block_id)
  const toTags = (rows: readonly { external_id: string; tag_type: string }[]) =>
    rows.map(({ external_id, tag_type }) => ({ externalId: external_id, tagType: tag_type }))
  return new Map([...rowsByBlock].map(([blockId, rows]) => [blockId, toTags(rows)]))
}
