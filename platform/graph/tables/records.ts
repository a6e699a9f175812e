import { omitNullish } from '../../../src/runtime/omit.ts'
import { type BlockRow, findBlock } from '../../storage/graph/access/visibility.ts'
import { listRecords } from '../../storage/graph/blocks/records.ts'
import type { FieldFilter } from '../../storage/graph/search/filters.ts'
import {
  FieldFilterInput,
  type FieldReferenceInput,
  FieldSortInput,
  toNumberFilter,
  toStringFilter,
} from '../arguments/filters.ts'
import { parseId } from '../arguments/ids.ts'
import { parsePageRequest } from '../arguments/paging.ts'
import { parseSearch } from '../arguments/text.ts'
import { Record } from '../blocks/types/record.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, notFound } from '../errors.ts'
import { findVisibleTable } from './list-tables.ts'

const MAX_FILTERS = 20

const FindRecordInput = builder.inputType('FindRecordInput', {
  fields: (t) => ({ _id: t.string({ required: true }) }),
})

builder.queryField('record', (t) =>
  t.field({
    type: Record,
    nullable: true,
    args: { input: t.arg({ type: FindRecordInput, required: true }) },
    resolve: (_root, { input }, context) => findVisibleRecord(context, input._id),
  }),
)

/** Finds a record, archived or not. Throws NOT_FOUND. */
export async function findVisibleRecord(context: GraphContext, id: string): Promise<BlockRow> {
  const noun = 'The record'
  const block = await findBlock(context.db, context.viewer, parseId(id, noun))
  if (block?.block_type !== 'record') throw notFound(noun)
  return block
}

const RecordsInput = builder.inputType('RecordsInput', {
  fields: (t) => ({
    tableId: t.string({ required: true }),
    filters: t.field({
      type: [FieldFilterInput],
      description: "All of them must match. The provider defaults to the table's.",
    }),
    searchString: t.string(),
    externalIds: t.stringList(),
    sortBy: t.field({ type: FieldSortInput, description: 'Defaults to newest first.' }),
    size: t.int(),
    page: t.int(),
  }),
})
type Input = typeof RecordsInput.$inferInput

builder.queryField('records', (t) =>
  t.field({
    type: [Record],
    nullable: { list: true, items: false },
    description: 'Records of a table that are not archived.',
    args: { input: t.arg({ type: RecordsInput, required: true }) },
    resolve: (_root, { input }, context) => search(input, context),
  }),
)

async function search(input: Input, context: GraphContext): Promise<BlockRow[]> {
  const { filters, externalIds, sortBy } = input
  if ((filters?.length ?? 0) > MAX_FILTERS) throw badInput('input.filters', `at most ${MAX_FILTERS} filters.`)
  const slice = parsePageRequest(input, context)
  const table = await findVisibleTable(context, input.tableId)
  const searchString = parseSearch('input.searchString', input.searchString)
  return listRecords(
    context.db,
    context.viewer,
    table,
    omitNullish({
      ...slice,
      filters: (filters ?? []).map((filter, index) => filterOf(table, filter, `input.filters[${index}].stringFilter`)),
      searchString,
      externalIds,
      sortBy: sortBy ? { ...fieldOf(table, sortBy), direction: sortBy.direction ?? 'ASC' } : undefined,
    }),
  )
}

function filterOf(table: BlockRow, filter: NonNullable<Input['filters']>[number], argument: string): FieldFilter {
  const stringFilter = toStringFilter(argument, filter.stringFilter)
  const numberFilter = toNumberFilter(filter.numberFilter)
  return omitNullish({
    ...fieldOf(table, filter),
    stringFilter,
    numberFilter,
    isNull: filter.isNull,
  })
}

function fieldOf(table: BlockRow, { provider, fieldName }: typeof FieldReferenceInput.$inferInput) {
  return { provider: provider ?? table.provider ?? '', fieldName }
}
