import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { searchBlocks } from '../../storage/graph/search/blocks.ts'
import { LIST_SIZE, parseSlice } from '../arguments/paging.ts'
import { Block } from '../blocks/types/block.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { parseBlockType, ReferenceBlockInput } from '../values/block-reference.ts'
import { parseFilters } from './filters.ts'

const FindBlocksInput = builder.inputType('FindBlocksInput', {
  fields: (t) => ({
    _ids: t.stringList({ description: 'Answered in this order.' }),
    parentReferenceBlock: t.field({ type: ReferenceBlockInput }),
    originReferenceBlock: t.field({ type: ReferenceBlockInput }),
    originReferenceTagId: t.string(),
    blockType: t.string(),
    archived: t.boolean({ description: 'True: archived blocks are found too.' }),
    size: t.int({ description: 'With _ids as many as there are of them, unless given.' }),
    page: t.int(),
  }),
})
type Input = Partial<typeof FindBlocksInput.$inferInput>

builder.queryField('blocks', (t) =>
  t.field({
    type: [Block],
    nullable: { list: true, items: false },
    description: 'Those of the blocks that the viewer may see.',
    args: { input: t.arg({ type: FindBlocksInput }) },
    resolve: (_root, { input }, context) => find(input ?? {}, context),
  }),
)

async function find({ blockType, size, page, ...input }: Input, context: GraphContext): Promise<BlockRow[]> {
  const usual = input._ids ? LIST_SIZE.maxSize : LIST_SIZE.defaultSize
  const slice = parseSlice({ size, page }, context, { ...LIST_SIZE, defaultSize: usual })
  const filters = parseFilters(
    { ...input, blockTypes: blockType == null ? null : [parseBlockType('input.blockType', blockType)] },
    context,
  )
  const { blockIds } = filters
  if (!blockIds) return searchBlocks(context.db, context.viewer, { ...slice, filters })
  const found = await searchBlocks(context.db, context.viewer, { filters, size: blockIds.length, page: 0 })
  const places = new Map(blockIds.map((id, at) => [id, at]))
  const inOrder = found.toSorted((one, other) => (places.get(one.block_id) ?? 0) - (places.get(other.block_id) ?? 0))
  return inOrder.slice(slice.page * slice.size, (slice.page + 1) * slice.size)
}
