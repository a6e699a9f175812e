import type { Field, FieldOption, TableMetadata } from '../../../../src/contract/index.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { countRecords } from '../../../storage/graph/blocks/children.ts'
import { type BatchFunction, load } from '../../batch-loader.ts'
import { builder } from '../../builder.ts'
import { childBlocksCost, loadChildBlocks } from '../child-blocks.ts'
import { defineBlockType } from './block.ts'
import { Record } from './record.ts'

const FieldOptionRef = builder.objectRef<FieldOption>('FieldOption').implement({
  description: 'An option of a picklist.',
  fields: (t) => ({ value: t.exposeString('value'), label: t.exposeString('label') }),
})

export const TableField = builder.objectRef<Field>('TableField').implement({
  description: 'A column of a table.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false }),
    label: t.exposeString('label', { nullable: false }),
    fieldType: t.exposeString('fieldType', { nullable: false }),
    required: t.boolean({ resolve: ({ required }) => required ?? false }),
    options: t.field({
      type: [FieldOptionRef],
      nullable: { list: false, items: false },
      resolve: ({ options }) => options ?? [],
    }),
  }),
})

export function metadataOf({ detail }: Pick<BlockRow, 'detail'>): TableMetadata {
  return detail.metadata as TableMetadata
}

/** The fields that may be written: ids are assigned by the vendor. */
export function writableFields(table: BlockRow): Field[] {
  return metadataOf(table).fields.filter(({ fieldType }) => fieldType !== 'id')
}

const TableMetadataRef = builder.objectRef<TableMetadata>('TableMetadata').implement({
  fields: (t) => ({
    metadataType: t.exposeString('metadataType', { nullable: false }),
    label: t.exposeString('label', { nullable: false }),
    fields: t.expose('fields', { type: [TableField], nullable: { list: false, items: false } }),
  }),
})

const readRecordCounts: BatchFunction<string, number> = ({ db, viewer }, ids) => countRecords(db, viewer, ids)

export const Table = defineBlockType('table', 'A table of a vendor, or one that was created here.', (t) => ({
  metadata: t.field({ type: TableMetadataRef, resolve: metadataOf }),
  records: t.field({
    ...childBlocksCost,
    type: [Record],
    nullable: { list: false, items: false },
    description: 'Records, newest first. Use the query `records` to search them.',
    args: { size: t.arg.int(), page: t.arg.int(), externalIds: t.arg.stringList() },
    resolve: (table, { externalIds, ...slice }, context) =>
      loadChildBlocks(context, table, {
        ...slice,
        type: 'record',
        externalIds: externalIds ?? undefined,
      }),
  }),
  recordCount: t.int({
    resolve: async ({ block_id }, _args, context) => (await load(context, readRecordCounts, block_id)) ?? 0,
  }),
}))
