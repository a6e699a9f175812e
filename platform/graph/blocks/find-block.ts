import type { RawBuilder } from 'kysely'
import { type BlockRow, findBlock } from '../../storage/graph/access/visibility.ts'
import { parseId } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { notFound } from '../errors.ts'
import { prefetchFields } from '../prefetch.ts'
import { selectedColumns } from './selected-columns.ts'
import { Block } from './types/block.ts'

const FindBlockInput = builder.inputType('FindBlockInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    archived: t.boolean({ description: 'If true, archived blocks are found too.' }),
  }),
})

builder.queryField('block', (t) =>
  t.field({
    type: Block,
    nullable: true,
    args: { input: t.arg({ type: FindBlockInput, required: true }) },
    resolve: async (_root, { input }, context, info) => {
      const columns = selectedColumns(info)
      const block = await findVisibleBlock(context, input._id, { archived: input.archived ?? false, columns })
      await prefetchFields(context, info, [block])
      return block
    },
  }),
)

interface FindOptions {
  /** Whether archived blocks are found too. */
  archived?: boolean
  /** Names the block in the error. */
  noun?: string
  /** With `archived`; all columns by default. */
  columns?: RawBuilder<BlockRow>
}

/** Finds a block. Throws NOT_FOUND if it does not exist, is not visible, or is archived and `archived` is false. */
export async function findVisibleBlock(
  { db, viewer }: GraphContext,
  id: string,
  { archived = true, noun = 'The block', columns }: FindOptions = {},
): Promise<BlockRow> {
  const block = await findBlock(db, viewer, parseId(id, noun), columns)
  if (!block || (block.archived && !archived)) throw notFound(noun)
  return block
}
