import { isWebUrl } from '../../../../src/runtime/web-address.ts'
import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import {
  attachBusinessObject,
  type BusinessObjectIdentity,
  detachBusinessObject,
} from '../../../storage/graph/blocks/business-objects.ts'
import { validIds } from '../../arguments/ids.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { badInput } from '../../errors.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { withMutation } from '../../with-mutation.ts'
import { lockReference, requireWritable } from '../block-references.ts'
import { BlockResult } from '../block-result.ts'
import { MAX_LENGTHS, parseText } from '../field-writers.ts'
import { findVisibleBlock } from '../find-block.ts'

export const BusinessObjectInput = builder.inputType('BusinessObjectInput', {
  fields: (t) => ({ url: t.string(), externalId: t.string(), provider: t.string(), metadataType: t.string() }),
})

const AddBusinessObjectInput = builder.inputType('AddBusinessObjectInput', {
  fields: (t) => ({
    referenceBlock: t.field({ type: ReferenceBlockInput, required: true }),
    businessObject: t.field({ type: BusinessObjectInput, required: true }),
  }),
})

builder.mutationField('addBusinessObject', (t) =>
  t.field({
    type: BlockResult,
    description: 'Attaches an object of a vendor, by its url or its id there. What is attached already is not again.',
    args: { input: t.arg({ type: AddBusinessObjectInput, required: true }) },
    resolve: (_root, { input: { referenceBlock, businessObject } }, context) => {
      const object = parseBusinessObject('input.businessObject', businessObject)
      return change(context, referenceBlock, (mutation, block) => attachBusinessObject(mutation, block, object))
    },
  }),
)

const RemoveBusinessObjectInput = builder.inputType('RemoveBusinessObjectInput', {
  fields: (t) => ({
    referenceBlock: t.field({ type: ReferenceBlockInput, required: true }),
    businessObjectId: t.string({ required: true, description: "The link's own id." }),
  }),
})

builder.mutationField('removeBusinessObject', (t) =>
  t.field({
    type: BlockResult,
    description: 'A link that is not there is no error.',
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

/** What was sent of an object of a vendor. Throws BAD_USER_INPUT. */
export function parseBusinessObject(
  argument: string,
  input: typeof BusinessObjectInput.$inferInput,
): BusinessObjectIdentity {
  const part = (name: 'externalId' | 'provider' | 'metadataType') =>
    parseText(`${argument}.${name}`, input[name]?.trim(), MAX_LENGTHS.name) || null
  const object = { url: toUrl(`${argument}.url`, input.url), external_id: part('externalId') }
  if (object.url === null && object.external_id === null) throw badInput(argument, 'needs a url or an externalId.')
  return { ...object, provider: part('provider'), metadata_type: part('metadataType') }
}

function toUrl(argument: string, given: string | null | undefined): string | null {
  const url = parseText(argument, given?.trim(), MAX_LENGTHS.url)
  if (!url) return null
  if (!isWebUrl(url)) throw badInput(argument, 'must be an http or https address.')
  return url
}
