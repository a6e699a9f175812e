import { sql } from 'kysely'
import type { Send } from '../../postgres/pipelining.ts'

/** Maximum depth of nested replies to which access is propagated. */
const MAX_DEPTH = 20

/**
 * Selects the messages that inherit the access of one of the parents: of the block they comment on, or of their thread.
 * `offset 0` makes the planner look them up by their parent. Otherwise it may read all messages of the tenant.
 */
function inheritingMessages(tenantId: string, parentIds: readonly string[]) {
  return sql`
    select c.block_id, c.block_type, c.archived, c.date_updated, c.date_associated, whole.id as whole_id,
      author.email as author
    from unnest(${parentIds}::uuid[]) as whole (id)
    cross join lateral (
      (select * from blocks where tenant_id = ${tenantId} and parent_id = whole.id offset 0)
      union all
      (select * from blocks where tenant_id = ${tenantId} and thread_id = whole.id::text and parent_id is null offset 0)
    ) c
    join tenants author on author.tenant_id = c.creator_id
    where c.block_type = 'message' and c.detail @> '{"follows":true}'`
}

/**
 * Brings the access of messages in line with that of their parents, down to nested replies: grants what the parents
 * grant and revokes what they no longer do. Authors keep access to their own messages. Returns the ids of the messages
 * whose links have changed; the caller must update their recipients. Without `revokes` it only grants.
 */
export async function propagateAccess(
  send: Send,
  tenantId: string,
  parentIds: readonly string[],
  { now, revokes }: { now: number; revokes: boolean },
): Promise<string[]> {
  const messageIds = new Set<string>()
  let parents: readonly string[] = parentIds
  for (let depth = 0; parents.length > 0 && depth < MAX_DEPTH; depth += 1) {
    const changed = await Promise.all([
      revokes ? send(revokeInherited(tenantId, parents)) : [],
      send(grantInherited(tenantId, parents, now)),
    ])
    parents = [...new Set(changed.flat().map(({ block_id }) => block_id))].filter((id) => !messageIds.has(id))
    for (const id of parents) messageIds.add(id)
  }
  return [...messageIds]
}

/** Grants a newly created message the same access as its parent. */
export async function inheritAccess(
  send: Send,
  tenantId: string,
  parentId: string,
  messageId: string,
  now: number,
): Promise<void> {
  await send(grantInherited(tenantId, [parentId], now, messageId))
}

function revokeInherited(tenantId: string, parentIds: readonly string[]) {
  return sql<{ block_id: string }>`
    with follower as materialized (${inheritingMessages(tenantId, parentIds)})
    delete from sharing s using follower f, tags t
    where s.tenant_id = ${tenantId} and s.block_id = f.block_id and s.shared and s.sharing_approach = 2
      and t.tenant_id = s.tenant_id and t.tag_id = s.tag_id and t.email is distinct from f.author
      and not exists (
        select from sharing w where w.tenant_id = ${tenantId} and w.block_id = f.whole_id
          and (w.tag_id = s.tag_id and w.shared) is true
      )
    returning s.block_id`
}

/**
 * Owners of the parent become owners of its messages, as long as they are; everybody else may read them. Authors keep the access
 * that they have. `onlyId` restricts this to one message.
 * The common table expression belongs to the `select`: at the `insert`, Citus does not find its tables (decision 068).
 */
function grantInherited(tenantId: string, parentIds: readonly string[], now: number, onlyId?: string) {
  return sql<{ block_id: string }>`
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
      block_type, archived, date_updated, date_associated, date_created)
    with follower as materialized (${inheritingMessages(tenantId, parentIds)})
    select w.tenant_id, f.block_id, w.tag_id, w.tenant_id, true, case when w.sharing_level = 2 then 2 else 0 end, 2,
      f.block_type, f.archived, f.date_updated, f.date_associated, ${now}
    from follower f join sharing w on w.tenant_id = ${tenantId} and w.block_id = f.whole_id and w.shared
    join tags t on t.tenant_id = w.tenant_id and t.tag_id = w.tag_id
    where f.block_id = ${onlyId ?? sql`f.block_id`} and (t.email is distinct from f.author or not exists (
      select from sharing a where a.tenant_id = w.tenant_id and a.block_id = f.block_id and a.tag_id = w.tag_id and a.shared))
    on conflict (tenant_id, block_id, tag_id) do update
      set shared = true, sharing_level = excluded.sharing_level, sharing_approach = 2
    where sharing.block_tenant_id = excluded.block_tenant_id and (not sharing.shared
      or (sharing.sharing_approach = 2 and sharing.sharing_level <> excluded.sharing_level))
    returning block_id`
}

/**
 * Updates the links of recipients that mirror links of the owner. A recipient who shares a block further has a link to
 * their own tag of that person, besides the link in the owner's graph. The mirror takes the role of the owner's link and is
 * deleted together with it, and also when the recipient loses access: nobody keeps it in line from then on. Call it after
 * `updateRecipients`. The statements are sent, but not awaited.
 */
export function syncRecipientLinks(
  send: Send,
  tenantId: string,
  blockIds: readonly string[],
  { revokes }: { revokes: boolean },
): void {
  const mirrors = sql`s.block_tenant_id = ${tenantId} and s.tenant_id <> s.block_tenant_id
    and s.block_id = any(${blockIds}::uuid[]) and s.shared and t.tenant_id = s.tenant_id and t.tag_id = s.tag_id
    and t.tag_type = 'person' and t.email is not null`
  // `is true` keeps the planner from starting at tags by email, of which every tenant may have one.
  const isSame = sql`(p.email = t.email) is true`
  const original = sql`
    from sharing h join tags p on p.tenant_id = h.tenant_id and p.tag_id = h.tag_id and p.tag_type = 'person'
    where h.tenant_id = ${tenantId} and h.block_id = s.block_id and h.shared and ${isSame}`
  const access = sql`
    from sharing a where a.tenant_id = s.tenant_id and a.block_id = s.block_id and a.block_tenant_id = s.block_tenant_id
      and (a.tag_id = recipient.tag_id and a.shared) is true`
  if (revokes) {
    send(sql`
      delete from sharing s using tags t, tenants recipient
      where ${mirrors} and recipient.tenant_id = s.tenant_id
        and (not exists (select ${original}) or not exists (select ${access}))`)
  }
  send(sql`
    update sharing s set sharing_level = h.sharing_level, assigned = h.assigned
    from tags t, sharing h, tags p
    where ${mirrors} and h.tenant_id = ${tenantId} and h.block_id = s.block_id and h.shared
      and p.tenant_id = h.tenant_id and p.tag_id = h.tag_id and p.tag_type = 'person' and ${isSame}
      and (s.sharing_level <> h.sharing_level or s.assigned <> h.assigned)`)
}
