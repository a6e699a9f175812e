import { sql } from 'kysely'
import { omitNullish } from '../../../src/runtime/omit.ts'
import type { Fence } from '../../model/sync.ts'
import { LeaseLost } from '../../model/sync-store.ts'
import { type Database, retryConflicts } from '../postgres/database.ts'
import { type PageProgress, saveProgressIf } from '../runs/counters.ts'
import type { StoredBlock } from './blocks.ts'
import type { ChangedItems } from './comparable-page.ts'
import { type EventWindow, selectMissingEvents } from './missing-events.ts'
import { type PageSource, selectPageSource } from './page-context.ts'
import type { KeyedItem } from './reconcile.ts'

/** A page that may be unchanged. */
export interface ComparedPage {
  items: readonly KeyedItem[]
  /** The page of a calendar changes also by the events that are missing from it. */
  window?: EventWindow | undefined
  /** What is saved if it is unchanged. */
  progress: PageProgress
}

export interface Comparison {
  /** Whether the page was unchanged and its progress is saved. */
  isSaved: boolean
  source: PageSource
  changed: ChangedItems
}

interface ComparisonRow extends PageSource {
  isSaved: boolean
  changed: { index: number; block_id: string | null; block_type: string; hash: string | null }[] | null
}

/**
 * Compares the items of a page with the stored blocks and, if nothing has changed, saves its progress, in one statement:
 * most pages cost no other. Throws LeaseLost if the fence no longer holds.
 */
export async function saveIfUnchanged(
  db: Database,
  fence: Fence,
  { items, window, progress }: ComparedPage,
): Promise<Comparison> {
  const isUnchanged = sql`not exists (select 1 from changed)
    and not exists (${window ? selectMissingEvents(fence, window) : sql`select 1 where false`})`
  const statement = sql<ComparisonRow>`
    with source as (${selectPageSource(fence)}),
    changed as materialized (
      select k.index, b.block_id, b.block_type, encode(b.content_hash, 'hex') as hash
      from source
      cross join unnest(${items.map(({ key }) => key)}::text[],
        string_to_array(${items.map(({ kind }) => kind).join()}, ','),
        string_to_array(${items.map(({ hash, insertOnly }) => (insertOnly ? '' : hash)).join()}, ',', ''))
        with ordinality as k (key, kind, hash, index)
      left join lateral (
        select block_id, block_type, content_hash from blocks
        where tenant_id = ${fence.tenantId} and blocks.provider = source.provider
          and blocks.application = source.application and external_key = k.key
        limit 1
      ) b on true
      where (b.block_type = k.kind and (k.hash is null or b.content_hash = decode(k.hash, 'hex'))) is not true
    ),
    ${saveProgressIf(fence, progress, isUnchanged)}
    select source.*, exists (select 1 from counted) as "isSaved", (select jsonb_agg(changed) from changed) as changed
    from source`
  const [row] = (await retryConflicts(() => statement.execute(db))).rows
  if (!row) throw new LeaseLost(fence)
  const { isSaved, changed, ...source } = row
  return {
    isSaved,
    source,
    changed: new Map((changed ?? []).map((block) => [items[block.index - 1]?.key ?? '', toStoredBlock(block)])),
  }
}

function toStoredBlock({
  block_id: blockId,
  block_type: kind,
  hash,
}: NonNullable<ComparisonRow['changed']>[number]): StoredBlock | undefined {
  return blockId === null ? undefined : omitNullish({ blockId, kind, hash })
}
