import type { Edit } from '../../../storage/graph/access/mutation.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { epochMs } from '../../arguments/dates.ts'
import { accept } from './accept-recommendation.ts'
import { Note } from '../types/note.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { seeReferenced } from '../block-references.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { upsertBlock } from './upsert-block.ts'
import { clearedTo, LONGEST, sent, textOf, titleOf, unlessEmpty, writtenOf } from '../field-writers.ts'

const UpsertNoteInput = builder.inputType('UpsertNoteInput', {
  fields: (t) => ({
    _id: t.string({ description: 'Absent: a new note. A new UUID: a new note of that id.' }),
    title: t.string(),
    document: t.string({ description: "The content as the rich-text editor's JSON." }),
    sharingTags: t.field({ type: [SharingTagInput], description: 'Links to add or to change; others stay.' }),
    favorite: t.boolean(),
    dateAssociated: t.float(),
    template: t.boolean(),
    templateReferenceBlock: t.field({ type: ReferenceBlockInput }),
    templateInstructions: t.string(),
    recommendationId: t.string({ description: 'The recommendation that the note goes by; it counts as accepted.' }),
  }),
})

type Input = typeof UpsertNoteInput.$inferInput

builder.mutationField('upsertOneNote', (t) =>
  t.field({
    type: Note,
    description: 'Only fields that are sent are set; null clears.',
    args: { input: t.arg({ type: UpsertNoteInput, required: true }) },
    resolve: (_root, { input }, context) => upsertNote(context, input),
  }),
)

function upsertNote(context: GraphContext, input: Input) {
  const written = writtenOf('input.document', input.document)
  return upsertBlock(context, {
    ...{ type: 'note', what: 'The note', id: input._id, sharingTags: input.sharingTags },
    fields: async (edit, known) =>
      sent({
        ...written,
        title: titleOf(input.title),
        template: clearedTo(false, input.template),
        date_associated: associated(input.dateAssociated, known?.date_created ?? edit.now),
        detail: unlessEmpty(await detailOf(edit, input)),
      }),
    marks: sent({ favorite: clearedTo(false, input.favorite) }),
    afterwards: (edit) => accept(edit, input.recommendationId),
  })
}

function associated(given: number | null | undefined, usual: number): number | undefined {
  if (given === undefined) return undefined
  return given === null ? usual : epochMs('input.dateAssociated', given)
}

/** A null in it takes away. */
async function detailOf(
  edit: Edit,
  { templateReferenceBlock: template, templateInstructions, recommendationId }: Input,
) {
  return sent({
    templateReferenceBlock: template && (await seeReferenced(edit, 'input.templateReferenceBlock', template)),
    templateInstructions: textOf('input.templateInstructions', templateInstructions, LONGEST.content),
    recommendationId: textOf('input.recommendationId', recommendationId, LONGEST.name),
  })
}
