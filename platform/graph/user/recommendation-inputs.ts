import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { findTags } from '../../storage/graph/tags/rows.ts'
import { parseEpochMs } from '../arguments/dates.ts'
import { validIds } from '../arguments/ids.ts'
import { resolveReference } from '../blocks/block-references.ts'
import { MAX_LENGTHS, parseDocument, parseText } from '../blocks/field-writers.ts'
import { builder } from '../builder.ts'
import { badInput, GraphError } from '../errors.ts'
import { parseUrl } from '../tags/input.ts'
import { ReferenceBlockInput } from '../values/block-reference.ts'
import type { Details } from './recommendation-details.ts'
import { parseRecommendedFields, TAG_FIELDS } from './recommended-tag.ts'

const MAX_TAGS = 100
const MAX_LEVEL = 2

const TagFieldInput = builder.inputType('TagRecommendationFieldInput', {
  description: `Of a tag: ${TAG_FIELDS.join(', ')}.`,
  fields: (t) => ({ name: t.string({ required: true }), value: t.string() }),
})

/** The input type of each detail that may be given, under the name that a recommendation has it by. */
export const DETAIL_INPUTS = {
  upsertRecommendation: builder.inputType('UpsertRecommendationInput', {
    fields: (t) => ({
      block: t.field({ type: ReferenceBlockInput, description: 'What the draft changes; absent: it makes a new one.' }),
      title: t.string(),
      document: t.string({ description: "The draft as the rich-text editor's JSON." }),
      tagIds: t.stringList(),
    }),
  }),
  tagRecommendation: builder.inputType('TagRecommendationInput', {
    fields: (t) => ({
      tagId: t.string({ description: 'The tag to change; absent: a new one.' }),
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

/** How each detail is kept, from what was given of it at `at`. What it names must be the viewer's to see. */
export const DETAIL_PARSERS: {
  [Name in InputDetail]: (
    mutation: Mutation,
    at: string,
    given: Input<Name>,
  ) => Promise<Omit<Details[Name], 'blockType'>>
} = {
  upsertRecommendation: async (mutation, at, { block, title, document, tagIds }) => {
    parseDocument(`${at}.document`, document)
    return {
      ...(block ? { blockId: (await resolveReference(mutation, `${at}.block`, block)).id } : {}),
      ...(title == null ? {} : { title: parseText(`${at}.title`, title, MAX_LENGTHS.title) }),
      ...(document == null ? {} : { document }),
      tagIds: await resolveTags(mutation, `${at}.tagIds`, tagIds ?? []),
    }
  },
  tagRecommendation: async (mutation, at, { tagId, fields }) => {
    const kept = fields.map(({ name, value = null }) => ({ name, value }))
    parseRecommendedFields(kept)
    return { ...(tagId == null ? {} : { tagId: await tagOf(mutation, `${at}.tagId`, tagId) }), fields: kept }
  },
  shareRecommendation: async (mutation, at, { referenceBlock, tagId, sharingLevel }) => {
    if (sharingLevel < 0 || sharingLevel > MAX_LEVEL) throw badInput(`${at}.sharingLevel`, 'must be 0, 1 or 2.')
    const reference = await resolveReference(mutation, `${at}.referenceBlock`, referenceBlock)
    return { referenceBlock: reference, tagId: await tagOf(mutation, `${at}.tagId`, tagId), sharingLevel }
  },
  businessObjectRecommendation: async (mutation, at, { tagId, url, provider }) => ({
    tagId: await tagOf(mutation, `${at}.tagId`, tagId),
    url: parseUrl('businessObjectRecommendation.url', url),
    ...(provider == null ? {} : { provider: parseText(`${at}.provider`, provider, MAX_LENGTHS.name) }),
  }),
  mergeTagsRecommendation: async (mutation, at, { tagIds, keepTagId }) => {
    const keep = await tagOf(mutation, `${at}.keepTagId`, keepTagId)
    const others = (await resolveTags(mutation, `${at}.tagIds`, tagIds)).filter((id) => id !== keep)
    if (others.length === 0) throw badInput(`${at}.tagIds`, 'must name a tag that is merged into the other.')
    return { tagIds: others, keepTagId: keep }
  },
  meetingRecommendation: async (mutation, at, { eventId, tagIds }) => ({
    eventId: (await resolveReference(mutation, at, { id: eventId, blockType: 'event' })).id,
    tagIds: await resolveTags(mutation, `${at}.tagIds`, tagIds ?? []),
  }),
  followUpRecommendation: async (mutation, at, { referenceBlock, dateDue }) => ({
    referenceBlock: await resolveReference(mutation, `${at}.referenceBlock`, referenceBlock),
    ...(dateDue == null ? {} : { dateDue: parseEpochMs(`${at}.dateDue`, dateDue) }),
  }),
  insightRecommendation: async (mutation, at, { tagId, tableId, text }) => ({
    tagId: await tagOf(mutation, `${at}.tagId`, tagId),
    text: parseText(`${at}.text`, text, MAX_LENGTHS.content),
    ...(tableId == null
      ? {}
      : { tableId: (await resolveReference(mutation, at, { id: tableId, blockType: 'table' })).id }),
  }),
}

async function tagOf(mutation: Mutation, argument: string, id: string): Promise<string> {
  const [known] = await resolveTags(mutation, argument, [id])
  return known as string
}

/** The viewer's tags of these ids. Throws NOT_FOUND at `argument` when one of them is none. */
export async function resolveTags(mutation: Mutation, argument: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length > MAX_TAGS) throw badInput(argument, `at most ${MAX_TAGS} tags.`)
  const tags = await findTags(mutation.tx, mutation.viewer, validIds(ids))
  if (ids.some((id) => !tags.has(id.toLowerCase()))) {
    throw new GraphError('NOT_FOUND', 'The tag was not found.', { argument })
  }
  return [...tags.keys()]
}
