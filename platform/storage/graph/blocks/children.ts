import { sql } from 'kysely'
import type { Database, Tx } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import type { BlockType } from '../../postgres/tables/blocks.ts'
import { type BlockRow, blockColumns, type Viewer, visibleTo } from '../access/visibility.ts'

/** Selects the children of a block that have a type and are not archived, newest first. */
export interface ChildrenQuery extends PageRequest {
  type: keyof typeof CHILD_TYPES
  /** If set, only children with one of these vendor ids. */
  externalIds?: readonly string[] | undefined
}

/** For each type of child: how a child `p` refers to its parent `w`, and the date by which children are ordered. */
const CHILD_TYPES = {
  event: { isChild: sql.raw('p.parent_id = w.block_id'), date: sql.raw('p.date_start') },
  record: { isChild: sql.raw('p.parent_id = w.block_id'), date: sql.raw('p.date_created') },
  message: {
    isChild: sql.raw('(p.thread_id = w.block_id::text or p.parent_id = w.block_id)'),
    date: sql.raw('p.date_created'),
  },
} as const

/**
 * A table `w` of those of the blocks that the viewer may see. `home` is the tenant that owns the block; `homes` are the
 * tenants whose graphs may hold its children: the owner and the viewer.
 */
export function visibleParents(viewer: Viewer, blockIds: readonly string[]) {
  return sql`(
    select v.block_id, v.block_tenant_id as home, array[v.block_tenant_id, v.tenant_id] as homes
    from unnest(${blockIds}::uuid[]) as k (block_id)
    cross join lateral (
      select * from sharing v where ${visibleTo(viewer)} and v.block_id = k.block_id limit 1
    ) v
  ) w`
}

/** Loads one page of children for each of the blocks, by parent id. Only blocks that the viewer may see are included. */
export async function loadChildren(
  db: Database | Tx,
  viewer: Viewer,
  blockIds: readonly string[],
  { type, externalIds, size, page }: ChildrenQuery,
): Promise<Map<string, BlockRow[]>> {
  const { isChild, date } = CHILD_TYPES[type]
  const hasExternalId = externalIds ? sql`p.external_id = any(${externalIds}::text[])` : sql`true`
  const { rows } = await sql<BlockRow & { whole_id: string }>`
    select w.block_id as whole_id, part.* from ${visibleParents(viewer, blockIds)}
    cross join lateral (
      select ${blockColumns} from (
        select p.tenant_id, p.block_id, ${date} as date from blocks p
        where p.tenant_id = any(w.homes) and ${isChild} and p.block_type = ${type} and not p.archived and ${hasExternalId}
        order by date desc nulls last, p.block_id offset 0
      ) p
      join sharing v on v.block_tenant_id = p.tenant_id and v.block_id = p.block_id and ${visibleTo(viewer)}
      join blocks b on b.tenant_id = p.tenant_id and b.block_id = p.block_id
      order by p.date desc nulls last, p.block_id limit ${size} offset ${size * page}
    ) part`.execute(db)
  return Map.groupBy(rows, ({ whole_id }) => whole_id)
}

/** Counts the children of a type that the viewer may see, by parent id. */
export async function countChildren(
  db: Database | Tx,
  viewer: Viewer,
  blockIds: readonly string[],
  type: Extract<BlockType, 'record' | 'task'>,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ whole_id: string; count: number }>`
    select w.block_id as whole_id, parts.count from ${visibleParents(viewer, blockIds)}
    cross join lateral (
      select count(*)::int as count from blocks b
      join sharing v on v.block_tenant_id = b.tenant_id and v.block_id = b.block_id
      where b.tenant_id = any(w.homes) and b.parent_id = w.block_id and b.block_type = ${type} and not b.archived
        and ${visibleTo(viewer)}
    ) parts`.execute(db)
  return new Map(rows.map(({ whole_id, count }) => [whole_id, count]))
}

export const countSubtasks = (db: Database | Tx, viewer: Viewer, taskIds: readonly string[]) =>
  countChildren(db, viewer, taskIds, 'task')

export const countRecords = (db: Database | Tx, viewer: Viewer, tableIds: readonly string[]) =>
  countChildren(db, viewer, tableIds, 'record')

export interface BlockReference {
  id: string
  blockType: BlockType
}

/**
 * Loads references to the blocks that each of the blocks depends on (watches, starts from or refers to), by the id of the
 * dependent block. Targets that the viewer may not see are left out.
 */
export async function loadDependencies(
  db: Database | Tx,
  viewer: Viewer,
  blockIds: readonly string[],
): Promise<Map<string, BlockReference[]>> {
  const { rows } = await sql<{ source_id: string; target_id: string; block_type: BlockType }>`
    select w.block_id as source_id, l.target_id, v.block_type from ${visibleParents(viewer, blockIds)}
    join block_links l on l.tenant_id = w.home and l.source_id = w.block_id
    join sharing v on v.block_id = l.target_id and ${visibleTo(viewer)}
    group by w.block_id, l.target_id, v.block_type order by min(l.date_created), l.target_id`.execute(db)
  const targets = rows.map(({ source_id, target_id, block_type }) => ({
    source_id,
    id: target_id,
    blockType: block_type,
  }))
  return Map.groupBy(targets, ({ source_id }) => source_id)
}
