import { sql } from 'kysely'
import type { BlockKey, Mutation } from './mutation.ts'
import { visibleAmong } from './visibility.ts'

/** Lists the emojis with which the viewer has reacted to a block that they may see. */
export async function listOwnReactions({ send, viewer }: Mutation, blockId: string): Promise<string[]> {
  const rows = await send(sql<{ shortcode: string }>`
    select r.shortcode from ${visibleAmong(viewer, [blockId])}
    join reactions r on r.tenant_id = v.block_tenant_id and r.block_id = v.block_id and r.actor_id = ${viewer.tenantId}`)
  return rows.map(({ shortcode }) => shortcode)
}

/** Adds an emoji that the viewer has not reacted with to a locked block. */
export function addReaction(mutation: Mutation, block: BlockKey, shortcode: string): void {
  const { send, viewer, now } = mutation
  send(sql`
    insert into reactions (tenant_id, block_id, shortcode, actor_id, tag_id, date_created)
    values (${block.tenant_id}, ${block.block_id}, ${shortcode}, ${viewer.tenantId}, ${viewer.tagId}, ${now})`)
  mutation.recordChangeOfParts(block)
}

/** Removes an emoji of the viewer from a locked block. */
export function removeReaction(mutation: Mutation, block: BlockKey, shortcode: string): void {
  mutation.send(sql`
    delete from reactions where tenant_id = ${block.tenant_id} and block_id = ${block.block_id}
      and shortcode = ${shortcode} and actor_id = ${mutation.viewer.tenantId}`)
  mutation.recordChangeOfParts(block)
}
