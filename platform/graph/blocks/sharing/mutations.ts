import type { Edit } from '../../../storage/graph/access/mutation.ts'
import { findTags, type TagRow } from '../../../storage/graph/tags/rows.ts'
import { type BlockRow, findBlock } from '../../../storage/graph/access/visibility.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { edit } from '../../with-mutation.ts'
import { notFound } from '../../errors.ts'
import { idOf } from '../../arguments/ids.ts'
import { BlockAnswer } from '../block-result.ts'
import { toWish } from './share-input.ts'
import { addLinks, removeLink } from './share-block.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { lockReferenced } from '../block-references.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'

const AddSharingTagInput = builder.inputType('AddSharingTagInput', {
  fields: (t) => ({
    referenceBlock: t.field({ type: ReferenceBlockInput, required: true }),
    sharingTag: t.field({ type: SharingTagInput, required: true }),
  }),
})

builder.mutationField('addSharingTag', (t) =>
  t.field({
    type: BlockAnswer,
    description: 'Links a block to a tag, or changes the link. Whoever may write gives others what access they have.',
    args: { input: t.arg({ type: AddSharingTagInput, required: true }) },
    resolve: (_root, { input }, context) => addSharingTag(context, input),
  }),
)

function addSharingTag(context: GraphContext, input: typeof AddSharingTagInput.$inferInput) {
  return changeLinks(context, input.referenceBlock, async (edit, block) => {
    await addLinks(edit, block, [await toWish(edit, 'input.sharingTag', input.sharingTag)])
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
    type: BlockAnswer,
    description:
      "Removes a link and the access it gave; of one's own, leaves the block. A link that is not there is none.",
    args: { input: t.arg({ type: DeleteSharingTagInput, required: true }) },
    resolve: (_root, { input }, context) => deleteSharingTag(context, input),
  }),
)

function deleteSharingTag(context: GraphContext, input: typeof DeleteSharingTagInput.$inferInput) {
  return changeLinks(context, input.referenceBlock, async (edit, block) => {
    await removeLink(edit, block, await ownTag(edit, input.tagId))
  })
}

async function ownTag({ tx, viewer }: Edit, given: string): Promise<TagRow> {
  const id = idOf(given, 'The tag')
  const tag = (await findTags(tx, viewer, [id])).get(id)
  if (!tag) throw notFound('The tag')
  return tag
}

/** The block as the viewer sees it afterwards, if they still do. */
async function changeLinks(
  context: GraphContext,
  reference: typeof ReferenceBlockInput.$inferInput,
  change: (edit: Edit, block: BlockRow) => Promise<void>,
) {
  const blockId = await edit(context, async (edit) => {
    const block = await lockReferenced(edit, 'input.referenceBlock', reference)
    await change(edit, block)
    return block.block_id
  })
  return { block: await findBlock(context.db, context.viewer, blockId) }
}
