import { omitUndefined } from '../../../../src/runtime/omit.ts'
import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { parseEpochMs } from '../../arguments/dates.ts'
import { MAX_LENGTHS, parseText } from '../../arguments/text.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { conflict } from '../../errors.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { nullToDefault, parseDocument, parseTitle, unlessEmpty } from '../field-writers.ts'
import { resolveReference } from '../references.ts'
import { Note } from '../types/note.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { acceptRecommendation } from './accept-recommendation.ts'
import { upsertBlock } from './upsert-block.ts'

const UpsertNoteInput = builder.inputType('UpsertNoteInput', {
  fields: (t) => ({
    _id: t.string({ description: 'Omit to create a note; an unused UUID creates a note with that id.' }),
    title: t.string(),
    document: t.string({ description: "The content as the rich-text editor's JSON." }),
    sharingTags: t.field({
      type: [SharingTagInput],
      description: 'Links to add or to change; other links are left unchanged.',
    }),
    favorite: t.boolean(),
    dateAssociated: t.float(),
    template: t.boolean(),
    generated: t.boolean({ description: 'Whether an AI has generated the content.' }),
    templateReferenceBlock: t.field({ type: ReferenceBlockInput }),
    templateInstructions: t.string(),
    recommendationId: t.string({ description: 'The recommendation that the note implements, which is then accepted.' }),
    ifUnchangedSince: t.float({
      description:
        'The dateUpdated of the note that was edited. If it has changed since, nothing is written: CONFLICT.',
    }),
  }),
})

type Input = typeof UpsertNoteInput.$inferInput

builder.mutationField('upsertOneNote', (t) =>
  t.field({
    type: Note,
    description: 'Creates a note, or changes the fields that are given; null clears a field.',
    args: { input: t.arg({ type: UpsertNoteInput, required: true }) },
    resolve: (_root, { input }, context) => upsertNote(context, input),
  }),
)

function upsertNote(context: GraphContext, input: Input) {
  const document = parseDocument('input.document', input.document)
  return upsertBlock(context, {
    type: 'note',
    noun: 'The note',
    id: input._id,
    sharingTags: input.sharingTags,
    fields: async (mutation, existing) => {
      requireUnchanged(existing, input.ifUnchangedSince)
      return omitUndefined({
        ...document,
        title: parseTitle(input.title),
        template: nullToDefault(false, input.template),
        generated: nullToDefault(false, input.generated),
        date_associated: parseDateAssociated(input.dateAssociated, existing?.date_created ?? mutation.now),
        detail: unlessEmpty(await parseDetail(mutation, input)),
      })
    },
    viewerState: omitUndefined({ favorite: nullToDefault(false, input.favorite) }),
    afterWrite: (mutation) => acceptRecommendation(mutation, input.recommendationId),
  })
}

function requireUnchanged(existing: BlockRow | undefined, since: number | null | undefined): void {
  const time = since == null ? undefined : parseEpochMs('input.ifUnchangedSince', since)
  if (existing && time !== undefined && existing.date_updated > time) {
    throw conflict('The note was changed meanwhile. Read it again before you write.')
  }
}

function parseDateAssociated(date: number | null | undefined, defaultDate: number): number | undefined {
  if (date === undefined) return undefined
  return date === null ? defaultDate : parseEpochMs('input.dateAssociated', date)
}

/** The members of `detail`; null removes a member. */
async function parseDetail(
  mutation: Mutation,
  { templateReferenceBlock: template, templateInstructions, recommendationId }: Input,
) {
  return omitUndefined({
    templateReferenceBlock: template && (await resolveReference(mutation, 'input.templateReferenceBlock', template)),
    templateInstructions: parseText('input.templateInstructions', templateInstructions, MAX_LENGTHS.content),
    recommendationId: parseText('input.recommendationId', recommendationId, MAX_LENGTHS.name),
  })
}
