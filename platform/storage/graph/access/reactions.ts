import type { BlockKey, Mutation } from './mutation.ts'

/** Adds the viewer's emoji to a block. Returns false if it was there already. */
export async function addReaction(mutation: Mutation, block: BlockKey, shortcode: string): Promise<boolean> {
  const { tenantId, tagId } = mutation.viewer
  const insert = mutation.tx
    .insertInto('reactions')
    .values({
      tenant_id: block.tenant_id,
      block_id: block.block_id,
      shortcode,
      actor_id: tenantId,
      tag_id: tagId,
      date_created: mutation.now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'block_id', 'shortcode', 'actor_id']).doNothing())
    .returning('shortcode')
  if ((await mutation.send(insert)).length === 0) return false
  mutation.recordChange(block)
  return true
}

/** Removes the viewer's emoji from a block. Returns false if there was none. */
export async function removeReaction(mutation: Mutation, block: BlockKey, shortcode: string): Promise<boolean> {
  const { numDeletedRows: removed } = await mutation.tx
    .deleteFrom('reactions')
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
    .where('shortcode', '=', shortcode)
    .where('actor_id', '=', mutation.viewer.tenantId)
    .executeTakeFirstOrThrow()
  if (removed === 0n) return false
  mutation.recordChange(block)
  return true
}

/** Counts the different emojis with which the viewer has reacted to a block. */
export async function countReactions(mutation: Mutation, block: BlockKey): Promise<number> {
  const select = mutation.tx
    .selectFrom('reactions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
    .where('actor_id', '=', mutation.viewer.tenantId)
  return Number((await mutation.send(select))[0]?.count)
}
