import { type RawBuilder, sql } from 'kysely'
import type { Change, Feed } from './changes.ts'
import type { Send } from './postgres/pipelining.ts'

/** A block that is shared with another tenant, and the tenant who owns it. */
export interface RecipientRow {
  tenant_id: string
  block_tenant_id: string
  block_id: string
  block_type: string
}

/**
 * Copies the dates and archived flags of changed blocks to their sharing rows, those of the owner and those of all
 * recipients. Every change of a block calls it. Returns the recipients to notify.
 */
export async function copyToSharingRows(
  send: Send,
  tenantId: string,
  blockIds: readonly string[],
): Promise<RecipientRow[]> {
  if (blockIds.length === 0) return []
  const rows = await send(sql<RecipientRow & { sees: boolean }>`
    with changed as (
      select block_id, archived, date_updated, date_associated from blocks
      where tenant_id = ${tenantId} and block_id = any(${blockIds}::uuid[])
    ),
    owner_rows as (
      update sharing s set archived = c.archived, date_updated = c.date_updated, date_associated = c.date_associated
      from changed c where s.tenant_id = ${tenantId} and s.block_id = c.block_id
    )
    update sharing s set archived = c.archived, date_updated = c.date_updated, date_associated = c.date_associated
    from changed c, tenants recipient
    where s.block_tenant_id = ${tenantId} and s.tenant_id <> s.block_tenant_id and s.block_id = c.block_id
      and recipient.tenant_id = s.tenant_id
    returning s.tenant_id, s.block_tenant_id, s.block_id, s.block_type,
      s.shared and s.tag_id = recipient.tag_id as sees`)
  // A tenant who may no longer see a block keeps the links they organized it with, but is not notified.
  return rows.filter(({ sees }) => sees)
}

/**
 * Inserts a sharing row for each tenant whose address the blocks are shared with, and deletes those of former recipients.
 * Every change of a block's links calls it, in the same transaction. `added` also has the recipients whose role has
 * changed. Without `revokes` nobody has lost access.
 */
export async function updateRecipients(
  send: Send,
  tenantId: string,
  blockIds: readonly string[],
  { revokes }: { revokes: boolean } = { revokes: true },
): Promise<{ removed: RecipientRow[]; added: RecipientRow[] }> {
  const removing = revokes ? send(deleteRecipientRows(tenantId, blockIds)) : []
  const adding = send(upsertRecipientRows(sql`h.tenant_id = ${tenantId} and h.block_id = any(${blockIds}::uuid[])`))
  const blocks = blockIds.map((block_id) => ({ block_tenant_id: tenantId, block_id }))
  const [removed, added] = await Promise.all([removing, adding, send(refreshTenantMarkers(blocks))])
  return { removed, added }
}

/**
 * Like `updateRecipients`, in a bucket that has copies of the blocks: for the recipients who live there. The markers were
 * copied with the blocks.
 */
export async function updateRecipientsOfCopies(
  send: Send,
  tenantId: string,
  blockIds: readonly string[],
): Promise<{ removed: RecipientRow[]; added: RecipientRow[] }> {
  const isResident = sql`exists (select from feeds f where f.tenant_id = recipient.tenant_id)`
  const areOfBlocks = sql`h.tenant_id = ${tenantId} and h.block_id = any(${blockIds}::uuid[])`
  const removing = send(deleteRecipientRows(tenantId, blockIds))
  const [removed, added] = await Promise.all([
    removing,
    send(upsertRecipientRows(sql`${areOfBlocks} and ${isResident}`)),
  ])
  return { removed, added }
}

function deleteRecipientRows(tenantId: string, blockIds: readonly string[]) {
  return sql<RecipientRow>`
    delete from sharing s using tenants recipient
    where s.block_tenant_id = ${tenantId} and s.tenant_id <> s.block_tenant_id
      and s.block_id = any(${blockIds}::uuid[]) and recipient.tenant_id = s.tenant_id and s.tag_id = recipient.tag_id
      and not exists (
        select 1 from sharing h join tags t on t.tenant_id = h.tenant_id and t.tag_id = h.tag_id
        where h.tenant_id = ${tenantId} and h.block_id = s.block_id and h.shared
          and t.tag_type = 'person' and t.email = recipient.email
      )
    returning s.tenant_id, s.block_tenant_id, s.block_id, s.block_type`
}

/** Sets the tenant markers of blocks to their owner and their recipients: see `tenantMarker`. */
function refreshTenantMarkers(blocks: readonly Pick<RecipientRow, 'block_tenant_id' | 'block_id'>[]) {
  const keys = blocks.map(({ block_tenant_id: owner, block_id: block }) => ({ owner, block }))
  return sql`
    update blocks b set tsv = ts_delete(b.tsv, i.old) || array_to_tsvector(i.markers)
    from (
      select distinct k.owner, k.block, array['=' || k.owner] || array(
          select '=' || s.tenant_id from sharing s
          join tenants recipient on recipient.tenant_id = s.tenant_id and recipient.tag_id = s.tag_id
          where s.block_tenant_id = k.owner and s.tenant_id <> s.block_tenant_id and s.block_id = k.block and s.shared
        ) as markers,
        array(select word.lexeme from unnest(b.tsv) as word where word.positions is null) as old
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (owner uuid, block uuid)
      join blocks b on b.tenant_id = k.owner and b.block_id = k.block
    ) i
    where b.tenant_id = i.owner and b.block_id = i.block and not (i.old @> i.markers and i.markers @> i.old)`
}

/** How a row came about: by the platform. The other value only tells the conflict clause which row it may replace. */
const [BY_SYSTEM, REPLACES_OTHER] = [2, 1]

/**
 * Upserts the recipients' rows for those of the owner's links `h`, joined to their tags `t`, that match `condition`. If
 * another block of the same id is there, the recipient keeps their own, and of those of other tenants gets the older one.
 * Which is older is determined where rows are selected: a conflict clause must not read other tables (decision 068).
 * `is true` makes the planner look up `other` by its block: see `visibleTo`.
 */
function upsertRecipientRows(condition: RawBuilder<unknown>) {
  return sql<RecipientRow>`
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
      assigned, block_type, archived, date_updated, date_associated, date_created)
    select recipient.tenant_id, h.block_id, recipient.tag_id, h.tenant_id, true, max(h.sharing_level),
      case when other.block_id is null then ${sql.lit(BY_SYSTEM)} else ${sql.lit(REPLACES_OTHER)} end,
      bool_or(h.assigned), h.block_type, h.archived, h.date_updated, h.date_associated, max(h.date_created)
    from sharing h
    join tags t on t.tenant_id = h.tenant_id and t.tag_id = h.tag_id and t.tag_type = 'person' and t.email is not null
    join tenants recipient on recipient.email = t.email and recipient.tenant_id <> h.tenant_id
    left join sharing other on other.tenant_id = recipient.tenant_id and other.block_id = h.block_id
      and (other.tag_id = recipient.tag_id and other.block_tenant_id <> h.tenant_id) is true
    where h.shared and h.tenant_id = h.block_tenant_id and ${condition}
      and (other.block_id is null
        or other.block_tenant_id <> other.tenant_id and ${creationDate('h')} < ${creationDate('other')})
    group by recipient.tenant_id, h.block_id, recipient.tag_id, h.tenant_id, h.block_type, h.archived, h.date_updated,
      h.date_associated, other.block_id
    on conflict (tenant_id, block_id, tag_id) do update set sharing_level = excluded.sharing_level, shared = true,
      assigned = excluded.assigned, block_tenant_id = excluded.block_tenant_id, block_type = excluded.block_type,
      archived = excluded.archived, date_updated = excluded.date_updated, date_associated = excluded.date_associated
    where case when sharing.block_tenant_id = excluded.block_tenant_id
      then sharing.sharing_level <> excluded.sharing_level or sharing.assigned <> excluded.assigned or not sharing.shared
      else sharing.block_tenant_id <> sharing.tenant_id and excluded.sharing_approach = ${sql.lit(REPLACES_OTHER)} end
    returning tenant_id, block_tenant_id, block_id, block_type`
}

/** When the block of a sharing row was created. */
function creationDate(row: 'h' | 'other') {
  const key = sql.raw(`b.tenant_id = ${row}.block_tenant_id and b.block_id = ${row}.block_id`)
  return sql`(select b.date_created from blocks b where ${key})`
}

/** What the recipients' feeds tell them about the blocks of their rows. */
export function toFeeds(rows: readonly RecipientRow[], event_type: Change['event_type']): Feed[] {
  return [...Map.groupBy(rows, ({ tenant_id }) => tenant_id)].map(([tenantId, ofTenant]) => {
    const blocks = new Map(ofTenant.map((row) => [row.block_id, row.block_type]))
    return [
      tenantId,
      [...blocks].map(([subject_id, subject_type]) => ({ event_type, subject: 'block', subject_id, subject_type })),
    ]
  })
}
