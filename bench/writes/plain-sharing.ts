import type { LockedBlock } from './plain-steps.ts'
import type { Parameters, PlainTransaction } from './plain-transaction.ts'

type Tag = Parameters['tags'][number]

export interface Link {
  tag_id: string
  shared: boolean
  sharing_level: number
}

/** The links of a block to the actor's tags, in the order of their creation. */
export async function loadLinks(transaction: PlainTransaction, id: string): Promise<Link[]> {
  return transaction.rows<Link>(
    'links',
    `select tag_id, shared, sharing_level from sharing where tenant_id = $1 and block_id = $2
     order by date_created, tag_id`,
    [transaction.actor.tenantId, id],
  )
}

/** Links the owner's block to the owner's tags, whose addresses are locked. */
export async function writeLinks(
  transaction: PlainTransaction,
  { tenant_id, block_id }: Pick<LockedBlock, 'tenant_id' | 'block_id'>,
  tags: readonly Tag[],
): Promise<void> {
  const written = await transaction.rows(
    'write links',
    `with t as materialized (
       select tag_id from tags where tenant_id = $1 and tag_id = any($3::uuid[]) for key share
     )
     insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
       block_type, archived, date_updated, date_associated, date_created)
     select $1, b.block_id, t.tag_id, $1, i.shared, i.level, i.approach, b.block_type, b.archived, b.date_updated,
       b.date_associated, $7
     from unnest($3::uuid[], $4::boolean[], $5::smallint[], $6::smallint[]) as i (tag_id, shared, level, approach)
     join t using (tag_id) join blocks b on b.tenant_id = $1 and b.block_id = $2
     on conflict (tenant_id, block_id, tag_id) do update set shared = excluded.shared,
       sharing_level = excluded.sharing_level, sharing_approach = excluded.sharing_approach
     returning tag_id`,
    [
      tenant_id,
      block_id,
      tags.map(({ tagId }) => tagId),
      tags.map(({ shared }) => shared),
      tags.map(({ sharingLevel }) => sharingLevel),
      tags.map(({ sharingApproach }) => sharingApproach),
      transaction.now,
    ],
  )
  if (written.length < tags.length) throw new Error('a tag does not exist')
}

export async function deleteLinks(
  transaction: PlainTransaction,
  { tenant_id, block_id }: LockedBlock,
  tagIds: readonly string[],
): Promise<void> {
  await transaction.rows(
    'delete links',
    'delete from sharing where tenant_id = $1 and block_id = $2 and tag_id = any($3::uuid[])',
    [tenant_id, block_id, tagIds],
  )
}

/**
 * Gives comments on the block, down to nested replies, the block's guests. Revocation is not part of it: the benchmark
 * revokes no access.
 */
export async function grantComments(
  transaction: PlainTransaction,
  { tenant_id, block_id }: LockedBlock,
): Promise<string[]> {
  const ids = [block_id]
  for (let parents = ids; parents.length > 0; ) {
    const rows = await transaction.rows<{ block_id: string }>(
      'comments',
      `insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
         block_type, archived, date_updated, date_associated, date_created)
       select w.tenant_id, c.block_id, w.tag_id, w.tenant_id, true, case when w.sharing_level = 2 then 2 else 0 end, 2,
         c.block_type, c.archived, c.date_updated, c.date_associated, $3
       from unnest($2::uuid[]) as whole (id)
       join blocks c on c.tenant_id = $1 and c.block_type = 'message' and c.detail @> '{"follows":true}'
         and (c.parent_id = whole.id or (c.parent_id is null and c.thread_id = whole.id::text))
       join sharing w on w.tenant_id = $1 and w.block_id = whole.id and w.shared
       on conflict (tenant_id, block_id, tag_id) do update set shared = true, sharing_level = excluded.sharing_level
       where not sharing.shared
       returning block_id`,
      [tenant_id, parents, transaction.now],
    )
    parents = [...new Set(rows.map((row) => row.block_id))].filter((id) => !ids.includes(id))
    ids.push(...parents)
  }
  return ids
}

/** Writes the rows of guests and the markers by which they find the blocks. Returns who is new or has another role. */
export async function writeGuests(
  transaction: PlainTransaction,
  { tenant_id }: LockedBlock,
  blockIds: readonly string[],
): Promise<string[]> {
  const rows = await transaction.rows<{ tenant_id: string; block_id: string }>(
    'guests',
    `insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
       block_type, archived, date_updated, date_associated, date_created)
     select r.tenant_id, h.block_id, r.tag_id, h.tenant_id, true, max(h.sharing_level), 2, h.block_type, h.archived,
       h.date_updated, h.date_associated, max(h.date_created)
     from sharing h join tags t on t.tenant_id = h.tenant_id and t.tag_id = h.tag_id and t.tag_type = 'person'
     join tenants r on r.email = t.email and r.tenant_id <> h.tenant_id
     where h.tenant_id = $1 and h.block_id = any($2::uuid[]) and h.shared
     group by r.tenant_id, h.block_id, r.tag_id, h.tenant_id, h.block_type, h.archived, h.date_updated, h.date_associated
     on conflict (tenant_id, block_id, tag_id) do update set shared = true, sharing_level = excluded.sharing_level
     where sharing.block_tenant_id = excluded.block_tenant_id
       and (sharing.sharing_level <> excluded.sharing_level or not sharing.shared)
     returning tenant_id, block_id`,
    [tenant_id, blockIds],
  )
  if (rows.length > 0) {
    await transaction.rows(
      'markers',
      `update blocks b set tsv = b.tsv || array_to_tsvector(g.markers)
       from (select block_id, array_agg('=' || tenant_id) as markers
         from unnest($2::uuid[], $3::uuid[]) as g (block_id, tenant_id) group by block_id) g
       where b.tenant_id = $1 and b.block_id = g.block_id and b.tsv is distinct from b.tsv || array_to_tsvector(g.markers)`,
      [tenant_id, rows.map((row) => row.block_id), rows.map((row) => row.tenant_id)],
    )
  }
  return rows.map((row) => row.tenant_id)
}

/** Brings the links that guests made to further guests in line with the owner's. */
export async function alignGuestLinks(
  transaction: PlainTransaction,
  { tenant_id, block_id }: LockedBlock,
): Promise<void> {
  await transaction.rows(
    'mirrors',
    `update sharing s set sharing_level = h.sharing_level, assigned = h.assigned
     from tags t, sharing h, tags p
     where s.block_tenant_id = $1 and s.tenant_id <> s.block_tenant_id and s.block_id = $2 and s.shared
       and t.tenant_id = s.tenant_id and t.tag_id = s.tag_id and t.tag_type = 'person'
       and h.tenant_id = $1 and h.block_id = $2 and h.shared
       and p.tenant_id = h.tenant_id and p.tag_id = h.tag_id and p.tag_type = 'person' and (p.email = t.email) is true
       and (s.sharing_level <> h.sharing_level or s.assigned <> h.assigned)`,
    [tenant_id, block_id],
  )
}
