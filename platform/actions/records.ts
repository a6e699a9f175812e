import { randomUUID } from 'node:crypto'
import type { FieldValue, ProblemItem, TableMetadataRequest } from '../../src/contract/index.ts'
import type { ConnectionKey } from '../model/sync.ts'
import { batchWrite, type WriteRequest } from './batch-write.ts'
import { ActionError, withUnknownOutcome } from './errors.ts'
import { digest, toStoredKey } from './intent-name.ts'
import type { ItemOutcome } from './outcomes.ts'
import type { ProviderActions } from './provider-actions.ts'

/** A row to be written to a vendor. */
export interface RecordWrite extends ConnectionKey {
  /** The table as its block has it; the vendor's id of the table is not needed. */
  table: TableMetadataRequest
  record: {
    /** The vendor's id of the row; absent: the row is created there. */
    externalId?: string
    /** The cells to set; null or an empty text clears one. Cells that are not named stay as they are. */
    values: readonly { name: string; value: string | null }[]
  }
  /**
   * Names the write, among those of the tenant: the same name twice is one write, and answers the same. Absent: the
   * row's content names it, so only an earlier attempt that may have been done stands in the way of a second equal row.
   */
  requestKey?: string
  /** Creates the row although an earlier attempt may have created it. */
  repeatUnknown?: boolean
}

/** A row as the vendor has it now. */
export interface WrittenRecord {
  externalId: string
  values: FieldValue[]
}

/** What is wrong with a record, where: `#/table/records/0/values/2` is the third cell that was sent. */
export type RecordProblem = ProblemItem

interface RecordRequest {
  externalId?: string
  values: FieldValue[]
}

/**
 * Writes one row to its vendor by `/upsert/table` and answers it with the vendor's id; what the store keeps of it is
 * the caller's to write afterwards. Takes at most 30 s. Throws OutsideFailure:
 * - NOT_FOUND: the tenant has no such connection.
 * - CONFLICT: the connection is not active, or has to be signed in again; an equal row is being written right now; or
 *   `extensions.state` is `unknown`: an earlier attempt may have created it (see `repeatUnknown`).
 * - BAD_USER_INPUT: the vendor refuses the row; `extensions.errors` are RecordProblems.
 * - UPSTREAM_FAILED, RATE_LIMITED: `extensions.retryAfter` (ms) where the provider said it, and `extensions.state` is
 *   `unknown` where the row may have been created all the same, which is then remembered.
 */
export async function writeThrough(actions: ProviderActions, wish: RecordWrite): Promise<WrittenRecord> {
  const { table, tenantId, connectionId } = wish
  const connection = await actions.openConnection({ tenantId, connectionId })
  const sent = toWriteRequest(wish)
  const [outcome] = await batchWrite(actions, connection, {
    name: 'upsertTable',
    requests: [sent],
    toRequest: (connectedProvider, records) => ({ connectedProvider, table: { metadata: table, records } }),
  })
  return toWrittenRecord(outcome as ItemOutcome<RecordRequest>, sent.item)
}

/** Only a creation can be doubled, so only that has a name of its own when the caller gives none. */
function toWriteRequest({
  connectionId,
  table,
  record,
  requestKey,
  repeatUnknown,
}: RecordWrite): WriteRequest<RecordRequest> {
  const values = record.values.map(({ name, value }) => ({ name, value: value ?? '' }))
  const { externalId } = record
  const hash = digest(connectionId, table.metadataType, externalId, values)
  const isUpdate = externalId !== undefined
  return {
    item: { ...(isUpdate ? { externalId } : {}), values },
    ...{ hash, isNamed: requestKey !== undefined, mayRepeat: isUpdate || repeatUnknown === true },
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
  const message = reasons.join(' ') || 'The provider does not say what became of the record.'
  if (state === 'unknown') throw withUnknownOutcome(new ActionError('UPSTREAM_FAILED', message, { errors }), !id)
  throw new ActionError('BAD_USER_INPUT', message, { errors, ...(externalId ? { externalId } : {}) })
}
