import { randomUUID } from 'node:crypto'
import type { FieldValue, ProblemItem, Table } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { ConnectionKey } from '../model/sync.ts'
import { type BatchWrite, batchWrite, type WriteRequest } from './batch-write.ts'
import { ActionError, withUnknownOutcome } from './errors.ts'
import { hashContent } from './hashes.ts'
import { toStoredKey } from './idempotency-keys.ts'
import type { ItemOutcome } from './outcomes.ts'
import type { ProviderActions } from './provider-actions.ts'

/** A record to write to its vendor. */
export interface RecordWrite extends ConnectionKey {
  /** The table as the vendor described it. */
  table: TableDescription
  record: {
    /** The vendor's id of the record to update. Absent: a record is created. */
    externalId?: string
    /** The cells to set; null or an empty text clears a cell. Cells that are not listed do not change. */
    values: readonly { name: string; value: string | null }[]
  }
  /**
   * Idempotency key, unique per tenant: the same key is the same write and returns the same result. Without one, the key is
   * derived from the content, and an equal record is refused only after an attempt whose outcome is unknown.
   */
  requestKey?: string
  /** Creates the record although an earlier attempt may have created it. */
  repeatUnknown?: boolean
}

/** A table without its records. */
export type TableDescription = Omit<Table, 'blockType' | 'records'>

/** A record as the vendor has it after the write. */
export interface WrittenRecord {
  externalId: string
  values: FieldValue[]
}

/** An error of a record. Its pointer refers to the request: `#/table/records/0/values/2` is the third cell that was sent. */
export type RecordProblem = ProblemItem

interface RecordRequest {
  externalId?: string
  values: FieldValue[]
}

/**
 * Writes one record to its vendor through `/upsert/table`, and resolves to what `store` makes of it as the vendor has it. Takes at
 * most 30 s; a write that takes longer goes on, and is stored. Throws ActionError:
 * - NOT_FOUND: the tenant has no such connection.
 * - CONFLICT: the connection is not active or must be reconnected; an equal record is being written at the same time; or
 *   `extensions.state` is `unknown`: an earlier attempt may have created the record (see `repeatUnknown`).
 * - BAD_USER_INPUT: the vendor rejects the record; `extensions.errors` are RecordProblems.
 * - UPSTREAM_FAILED, RATE_LIMITED: `extensions.retryAfter` (ms) if the provider gave one. `extensions.state` is `unknown` if
 *   the record may have been created regardless; the attempt is then remembered. It is `begun` if the write goes on: an equal
 *   one returns its result then.
 */
export async function writeThrough<Stored>(
  actions: ProviderActions,
  write: RecordWrite,
  store: (written: WrittenRecord) => Promise<Stored>,
): Promise<Stored> {
  const { table, tenantId, connectionId } = write
  const connection = await actions.openConnection({ tenantId, connectionId })
  const sent = toWriteRequest(write)
  const batch: BatchWrite<'upsertTable', RecordRequest> = {
    name: 'upsertTable',
    requests: [sent],
    toRequest: (connectedProvider, records) => ({
      connectedProvider,
      table: { blockType: 'table', ...table, records },
    }),
  }
  return batchWrite(actions, connection, batch, ([outcome]) => {
    return store(toWrittenRecord(outcome as ItemOutcome<RecordRequest>, sent.item))
  })
}

/** Only creations can be duplicated, so without a caller's key only they get one derived from their content. */
function toWriteRequest({
  connectionId,
  table,
  record,
  requestKey,
  repeatUnknown,
}: RecordWrite): WriteRequest<RecordRequest> {
  const values = record.values.map(({ name, value }) => ({ name, value: value ?? '' }))
  const { externalId } = record
  const hash = hashContent(connectionId, table.metadata.metadataType, externalId, values)
  const isUpdate = externalId !== undefined
  return {
    item: omitUndefined({ externalId, values }),
    hash,
    hasRequestKey: requestKey !== undefined,
    storesLateResult: !isUpdate,
    mayRepeat: isUpdate || repeatUnknown === true,
    requestKey: toStoredKey(requestKey, isUpdate ? randomUUID() : hash),
  }
}

function toWrittenRecord(
  { state, externalId, answer, errors }: ItemOutcome<RecordRequest>,
  sent: RecordRequest,
): WrittenRecord {
  const id = externalId ?? sent.externalId
  if (state === 'written' && id) return { externalId: id, values: answer?.values ?? sent.values }
  const reasons = errors.map(({ detail }) => detail).filter(Boolean)
  const message = reasons.join(' ') || 'The provider did not report whether the record was written.'
  if (state === 'unknown') throw withUnknownOutcome(new ActionError('UPSTREAM_FAILED', message, { errors }), !id)
  throw new ActionError('BAD_USER_INPUT', message, omitUndefined({ errors, externalId: externalId || undefined }))
}
