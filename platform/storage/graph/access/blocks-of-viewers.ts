import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { type BlockRow, blockColumns, type Viewer, visibleTo } from './visibility.ts'

/** A block, and a tenant on whose behalf it is read. */
export interface ViewerBlock {
  viewer: Viewer
  blockId: string
}

/** Finds one block for each pair, archived or not, in the order of the pairs: undefined if its viewer may not see it. */
export async function findBlocksOfViewers(
  db: Database,
  pairs: readonly ViewerBlock[],
): Promise<(BlockRow | undefined)[]> {
  const tagIds = pairs.map(({ viewer }) => viewer.tagId)
  const { rows } = await sql<BlockRow & { position: number }>`
    select k.position, ${blockColumns}
    from unnest(${tenantIdsOf(pairs)}::uuid[], ${tagIds}::uuid[], ${blockIdsOf(pairs)}::uuid[])
      with ordinality as k (tenant_id, tag_id, block_id, position)
    cross join lateral (
      select * from sharing v
      where ${visibleTo({ tenantId: sql.ref('k.tenant_id'), tagId: sql.ref('k.tag_id') })} and v.block_id = k.block_id
      limit 1
    ) v
    join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id`.execute(db)
  const byPosition = new Map(rows.map(({ position, ...row }) => [position, row]))
  return pairs.map((_, index) => byPosition.get(index + 1))
}

/** Finds the ids of the viewer's own tags that each block is linked to, in the order of the pairs. */
export async function findTagIdsOfViewers(db: Database, pairs: readonly ViewerBlock[]): Promise<ReadonlySet<string>[]> {
  const { rows } = await sql<{ position: number; tag_id: string }>`
    select k.position, s.tag_id
    from unnest(${tenantIdsOf(pairs)}::uuid[], ${blockIdsOf(pairs)}::uuid[])
      with ordinality as k (tenant_id, block_id, position)
    cross join lateral (select tag_id from sharing where tenant_id = k.tenant_id and block_id = k.block_id) s`.execute(
    db,
  )
  const tagIds = pairs.map(() => new Set<string>())
  for (const { position, tag_id } of rows) tagIds[position - 1]?.add(tag_id)
  return tagIds
}

const tenantIdsOf = (pairs: readonly ViewerBlock[]) => pairs.map(({ viewer }) => viewer.tenantId)
const blockIdsOf = (pairs: readonly ViewerBlock[]) => pairs.map(({ blockId }) => blockId)
