import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import { type BlockRow, findBlock } from '../../../storage/graph/access/visibility.ts'
import { findTags, type TagRow } from '../../../storage/graph/tags/rows.ts'
import { parseId } from '../../arguments/ids.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { withMutation } from '../../with-mutation.ts'
import { lockReference } from '../references.ts'
import { BlockResult } from '../result.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { addShares, removeShare } from './share-block.ts'
import { resolveShare } from './share-input.ts'

const AddSharingTagInput = builder.inputType('AddSharingTagInput', {
  fields: (t) => ({
    referenceBlock: t.field({ type: ReferenceBlockInput, required: true }),
    sharingTag: t.field({ type: SharingTagInput, required: true }),
  }),
})

builder.mutationField('addSharingTag', (t) =>
  t.field({
    type: BlockResult,
    description:
      'Links a block to a tag, or changes the link. Viewers with write access can grant up to their own level of access.',
    args: { input: t.arg({ type: AddSharingTagInput, required: true }) },
    resolve: (_root, { input }, context) => addSharingTag(context, input),
  }),
)

function addSharingTag(context: GraphContext, input: typeof AddSharingTagInput.$inferInput) {
  return changeLinks(context, input.referenceBlock, async (mutation, block) => {
    await addShares(mutation, block, [await resolveShare(mutation, 'input.sharingTag', input.sharingTag)])
  })
}

const DeleteSharingTagInput = builder.inputType('DeleteSharingTagInput', {
  fields: (t) => ({
    referenceBlock: t.field({ type: ReferenceBlockInput, required: true }),
    tagId: t.string({ required: true }),
  }),
})

builder.mutationField('deleteSharingTag', (t) =>
  t.field({
    type: BlockResult,
    description:
      "Removes a link and the access that it granted; removing one's own link gives up access to the block. Succeeds if " +
      'there is no such link.',
    args: { input: t.arg({ type: DeleteSharingTagInput, required: true }) },
    resolve: (_root, { input }, context) => deleteSharingTag(context, input),
  }),
)

function deleteSharingTag(context: GraphContext, input: typeof DeleteSharingTagInput.$inferInput) {
  return changeLinks(context, input.referenceBlock, async (mutation, block) => {
    await removeShare(mutation, block, await ownTag(mutation, input.tagId))
  })
}

async function ownTag({ tx, viewer }: Mutation, tagId: string): Promise<TagRow> {
  const id = parseId(tagId, 'The tag')
  const tag = (await findTags(tx, viewer, [id])).get(id)
  if (!tag) throw notFound('The tag')
  return tag
}

/** Changes the links of a block and returns it, if the viewer can still see it. */
async function changeLinks(
  context: GraphContext,
  reference: typeof ReferenceBlockInput.$inferInput,
  change: (mutation: Mutation, block: BlockRow) => Promise<void>,
) {
  const blockId = await withMutation(context, async (mutation) => {
    const block = await lockReference(mutation, 'input.referenceBlock', reference)
    await change(mutation, block)
    return block.block_id
  })
  return { block: await findBlock(context.db, context.viewer, blockId) }
}
