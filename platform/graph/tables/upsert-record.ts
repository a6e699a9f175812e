import { omitUndefined } from '../../../src/runtime/omit.ts'
import { type RecordProblem, type TableDescription, type WrittenRecord, writeThrough } from '../../actions/records.ts'
import { lockBlock } from '../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { upsertRecord } from '../../storage/graph/blocks/record-writes.ts'
import { ACTION_TIMEOUT_MS, withActionErrors } from '../actions/errors.ts'
import { Record } from '../blocks/types/record.ts'
import { allowedOperations } from '../blocks/types/record-operations.ts'
import { metadataOf } from '../blocks/types/table.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput, forbidden, GraphError, notFound } from '../errors.ts'
import { withCost } from '../with-cost.ts'
import { withMutation } from '../with-mutation.ts'
import { type CellWrite, parseCells } from './cells.ts'
import { findVisibleTable } from './list-tables.ts'
import { findVisibleRecord } from './records.ts'

const RecordValueInput = builder.inputType('RecordValueInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the field.' }),
    value: t.string({ description: 'Null clears the field.' }),
    reasoning: t.string({
      description: 'Why an AI chose the value. It is kept here, with the value, and not sent to the vendor.',
    }),
  }),
})

const UpsertRecordInput = builder.inputType('UpsertRecordInput', {
  fields: (t) => ({
    _id: t.string({ description: 'Omit to create a record.' }),
    tableId: t.string({ required: true }),
    values: t.field({
      type: [RecordValueInput],
      required: true,
      description: 'Fields that are not listed are left unchanged.',
    }),
    requestKey: t.string({
      description: 'Idempotency key of the write at the vendor: a repeated request with the same key writes once.',
    }),
    repeatUnknown: t.boolean({
      description: 'If true, writes even if an earlier attempt, whose outcome is unknown, may have written it.',
    }),
  }),
})
type Input = typeof UpsertRecordInput.$inferInput

builder.mutationField('upsertOneRecord', (t) =>
  t.field({
    type: Record,
    description:
      "Writes a record of a table: first at the vendor, then the vendor's result here. If the vendor refuses the write, " +
      'nothing is changed.',
    ...withCost({ timeoutMs: ACTION_TIMEOUT_MS }),
    args: { input: t.arg({ type: UpsertRecordInput, required: true }) },
    resolve: (_root, { input }, context) => upsert(input, context),
  }),
)

async function upsert(input: Input, context: GraphContext): Promise<BlockRow> {
  const table = await findVisibleTable(context, input.tableId)
  const existing = input._id == null ? undefined : await findRecordOf(context, table, input._id)
  const operations = allowedOperations(table, context.viewer, existing)
  if (existing && !operations.update) throw forbidden('You may not change this record.')
  if (!existing && !operations.create) throw forbidden('You may not add records to this table.')
  const cells = parseCells(table, input.values, !existing)
  const write = { table, existing, cells }
  return writeAtVendor(context, input, write, (written) => storeRecord(context, { ...write, written }))
}

async function findRecordOf(context: GraphContext, table: BlockRow, id: string): Promise<BlockRow> {
  const record = await findVisibleRecord(context, id)
  if (record.parent_id !== table.block_id) throw notFound('The record')
  return record
}

/** A record to write; without `existing` it is created. */
export interface Write {
  table: BlockRow
  existing: BlockRow | undefined
  cells: readonly CellWrite[]
}

/**
 * Writes the record at the vendor, and resolves to what `store` makes of the vendor's result, which is undefined if the table has
 * no vendor. What takes longer than a person would wait is stored later.
 */
export async function writeAtVendor<Stored>(
  { providerActions, viewer }: GraphContext,
  { requestKey, repeatUnknown }: Pick<Input, 'requestKey' | 'repeatUnknown'>,
  { table, existing, cells }: Write,
  store: (written: WrittenRecord | undefined) => Promise<Stored>,
): Promise<Stored> {
  const { connection_id: connectionId } = table
  if (connectionId === null) return store(undefined)
  const record = omitUndefined({ values: cells, externalId: existing?.external_id ?? undefined })
  try {
    return await withActionErrors(() =>
      writeThrough(
        providerActions,
        omitUndefined({
          tenantId: viewer.tenantId,
          connectionId,
          table: describeTable(table),
          record,
          requestKey: requestKey == null ? undefined : parseRequestKey(requestKey),
          repeatUnknown: repeatUnknown ?? false,
        }),
        store,
      ),
    )
  } catch (error) {
    throw error instanceof GraphError ? withArgument(error) : error
  }
}

/** Describes a table that belongs to a vendor. */
function describeTable(table: BlockRow): TableDescription {
  const { provider, application, external_id, uri } = table
  return omitUndefined({
    provider: provider ?? '',
    application: application ?? '',
    externalId: external_id ?? '',
    uri: uri ?? undefined,
    metadata: metadataOf(table),
  })
}

const MAX_KEY_LENGTH = 200

function parseRequestKey(requestKey: string): string {
  if (requestKey === '' || requestKey.length > MAX_KEY_LENGTH) {
    throw badInput('input.requestKey', `must have 1 to ${MAX_KEY_LENGTH} characters.`)
  }
  return requestKey
}

const CELL = /^#\/table\/records\/0\/values\/(\d+)/

/** Adds the path of the first value that the vendor's error is about. */
function withArgument(error: GraphError): GraphError {
  const problems = (error.extensions.errors ?? []) as RecordProblem[]
  const [index] = problems.flatMap(({ pointer }) => CELL.exec(pointer)?.[1] ?? [])
  if (index === undefined) return error
  return new GraphError(error.code, error.message, { ...error.extensions, argument: `input.values[${index}]` })
}

async function storeRecord(
  context: GraphContext,
  write: Write & { written: WrittenRecord | undefined },
): Promise<BlockRow> {
  const { table, existing, cells, written } = write
  const { block_id } = await withMutation(context, async (mutation) => {
    const row = existing && (await lockBlock(mutation, existing.block_id))
    if (existing && !row) throw notFound('The record')
    const reasons = new Map(cells.map(({ name, reasoning }) => [name, reasoning]))
    const vendorCells = (written?.values ?? []).map((cell) =>
      omitUndefined({ ...cell, reasoning: reasons.get(cell.name) }),
    )
    const allCells = [...cells, ...vendorCells]
    return upsertRecord(
      mutation,
      omitUndefined({ table, cells: allCells, existing: row, externalId: written?.externalId }),
    )
  })
  return findVisibleRecord(context, block_id)
}
