import { omitNullish } from '../../../src/runtime/omit.ts'
import type { BlockFilters } from '../../storage/graph/search/filters.ts'
import {
  type RelatedTagRow,
  type RelatedTagSearch,
  searchRelatedTags,
  toRelevance,
} from '../../storage/graph/search/related-tags.ts'
import { findTags } from '../../storage/graph/tags/rows.ts'
import { BLOCK_TYPES, type BlockType } from '../../storage/postgres/tables/index.ts'
import { parseId, validIds } from '../arguments/ids.ts'
import { type PageSizePolicy, parsePageRequest } from '../arguments/paging.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, notFound } from '../errors.ts'
import { withNeeds } from '../field-needs.ts'
import { cacheBySelection, selectedColumnNames } from '../selection.ts'
import { TagType } from '../tags/tag.ts'
import { withCost } from '../with-cost.ts'
import { filterFields, type GraphFilters, orderFields } from './filter-input.ts'
import { parseFilters } from './filters.ts'

/** The size of lists of related tags. */
export const RELATED_TAGS_SIZE: PageSizePolicy = { defaultSize: 100, maxSize: 500 }

type Counts = Partial<Record<BlockType, number>>

export const BlockTypeCounts = builder.objectRef<Counts>('BlockTypeCounts').implement({
  description: 'The number of blocks of each type.',
  fields: (t) =>
    Object.fromEntries(
      BLOCK_TYPES.map((type) => [type, t.int({ nullable: false, resolve: (counts) => counts[type] ?? 0 })]),
    ),
})

const needs = (columns: readonly (keyof RelatedTagRow)[]) => withNeeds<RelatedTagRow, never>({ columns })

const GraphTag = builder.objectRef<RelatedTagRow>('GraphTag').implement({
  description: 'A tag that is related to a scope, with measures of the relation.',
  fields: (t) => ({
    _id: t.exposeID('tag_id', { nullable: false }),
    alias: t.exposeString('alias', { nullable: false }),
    tagType: t.expose('tag_type', { type: TagType, nullable: false }),
    tagSubType: t.exposeString('tag_sub_type', { nullable: true }),
    occurrenceCount: t.exposeInt('occurrences', {
      nullable: false,
      description: 'The number of blocks in the scope that are linked to the tag.',
    }),
    coOccurrencePercentage: t.float({
      nullable: false,
      description: 'occurrenceCount as a percentage of all blocks in the scope.',
      ...needs(['occurrences', 'scope_size']),
      resolve: ({ occurrences, scope_size }) => (100 * occurrences) / scope_size,
    }),
    blockTypes: t.expose('block_types', { type: BlockTypeCounts, nullable: false }),
    relevanceScore: t.float({
      nullable: false,
      description: '0 to 1. Low for a tag that is linked to many blocks outside the scope.',
      ...needs(['occurrences', 'scope_size', 'total']),
      resolve: toRelevance,
    }),
  }),
})

/** Selects blocks, and tags that are linked to them. Also the input of the knowledge graph. */
export const GraphSearchTagsInput = builder.inputType('GraphSearchTagsInput', {
  description: 'Selects blocks as searchGraph does, and tags that are linked to them.',
  fields: (t) => ({
    ...filterFields(t),
    ...orderFields(t),
    page: t.int({ description: 'Ignored.' }),
    tagTypes: t.field({ type: [TagType] }),
    tagSubTypes: t.stringList(),
    minOccurrenceCount: t.int(),
    minCoOccurrencePercentage: t.int({ description: '0 to 100.' }),
    size: t.int({ description: 'Defaults to 100, at most 500.' }),
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
    resolve: (_root, { input }, context, info) =>
      findRelatedTags(input ?? {}, context, { withTypes: selectsTypes(info) }),
  }),
)

/** Whether the numbers of blocks by type are selected. */
const selectsTypes = cacheBySelection((info) => selectedColumnNames(info)?.includes('block_types') ?? true)

/** The filters that select the scope, without the ignored fields. Throws BAD_USER_INPUT. */
export function parseScope(
  { smart: _smart, sort: _sort, page: _page, ...input }: RelatedTagsInput,
  context: GraphContext,
) {
  return parseFilters(input, context)
}

/** Finds the tags that are related to the scope of an input. Throws BAD_USER_INPUT. */
export function findRelatedTags(
  input: RelatedTagsInput,
  context: GraphContext,
  {
    filters = parseScope(input, context),
    ...options
  }: { filters?: BlockFilters } & Pick<RelatedTagSearch, 'countsAll' | 'withTypes'>,
): Promise<RelatedTagRow[]> {
  const { tagTypes, tagSubTypes, minOccurrenceCount, minCoOccurrencePercentage, size } = input
  return searchRelatedTags(
    context.db,
    context.viewer,
    omitNullish({
      ...options,
      filters,
      excludedTagIds: tagsOfScope(input),
      size: parsePageRequest({ size }, context, RELATED_TAGS_SIZE).size,
      tagTypes,
      tagSubTypes,
      minOccurrences: minOccurrenceCount,
      minPercentage: minCoOccurrencePercentage == null ? undefined : parsePercentage(minCoOccurrencePercentage),
    }),
  )
}

/** The tags that define a scope, which are excluded from its related tags. */
export function tagsOfScope({ tags, tagIds, orFilters }: GraphFilters): string[] {
  const items = [...(tags ?? []), ...(orFilters ?? []).flatMap(({ tags }) => tags ?? [])]
  const ids = [...items.flatMap(({ _ids }) => _ids ?? []), ...(tagIds ?? [])]
  return [...new Set(validIds(ids))]
}

function parsePercentage(value: number): number {
  if (value < 0 || value > 100) throw badInput('input.minCoOccurrencePercentage', 'must be between 0 and 100.')
  return value
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
    description: 'Tags of the given types that are related to a tag.',
    ...withCost({ heavy: true }),
    args: { input: t.arg({ type: GraphTagsInput, required: true }) },
    resolve: async (_root, { input: { tagId, tagTypes, size } }, context, info) => {
      const id = parseId(tagId, 'The tag')
      if (!(await findTags(context.db, context.viewer, [id])).has(id)) throw notFound('The tag')
      const input = { tagIds: [id], tagTypes, size: size ?? RELATED_TAGS_SIZE.defaultSize }
      return findRelatedTags(input, context, { withTypes: selectsTypes(info) })
    },
  }),
)
