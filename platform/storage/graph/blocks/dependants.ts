import { type RawBuilder, sql } from 'kysely'
import type { Mutation } from '../access/mutation.ts'
import { type BlockRow, type Viewer, visibleTo } from '../access/visibility.ts'

export type Dependant = Pick<BlockRow, 'block_id' | 'block_type' | 'title'> & {
  /** Whether the viewer may see the block. One they may not see is counted but must not be named. */
  is_seen: boolean
}

const MAX_DEPENDANTS = 100

/**
 * Finds blocks that depend on a block that the viewer may see, and are not archived, for example an agent that watches it.
 * They belong to the owner of the block or to the viewer. Of an owner who lives elsewhere, the copies are not all.
 */
export async function findDependants(mutation: Mutation, blockId: string): Promise<Dependant[]> {
  const { send, viewer } = mutation
  const sendHome = mutation.sendToHomeOf(blockId)
  const finding = send(selectDependants(viewer, blockId))
  if (!sendHome) return finding
  const [ofBucket, ofHome] = await Promise.all([finding, sendHome(selectDependants(viewer, blockId))])
  const byId = new Map([...ofBucket, ...ofHome].map((dependant) => [dependant.block_id, dependant]))
  return [...byId.values()].sort(byTitle).slice(0, MAX_DEPENDANTS)
}

function byTitle(a: Dependant, b: Dependant): number {
  return a.title.localeCompare(b.title) || (a.block_id < b.block_id ? -1 : 1)
}

function selectDependants(viewer: Viewer, blockId: string): RawBuilder<Dependant> {
  return sql<Dependant>`
    select distinct b.block_id, b.block_type, b.title, exists (
      select from sharing v where v.block_tenant_id = b.tenant_id and v.block_id = b.block_id and ${visibleTo(viewer)}
    ) as is_seen
    from block_links l
    join blocks b on b.tenant_id = l.tenant_id and b.block_id = l.source_id and not b.archived
    where l.tenant_id = any(array(
        select ${viewer.tenantId}::uuid
        union select v.block_tenant_id from sharing v where ${visibleTo(viewer)} and v.block_id = ${blockId}
      )) and l.target_id = ${blockId} and l.source_id <> ${blockId}
    order by b.title, b.block_id limit ${MAX_DEPENDANTS}`
}
