import { type RecordProblem, type WrittenRecord, writeThrough } from '../../actions/records.ts'
import { lockBlock } from '../../storage/graph/access/mutation.ts'
import { writeRecord } from '../../storage/graph/blocks/record-writes.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { Record } from '../blocks/types/record.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { edit } from '../with-mutation.ts'
import { badInput, forbidden, GraphError, notFound } from '../errors.ts'
import { OUTSIDE_TIME_MS, throughOutside } from '../actions/errors.ts'
import { weighing } from '../with-cost.ts'
import { type CellWish, toCells } from './cells.ts'
import { metadataOf, operationsOf } from './contract.ts'
import { visibleRecord } from './records.ts'
import { visibleTable } from './tables.ts'

const RecordValueInput = builder.inputType('RecordValueInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'Of the field.' }),
    value: t.string({ description: 'Null clears it.' }),
  }),
})

const UpsertRecordInput = builder.inputType('UpsertRecordInput', {
  fields: (t) => ({
    _id: t.string({ description: 'Absent: a new row.' }),
    tableId: t.string({ required: true }),
    values: t.field({ type: [RecordValueInput], required: true, description: 'Others stay as they are.' }),
    requestKey: t.string({
      description: 'Names the write at the vendor: asked for twice under one name, it is done once.',
    }),
    repeatUnknown: t.boolean({ description: 'Creates it although an earlier attempt may have created it.' }),
  }),
})
type Input = typeof UpsertRecordInput.$inferInput

builder.mutationField('upsertOneRecord', (t) =>
  t.field({
    type: Record,
    description:
      'Writes a row of a table: first at its vendor, and what the vendor has made of it here. What the vendor refuses ' +
      'changes nothing.',
    ...weighing({ timeMs: OUTSIDE_TIME_MS }),
    args: { input: t.arg({ type: UpsertRecordInput, required: true }) },
    resolve: (_root, { input }, context) => upsert(input, context),
  }),
)

async function upsert(input: Input, context: GraphContext): Promise<BlockRow> {
  const table = await visibleTable(context, input.tableId)
  const known = input._id == null ? undefined : await rowOf(context, table, input._id)
  const operations = operationsOf(table, context.viewer, known)
  if (known && !operations.update) throw forbidden('This row is not yours to change.')
  if (!known && !operations.create) throw forbidden('This table is not yours to add rows to.')
  const cells = toCells(table, input.values, !known)
  const written = await writeOutside(context, input, { table, known, cells })
  return keep(context, { table, known, cells, written })
}

async function rowOf(context: GraphContext, table: BlockRow, id: string): Promise<BlockRow> {
  const record = await visibleRecord(context, id)
  if (record.parent_id !== table.block_id) throw notFound('The record')
  return record
}

interface Write {
  table: BlockRow
  known: BlockRow | undefined
  cells: readonly CellWish[]
}

/** What the vendor has made of the row; undefined: the table is nobody else's. */
async function writeOutside(
  { outside, viewer }: GraphContext,
  { requestKey, repeatUnknown }: Input,
  { table, known, cells }: Write,
): Promise<WrittenRecord | undefined> {
  const { connection_id: connectionId } = table
  if (connectionId === null) return undefined
  const externalId = known?.external_id ?? undefined
  try {
    return await throughOutside(() =>
      writeThrough(outside, {
        ...{ tenantId: viewer.tenantId, connectionId, table: metadataOf(table) },
        record: { values: cells, ...(externalId === undefined ? {} : { externalId }) },
        ...(requestKey == null ? {} : { requestKey: toKey(requestKey) }),
        repeatUnknown: repeatUnknown ?? false,
      }),
    )
  } catch (error) {
    throw error instanceof GraphError ? withArgument(error) : error
  }
}

const LONGEST_KEY = 200

function toKey(requestKey: string): string {
  if (requestKey === '' || requestKey.length > LONGEST_KEY) {
    throw badInput('input.requestKey', `must have 1 to ${LONGEST_KEY} characters.`)
  }
  return requestKey
}

const CELL = /^#\/table\/records\/0\/values\/(\d+)/

/** Says which of the values that were given is meant where the vendor says what is wrong. */
function withArgument(error: GraphError): GraphError {
  const problems = (error.extensions.errors ?? []) as RecordProblem[]
  const [at] = problems.flatMap(({ pointer }) => CELL.exec(pointer)?.[1] ?? [])
  if (at === undefined) return error
  return new GraphError(error.code, error.message, { ...error.extensions, argument: `input.values[${at}]` })
}

async function keep(context: GraphContext, write: Write & { written: WrittenRecord | undefined }): Promise<BlockRow> {
  const { table, known, cells, written } = write
  const { block_id } = await edit(context, async (edit) => {
    const row = known && (await lockBlock(edit, known.block_id))
    if (known && !row) throw notFound('The record')
    return writeRecord(edit, {
      ...{ table, cells: [...cells, ...(written?.values ?? [])] },
      ...(row ? { known: row } : {}),
      ...(written ? { externalId: written.externalId } : {}),
    })
  })
  return visibleRecord(context, block_id)
}
