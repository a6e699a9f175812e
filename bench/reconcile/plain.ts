import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { fromEmail } from '../../platform/storage/ingest/mapping/email.ts'
import type { Database } from '../../platform/storage/postgres/database.ts'
import { toSearchText, toSearchTitle } from '../../platform/storage/text-normalization.ts'
import type { Email } from '../../src/contract/index.ts'

/** The rows of a page of messages. They are created before the measurement, which then only includes the database. */
export interface PlainPage {
  tenantId: string
  keys: string[]
  hashes: string[]
  blocks: string
  links: string
  items: number
}

/** The tags that messages are linked to. */
export interface PlainTenant {
  tenantId: string
  ownTagId: string
  tagIds: readonly string[]
}

export function createPlainPage({ tenantId, ownTagId, tagIds }: PlainTenant, mails: readonly Email[]): PlainPage {
  const rows = mails.map((mail) => {
    const { search, title, ...block } = fromEmail(mail, { timeZone: 'UTC', accountEmail: '' })
    return { ...block, id: randomUUID(), title, title_search: toSearchTitle(title), search: toSearchText(search) }
  })
  const links = rows.flatMap(({ id }) =>
    [ownTagId, ...tagIds].map((tag, index) => ({ block: id, tag, own: index === 0 })),
  )
  return {
    tenantId,
    keys: rows.map(({ key }) => key),
    hashes: rows.map(({ hash }) => hash),
    blocks: JSON.stringify(rows),
    links: JSON.stringify(links),
    items: rows.length,
  }
}

/** The fastest insertion: one statement for the blocks and one for the links, without lookups and counters. */
export async function insertPlain(db: Database, page: PlainPage): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`${writeBlocks(page, 1)}`.execute(tx)
    await writeLinks(page, 1).execute(tx)
  })
}

export function writeLinks(page: PlainPage, now: number): RawBuilder<unknown> {
  return sql`
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
      block_type, date_updated, date_associated, date_created)
    select ${page.tenantId}, i.block, i.tag, ${page.tenantId}, i.own, case when i.own then 2 else 0 end, 2, 'email',
      ${now}::bigint, 1, 1
    from jsonb_to_recordset(${page.links}::jsonb) as i (block uuid, tag uuid, own boolean)`
}

/** Returns how many items of a page differ from the stored ones, with one statement. */
export async function comparePlain(db: Database, { tenantId, keys, hashes }: PlainPage): Promise<number> {
  const { rows } = await sql<{ same: number }>`
    select count(*) as same from unnest(${keys}::text[], ${hashes}::text[]) as k (key, hash)
    cross join lateral (
      select content_hash from blocks where tenant_id = ${tenantId} and provider = 'acme' and application = 'mail'
        and external_key = k.key limit 1
    ) b where b.content_hash = decode(k.hash, 'hex')`.execute(db)
  return keys.length - (rows[0]?.same ?? 0)
}

/** Upserts the changed items. */
export async function updatePlain(db: Database, page: PlainPage): Promise<void> {
  await sql`${writeBlocks(page, 1)}
    on conflict (tenant_id, provider, application, external_key) do update set title = excluded.title,
      text = excluded.text, detail = excluded.detail, large = excluded.large, content_hash = excluded.content_hash,
      tsv = excluded.tsv, version = blocks.version + 1
    where blocks.content_hash is distinct from excluded.content_hash`.execute(db)
}

/** The same with the date of the change, for new and changed items. Returns the ids of the blocks. */
export function upsertPlain(page: PlainPage, now: number): RawBuilder<{ block_id: string }> {
  return sql<{ block_id: string }>`${writeBlocks(page, now)}
    on conflict (tenant_id, provider, application, external_key) do update set title = excluded.title,
      text = excluded.text, detail = excluded.detail, large = excluded.large, content_hash = excluded.content_hash,
      tsv = excluded.tsv, date_updated = excluded.date_updated, version = blocks.version + 1
    where blocks.content_hash is distinct from excluded.content_hash
    returning block_id`
}

function writeBlocks({ tenantId, blocks }: PlainPage, now: number) {
  return sql`
    insert into blocks (tenant_id, block_id, block_type, title, text, detail, large, creator_id, date_associated,
      date_created, date_updated, provider, application, uri, external_id, external_key, content_hash, tsv)
    select ${tenantId}, i.id, 'email', i.title, i.text, i.detail, i.large, ${tenantId}, 1, 1, ${now}::bigint, 'acme', 'mail', i.uri,
      i.key, i.key, decode(i.hash, 'hex'),
      setweight(to_tsvector('simple', i.title_search), 'A') || setweight(to_tsvector('simple', i.search), 'B')
        || array_to_tsvector(array['=' || ${tenantId}::text])
    from jsonb_to_recordset(${blocks}::jsonb) as i (id uuid, title text, text text, detail jsonb, large jsonb,
      uri text, key text, hash text, title_search text, search text)`
}
