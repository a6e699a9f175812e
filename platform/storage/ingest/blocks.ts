import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { omitNullish } from '../../../src/runtime/omit.ts'
import { toEmail, toPeople } from '../../model/people.ts'
import { inBatches } from '../postgres/batches.ts'
import { tenantMarker, upsertedVector } from '../search-vector.ts'
import { toSearchText, toSearchTitle } from '../text-normalization.ts'
import { withCleanHtml } from './mapping/clean-html.ts'
import type { NewBlock } from './mapping/new-block.ts'
import type { PageContext } from './page-context.ts'
import type { StoredItem } from './reconcile.ts'

/** A stored block that came from a provider, as `reconcile` compares it. */
export interface StoredBlock extends StoredItem {
  blockId: string
}

/** Stored blocks by key. */
export type StoredBlocks = ReadonlyMap<string, StoredBlock>

/** A block that was written. Version 1 is a new one. */
export interface WrittenBlock {
  key: string
  blockId: string
  version: number
  archived: boolean
  dateAssociated: number
}

/** Finds blocks by key. The lateral join has the same plan, an index scan per key, whatever the table's statistics are. */
export async function findStoredBlocks(page: PageContext, keys: readonly string[]): Promise<Map<string, StoredBlock>> {
  const stored = new Map<string, StoredBlock>()
  for (const batch of inBatches(keys)) {
    const { rows } = await sql<{ key: string; block_id: string; block_type: string; hash: string | null }>`
      select k.key, b.block_id, b.block_type, b.hash
      from unnest(${batch}::text[]) as k (key)
      cross join lateral (
        select block_id, block_type, encode(content_hash, 'hex') as hash from blocks
        where tenant_id = ${page.tenantId} and provider = ${page.provider} and application = ${page.application}
          and external_key = k.key limit 1
      ) b`.execute(page.tx)
    for (const { key, block_id: blockId, block_type: kind, hash } of rows) {
      stored.set(key, omitNullish({ blockId, kind, hash }))
    }
  }
  return stored
}

/**
 * Upserts new and changed blocks. Blocks that another worker has written with the same content in the meantime are not
 * touched and are missing from the result. Unique violations cannot happen.
 */
export async function writeBlocks(
  page: PageContext,
  blocks: readonly NewBlock[],
  idOf: (key: string | undefined) => string | undefined,
): Promise<WrittenBlock[]> {
  const writing: Promise<WrittenBlock[]>[] = []
  // In the order of keys, so that workers that write the same items do not deadlock.
  const ordered = blocks.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  for (let start = 0; start < ordered.length; start += BLOCKS_AT_ONCE) {
    // What was prepared is sent here.
    if (start > 0) await setImmediate()
    const part = await withCleanHtml(ordered.slice(start, start + BLOCKS_AT_ONCE))
    const rows = part.map((block) => JSON.stringify(toRow(page, block, idOf)))
    for (const batch of inBatches(rows)) writing.push(page.send(upsertBlocks(page, batch)))
  }
  return (await Promise.all(writing)).flat()
}

/** The database writes blocks while the next ones are prepared. */
const BLOCKS_AT_ONCE = 50

function upsertBlocks(page: PageContext, rows: readonly string[]): RawBuilder<WrittenBlock> {
  return sql<WrittenBlock>`
      insert into blocks (tenant_id, block_id, block_type, title, text, detail, large, people, creator_id, creator_email,
        creator_name, parent_id, parent_type, origin_id, origin_type, thread_id, status, proposed, date_start, date_end,
        date_due, date_associated, date_created, date_updated, provider, application, connection_id, uri, external_id,
        external_key, content_hash, tsv)
      select ${page.tenantId}, i.id, i.kind, i.title, i.text, i.detail, i.large, i.people,
        case when i.is_own then ${page.tenantId}::uuid end, i.creator_email, i.creator_name, i.parent, i.parent_type,
        i.origin, i.origin_type, i.thread, i.status, i.proposed, i.date_start, i.date_end, i.date_due,
        coalesce(i.date_associated, ${page.now}), ${page.now}, ${page.now}, ${page.provider}, ${page.application},
        ${page.connectionId}, i.uri, i.external_id, i.key, decode(i.hash, 'hex'),
        setweight(to_tsvector('simple', i.title_search), 'A') || setweight(to_tsvector('simple', i.search), 'B')
          || array_to_tsvector(array[${tenantMarker(page.tenantId)}::text])
      from jsonb_to_recordset(${`[${rows.join()}]`}::jsonb) as i (id uuid, kind text, title text, text text,
        detail jsonb, large jsonb, people text[], is_own boolean, creator_email text, creator_name text, parent uuid,
        parent_type text, origin uuid, origin_type text, thread text, status text, proposed boolean, date_start bigint,
        date_end bigint, date_due bigint, date_associated bigint, uri text, external_id text, key text, hash text,
        title_search text, search text)
      on conflict (tenant_id, provider, application, external_key) do update set
        title = excluded.title, text = excluded.text, detail = ${detailWithReasoning}, large = excluded.large,
        people = excluded.people, creator_email = excluded.creator_email, creator_name = excluded.creator_name,
        creator_id = case when excluded.creator_email is null then blocks.creator_id else excluded.creator_id end,
        parent_id = excluded.parent_id, thread_id = excluded.thread_id,
        status = excluded.status, date_start = excluded.date_start, date_end = excluded.date_end,
        date_due = excluded.date_due, date_associated = excluded.date_associated,
        date_updated = excluded.date_updated, uri = excluded.uri, content_hash = excluded.content_hash,
        tsv = ${upsertedVector}, version = blocks.version + 1
      where blocks.block_type = excluded.block_type and blocks.content_hash is distinct from excluded.content_hash
      returning external_key as key, block_id as "blockId", version, archived, date_associated as "dateAssociated"`
}

/**
 * The new detail. Cells of a record whose value has not changed keep the reasoning of whoever derived it. `jsonb_agg` is not
 * used, because what a conflict clause sets must be immutable (decision 068).
 */
const detailWithReasoning = sql`
  case when blocks.block_type = 'record' and blocks.detail::text like '%"reasoning"%' then
    jsonb_set(excluded.detail, '{values}', (
      select '[' || coalesce(string_agg((coalesce(old.cell, '{}') || new.cell)::text, ',' order by new.place), '') || ']'
      from jsonb_array_elements(excluded.detail -> 'values') with ordinality as new (cell, place)
      left join lateral (
        select c as cell from jsonb_array_elements(blocks.detail -> 'values') c
        where c ->> 'name' = new.cell ->> 'name' and c ->> 'value' = new.cell ->> 'value' limit 1
      ) old on true
    )::jsonb)
  else excluded.detail end`

const PARENT_TYPES: Partial<Record<string, string>> = { event: 'calendar', record: 'table' }

function toRow(page: PageContext, block: NewBlock, idOf: (key: string | undefined) => string | undefined) {
  const { kind, parentKey, originKey, people, search, title } = block
  const [creator] = toPeople([block.creator])
  const isByTenant = creator?.email === page.tenantEmail || creator?.email === toEmail(page.accountEmail)
  return {
    id: randomUUID(),
    kind,
    title,
    text: block.text,
    detail: block.detail,
    large: block.large,
    people: toPeople(people).map(({ email }) => email),
    is_own: block.isOwn === true || (creator !== undefined && isByTenant),
    creator_email: creator?.email,
    creator_name: creator?.friendlyName,
    parent: idOf(parentKey),
    parent_type: parentKey && PARENT_TYPES[kind],
    origin: idOf(originKey),
    origin_type: originKey && 'transcription',
    thread: block.threadId,
    status: block.status,
    proposed: block.proposed ?? false,
    date_start: block.dateStart,
    date_end: block.dateEnd,
    date_due: block.dateDue,
    date_associated: block.dateAssociated,
    uri: block.uri,
    external_id: block.externalId,
    key: block.key,
    hash: block.hash,
    title_search: toSearchTitle(title),
    search: toSearchText(search),
  }
}
