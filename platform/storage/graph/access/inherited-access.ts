import { sql } from 'kysely'
import type { Tx } from '../../postgres/database.ts'

/** Replies to replies to replies follow too, so far down. */
const MAX_DEPTH = 20

/** Messages `c` of a tenant that are seen by whoever sees the block `whole` that they are on, or the thread they are in. */
function inheritingMessages(tenantId: string, wholeIds: readonly string[]) {
  return sql`
    select c.block_id, c.block_type, c.archived, c.date_updated, c.date_associated, whole.id as whole_id,
      author.email as author
    from unnest(${wholeIds}::uuid[]) as whole (id)
    join blocks c on c.tenant_id = ${tenantId} and c.block_type = 'message' and c.detail @> '{"follows":true}'
      and (c.parent_id = whole.id or (c.parent_id is null and c.thread_id = whole.id::text))
    join tenants author on author.tenant_id = c.creator_id`
}

/**
 * Gives messages the access of what they are on, and takes from them what that has lost. Their authors keep theirs.
 * Answers the messages whose links have changed, whose guests are to be moved.
 */
export async function propagateAccess(
  tx: Tx,
  tenantId: string,
  wholeIds: readonly string[],
  now: number,
): Promise<string[]> {
  const followers = new Set<string>()
  let wholes: readonly string[] = wholeIds
  for (let depth = 0; wholes.length > 0 && depth < MAX_DEPTH; depth += 1) {
    const moved = [
      ...(await revokeInherited(tx, tenantId, wholes)),
      ...(await grantInherited(tx, tenantId, wholes, now)),
    ]
    wholes = [...new Set(moved)].filter((id) => !followers.has(id))
    for (const id of wholes) followers.add(id)
  }
  return [...followers]
}

/** Gives one message, which is new, the access of what it is on. */
export async function inheritAccess(
  tx: Tx,
  tenantId: string,
  wholeId: string,
  messageId: string,
  now: number,
): Promise<void> {
  await grantInherited(tx, tenantId, [wholeId], now, messageId)
}

async function revokeInherited(tx: Tx, tenantId: string, wholeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ block_id: string }>`
    with follower as materialized (${inheritingMessages(tenantId, wholeIds)})
    delete from sharing s using follower f, tags t
    where s.tenant_id = ${tenantId} and s.block_id = f.block_id and s.shared and s.sharing_approach = 2
      and t.tenant_id = s.tenant_id and t.tag_id = s.tag_id and t.email is distinct from f.author
      and not exists (
        select from sharing w where w.tenant_id = ${tenantId} and w.block_id = f.whole_id and w.tag_id = s.tag_id and w.shared
      )
    returning s.block_id`.execute(tx)
  return rows.map(({ block_id }) => block_id)
}

/** The owners of the whole own what is said about it; everybody else reads. */
async function grantInherited(
  tx: Tx,
  tenantId: string,
  wholeIds: readonly string[],
  now: number,
  onlyId?: string,
): Promise<string[]> {
  const { rows } = await sql<{ block_id: string }>`
    with follower as materialized (${inheritingMessages(tenantId, wholeIds)})
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
      block_type, archived, date_updated, date_associated, date_created)
    select w.tenant_id, f.block_id, w.tag_id, w.tenant_id, true, case when w.sharing_level = 2 then 2 else 0 end, 2,
      f.block_type, f.archived, f.date_updated, f.date_associated, ${now}
    from follower f join sharing w on w.tenant_id = ${tenantId} and w.block_id = f.whole_id and w.shared
    where f.block_id = ${onlyId ?? sql`f.block_id`}
    on conflict (tenant_id, block_id, tag_id) do update
      set shared = true, sharing_level = excluded.sharing_level, sharing_approach = 2
    where sharing.block_tenant_id = excluded.block_tenant_id and not sharing.shared
    returning block_id`.execute(tx)
  return rows.map(({ block_id }) => block_id)
}

/**
 * A guest who shares a block with somebody has a link of their own beside the one at home, to see what they did. It
 * follows the one at home, and ends with it.
 */
export async function syncRecipientLinks(tx: Tx, tenantId: string, blockIds: readonly string[]): Promise<void> {
  const mirrors = sql`s.block_tenant_id = ${tenantId} and s.tenant_id <> s.block_tenant_id
    and s.block_id = any(${blockIds}::uuid[]) and s.shared and t.tenant_id = s.tenant_id and t.tag_id = s.tag_id
    and t.tag_type = 'person' and t.email is not null`
  // Said like this, the tag is found by its link: everybody may know the same address.
  const isSame = sql`(p.email = t.email) is true`
  const original = sql`
    from sharing h join tags p on p.tenant_id = h.tenant_id and p.tag_id = h.tag_id and p.tag_type = 'person'
    where h.tenant_id = ${tenantId} and h.block_id = s.block_id and h.shared and ${isSame}`
  await sql`delete from sharing s using tags t where ${mirrors} and not exists (select ${original})`.execute(tx)
  await sql`
    update sharing s set sharing_level = h.sharing_level, assigned = h.assigned
    from tags t, sharing h, tags p
    where ${mirrors} and h.tenant_id = ${tenantId} and h.block_id = s.block_id and h.shared
      and p.tenant_id = h.tenant_id and p.tag_id = h.tag_id and p.tag_type = 'person' and ${isSame}
      and (s.sharing_level <> h.sharing_level or s.assigned <> h.assigned)`.execute(tx)
}
