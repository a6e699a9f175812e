import { type RecordProblem, type WrittenRecord, writeThrough } from '../../actions/records.ts'
import { lockBlock } from '../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { upsertRecord } from '../../storage/graph/blocks/record-writes.ts'
import { OUTSIDE_TIME_MS, throughOutside } from '../actions/errors.ts'
import { Record } from '../blocks/types/record.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, forbidden, GraphError, notFound } from '../errors.ts'
import { withCost } from '../with-cost.ts'
import { withMutation } from '../with-mutation.ts'
import { type CellWrite, parseCells } from './cells.ts'
import { allowedOperations, metadataOf } from './contract.ts'
import { findVisibleRecord } from './records.ts'
import { findVisibleTable } from './tables.ts'

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
    ...withCost({ timeoutMs: OUTSIDE_TIME_MS }),
    args: { input: t.arg({ type: UpsertRecordInput, required: true }) },
    resolve: (_root, { input }, context) => upsert(input, context),
  }),
)

async function upsert(input: Input, context: GraphContext): Promise<BlockRow> {
  const table = await findVisibleTable(context, input.tableId)
  const known = input._id == null ? undefined : await rowOf(context, table, input._id)
  const operations = allowedOperations(table, context.viewer, known)
  if (known && !operations.update) throw forbidden('This row is not yours to change.')
  if (!known && !operations.create) throw forbidden('This table is not yours to add rows to.')
  const cells = parseCells(table, input.values, !known)
  const written = await writeOutside(context, input, { table, known, cells })
  return storeRecord(context, { table, known, cells, written })
}

async function rowOf(context: GraphContext, table: BlockRow, id: string): Promise<BlockRow> {
  const record = await findVisibleRecord(context, id)
  if (record.parent_id !== table.block_id) throw notFound('The record')
  return record
}

interface Write {
  table: BlockRow
  known: BlockRow | undefined
  cells: readonly CellWrite[]
}

/** What the vendor has made of the row; undefined: the table is nobody else's. */
async function writeOutside(
  { providerActions, viewer }: GraphContext,
  { requestKey, repeatUnknown }: Input,
  { table, known, cells }: Write,
): Promise<WrittenRecord | undefined> {
  const { connection_id: connectionId } = table
  if (connectionId === null) return undefined
  const externalId = known?.external_id ?? undefined
  try {
    return await throughOutside(() =>
      writeThrough(providerActions, {
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

const MAX_KEY_LENGTH = 200

function toKey(requestKey: string): string {
  if (requestKey === '' || requestKey.length > MAX_KEY_LENGTH) {
    throw badInput('input.requestKey', `must have 1 to ${MAX_KEY_LENGTH} characters.`)
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

async function storeRecord(
  context: GraphContext,
  write: Write & { written: WrittenRecord | undefined },
): Promise<BlockRow> {
  const { table, known, cells, written } = write
  const { block_id } = await withMutation(context, async (mutation) => {
    const row = known && (await lockBlock(mutation, known.block_id))
    if (known && !row) throw notFound('The record')
    return upsertRecord(mutation, {
      ...{ table, cells: [...cells, ...(written?.values ?? [])] },
      ...(row ? { existing: row } : {}),
      ...(written ? { externalId: written.externalId } : {}),
    })
  })
  return findVisibleRecord(context, block_id)
}
