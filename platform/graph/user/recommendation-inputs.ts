import type { Edit } from '../../storage/graph/access/mutation.ts'
import { findTags } from '../../storage/graph/tags/rows.ts'
import { ReferenceBlockInput } from '../values/block-reference.ts'
import { seeReferenced } from '../blocks/block-references.ts'
import { LONGEST, textOf, writtenOf } from '../blocks/field-writers.ts'
import { builder } from '../builder.ts'
import { epochMs } from '../arguments/dates.ts'
import { badInput, GraphError } from '../errors.ts'
import { knownIds } from '../arguments/ids.ts'
import { urlOf } from '../tags/input.ts'
import type { Details } from './recommendation-details.ts'
import { TAG_FIELDS, toTagFields } from './recommended-tag.ts'

const MOST_TAGS = 100
const HIGHEST_LEVEL = 2

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

export type GivenDetail = keyof typeof DETAIL_INPUTS
type Input<Name extends GivenDetail> = (typeof DETAIL_INPUTS)[Name]['$inferInput']

/** How each detail is kept, from what was given of it at `at`. What it names must be the viewer's to see. */
export const TO_DETAIL: {
  [Name in GivenDetail]: (edit: Edit, at: string, given: Input<Name>) => Promise<Omit<Details[Name], 'blockType'>>
} = {
  upsertRecommendation: async (edit, at, { block, title, document, tagIds }) => {
    writtenOf(`${at}.document`, document)
    return {
      ...(block ? { blockId: (await seeReferenced(edit, `${at}.block`, block)).id } : {}),
      ...(title == null ? {} : { title: textOf(`${at}.title`, title, LONGEST.title) }),
      ...(document == null ? {} : { document }),
      tagIds: await tagsOf(edit, `${at}.tagIds`, tagIds ?? []),
    }
  },
  tagRecommendation: async (edit, at, { tagId, fields }) => {
    const kept = fields.map(({ name, value = null }) => ({ name, value }))
    toTagFields(kept)
    return { ...(tagId == null ? {} : { tagId: await tagOf(edit, `${at}.tagId`, tagId) }), fields: kept }
  },
  shareRecommendation: async (edit, at, { referenceBlock, tagId, sharingLevel }) => {
    if (sharingLevel < 0 || sharingLevel > HIGHEST_LEVEL) throw badInput(`${at}.sharingLevel`, 'must be 0, 1 or 2.')
    const reference = await seeReferenced(edit, `${at}.referenceBlock`, referenceBlock)
    return { referenceBlock: reference, tagId: await tagOf(edit, `${at}.tagId`, tagId), sharingLevel }
  },
  businessObjectRecommendation: async (edit, at, { tagId, url, provider }) => ({
    tagId: await tagOf(edit, `${at}.tagId`, tagId),
    url: urlOf('businessObjectRecommendation.url', url),
    ...(provider == null ? {} : { provider: textOf(`${at}.provider`, provider, LONGEST.name) }),
  }),
  mergeTagsRecommendation: async (edit, at, { tagIds, keepTagId }) => {
    const keep = await tagOf(edit, `${at}.keepTagId`, keepTagId)
    const others = (await tagsOf(edit, `${at}.tagIds`, tagIds)).filter((id) => id !== keep)
    if (others.length === 0) throw badInput(`${at}.tagIds`, 'must name a tag that is merged into the other.')
    return { tagIds: others, keepTagId: keep }
  },
  meetingRecommendation: async (edit, at, { eventId, tagIds }) => ({
    eventId: (await seeReferenced(edit, at, { id: eventId, blockType: 'event' })).id,
    tagIds: await tagsOf(edit, `${at}.tagIds`, tagIds ?? []),
  }),
  followUpRecommendation: async (edit, at, { referenceBlock, dateDue }) => ({
    referenceBlock: await seeReferenced(edit, `${at}.referenceBlock`, referenceBlock),
    ...(dateDue == null ? {} : { dateDue: epochMs(`${at}.dateDue`, dateDue) }),
  }),
  insightRecommendation: async (edit, at, { tagId, tableId, text }) => ({
    tagId: await tagOf(edit, `${at}.tagId`, tagId),
    text: textOf(`${at}.text`, text, LONGEST.content),
    ...(tableId == null ? {} : { tableId: (await seeReferenced(edit, at, { id: tableId, blockType: 'table' })).id }),
  }),
}

async function tagOf(edit: Edit, argument: string, id: string): Promise<string> {
  const [known] = await tagsOf(edit, argument, [id])
  return known as string
}

/** The viewer's tags of these ids. Throws NOT_FOUND at `argument` when one of them is none. */
export async function tagsOf(edit: Edit, argument: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length > MOST_TAGS) throw badInput(argument, `at most ${MOST_TAGS} tags.`)
  const tags = await findTags(edit.tx, edit.viewer, knownIds(ids))
  if (ids.some((id) => !tags.has(id.toLowerCase()))) {
    throw new GraphError('NOT_FOUND', 'The tag was not found.', { argument })
  }
  return [...tags.keys()]
}
