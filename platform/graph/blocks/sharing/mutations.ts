import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import type { SharingRow } from '../../../storage/graph/blocks/links.ts'
import { findTags, type TagRow } from '../../../storage/graph/tags/rows.ts'
import { parseId } from '../../arguments/ids.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { withMutationOfBlock } from '../../with-mutation.ts'
import { lockReference } from '../references.ts'
import { BlockResult } from '../result.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { lockWithLinks } from './lock-with-links.ts'
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
  const { referenceBlock, sharingTag } = input
  return changeLinks(context, referenceBlock, {
    resolve: (mutation) => resolveShare(mutation, 'input.sharingTag', sharingTag),
    change: (mutation, block, links, share) => addShares(mutation, block, [share], links),
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
  return changeLinks(context, input.referenceBlock, {
    resolve: (mutation) => ownTag(mutation, input.tagId),
    change: (mutation, block, links, tag) => removeShare(mutation, block, tag, links),
  })
}

async function ownTag({ tx, viewer }: Mutation, tagId: string): Promise<TagRow> {
  const id = parseId(tagId, 'The tag')
  const tag = (await findTags(tx, viewer, [id])).get(id)
  if (!tag) throw notFound('The tag')
  return tag
}

/** A change of the viewer's links of a block, and what it needs beside the block. */
interface LinkChange<Resolved> {
  resolve: (mutation: Mutation) => Promise<Resolved>
  change: (
    mutation: Mutation,
    block: BlockRow,
    links: ReadonlyMap<string, SharingRow>,
    resolved: Resolved,
  ) => Promise<void>
}

/** Changes the links of a block and returns it, if the viewer can still see it. */
async function changeLinks<Resolved>(
  context: GraphContext,
  reference: typeof ReferenceBlockInput.$inferInput,
  { resolve, change }: LinkChange<Resolved>,
) {
  const block = await withMutationOfBlock(context, async (mutation) => {
    const locking = lockReference(mutation, 'input.referenceBlock', reference)
    const { block, links, result } = await lockWithLinks(mutation, locking, reference.id ?? '', () => resolve(mutation))
    await change(mutation, block, links, result)
    return block.block_id
  })
  return { block }
}
