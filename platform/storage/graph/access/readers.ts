import { type RawBuilder, sql } from 'kysely'
import { type Change, numbered } from '../../changes.ts'
import type { Send } from '../../postgres/pipelining.ts'
import type { RecipientRow } from '../../sharing.ts'

/** A block and what its readers are notified of. */
export interface ReadBlock {
  tenant_id: string
  block_id: string
  block_type: string
  event: Change['event_type']
}

/**
 * Copies the dates and archived flags of changed blocks to their sharing rows, those of the owner and those of all
 * recipients. The statement is sent, but not awaited.
 */
export function copyBlockColumns(send: Send, blocks: readonly Pick<ReadBlock, 'tenant_id' | 'block_id'>[]): void {
  if (blocks.length === 0) return
  const owners = blocks.map(({ tenant_id }) => tenant_id)
  const ids = blocks.map(({ block_id }) => block_id)
  send(sql`
    with changed as materialized (
      select b.tenant_id, b.block_id, b.archived, b.date_updated, b.date_associated
      from unnest(${owners}::uuid[], ${ids}::uuid[]) as k (tenant_id, block_id)
      join blocks b on b.tenant_id = k.tenant_id and b.block_id = k.block_id
    ), of_owner as (
      update sharing s set archived = b.archived, date_updated = b.date_updated, date_associated = b.date_associated
      from changed b where s.tenant_id = b.tenant_id and s.block_id = b.block_id and ${isOutdatedCopy}
    )
    update sharing s set archived = b.archived, date_updated = b.date_updated, date_associated = b.date_associated
    from changed b
    where s.block_tenant_id = b.tenant_id and s.tenant_id <> s.block_tenant_id and s.block_id = b.block_id
      and ${isOutdatedCopy}`)
}

const isOutdatedCopy = sql.raw(
  '(s.archived <> b.archived or s.date_updated <> b.date_updated or s.date_associated <> b.date_associated)',
)

/**
 * Appends a change of each block to the feeds of all who may see it: see `selectReaders`. Must be the last statement of a
 * transaction, as `appendChanges`.
 */
export function insertReadersChanges(blocks: readonly ReadBlock[], actorId: string, now: number): RawBuilder<unknown> {
  const owners = blocks.map(({ tenant_id }) => tenant_id)
  const ids = blocks.map(({ block_id }) => block_id)
  const types = blocks.map(({ block_type }) => block_type)
  const events = blocks.map(({ event }) => event)
  return sql`
    with event as materialized (
      select r.tenant_id, k.block_id, k.block_type, k.event_type,
        row_number() over (partition by r.tenant_id order by k.place) as place
      from unnest(${owners}::uuid[], ${ids}::uuid[], ${types}::text[], ${events}::text[])
        with ordinality as k (owner_id, block_id, block_type, event_type, place)
      cross join lateral (
        select s.tenant_id from ${linksOfReaders} where s.tenant_id = k.owner_id and s.block_id = k.block_id and ${sees}
        union all
        select s.tenant_id from ${linksOfReaders}
        where s.block_tenant_id = k.owner_id and s.tenant_id <> s.block_tenant_id and s.block_id = k.block_id and ${sees}
      ) r
    ), ${numbered}
    insert into change_events (tenant_id, sequence, event_type, subject, subject_id, subject_type, actor_id, date)
    select e.tenant_id, n.before + e.place, e.event_type, 'block', e.block_id, e.block_type, ${actorId}::uuid, ${now}
    from event e join numbered n on n.tenant_id = e.tenant_id`
}

const linksOfReaders = sql.raw('sharing s join tenants reader on reader.tenant_id = s.tenant_id')
/** `is true` makes the planner look up links by block. All links of the reader's own tag are those to everything they see. */
const sees = sql.raw('(s.tag_id = reader.tag_id and s.shared) is true')

/**
 * Selects who may see blocks of a tenant: the tenant itself, unless it has left the block, and the recipients. One who may
 * no longer see a block keeps the links they organized it with, but is none of them.
 */
export function selectReaders(tenantId: string, blockIds: readonly string[]): RawBuilder<RecipientRow> {
  const columns = sql.raw('s.tenant_id, s.block_tenant_id, s.block_id, s.block_type')
  return sql<RecipientRow>`
    select ${columns} from ${linksOfReaders}
    where s.tenant_id = ${tenantId} and s.block_id = any(${blockIds}::uuid[]) and ${sees}
    union all
    select ${columns} from ${linksOfReaders}
    where s.block_tenant_id = ${tenantId} and s.tenant_id <> s.block_tenant_id and s.block_id = any(${blockIds}::uuid[])
      and ${sees}`
}
