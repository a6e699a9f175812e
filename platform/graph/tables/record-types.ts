import type { Field } from '../../../src/contract/index.ts'
import { omitNullish } from '../../../src/runtime/omit.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { listTables } from '../../storage/graph/blocks/tables.ts'
import { validIds } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { allowedOperations, RecordOperations } from '../blocks/types/record-operations.ts'
import { metadataOf, TableField, writableFields } from '../blocks/types/table.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'

const FIELDS: { type: [typeof TableField]; nullable: { list: false; items: false } } = {
  type: [TableField],
  nullable: { list: false, items: false },
}

/** The fields that an operation accepts: none if it is not allowed. */
function fieldsFor(operation: 'create' | 'update') {
  return (table: BlockRow, _args: object, { viewer }: GraphContext): Field[] =>
    allowedOperations(table, viewer)[operation] ? writableFields(table) : []
}

const RecordType = builder.objectRef<BlockRow>('RecordType').implement({
  description: 'The record type of a table: its fields, and the operations that the viewer may perform.',
  fields: (t) => ({
    _id: t.exposeID('block_id', { nullable: false }),
    name: t.string({ nullable: false, resolve: (table) => metadataOf(table).metadataType }),
    label: t.string({ nullable: false, resolve: (table) => metadataOf(table).label }),
    metadataType: t.string({ nullable: false, resolve: (table) => metadataOf(table).metadataType }),
    tableId: t.exposeString('block_id', { nullable: false }),
    operations: t.field({
      type: RecordOperations,
      nullable: false,
      resolve: (table, _args, { viewer }) => allowedOperations(table, viewer),
    }),
    createFields: t.field({ ...FIELDS, resolve: fieldsFor('create') }),
    readFields: t.field({ ...FIELDS, resolve: (table) => metadataOf(table).fields }),
    updateFields: t.field({ ...FIELDS, resolve: fieldsFor('update') }),
  }),
})

const RecordTypesInput = builder.inputType('RecordTypesInput', {
  fields: (t) => ({
    tableId: t.string(),
    provider: t.string({ description: 'A provider, an application, or provider/application.' }),
    metadataType: t.string(),
    size: t.int(),
    page: t.int(),
  }),
})

builder.queryField('recordTypes', (t) =>
  t.field({
    type: [RecordType],
    nullable: { list: true, items: false },
    description: 'The record types of the tables that the viewer can see.',
    args: { input: t.arg({ type: RecordTypesInput }) },
    resolve: (_root, { input }, context) => listRecordTypes(input ?? {}, context),
  }),
)

async function listRecordTypes(input: typeof RecordTypesInput.$inferInput, context: GraphContext): Promise<BlockRow[]> {
  const { tableId, provider, metadataType } = input
  const slice = parsePageRequest(input, context)
  const [id] = tableId == null ? [] : validIds([tableId])
  if (tableId != null && id === undefined) return []
  return listTables(context.db, context.viewer, omitNullish({ ...slice, tableId: id, provider, metadataType }))
}
