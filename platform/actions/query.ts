import type { ExecuteQueryRequest, ExecuteQueryResponse, Tag } from '../../src/contract/index.ts'
import type { ConnectionKey } from '../model/sync.ts'
import { ActionError, resultOrThrow } from './errors.ts'
import type { ConnectionSource } from './external-blocks.ts'
import type { ProviderActions } from './provider-actions.ts'

export type Query = Omit<ExecuteQueryRequest, 'connectedProvider'>

/** Records of a vendor that meet the criteria, as they are there now. Nothing of them is kept. */
export async function executeQuery(
  actions: ProviderActions,
  key: ConnectionKey,
  query: Query,
  signal: AbortSignal,
): Promise<ExecuteQueryResponse> {
  const connection = await actions.openConnection(key)
  const question = () => ({ connectedProvider: connection.connectedProvider, ...query })
  return resultOrThrow(await actions.call('query', [connection], question, { signal: actions.readDeadline(signal) }))
}

/** What names a record of a vendor. */
export interface RecordIdentity {
  metadataType: string
  externalId: string
}

/** A record as a tag, and the connection by which it was found. */
export interface FetchedTag {
  tag: Tag
  source: ConnectionSource
}

/** The tag that a vendor's record is. Throws NOT_FOUND where the vendor has no such record. */
export async function fetchRecordTag(
  actions: ProviderActions,
  key: ConnectionKey,
  record: RecordIdentity,
  signal: AbortSignal,
): Promise<FetchedTag> {
  const connection = await actions.openConnection(key)
  const question = () => ({ connectedProvider: connection.connectedProvider, tag: record })
  const outcome = await actions.call('tag', [connection], question, { signal: actions.readDeadline(signal) })
  if (outcome.kind === 'failed' && outcome.error.status === 404) {
    throw new ActionError('NOT_FOUND', 'The record was not found.')
  }
  const answer = resultOrThrow(outcome)
  const tag = Array.isArray(answer) ? answer[0] : answer
  if (!tag) throw new ActionError('NOT_FOUND', 'The record was not found.')
  return { tag, source: connection.current }
}
