import { type RawBuilder, sql } from 'kysely'
import type { Send } from '../postgres/pipelining.ts'
import type { CopiedRow, CopiedTable } from './copied-rows.ts'

/** Of a tenant's blocks, those that a bucket is to hold copies of, and those that nobody there may see any more. */
export interface BlocksToCopy {
  tenantId: string
  visible: readonly string[]
  hidden: readonly string[]
}

/** Tables whose rows are replaced, with how a row names its block. The tenant may have links to other blocks of the same ids. */
const REPLACED = {
  blocks: sql.raw('block_id'),
  sharing: sql.raw('block_tenant_id = tenant_id and block_id'),
  reactions: sql.raw('block_id'),
  business_objects: sql.raw('block_id'),
  block_links: sql.raw('source_id'),
} as const satisfies Partial<Record<CopiedTable, unknown>>

/**
 * Brings the copies of blocks in a bucket in line with `rows`, which were read at home. The statements are sent in that bucket,
 * but not awaited. Activities are added only, unless nobody may see the block any more. What people of the bucket have
 * for themselves, such as their own links, stays.
 */
export function writeCopies(send: Send, { tenantId, visible, hidden }: BlocksToCopy, rows: readonly CopiedRow[]): void {
  const visibleIds = new Set(visible)
  const byTable = Map.groupBy(
    rows.filter(({ block_id }) => visibleIds.has(block_id)),
    ({ source }) => source,
  )
  const rowsOf = (table: CopiedTable) => [...new Set((byTable.get(table) ?? []).map(({ row }) => row))]
  const ids = [...visible, ...hidden]
  for (const [table, block] of Object.entries(REPLACED)) send(deleteRows(table, block, tenantId, ids))
  if (hidden.length > 0) send(deleteRows('activities', sql.raw('block_id'), tenantId, hidden))
  writeTags(send, rowsOf('tags'))
  for (const table of [...Object.keys(REPLACED), 'activities'] as CopiedTable[]) insertRows(send, table, rowsOf(table))
}

function deleteRows(table: string, block: RawBuilder<unknown>, tenantId: string, ids: readonly string[]) {
  return sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and ${block} = any(${ids}::uuid[])`
}

function insertRows(send: Send, table: CopiedTable, rows: readonly string[]): void {
  if (rows.length === 0) return
  const name = sql.table(table)
  send(sql`
    insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${toJson(rows)}::jsonb) on conflict do nothing`)
}

/**
 * Tags are copied without what only their tenant sees. A copy that still has an address that belongs to another tag by now is
 * outdated, and nothing needs it: the blocks that its links share would have been copied with it.
 */
function writeTags(send: Send, rows: readonly string[]): void {
  if (rows.length === 0) return
  const tags = sql`jsonb_to_recordset(${toJson(rows)}::jsonb)
    as i (tenant_id uuid, tag_id uuid, tag_type text, email text, email_domain text)`
  send(sql`
    delete from tags t using ${tags}
    where t.tenant_id = i.tenant_id and t.email = i.email and t.tag_type = 'person' and t.tag_id <> i.tag_id`)
  send(sql`
    insert into tags (tenant_id, tag_id, tag_type, alias, email, email_domain, name_search, date_created, date_updated)
    select i.tenant_id, i.tag_id, i.tag_type, '', i.email, i.email_domain, '', 0, 0 from ${tags}
    on conflict (tenant_id, tag_id) do update set email = excluded.email, email_domain = excluded.email_domain,
      tag_type = excluded.tag_type`)
}

function toJson(rows: readonly string[]): string {
  return `[${rows.join()}]`
}
