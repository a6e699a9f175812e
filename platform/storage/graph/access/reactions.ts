import { sql } from 'kysely'
import type { BlockKey, Mutation } from './mutation.ts'
import { visibleAmong } from './visibility.ts'

/**
 * Lists the emojis with which the viewer has reacted to a block that they may see. `offset 0` makes the planner look them up
 * by the block: while the table is small, it would start from all reactions of the viewer, and the plan is kept.
 */
export async function listOwnReactions({ send, viewer }: Mutation, blockId: string): Promise<string[]> {
  const rows = await send(sql<{ shortcode: string }>`
    select r.shortcode from ${visibleAmong(viewer, [blockId])}
    cross join lateral (
      select shortcode from reactions
      where tenant_id = v.block_tenant_id and block_id = v.block_id and actor_id = ${viewer.tenantId} offset 0
    ) r`)
  return rows.map(({ shortcode }) => shortcode)
}

/** Adds an emoji that the viewer has not reacted with to a locked block. */
export function addReaction(mutation: Mutation, block: BlockKey, shortcode: string): void {
  const { viewer, now } = mutation
  mutation.write(block.tenant_id)(sql`
    insert into reactions (tenant_id, block_id, shortcode, actor_id, tag_id, date_created)
    values (${block.tenant_id}, ${block.block_id}, ${shortcode}, ${viewer.tenantId}, ${viewer.tagId}, ${now})`)
  mutation.recordChangeOfParts(block)
}

/** Removes an emoji of the viewer from a locked block. */
export function removeReaction(mutation: Mutation, block: BlockKey, shortcode: string): void {
  mutation.write(block.tenant_id)(sql`
    delete from reactions where tenant_id = ${block.tenant_id} and block_id = ${block.block_id}
      and shortcode = ${shortcode} and actor_id = ${mutation.viewer.tenantId}`)
  mutation.recordChangeOfParts(block)
}
