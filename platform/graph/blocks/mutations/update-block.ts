import { findBlock } from '../../../storage/graph/access/visibility.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { edit } from '../../with-mutation.ts'
import { badInput } from '../../errors.ts'
import { Block } from '../types/block.ts'
import { toWishes } from '../sharing/share-input.ts'
import { replaceLinks } from '../sharing/share-block.ts'
import { blockTypeOf } from '../../values/block-reference.ts'
import { lockOfType } from '../block-references.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'

const UpdateBlockInput = builder.inputType('UpdateBlockInput', {
  fields: (t) => ({
    _id: t.string(),
    blockType: t.string(),
    sharingTags: t.field({ type: [SharingTagInput], description: "All links to the viewer's tags; others end." }),
  }),
})

type Input = typeof UpdateBlockInput.$inferInput

builder.mutationField('updateOneBlock', (t) =>
  t.field({
    type: Block,
    nullable: true,
    description: 'Null afterwards: the viewer has taken the block from themselves.',
    args: { input: t.arg({ type: UpdateBlockInput, required: true }) },
    resolve: (_root, { input }, context) => updateBlock(context, input),
  }),
)

async function updateBlock(context: GraphContext, { _id, blockType, sharingTags }: Input) {
  if (_id == null) throw badInput('input._id', 'is required.')
  const blockId = await edit(context, async (edit) => {
    const block = await lockOfType(edit, _id, blockType == null ? null : blockTypeOf('input.blockType', blockType))
    const argument = 'input.sharingTags'
    if (sharingTags) await replaceLinks(edit, block, argument, await toWishes(edit, argument, sharingTags))
    return block.block_id
  })
  return findBlock(context.db, context.viewer, blockId)
}
