import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import { parseEpochMs } from '../../arguments/dates.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { resolveReference } from '../block-references.ts'
import {
  MAX_LENGTHS,
  nullToDefault,
  parseDocument,
  parseText,
  parseTitle,
  sent,
  unlessEmpty,
} from '../field-writers.ts'
import { Note } from '../types/note.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { acceptRecommendation } from './accept-recommendation.ts'
import { upsertBlock } from './upsert-block.ts'

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
  const written = parseDocument('input.document', input.document)
  return upsertBlock(context, {
    ...{ type: 'note', what: 'The note', id: input._id, sharingTags: input.sharingTags },
    fields: async (mutation, known) =>
      sent({
        ...written,
        title: parseTitle(input.title),
        template: nullToDefault(false, input.template),
        date_associated: associated(input.dateAssociated, known?.date_created ?? mutation.now),
        detail: unlessEmpty(await detailOf(mutation, input)),
      }),
    viewerState: sent({ favorite: nullToDefault(false, input.favorite) }),
    afterWrite: (mutation) => acceptRecommendation(mutation, input.recommendationId),
  })
}

function associated(given: number | null | undefined, usual: number): number | undefined {
  if (given === undefined) return undefined
  return given === null ? usual : parseEpochMs('input.dateAssociated', given)
}

/** A null in it takes away. */
async function detailOf(
  mutation: Mutation,
  { templateReferenceBlock: template, templateInstructions, recommendationId }: Input,
) {
  return sent({
    templateReferenceBlock: template && (await resolveReference(mutation, 'input.templateReferenceBlock', template)),
    templateInstructions: parseText('input.templateInstructions', templateInstructions, MAX_LENGTHS.content),
    recommendationId: parseText('input.recommendationId', recommendationId, MAX_LENGTHS.name),
  })
}
