import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { type BlockRow, blockColumns, type Viewer, visibleTo } from './visibility.ts'

/** A block, and a tenant on whose behalf it is read. */
export interface ViewerBlock {
  viewer: Viewer
  blockId: string
}

/** A block as its viewer sees it, and the ids of the viewer's tags that it is linked to. */
export interface LinkedBlock {
  block: BlockRow
  tagIds: readonly string[]
}

/** Finds one block for each pair, archived or not, in the order of the pairs: undefined if its viewer may not see it. */
export async function findBlocksOfViewers(
  db: Database,
  pairs: readonly ViewerBlock[],
): Promise<(LinkedBlock | undefined)[]> {
  const tenantIds = pairs.map(({ viewer }) => viewer.tenantId)
  const tagIds = pairs.map(({ viewer }) => viewer.tagId)
  const blockIds = pairs.map(({ blockId }) => blockId)
  const { rows } = await sql<BlockRow & { position: number; tag_ids: string[] }>`
    select k.position, ${blockColumns}, array(
        select s.tag_id::text from sharing s where s.tenant_id = k.tenant_id and s.block_id = k.block_id
      ) as tag_ids
    from unnest(${tenantIds}::uuid[], ${tagIds}::uuid[], ${blockIds}::uuid[])
      with ordinality as k (tenant_id, tag_id, block_id, position)
    cross join lateral (
      select * from sharing v
      where ${visibleTo({ tenantId: sql.ref('k.tenant_id'), tagId: sql.ref('k.tag_id') })} and v.block_id = k.block_id
      limit 1
    ) v
    join blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id`.execute(db)
  const found = new Map(rows.map(({ position, tag_ids, ...block }) => [position, { block, tagIds: tag_ids }]))
  return pairs.map((_, index) => found.get(index + 1))
}
