import type { RawBuilder } from 'kysely'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { searchBlocks } from '../../storage/graph/search/blocks.ts'
import { LIST_SIZE, parsePageRequest } from '../arguments/paging.ts'
import { selectedColumns } from '../blocks/selected-columns.ts'
import { Block } from '../blocks/types/block.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { prefetchFields } from '../prefetch.ts'
import { parseBlockType, ReferenceBlockInput } from '../values/block-reference.ts'
import { parseFilters } from './filters.ts'

const FindBlocksInput = builder.inputType('FindBlocksInput', {
  fields: (t) => ({
    _ids: t.stringList({ description: 'The result is in this order.' }),
    parentReferenceBlock: t.field({ type: ReferenceBlockInput }),
    originReferenceBlock: t.field({ type: ReferenceBlockInput }),
    originReferenceTagId: t.string(),
    blockType: t.string(),
    archived: t.boolean({ description: 'If true, archived blocks are found too.' }),
    size: t.int({ description: 'With _ids it defaults to their number.' }),
    page: t.int(),
  }),
})
type Input = Partial<typeof FindBlocksInput.$inferInput>

builder.queryField('blocks', (t) =>
  t.field({
    type: [Block],
    nullable: { list: true, items: false },
    description: 'Blocks that the viewer can see.',
    args: { input: t.arg({ type: FindBlocksInput }) },
    resolve: async (_root, { input }, context, info) => {
      const blocks = await find(input ?? {}, context, selectedColumns(info))
      await prefetchFields(context, info, blocks)
      return blocks
    },
  }),
)

async function find(
  { blockType, size, page, ...input }: Input,
  context: GraphContext,
  columns: RawBuilder<BlockRow>,
): Promise<BlockRow[]> {
  const defaultSize = input._ids ? LIST_SIZE.maxSize : LIST_SIZE.defaultSize
  const pageRequest = parsePageRequest({ size, page }, context, { ...LIST_SIZE, defaultSize })
  const filters = parseFilters(
    { ...input, blockTypes: blockType == null ? null : [parseBlockType('input.blockType', blockType)] },
    context,
  )
  const { blockIds } = filters
  if (!blockIds) return searchBlocks(context.db, context.viewer, { ...pageRequest, filters }, columns)
  const found = await searchBlocks(context.db, context.viewer, { filters, size: blockIds.length, page: 0 }, columns)
  const positions = new Map(blockIds.map((id, index) => [id, index]))
  const inOrder = found.toSorted(
    (first, second) => (positions.get(first.block_id) ?? 0) - (positions.get(second.block_id) ?? 0),
  )
  return inOrder.slice(pageRequest.page * pageRequest.size, (pageRequest.page + 1) * pageRequest.size)
}
