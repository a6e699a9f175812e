import type { ExecuteQueryRequest, ExecuteQueryResponse, Tag } from '../../src/contract/index.ts'
import type { ConnectionKey } from '../model/sync.ts'
import type { Source } from './external-blocks.ts'
import { answerOf, OutsideFailure } from './failure.ts'
import type { Outside } from './provider-actions.ts'

export type Query = Omit<ExecuteQueryRequest, 'connectedProvider'>

/** Records of a vendor that meet the criteria, as they are there now. Nothing of them is kept. */
export async function executeQuery(
  outside: Outside,
  key: ConnectionKey,
  query: Query,
  signal: AbortSignal,
): Promise<ExecuteQueryResponse> {
  const connection = await outside.connection(key)
  const question = () => ({ connectedProvider: connection.connectedProvider, ...query })
  return answerOf(await outside.ask('query', [connection], question, { signal: outside.inTime(signal) }))
}

/** What names a record of a vendor. */
export interface RecordName {
  metadataType: string
  externalId: string
}

/** A record as a tag, and the connection by which it was found. */
export interface FoundTag {
  tag: Tag
  source: Source
}

/** The tag that a vendor's record is. Throws NOT_FOUND where the vendor has no such record. */
export async function tagOfRecord(
  outside: Outside,
  key: ConnectionKey,
  record: RecordName,
  signal: AbortSignal,
): Promise<FoundTag> {
  const connection = await outside.connection(key)
  const question = () => ({ connectedProvider: connection.connectedProvider, tag: record })
  const outcome = await outside.ask('tag', [connection], question, { signal: outside.inTime(signal) })
  if (outcome.kind === 'failed' && outcome.error.status === 404) {
    throw new OutsideFailure('NOT_FOUND', 'The record was not found.')
  }
  const answer = answerOf(outcome)
  const tag = Array.isArray(answer) ? answer[0] : answer
  if (!tag) throw new OutsideFailure('NOT_FOUND', 'The record was not found.')
  return { tag, source: connection.current }
}
