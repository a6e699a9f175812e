import { type RelatedTagRow, searchRelatedTags, toRelevance } from '../../storage/graph/search/related-tags.ts'
import { findTags } from '../../storage/graph/tags/rows.ts'
import { BLOCK_TYPES, type BlockType } from '../../storage/postgres/tables/index.ts'
import { parseId, validIds } from '../arguments/ids.ts'
import { type PageSizePolicy, parseSlice } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, notFound } from '../errors.ts'
import { TagType } from '../tags/tag.ts'
import { withCost } from '../with-cost.ts'
import { filterFields, type GraphFilters, orderFields } from './filter-input.ts'
import { parseFilters } from './filters.ts'

/** Rows of a list of related tags. */
export const RELATED_TAGS_SIZE: PageSizePolicy = { defaultSize: 100, maxSize: 500 }

type Counts = Partial<Record<BlockType, number>>

const BlockTypeCounts = builder.objectRef<Counts>('BlockTypeCounts').implement({
  description: 'Blocks by type.',
  fields: (t) =>
    Object.fromEntries(
      BLOCK_TYPES.map((type) => [type, t.int({ nullable: false, resolve: (counts) => counts[type] ?? 0 })]),
    ),
})

const GraphTag = builder.objectRef<RelatedTagRow>('GraphTag').implement({
  description: 'A tag that is related to a scope, and how closely.',
  fields: (t) => ({
    _id: t.exposeID('tag_id', { nullable: false }),
    alias: t.exposeString('alias', { nullable: false }),
    tagType: t.expose('tag_type', { type: TagType, nullable: false }),
    tagSubType: t.exposeString('tag_sub_type', { nullable: true }),
    occurrenceCount: t.exposeInt('occurrences', { nullable: false, description: 'Blocks of the scope that it is on.' }),
    coOccurrencePercentage: t.float({
      nullable: false,
      description: 'The same, of all blocks of the scope.',
      resolve: ({ occurrences, scope_size }) => (100 * occurrences) / scope_size,
    }),
    blockTypes: t.expose('block_types', { type: BlockTypeCounts, nullable: false }),
    relevanceScore: t.float({
      nullable: false,
      description: '0 to 1. Low for a tag that is on much beside the scope.',
      resolve: toRelevance,
    }),
  }),
})

/** Which blocks, and which of the tags on them; also for the knowledge graph. */
export const GraphSearchTagsInput = builder.inputType('GraphSearchTagsInput', {
  description: 'Which blocks, as with searchGraph, and which of the tags that are linked to them.',
  fields: (t) => ({
    ...filterFields(t),
    ...orderFields(t),
    page: t.int({ description: 'Passed over here.' }),
    tagTypes: t.field({ type: [TagType] }),
    tagSubTypes: t.stringList(),
    minOccurrenceCount: t.int(),
    minCoOccurrencePercentage: t.int({ description: '0 to 100.' }),
    size: t.int({ description: '100 unless given, 500 at most.' }),
  }),
})

export type RelatedTagsInput = Partial<typeof GraphSearchTagsInput.$inferInput>

builder.queryField('searchGraphTags', (t) =>
  t.field({
    type: [GraphTag],
    nullable: { list: true, items: false },
    description: "Tags that are related to a scope, the most relevant first. The scope's own tags are left out.",
    ...withCost({ heavy: true }),
    args: { input: t.arg({ type: GraphSearchTagsInput }) },
    resolve: (_root, { input }, context) => findRelatedTags(input ?? {}, context),
  }),
)

/** Which blocks an input means, without what is passed over. Throws BAD_USER_INPUT. */
export function parseScope(
  { smart: _smart, sort: _sort, page: _page, ...input }: RelatedTagsInput,
  context: GraphContext,
) {
  return parseFilters(input, context)
}

/** Tags that are related to the scope of an input. Throws BAD_USER_INPUT. */
export function findRelatedTags(
  input: RelatedTagsInput,
  context: GraphContext,
  filters = parseScope(input, context),
): Promise<RelatedTagRow[]> {
  const { tagTypes, tagSubTypes, minOccurrenceCount, minCoOccurrencePercentage, size } = input
  return searchRelatedTags(context.db, context.viewer, {
    filters,
    excludedTagIds: tagsOfScope(input),
    size: parseSlice({ size }, context, RELATED_TAGS_SIZE).size,
    ...(tagTypes ? { tagTypes } : {}),
    ...(tagSubTypes ? { tagSubTypes } : {}),
    ...(minOccurrenceCount == null ? {} : { minOccurrences: minOccurrenceCount }),
    ...(minCoOccurrencePercentage == null ? {} : { minPercentage: percentage(minCoOccurrencePercentage) }),
  })
}

/** The tags that a scope is made of. */
export function tagsOfScope({ tags, tagIds, orFilters }: GraphFilters): string[] {
  const items = [...(tags ?? []), ...(orFilters ?? []).flatMap(({ tags }) => tags ?? [])]
  const ids = [...items.flatMap(({ _ids }) => _ids ?? []), ...(tagIds ?? [])]
  return [...new Set(validIds(ids))]
}

function percentage(given: number): number {
  if (given < 0 || given > 100) throw badInput('input.minCoOccurrencePercentage', 'must lie between 0 and 100.')
  return given
}

const GraphTagsInput = builder.inputType('GraphTagsInput', {
  fields: (t) => ({
    tagId: t.string({ required: true }),
    tagTypes: t.field({ type: [TagType], required: true }),
    size: t.int(),
  }),
})

builder.queryField('graphTags', (t) =>
  t.field({
    type: [GraphTag],
    nullable: { list: true, items: false },
    description: 'Tags of these types that are related to a tag.',
    ...withCost({ heavy: true }),
    args: { input: t.arg({ type: GraphTagsInput, required: true }) },
    resolve: async (_root, { input: { tagId, tagTypes, size } }, context) => {
      const id = parseId(tagId, 'The tag')
      if (!(await findTags(context.db, context.viewer, [id])).has(id)) throw notFound('The tag')
      return findRelatedTags({ tagIds: [id], tagTypes, size: size ?? RELATED_TAGS_SIZE.defaultSize }, context)
    },
  }),
)
