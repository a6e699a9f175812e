import { omitNullish } from '../../../src/runtime/omit.ts'
import { type BlockRow, findBlock } from '../../storage/graph/access/visibility.ts'
import { listTables } from '../../storage/graph/blocks/tables.ts'
import { parseId, validIds } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
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

/** Finds a table, archived or not. Throws NOT_FOUND. */
export async function findVisibleTable(context: GraphContext, id: string): Promise<BlockRow> {
  const noun = 'The table'
  const block = await findBlock(context.db, context.viewer, parseId(id, noun))
  if (block?.block_type !== 'table') throw notFound(noun)
  return block
}

const TablesInput = builder.inputType('TablesInput', {
  fields: (t) => ({
    tagIds: t.stringList({
      description: 'Tables that are linked, or have a record that is linked, to any of these tags.',
    }),
    provider: t.string({ description: 'A provider, an application, or provider/application.' }),
    metadataType: t.string({ description: "The vendor's name of the record type." }),
    size: t.int(),
    page: t.int(),
  }),
})

builder.queryField('tables', (t) =>
  t.field({
    type: [Table],
    nullable: { list: true, items: false },
    description: 'Tables that are not archived, last changed first.',
    args: { input: t.arg({ type: TablesInput }) },
    resolve: (_root, { input }, context) =>
      listTables(
        context.db,
        context.viewer,
        omitNullish({
          ...parsePageRequest(input, context),
          tagIds: input?.tagIds ? validIds(input.tagIds) : undefined,
          provider: input?.provider == null ? undefined : input.provider,
          metadataType: input?.metadataType == null ? undefined : input.metadataType,
        }),
      ),
  }),
)
