import { type BlockRow, findBlock } from '../../storage/graph/access/visibility.ts'
import { parseId } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { notFound } from '../errors.ts'
import { Block } from './types/block.ts'

const FindBlockInput = builder.inputType('FindBlockInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    archived: t.boolean({ description: 'True: an archived block is found too.' }),
  }),
})

builder.queryField('block', (t) =>
  t.field({
    type: Block,
    nullable: true,
    args: { input: t.arg({ type: FindBlockInput, required: true }) },
    resolve: (_root, { input }, context) => findVisibleBlock(context, input._id, input.archived ?? false),
  }),
)

/** The viewer's block of that id. Throws NOT_FOUND for what is missing, not visible, or archived when that is not asked for. */
export async function findVisibleBlock(
  { db, viewer }: GraphContext,
  id: string,
  archived = true,
  what = 'The block',
): Promise<BlockRow> {
  const block = await findBlock(db, viewer, parseId(id, what))
  if (!block || (block.archived && !archived)) throw notFound(what)
  return block
}
