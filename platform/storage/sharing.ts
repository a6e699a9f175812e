import { sql } from 'kysely'
import { appendChanges, type Change } from './changes.ts'
import type { Tx } from './postgres/database.ts'

/** A block that another tenant sees, and where it is at home. */
export interface RecipientRow {
  tenant_id: string
  block_tenant_id: string
  block_id: string
  block_type: string
}

/**
 * Brings the copies of blocks' dates and archived flags in their links up to date, in the home tenant and wherever
 * the blocks are shared, and tells those others. Whatever changes a block calls it. `actorId` is the tenant who did it;
 * absent: a sync.
 */
export async function syncSharesAndNotify(
  tx: Tx,
  tenantId: string,
  blockIds: readonly string[],
  now: number,
  actorId?: string,
  eventType: Change['event_type'] = 'UPDATED',
): Promise<void> {
  await notifyRecipients(tx, await syncShareColumns(tx, tenantId, blockIds), { eventType, actorId }, now)
}

/** What `touchLinks` does before it tells; answers who is to be told. */
export async function syncShareColumns(tx: Tx, tenantId: string, blockIds: readonly string[]): Promise<RecipientRow[]> {
  if (blockIds.length === 0) return []
  const { rows } = await sql<RecipientRow & { sees: boolean }>`
    with changed as (
      select block_id, archived, date_updated, date_associated from blocks
      where tenant_id = ${tenantId} and block_id = any(${blockIds}::uuid[])
    ),
    home as (
      update sharing s set archived = c.archived, date_updated = c.date_updated, date_associated = c.date_associated
      from changed c where s.tenant_id = ${tenantId} and s.block_id = c.block_id
    )
    update sharing s set archived = c.archived, date_updated = c.date_updated, date_associated = c.date_associated
    from changed c, tenants guest
    where s.block_tenant_id = ${tenantId} and s.tenant_id <> s.block_tenant_id and s.block_id = c.block_id
      and guest.tenant_id = s.tenant_id
    returning s.tenant_id, s.block_tenant_id, s.block_id, s.block_type,
      s.shared and s.tag_id = guest.tag_id as sees`.execute(tx)
  // Who no longer sees a block keeps the links by which it was organized, and is not told of it.
  return rows.filter(({ sees }) => sees)
}

/**
 * Gives each tenant whose address a block is shared with a row of its own, and takes it from those it is no longer
 * shared with. To be called in the transaction that changes a block's links; the change is visible with its commit.
 */
export async function updateRecipientsAndNotify(
  tx: Tx,
  tenantId: string,
  blockIds: readonly string[],
  now: number,
  actorId?: string,
): Promise<void> {
  const { gone, come } = await updateRecipients(tx, tenantId, blockIds)
  await notifyRecipients(tx, gone, { eventType: 'UNSHARED', actorId }, now)
  await notifyRecipients(tx, come, { eventType: 'SHARED', actorId }, now)
}

/** What `refreshGuests` does before it tells; answers who has gone and who has come or has another role now. */
export async function updateRecipients(
  tx: Tx,
  tenantId: string,
  blockIds: readonly string[],
): Promise<{ gone: RecipientRow[]; come: RecipientRow[] }> {
  const { rows: gone } = await sql<RecipientRow>`
    delete from sharing s using tenants guest
    where s.block_tenant_id = ${tenantId} and s.tenant_id <> s.block_tenant_id
      and s.block_id = any(${blockIds}::uuid[]) and guest.tenant_id = s.tenant_id and s.tag_id = guest.tag_id
      and not exists (
        select 1 from sharing h join tags t on t.tenant_id = h.tenant_id and t.tag_id = h.tag_id
        where h.tenant_id = ${tenantId} and h.block_id = s.block_id and h.shared
          and t.tag_type = 'person' and t.email = guest.email
      )
    returning s.tenant_id, s.block_tenant_id, s.block_id, s.block_type`.execute(tx)
  const { rows: come } = await sql<RecipientRow>`
    ${upsertRecipientRows(sql`h.tenant_id = ${tenantId} and h.block_id = any(${blockIds}::uuid[])`)}`.execute(tx)
  await refreshTenantMarkers(
    tx,
    blockIds.map((block_id) => ({ block_tenant_id: tenantId, block_id })),
  )
  return { gone, come }
}

/** What was shared with an address before somebody signed in with it. */
export async function grantPendingShares(
  tx: Tx,
  guest: { tenantId: string; email: string },
  now: number,
): Promise<void> {
  const { rows } = await sql<RecipientRow>`
    ${upsertRecipientRows(sql`t.email = ${guest.email} and guest.tenant_id = ${guest.tenantId}`)}`.execute(tx)
  await refreshTenantMarkers(tx, rows)
  await notifyRecipients(tx, rows, { eventType: 'SHARED' }, now)
}

/** Lets the searches of those who see blocks find them, and no others: see `markOf`. */
async function refreshTenantMarkers(
  tx: Tx,
  blocks: readonly Pick<RecipientRow, 'block_tenant_id' | 'block_id'>[],
): Promise<void> {
  if (blocks.length === 0) return
  const keys = blocks.map(({ block_tenant_id: home, block_id: block }) => ({ home, block }))
  await sql`
    update blocks b set tsv = ts_delete(b.tsv, i.old) || array_to_tsvector(i.marks)
    from (
      select distinct k.home, k.block, array['=' || k.home] || array(
          select '=' || s.tenant_id from sharing s
          join tenants guest on guest.tenant_id = s.tenant_id and guest.tag_id = s.tag_id
          where s.block_tenant_id = k.home and s.tenant_id <> s.block_tenant_id and s.block_id = k.block and s.shared
        ) as marks,
        array(select word.lexeme from unnest(b.tsv) as word where word.positions is null) as old
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (home uuid, block uuid)
      join blocks b on b.tenant_id = k.home and b.block_id = k.block
    ) i
    where b.tenant_id = i.home and b.block_id = i.block and not (i.old @> i.marks and i.marks @> i.old)`.execute(tx)
}

/** Rows in guests' tenants for all that is shared with their addresses, among the home links that are asked for. */
function upsertRecipientRows(links: ReturnType<typeof sql>) {
  return sql`
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
      assigned, block_type, archived, date_updated, date_associated, date_created)
    select guest.tenant_id, h.block_id, guest.tag_id, h.tenant_id, true, max(h.sharing_level), 2, bool_or(h.assigned),
      h.block_type, h.archived, h.date_updated, h.date_associated, max(h.date_created)
    from sharing h
    join tags t on t.tenant_id = h.tenant_id and t.tag_id = h.tag_id and t.tag_type = 'person' and t.email is not null
    join tenants guest on guest.email = t.email and guest.tenant_id <> h.tenant_id
    where h.shared and h.tenant_id = h.block_tenant_id and ${links}
    group by guest.tenant_id, h.block_id, guest.tag_id, h.tenant_id, h.block_type, h.archived, h.date_updated,
      h.date_associated
    on conflict (tenant_id, block_id, tag_id) do update set sharing_level = excluded.sharing_level, shared = true,
      assigned = excluded.assigned
    where sharing.block_tenant_id = excluded.block_tenant_id
      and (sharing.sharing_level <> excluded.sharing_level or sharing.assigned <> excluded.assigned or not sharing.shared)
    returning tenant_id, block_tenant_id, block_id, block_type`
}

interface RecipientEvent {
  eventType: Change['event_type']
  actorId?: string | undefined
}

/** In the order of the tenants, so that two that share with each other do not wait in a circle. */
async function notifyRecipients(
  tx: Tx,
  rows: readonly RecipientRow[],
  { eventType, actorId }: RecipientEvent,
  now: number,
) {
  const told = { event_type: eventType, subject: 'block', ...(actorId ? { actor_id: actorId } : {}) } as const
  const guests = Map.groupBy(rows, ({ tenant_id }) => tenant_id)
  for (const tenantId of [...guests.keys()].sort()) {
    const blocks = new Map(guests.get(tenantId)?.map((row) => [row.block_id, row.block_type]))
    const changes = [...blocks].map(([subject_id, subject_type]) => ({ ...told, subject_id, subject_type }))
    await appendChanges(tx, tenantId, changes, now)
  }
}
