import type { BlockKey, Edit } from './mutation.ts'

/** Puts the viewer's emoji on a block. False: it is there. */
export async function addReaction(edit: Edit, block: BlockKey, shortcode: string): Promise<boolean> {
  const { tenantId, tagId } = edit.viewer
  const { numInsertedOrUpdatedRows: made } = await edit.tx
    .insertInto('reactions')
    .values({
      ...{ tenant_id: block.tenant_id, block_id: block.block_id, shortcode },
      ...{ actor_id: tenantId, tag_id: tagId, date_created: edit.now },
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'block_id', 'shortcode', 'actor_id']).doNothing())
    .executeTakeFirstOrThrow()
  if (made === 0n) return false
  edit.changed(block)
  return true
}

/** Takes the viewer's emoji from a block. False: there is none. */
export async function removeReaction(edit: Edit, block: BlockKey, shortcode: string): Promise<boolean> {
  const { numDeletedRows: removed } = await edit.tx
    .deleteFrom('reactions')
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
    .where('shortcode', '=', shortcode)
    .where('actor_id', '=', edit.viewer.tenantId)
    .executeTakeFirstOrThrow()
  if (removed === 0n) return false
  edit.changed(block)
  return true
}

/** How many different emojis the viewer has put on a block. */
export async function countReactions(edit: Edit, block: BlockKey): Promise<number> {
  const { count } = await edit.tx
    .selectFrom('reactions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', block.tenant_id)
    .where('block_id', '=', block.block_id)
    .where('actor_id', '=', edit.viewer.tenantId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
