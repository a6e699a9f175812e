import { omitNullish, omitUndefined } from '../../../src/runtime/omit.ts'
import {
  listTagActivity,
  listTagsWithActivity,
  type TagActivity,
  type TagWithActivity,
} from '../../storage/graph/tags/activity.ts'
import { NumberFilterInput, toNumberFilter } from '../arguments/filters.ts'
import { parseId, validIds } from '../arguments/ids.ts'
import { LIST_SIZE, type PageSizePolicy, parsePageRequest } from '../arguments/paging.ts'
import { loadBlock } from '../blocks/child-blocks.ts'
import { Block } from '../blocks/types/block.ts'
import { builder } from '../builder.ts'
import { notFound } from '../errors.ts'
import { BlockType } from '../values/block-reference.ts'
import { loadTag, Tag, TagType } from './tag.ts'

/** By default the maximum: the result is drawn as a chart, not read as a list. */
const ACTIVITY_SIZE: PageSizePolicy = { defaultSize: LIST_SIZE.maxSize, maxSize: LIST_SIZE.maxSize }

const TagActivityType = builder.objectRef<TagActivity>('TagActivity').implement({
  description: 'A block that is linked to a tag.',
  fields: (t) => ({
    _id: t.exposeID('block_id', { nullable: false }),
    blockType: t.expose('block_type', { type: BlockType, nullable: false }),
    date: t.exposeFloat('date', { nullable: false, description: 'The time that the content refers to.' }),
    block: t.field({ type: Block, resolve: ({ block_id }, _args, context) => loadBlock(context, block_id) }),
  }),
})

const TagActivityInput = builder.inputType('TagActivityInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    blockTypes: t.field({ type: [BlockType] }),
    dateCreated: t.field({ type: NumberFilterInput, description: 'When the block was created here.' }),
    dateAssociated: t.field({ type: NumberFilterInput, description: 'Filters by the returned date.' }),
    size: t.int(),
    page: t.int(),
  }),
})

builder.queryField('tagActivity', (t) =>
  t.field({
    type: [TagActivityType],
    nullable: { list: true, items: false },
    description: 'Blocks that are linked to a tag, newest first.',
    args: { input: t.arg({ type: TagActivityInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const slice = parsePageRequest(input, context, ACTIVITY_SIZE)
      const tag = await loadTag(context, parseId(input._id, 'The tag'))
      if (!tag) throw notFound('The tag')
      const filter = omitUndefined({
        blockTypes: input.blockTypes ?? undefined,
        created: toNumberFilter(input.dateCreated),
        associated: toNumberFilter(input.dateAssociated),
      })
      return listTagActivity(context.db, context.viewer, tag.tag_id, { ...filter, ...slice })
    },
  }),
)

const TagWithActivityType = builder.objectRef<TagWithActivity>('TagWithActivity').implement({
  fields: (t) => ({
    tag: t.field({ type: Tag, resolve: ({ tag_id }, _args, context) => loadTag(context, tag_id) }),
    recommendationCount: t.exposeInt('recommendations', { nullable: false, description: 'Open recommendations.' }),
  }),
})

const TagTypeFilter = builder.inputType('TagTypeFilter', {
  fields: (t) => ({ tagType: t.field({ type: TagType, required: true }) }),
})

const TagsWithActivityInput = builder.inputType('TagsWithActivityInput', {
  fields: (t) => ({
    tagIds: t.stringList(),
    folderIds: t.stringList(),
    tagTypeFilters: t.field({ type: [TagTypeFilter] }),
    limit: t.int(),
  }),
})

builder.queryField('tagsWithActivity', (t) =>
  t.field({
    type: [TagWithActivityType],
    nullable: { list: true, items: false },
    description: 'Tags with open recommendations, those with the most recommendations first.',
    args: { input: t.arg({ type: TagsWithActivityInput }) },
    resolve: (_root, { input }, context) => {
      const { tagIds, folderIds, tagTypeFilters, limit } = input ?? {}
      const filter = omitNullish({
        tagIds: tagIds ? validIds(tagIds) : undefined,
        folderIds: folderIds ? validIds(folderIds) : undefined,
        tagTypes: tagTypeFilters ? tagTypeFilters.map(({ tagType }) => tagType) : undefined,
        limit: parsePageRequest({ size: limit }, context).size,
      })
      return listTagsWithActivity(context.db, context.viewer, filter, context.now())
    },
  }),
)
