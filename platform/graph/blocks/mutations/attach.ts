import { isWebUrl } from '../../../../src/runtime/web-address.ts'
import { attach, type BusinessObject, detach } from '../../../storage/graph/blocks/business-objects.ts'
import type { Edit } from '../../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { edit } from '../../with-mutation.ts'
import { badInput } from '../../errors.ts'
import { knownIds } from '../../arguments/ids.ts'
import { BlockAnswer } from '../block-result.ts'
import { visibleBlock } from '../find-block.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { lockReferenced, mustWrite } from '../block-references.ts'
import { LONGEST, textOf } from '../field-writers.ts'

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
    type: BlockAnswer,
    description: 'Attaches an object of a vendor, by its url or its id there. What is attached already is not again.',
    args: { input: t.arg({ type: AddBusinessObjectInput, required: true }) },
    resolve: (_root, { input: { referenceBlock, businessObject } }, context) => {
      const object = toObject('input.businessObject', businessObject)
      return change(context, referenceBlock, (edit, block) => attach(edit, block, object))
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
    type: BlockAnswer,
    description: 'A link that is not there is no error.',
    args: { input: t.arg({ type: RemoveBusinessObjectInput, required: true }) },
    resolve: (_root, { input: { referenceBlock, businessObjectId } }, context) =>
      change(context, referenceBlock, async (edit, block) => {
        for (const id of knownIds([businessObjectId])) await detach(edit, block, id)
      }),
  }),
)

async function change(
  context: GraphContext,
  reference: typeof ReferenceBlockInput.$inferInput,
  work: (edit: Edit, block: BlockRow) => Promise<void>,
) {
  const blockId = await edit(context, async (edit) => {
    const block = await lockReferenced(edit, 'input.referenceBlock', reference)
    mustWrite(block)
    await work(edit, block)
    return block.block_id
  })
  return { block: await visibleBlock(context, blockId) }
}

/** What was sent of an object of a vendor. Throws BAD_USER_INPUT. */
export function toObject(argument: string, input: typeof BusinessObjectInput.$inferInput): BusinessObject {
  const part = (name: 'externalId' | 'provider' | 'metadataType') =>
    textOf(`${argument}.${name}`, input[name]?.trim(), LONGEST.name) || null
  const object = { url: toUrl(`${argument}.url`, input.url), external_id: part('externalId') }
  if (object.url === null && object.external_id === null) throw badInput(argument, 'needs a url or an externalId.')
  return { ...object, provider: part('provider'), metadata_type: part('metadataType') }
}

function toUrl(argument: string, given: string | null | undefined): string | null {
  const url = textOf(argument, given?.trim(), LONGEST.url)
  if (!url) return null
  if (!isWebUrl(url)) throw badInput(argument, 'must be an http or https address.')
  return url
}
