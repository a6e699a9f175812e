import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { ReferenceBlock } from '../../values/block-reference.ts'
import { loadBlock } from '../child-blocks.ts'
import { defineBlockType } from './block.ts'

interface NoteDetail {
  templateReferenceBlock?: { id: string; blockType: 'note' }
  templateInstructions?: string
  recommendationId?: string
}

/** A note that was just published. */
export interface PublishedNote extends BlockRow {
  /** The provider's warnings about it. */
  publishWarnings: readonly string[]
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
  publishWarnings: t.stringList({
    nullable: { list: false, items: false },
    description:
      'In the result of publishNotes: what differs at the vendor from what was requested, such as a note that more ' +
      'people can see, or one without formatting. Empty everywhere else.',
    resolve: (row) => [...((row as Partial<PublishedNote>).publishWarnings ?? [])],
  }),
  recommendationId: t.string({ resolve: ({ detail }) => (detail as NoteDetail).recommendationId }),
}))
