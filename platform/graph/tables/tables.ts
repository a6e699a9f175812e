import { type BlockRow, findBlock } from '../../storage/graph/access/visibility.ts'
import { listTables } from '../../storage/graph/blocks/tables.ts'
import { parseId, validIds } from '../arguments/ids.ts'
import { parseSlice } from '../arguments/paging.ts'
import { Table } from '../blocks/types/table.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { notFound } from '../errors.ts'

const FindTableInput = builder.inputType('FindTableInput', {
  fields: (t) => ({ _id: t.string({ required: true }) }),
})

builder.queryField('table', (t) =>
  t.field({
    type: Table,
    nullable: true,
    args: { input: t.arg({ type: FindTableInput, required: true }) },
    resolve: (_root, { input }, context) => findVisibleTable(context, input._id),
  }),
)

/** The viewer's table of that id, archived or not. Throws NOT_FOUND. */
export async function findVisibleTable(context: GraphContext, id: string): Promise<BlockRow> {
  const what = 'The table'
  const block = await findBlock(context.db, context.viewer, parseId(id, what))
  if (block?.block_type !== 'table') throw notFound(what)
  return block
}

const TablesInput = builder.inputType('TablesInput', {
  fields: (t) => ({
    tagIds: t.stringList({ description: 'Tables that are linked to one of these tags, or have a row that is.' }),
    provider: t.string(),
    metadataType: t.string({ description: "The vendor's name of what a row is." }),
    size: t.int(),
    page: t.int(),
  }),
})

builder.queryField('tables', (t) =>
  t.field({
    type: [Table],
    nullable: { list: true, items: false },
    description: 'Tables that are not archived, what changed last first.',
    args: { input: t.arg({ type: TablesInput }) },
    resolve: (_root, { input }, context) =>
      listTables(context.db, context.viewer, {
        ...parseSlice(input, context),
        ...(input?.tagIds ? { tagIds: validIds(input.tagIds) } : {}),
        ...(input?.provider == null ? {} : { provider: input.provider }),
        ...(input?.metadataType == null ? {} : { metadataType: input.metadataType }),
      }),
  }),
)
