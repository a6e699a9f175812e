import { requestWebsite } from '../../../actions/links/documents.ts'
import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { attachBusinessObject, detachBusinessObject } from '../../../storage/graph/blocks/business-objects.ts'
import { validIds } from '../../arguments/ids.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { BusinessObjectInput, parseBusinessObject } from '../../values/business-object.ts'
import { withMutation } from '../../with-mutation.ts'
import { findVisibleBlock } from '../find-block.ts'
import { lockReference, requireWritable } from '../references.ts'
import { BlockResult } from '../result.ts'

const AddBusinessObjectInput = builder.inputType('AddBusinessObjectInput', {
  fields: (t) => ({
    referenceBlock: t.field({ type: ReferenceBlockInput, required: true }),
    businessObject: t.field({ type: BusinessObjectInput, required: true }),
  }),
})

builder.mutationField('addBusinessObject', (t) =>
  t.field({
    type: BlockResult,
    description:
      "Attaches a vendor's object, given by its url or its external id. If it is attached already, only missing " +
      'details are added.',
    args: { input: t.arg({ type: AddBusinessObjectInput, required: true }) },
    resolve: (_root, { input: { referenceBlock, businessObject } }, context) => {
      const object = parseBusinessObject('input.businessObject', businessObject)
      return change(context, referenceBlock, async (mutation, block) => {
        await attachBusinessObject(mutation, block, object)
        const { url, provider, external_id } = object
        if (url !== null && provider === null && external_id === null) {
          await requestWebsite(mutation, block.tenant_id, new URL(url))
        }
      })
    },
  }),
)

const RemoveBusinessObjectInput = builder.inputType('RemoveBusinessObjectInput', {
  fields: (t) => ({
    referenceBlock: t.field({ type: ReferenceBlockInput, required: true }),
    businessObjectId: t.string({ required: true, description: 'The id of the link.' }),
  }),
})

builder.mutationField('removeBusinessObject', (t) =>
  t.field({
    type: BlockResult,
    description: 'Succeeds if there is no such link.',
    args: { input: t.arg({ type: RemoveBusinessObjectInput, required: true }) },
    resolve: (_root, { input: { referenceBlock, businessObjectId } }, context) =>
      change(context, referenceBlock, async (mutation, block) => {
        for (const id of validIds([businessObjectId])) await detachBusinessObject(mutation, block, id)
      }),
  }),
)

async function change(
  context: GraphContext,
  reference: typeof ReferenceBlockInput.$inferInput,
  work: (mutation: Mutation, block: BlockRow) => Promise<void>,
) {
  const blockId = await withMutation(context, async (mutation) => {
    const block = await lockReference(mutation, 'input.referenceBlock', reference)
    requireWritable(block)
    await work(mutation, block)
    return block.block_id
  })
  return { block: await findVisibleBlock(context, blockId) }
}
