import { blockType } from './block.ts'
import { targetsOfBlock } from '../child-blocks.ts'
import { ReferenceBlock } from '../../values/block-reference.ts'

export const Reference = blockType('reference', 'Stands for another block.', (t) => ({
  referenceBlock: t.field({
    type: ReferenceBlock,
    nullable: true,
    description: 'The block it stands for.',
    resolve: async (reference, _args, context) => (await targetsOfBlock(context, reference))[0],
  }),
}))
