import { type RawBuilder, sql } from 'kysely'
import type { SyncExternalIdLinkObject, TableMetadata, TagReference } from '../../../src/contract/index.ts'
import { omitNullish } from '../../../src/runtime/omit.ts'
import type { ConnectionKey } from '../../model/sync.ts'
import type { IdentifierKind, StoredTable } from '../../model/sync-store.ts'
import type { Database } from '../postgres/database.ts'
import type { SyncStoreContext } from './context.ts'

/** The tables synced by a connection, each with the ids of its next rows. */
export async function loadTables(
  { db }: SyncStoreContext,
  { tenantId, connectionId }: ConnectionKey,
  limit: number,
  turn: number,
): Promise<StoredTable[]> {
  const { rows } = await sql<{ metadata: TableMetadata; external_ids: string[] }>`
    select t.detail -> 'metadata' as metadata, coalesce(r.external_ids, '{}') as external_ids
    from blocks t
    cross join lateral (
      select count(*) as total from blocks
      where tenant_id = t.tenant_id and parent_id = t.block_id and block_type = 'record'
    ) n
    cross join lateral (
      select array_agg(external_id order by external_id) as external_ids from (
        select external_id from blocks
        where tenant_id = t.tenant_id and parent_id = t.block_id and block_type = 'record'
        order by external_id limit ${limit} offset ${offsetOf(turn, limit, sql`n.total`)}
      ) next
    ) r
    where t.tenant_id = ${tenantId} and t.connection_id = ${connectionId} and t.block_type = 'table'
      and not t.archived and t.detail -> 'insight' is null
    order by t.external_key`.execute(db)
  return rows.map(({ metadata, external_ids }) => ({ tableMetadata: metadata, externalIds: external_ids }))
}

/** Where the rows of a turn begin, if each turn takes the next `limit` of so many and the last one may have fewer. */
function offsetOf(turn: number, limit: number, total: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${turn}::bigint % greatest((${total} + ${limit} - 1) / ${limit}, 1)) * ${limit}`
}

/** A tag is looked up at the provider at most once in this time, and again after the other one if there was no response. */
const LOOKUP_INTERVAL_MS = 86_400_000
const LOOKUP_RETRY_MS = 3_600_000

/** Selects the next lookups and records them in one statement, so that two workers never make the same lookup. */
export async function loadIdentifierSlots(
  { db }: SyncStoreContext,
  { tenantId, connectionId }: ConnectionKey,
  kinds: readonly IdentifierKind[],
  limit: number,
  now: number,
): Promise<SyncExternalIdLinkObject[]> {
  const { rows } = await sql<{ [Name in keyof Required<SyncExternalIdLinkObject>]: string | null }>`
    with chosen as (
      select k."metadataType", t.tag_type, t.tag_sub_type, t.tag_id, t.alias, t.email, t.email_domain, t.url,
        t.date_created, a.date_asked
      from ${identifierKindRows(kinds)}
      join tags t on t.tenant_id = ${tenantId} and t.tag_type = k."tagType" and not t.archived
        and (k."tagSubType" is null or t.tag_sub_type = k."tagSubType")
      left join identifier_asks a on a.tenant_id = t.tenant_id and a.connection_id = ${connectionId}
        and a.metadata_type = k."metadataType" and a.tag_id = t.tag_id
      where coalesce(a.date_asked, 0) <= ${now - LOOKUP_RETRY_MS}
        and coalesce(a.date_responded, 0) <= ${now - LOOKUP_INTERVAL_MS}
      order by a.date_asked nulls first, t.date_created desc, t.tag_id, k."metadataType" limit ${limit}
    ),
    recorded as (
      insert into identifier_asks (tenant_id, connection_id, metadata_type, tag_id, date_asked)
      select distinct ${tenantId}::uuid, ${connectionId}::uuid, "metadataType", tag_id, ${now}::bigint from chosen
      on conflict (tenant_id, connection_id, metadata_type, tag_id) do update set date_asked = excluded.date_asked
      where identifier_asks.date_asked <= ${now - LOOKUP_RETRY_MS}
      returning metadata_type, tag_id
    )
    select c."metadataType", c.tag_type as "tagType", c.tag_sub_type as "tagSubType", c.alias as name, c.email,
      c.tag_id as "sourceTagId", case when c.tag_type = 'topic' then c.email_domain end as "emailDomain", c.url
    from chosen c join recorded n on n.metadata_type = c."metadataType" and n.tag_id = c.tag_id
    order by c.date_asked nulls first, c.date_created desc, c.tag_id, c."metadataType"`.execute(db)
  return rows.map((row) => omitNullish(row) as SyncExternalIdLinkObject)
}

/**
 * Records that the provider has responded to the latest look-ups. Those before them that had no response are made again. If
 * the process is killed before that, they are made again as well.
 */
export async function recordLookupResponses(db: Database, { tenantId, connectionId }: ConnectionKey): Promise<void> {
  await sql`
    update identifier_asks a set date_responded = a.date_asked
    where a.tenant_id = ${tenantId} and a.connection_id = ${connectionId} and a.date_responded is distinct from a.date_asked
      and a.date_asked = (
        select max(date_asked) from identifier_asks
        where tenant_id = ${tenantId} and connection_id = ${connectionId}
      )`.execute(db)
}

/** The next tags that have ids at the application, by the kind of vendor object. */
export async function loadInsightTags(
  { db }: SyncStoreContext,
  { tenantId, connectionId }: ConnectionKey,
  kinds: readonly IdentifierKind[],
  limit: number,
  turn: number,
): Promise<{ kind: IdentifierKind; tags: TagReference[] }[]> {
  const { rows } = await sql<{ index: number; tag: Record<string, unknown> }>`
    with linked as (
      select k.index, t.tag_id, l.metadata_type, l.external_id, jsonb_strip_nulls(jsonb_build_object(
        '_id', t.tag_id, 'alias', t.alias, 'tagType', t.tag_type, 'tagSubType', t.tag_sub_type, 'email', t.email,
        'emailDomain', t.email_domain, 'url', t.url, 'metadataType', l.metadata_type, 'externalId', l.external_id,
        'externalIdLinks', jsonb_build_array(jsonb_build_object('provider', l.provider, 'application', l.application,
          'metadataType', l.metadata_type, 'externalId', l.external_id, 'url', l.url)))) as tag
      from connections c
      join external_id_links l on l.tenant_id = c.tenant_id and l.provider = c.provider
        and l.application = c.application
      join ${identifierKindRows(kinds)} on k."metadataType" = l.metadata_type
      join tags t on t.tenant_id = l.tenant_id and t.tag_id = l.tag_id and not t.archived
        and t.tag_type = k."tagType" and (k."tagSubType" is null or t.tag_sub_type = k."tagSubType")
      where c.tenant_id = ${tenantId} and c.connection_id = ${connectionId}
    )
    select index, tag from linked order by index, tag_id, external_id
    limit ${limit} offset (select ${offsetOf(turn, limit, sql`count(*)`)} from linked)`.execute(db)
  return kinds
    .map((kind, index) => ({
      kind,
      tags: rows.filter((row) => row.index === index).map(({ tag }) => tag as TagReference),
    }))
    .filter(({ tags }) => tags.length > 0)
}

function identifierKindRows(kinds: readonly IdentifierKind[]) {
  const rows = kinds.map((kind, index) => ({ ...kind, index }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as k (index integer, "metadataType" text, "tagType" text, "tagSubType" text)`
}
