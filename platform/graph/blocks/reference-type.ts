import { blockType } from './block.ts'
import { targetsOfBlock } from './parts.ts'
import { ReferenceBlock } from './reference.ts'

export const Reference = blockType('reference', 'Stands for another block.', (t) => ({
  referenceBlock: t.field({
    type: ReferenceBlock,
    nullable: true,
    description: 'The block it stands for.',
    resolve: async (reference, _args, context) => (await targetsOfBlock(context, reference))[0],
  }),
}))
