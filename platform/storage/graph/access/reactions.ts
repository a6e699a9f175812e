import type { BlockKey, Mutation } from './mutation.ts'

/** Puts the viewer's emoji on a block. False: it is there. */
export async function addReaction(mutation: Mutation, block: BlockKey, shortcode: string): Promise<boolean> {
  const { tenantId, tagId } = mutation.viewer
  const { numInsertedOrUpdatedRows: made } = await mutation.tx
    .insertInto('reactions')
    .values({
      ...{ tenant_id: block.tenant_id, block_id: block.block_id, shortcode },
      ...{ actor_id: tenantId, tag_id: tagId, date_created: mutation.now },
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'block_id', 'shortcode', 'actor_id']).doNothing())
    .executeTakeFirstOrThrow()
  if (made === 0n) return false
  mutation.recordChange(block)
  return true
}

/** Takes the viewer's emoji from a block. False: there is none. */
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

/** How many different emojis the viewer has put on a block. */
export async function countReactions(mutation: Mutation, block: BlockKey): Promise<number> {
  const { count } = await mutation.tx
    .selectFrom('reactions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
    .where('actor_id', '=', mutation.viewer.tenantId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
