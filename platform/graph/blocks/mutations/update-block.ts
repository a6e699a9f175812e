import { loadLinkedTags } from '../../../storage/graph/access/shares.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { badInput } from '../../errors.ts'
import { parseBlockType } from '../../values/block-reference.ts'
import { withMutationOfBlock } from '../../with-mutation.ts'
import { lockOfType } from '../references.ts'
import { lockWithLinks } from '../sharing/lock-with-links.ts'
import { replaceShares } from '../sharing/share-block.ts'
import { resolveShares } from '../sharing/share-input.ts'
import { Block } from '../types/block.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'

const UpdateBlockInput = builder.inputType('UpdateBlockInput', {
  fields: (t) => ({
    _id: t.string(),
    blockType: t.string(),
    sharingTags: t.field({
      type: [SharingTagInput],
      description:
        "All links to the viewer's tags; links that are not listed are removed, except the viewer's own access.",
    }),
  }),
})

type Input = typeof UpdateBlockInput.$inferInput

builder.mutationField('updateOneBlock', (t) =>
  t.field({
    type: Block,
    nullable: true,
    description: 'Replaces the links of a block. Null if the viewer has given up their own access to it.',
    args: { input: t.arg({ type: UpdateBlockInput, required: true }) },
    resolve: (_root, { input }, context) => updateBlock(context, input),
  }),
)

async function updateBlock(context: GraphContext, { _id, blockType, sharingTags }: Input) {
  if (_id == null) throw badInput('input._id', 'is required.')
  const type = blockType == null ? null : parseBlockType('input.blockType', blockType)
  return withMutationOfBlock(context, async (mutation) => {
    if (!sharingTags) return (await lockOfType(mutation, _id, type)).block_id
    const argument = 'input.sharingTags'
    const read = (id: string) =>
      Promise.all([resolveShares(mutation, argument, sharingTags), loadLinkedTags(mutation, id)])
    const locked = await lockWithLinks(mutation, lockOfType(mutation, _id, type), _id, read)
    const [shares, linkedTags] = locked.result
    const { block, links } = locked
    await replaceShares(mutation, block, argument, shares, { links, linkedTags })
    return block.block_id
  })
}
