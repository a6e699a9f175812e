import { ReferenceBlock } from '../../values/block-reference.ts'
import { loadReferencedBlocks } from '../child-blocks.ts'
import { defineBlockType } from './block.ts'

export const Reference = defineBlockType('reference', 'A reference to another block.', (t) => ({
  referenceBlock: t.field({
    type: ReferenceBlock,
    nullable: true,
    description: 'The referenced block.',
    resolve: async (reference, _args, context) => (await loadReferencedBlocks(context, reference))[0],
  }),
}))
