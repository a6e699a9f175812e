import type { PlainTransaction } from './plain-transaction.ts'

export interface LockedBlock {
  tenant_id: string
  block_id: string
  block_type: string
  title: string
  archived: boolean
  sharing_level: number
}

/**
 * Locks a block that the actor may see. With the link, nobody can revoke the access until the end. `is true` makes the
 * planner look up the link by its block: a tag may have very many.
 */
export async function lockBlock(transaction: PlainTransaction, id: string, level: number): Promise<LockedBlock> {
  const { tenantId, ownTagId } = transaction.actor
  const [block] = await transaction.rows<LockedBlock>(
    'lock',
    `select b.tenant_id, b.block_id, b.block_type, b.title, b.archived, v.sharing_level
     from sharing v join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
     where v.tenant_id = $1 and v.block_id = $2 and (v.tag_id = $3 and v.shared) is true for update of b for share of v`,
    [tenantId, id, ownTagId],
  )
  if (!block || block.sharing_level < level) throw new Error(`no access to ${id}`)
  return block
}

export async function addActivities(
  transaction: PlainTransaction,
  { tenant_id, block_id }: Pick<LockedBlock, 'tenant_id' | 'block_id'>,
  activities: readonly { type: string; detail: object }[],
): Promise<void> {
  await transaction.rows(
    'activities',
    `insert into activities (tenant_id, activity_id, block_id, activity_type, actor_type, actor_id, detail, date_created)
     select $1, gen_random_uuid(), $2, type, 'TENANT', $3, detail, $4
     from unnest($5::text[], $6::jsonb[]) as a (type, detail)`,
    [
      tenant_id,
      block_id,
      transaction.actor.tenantId,
      transaction.now,
      activities.map(({ type }) => type),
      activities.map(({ detail }) => JSON.stringify(detail)),
    ],
  )
}

/** Copies the block's dates to all links, those of guests too. Returns the tenants who see the block, the owner among them. */
export async function copyDates(
  transaction: PlainTransaction,
  { tenant_id, block_id }: LockedBlock,
): Promise<string[]> {
  const rows = await transaction.rows<{ tenant_id: string; sees: boolean }>(
    'dates',
    `with b as materialized (
       select archived, date_updated, date_associated from blocks where tenant_id = $1 and block_id = $2
     ), of_owner as (
       update sharing s set archived = b.archived, date_updated = b.date_updated, date_associated = b.date_associated
       from b where s.tenant_id = $1 and s.block_id = $2 returning s.tenant_id, s.tag_id, s.shared
     ), of_guests as (
       update sharing s set archived = b.archived, date_updated = b.date_updated, date_associated = b.date_associated
       from b where s.block_tenant_id = $1 and s.tenant_id <> s.block_tenant_id and s.block_id = $2
       returning s.tenant_id, s.tag_id, s.shared
     )
     select s.tenant_id, s.shared and s.tag_id = r.tag_id as sees
     from (table of_owner union all table of_guests) s join tenants r on r.tenant_id = s.tenant_id`,
    [tenant_id, block_id],
  )
  return rows.filter(({ sees }) => sees).map((row) => row.tenant_id)
}

/** The tenants who see a block, the owner among them. */
export async function findReaders(
  transaction: PlainTransaction,
  { tenant_id, block_id }: LockedBlock,
): Promise<string[]> {
  const rows = await transaction.rows<{ tenant_id: string }>(
    'readers',
    `select s.tenant_id from sharing s join tenants r on r.tenant_id = s.tenant_id
     where s.tenant_id = $1 and s.block_id = $2 and (s.tag_id = r.tag_id and s.shared) is true
     union all
     select s.tenant_id from sharing s join tenants r on r.tenant_id = s.tenant_id
     where s.block_tenant_id = $1 and s.tenant_id <> s.block_tenant_id and s.block_id = $2
       and (s.tag_id = r.tag_id and s.shared) is true`,
    [tenant_id, block_id],
  )
  return rows.map((row) => row.tenant_id)
}

/** Appends an event to the feed of each tenant. Their rows are locked in the order of their ids, and last. */
export async function appendEvents(
  transaction: PlainTransaction,
  { block_id, block_type }: Pick<LockedBlock, 'block_id' | 'block_type'>,
  events: ReadonlyMap<string, string>,
): Promise<void> {
  await transaction.rows(
    'events',
    `with locked as materialized (
       select tenant_id from tenants where tenant_id = any($1::uuid[]) order by tenant_id for no key update
     ), numbered as (
       update tenants t set sequence = t.sequence + 1 from locked where t.tenant_id = locked.tenant_id
       returning t.tenant_id, t.sequence
     )
     insert into change_events (tenant_id, sequence, event_type, subject, subject_id, subject_type, actor_id, date)
     select n.tenant_id, n.sequence, e.type, 'block', $3, $4, $5, $6
     from numbered n join unnest($1::uuid[], $2::text[]) as e (tenant_id, type) using (tenant_id)`,
    [[...events.keys()], [...events.values()], block_id, block_type, transaction.actor.tenantId, transaction.now],
  )
}

const USE_INTERVAL_MS = 60_000
const usedAt = new Map<string, number>()

/** Saves when the actor used tags last, at most once a minute for each. */
export async function markUsed(transaction: PlainTransaction, tagIds: readonly string[]): Promise<void> {
  const { now } = transaction
  const unsaved = tagIds.filter((id) => now - (usedAt.get(id) ?? 0) >= USE_INTERVAL_MS)
  if (unsaved.length === 0) return
  for (const id of unsaved) usedAt.set(id, now)
  await transaction.rows('used', 'update tags set date_used = $3 where tenant_id = $1 and tag_id = any($2::uuid[])', [
    transaction.actor.tenantId,
    unsaved,
    now,
  ])
}
