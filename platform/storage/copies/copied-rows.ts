import { type RawBuilder, sql } from 'kysely'

/** A row that belongs to a block, to be copied. */
export interface CopiedRow {
  source: CopiedTable
  block_id: string
  /** The row as JSON. Numbers would lose digits if it was parsed. */
  row: string
}

export type CopiedTable =
  | 'blocks'
  | 'sharing'
  | 'tags'
  | 'activities'
  | 'reactions'
  | 'business_objects'
  | 'block_links'

/** Locks blocks until the transaction ends, so that their copies are those of one state. */
export function lockForCopying(tenantId: string, blockIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    select from blocks where tenant_id = ${tenantId} and block_id = any(${blockIds}::uuid[]) order by block_id for update`
}

/**
 * Selects what readers of other buckets see of a tenant's blocks: the blocks with what belongs to them, the links that
 * share them, and of the tags that these links or activities name the type and what identifies a person: a tag that was a
 * person grants access by its copy as long as that does not say otherwise. Of activities only those since a time (epoch ms),
 * because none changes or is deleted.
 */
export function selectCopiedRows(
  tenantId: string,
  blockIds: readonly string[],
  activitiesSince: number,
): RawBuilder<CopiedRow> {
  const isOfBlocks = (alias: string, column = 'block_id') =>
    sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantId} and ${sql.ref(`${alias}.${column}`)} = any(${blockIds}::uuid[])`
  const isRecent = sql`a.date_created >= ${activitiesSince}`
  const tag = sql.raw(`jsonb_build_object('tenant_id', t.tenant_id, 'tag_id', t.tag_id, 'tag_type', t.tag_type,
    'email', case when t.tag_type = 'person' then t.email end,
    'email_domain', case when t.tag_type = 'person' then t.email_domain end)::text`)
  return sql<CopiedRow>`
    select 'blocks' as source, b.block_id, to_jsonb(b)::text as row from blocks b where ${isOfBlocks('b')}
    union all select 'sharing', s.block_id, to_jsonb(s)::text from sharing s where ${isOfBlocks('s')} and s.shared
    union all select 'activities', a.block_id, to_jsonb(a)::text from activities a where ${isOfBlocks('a')} and ${isRecent}
    union all select 'reactions', r.block_id, to_jsonb(r)::text from reactions r where ${isOfBlocks('r')}
    union all select 'business_objects', o.block_id, to_jsonb(o)::text from business_objects o where ${isOfBlocks('o')}
    union all select 'block_links', l.source_id, to_jsonb(l)::text from block_links l where ${isOfBlocks('l', 'source_id')}
    union all
    select 'tags', s.block_id, ${tag} from sharing s join tags t on t.tenant_id = s.tenant_id and t.tag_id = s.tag_id
    where ${isOfBlocks('s')} and s.shared
    union all
    select 'tags', a.block_id, ${tag} from activities a
    join tags t on t.tenant_id = a.tenant_id and t.tag_id = (a.detail ->> 'tagId')::uuid
    where ${isOfBlocks('a')} and ${isRecent}`
}
