import { omitNullish, omitUndefined } from '../../../src/runtime/omit.ts'
import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { findTags } from '../../storage/graph/tags/rows.ts'
import { parseEpochMs } from '../arguments/dates.ts'
import { validIds } from '../arguments/ids.ts'
import { MAX_LENGTHS, parseText } from '../arguments/text.ts'
import { parseDocument } from '../blocks/field-writers.ts'
import { resolveReference } from '../blocks/references.ts'
import { builder } from '../builder.ts'
import { badInput, GraphError } from '../errors.ts'
import { parseUrl } from '../tags/input.ts'
import { ReferenceBlockInput } from '../values/block-reference.ts'
import type { Details } from './recommendation-details.ts'
import { parseRecommendedFields, TAG_FIELDS } from './recommended-tag.ts'

const MAX_TAGS = 100
const MAX_LEVEL = 2

const TagFieldInput = builder.inputType('TagRecommendationFieldInput', {
  description: `A field of a tag. The name is one of ${TAG_FIELDS.join(', ')}.`,
  fields: (t) => ({ name: t.string({ required: true }), value: t.string() }),
})

/** The input types of the details, by the name of the detail's field. */
export const DETAIL_INPUTS = {
  upsertRecommendation: builder.inputType('UpsertRecommendationInput', {
    fields: (t) => ({
      block: t.field({
        type: ReferenceBlockInput,
        description: 'The block that the draft changes. If omitted, accepting creates a block.',
      }),
      title: t.string(),
      document: t.string({ description: "The draft as the rich-text editor's JSON." }),
      tagIds: t.stringList(),
    }),
  }),
  tagRecommendation: builder.inputType('TagRecommendationInput', {
    fields: (t) => ({
      tagId: t.string({ description: 'The tag to change. If omitted, accepting creates a tag.' }),
      fields: t.field({ type: [TagFieldInput], required: true }),
    }),
  }),
  shareRecommendation: builder.inputType('ShareRecommendationInput', {
    fields: (t) => ({
      referenceBlock: t.field({ type: ReferenceBlockInput, required: true }),
      tagId: t.string({ required: true }),
      sharingLevel: t.int({ required: true }),
    }),
  }),
  businessObjectRecommendation: builder.inputType('BusinessObjectRecommendationInput', {
    fields: (t) => ({ tagId: t.string({ required: true }), url: t.string({ required: true }), provider: t.string() }),
  }),
  mergeTagsRecommendation: builder.inputType('MergeTagsRecommendationInput', {
    fields: (t) => ({ tagIds: t.stringList({ required: true }), keepTagId: t.string({ required: true }) }),
  }),
  meetingRecommendation: builder.inputType('MeetingRecommendationInput', {
    fields: (t) => ({ eventId: t.string({ required: true }), tagIds: t.stringList() }),
  }),
  followUpRecommendation: builder.inputType('FollowUpRecommendationInput', {
    fields: (t) => ({ referenceBlock: t.field({ type: ReferenceBlockInput, required: true }), dateDue: t.float() }),
  }),
  insightRecommendation: builder.inputType('InsightRecommendationInput', {
    fields: (t) => ({ tagId: t.string({ required: true }), tableId: t.string(), text: t.string({ required: true }) }),
  }),
}

export type InputDetail = keyof typeof DETAIL_INPUTS
type Input<Name extends InputDetail> = (typeof DETAIL_INPUTS)[Name]['$inferInput']

/** Parses each detail to its stored form. The objects it names must be visible to the viewer. Throws at paths below `argument`. */
export const DETAIL_PARSERS: {
  [Name in InputDetail]: (
    mutation: Mutation,
    argument: string,
    input: Input<Name>,
  ) => Promise<Omit<Details[Name], 'blockType'>>
} = {
  upsertRecommendation: async (mutation, argument, { block, title, document, tagIds }) => {
    parseDocument(`${argument}.document`, document)
    return omitNullish({
      blockId: block ? (await resolveReference(mutation, `${argument}.block`, block)).id : undefined,
      title: title == null ? undefined : parseText(`${argument}.title`, title, MAX_LENGTHS.title),
      document,
      tagIds: await resolveTags(mutation, `${argument}.tagIds`, tagIds ?? []),
    })
  },
  tagRecommendation: async (mutation, argument, { tagId, fields }) => {
    const tagFields = fields.map(({ name, value = null }) => ({ name, value }))
    const { email, tag_type } = parseRecommendedFields(tagFields)
    const resolvedId = tagId == null ? undefined : await resolveTag(mutation, `${argument}.tagId`, tagId)
    if (resolvedId === mutation.viewer.tagId && (email !== undefined || tag_type !== undefined)) {
      throw badInput(`${argument}.fields`, 'must not change the type or the email of your own tag.')
    }
    return omitUndefined({ tagId: resolvedId, fields: tagFields })
  },
  shareRecommendation: async (mutation, argument, { referenceBlock, tagId, sharingLevel }) => {
    if (sharingLevel < 0 || sharingLevel > MAX_LEVEL) throw badInput(`${argument}.sharingLevel`, 'must be 0, 1 or 2.')
    const reference = await resolveReference(mutation, `${argument}.referenceBlock`, referenceBlock)
    return { referenceBlock: reference, tagId: await resolveTag(mutation, `${argument}.tagId`, tagId), sharingLevel }
  },
  businessObjectRecommendation: async (mutation, argument, { tagId, url, provider }) =>
    omitNullish({
      tagId: await resolveTag(mutation, `${argument}.tagId`, tagId),
      url: parseUrl('businessObjectRecommendation.url', url),
      provider: provider == null ? undefined : parseText(`${argument}.provider`, provider, MAX_LENGTHS.name),
    }),
  mergeTagsRecommendation: async (mutation, argument, { tagIds, keepTagId }) => {
    const targetId = await resolveTag(mutation, `${argument}.keepTagId`, keepTagId)
    const mergedIds = (await resolveTags(mutation, `${argument}.tagIds`, tagIds)).filter((id) => id !== targetId)
    if (mergedIds.length === 0) throw badInput(`${argument}.tagIds`, 'must name a tag other than keepTagId.')
    return { tagIds: mergedIds, keepTagId: targetId }
  },
  meetingRecommendation: async (mutation, argument, { eventId, tagIds }) => ({
    eventId: (await resolveReference(mutation, argument, { id: eventId, blockType: 'event' })).id,
    tagIds: await resolveTags(mutation, `${argument}.tagIds`, tagIds ?? []),
  }),
  followUpRecommendation: async (mutation, argument, { referenceBlock, dateDue }) =>
    omitNullish({
      referenceBlock: await resolveReference(mutation, `${argument}.referenceBlock`, referenceBlock),
      dateDue: dateDue == null ? undefined : parseEpochMs(`${argument}.dateDue`, dateDue),
    }),
  insightRecommendation: async (mutation, argument, { tagId, tableId, text }) => {
    const table = tableId == null ? undefined : { id: tableId, blockType: 'table' as const }
    return omitUndefined({
      tagId: await resolveTag(mutation, `${argument}.tagId`, tagId),
      text: parseText(`${argument}.text`, text, MAX_LENGTHS.content),
      tableId: table && (await resolveReference(mutation, argument, table)).id,
    })
  },
}

async function resolveTag(mutation: Mutation, argument: string, id: string): Promise<string> {
  const [tagId] = await resolveTags(mutation, argument, [id])
  return tagId as string
}

/** Resolves ids of the viewer's tags. Throws NOT_FOUND at `argument` if one of them does not exist. */
export async function resolveTags(mutation: Mutation, argument: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length > MAX_TAGS) throw badInput(argument, `at most ${MAX_TAGS} tags.`)
  const tags = await findTags(mutation.tx, mutation.viewer, validIds(ids))
  if (ids.some((id) => !tags.has(id.toLowerCase()))) {
    throw new GraphError('NOT_FOUND', 'The tag was not found.', { argument })
  }
  return [...tags.keys()]
}
