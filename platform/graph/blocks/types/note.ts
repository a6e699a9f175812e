import { ReferenceBlock } from '../../values/block-reference.ts'
import { loadBlock } from '../child-blocks.ts'
import { defineBlockType } from './block.ts'

interface NoteDetail {
  templateReferenceBlock?: { id: string; blockType: 'note' }
  templateInstructions?: string
  recommendationId?: string
}

export const Note = defineBlockType('note', 'A note.', (t) => ({
  templateReferenceBlock: t.field({
    type: ReferenceBlock,
    nullable: true,
    description: 'The template that the note was created from.',
    resolve: async ({ detail }, _args, context) => {
      const { templateReferenceBlock: template } = detail as NoteDetail
      return template && (await loadBlock(context, template.id)) ? template : null
    },
  }),
  templateInstructions: t.string({ resolve: ({ detail }) => (detail as NoteDetail).templateInstructions }),
  recommendationId: t.string({ resolve: ({ detail }) => (detail as NoteDetail).recommendationId }),
}))
