import { blockType } from './block.ts'
import { blockOf } from '../child-blocks.ts'
import { ReferenceBlock } from '../../values/block-reference.ts'

interface NoteDetail {
  templateReferenceBlock?: { id: string; blockType: 'note' }
  templateInstructions?: string
  recommendationId?: string
}

export const Note = blockType('note', 'Something written down.', (t) => ({
  templateReferenceBlock: t.field({
    type: ReferenceBlock,
    nullable: true,
    description: 'The template it was made from.',
    resolve: async ({ detail }, _args, context) => {
      const { templateReferenceBlock: template } = detail as NoteDetail
      return template && (await blockOf(context, template.id)) ? template : null
    },
  }),
  templateInstructions: t.string({ resolve: ({ detail }) => (detail as NoteDetail).templateInstructions }),
  recommendationId: t.string({ resolve: ({ detail }) => (detail as NoteDetail).recommendationId }),
}))
