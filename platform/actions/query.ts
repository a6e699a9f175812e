import type { ExecuteQueryRequest, ExecuteQueryResponse, Tag } from '../../src/contract/index.ts'
import type { ConnectionKey } from '../model/sync.ts'
import { ActionError, resultOrThrow } from './errors.ts'
import type { ConnectionSource } from './external-blocks.ts'
import type { ProviderActions } from './provider-actions.ts'

export type Query = Omit<ExecuteQueryRequest, 'connectedProvider'>

/** Fetches records that match the criteria from a vendor. Nothing is stored. Throws ActionError. */
export async function executeQuery(
  actions: ProviderActions,
  key: ConnectionKey,
  query: Query,
  signal: AbortSignal,
): Promise<ExecuteQueryResponse> {
  const connection = await actions.openConnection(key)
  const createRequest = () => ({ connectedProvider: connection.connectedProvider, ...query })
  return resultOrThrow(
    await actions.call('query', [connection], createRequest, { signal: actions.readDeadline(signal) }),
  )
}

/** Identifies a record at a vendor. */
export interface RecordIdentity {
  metadataType: string
  externalId: string
}

/** A vendor's record as a tag, and the connection with which it was fetched. */
export interface FetchedTag {
  tag: Tag
  source: ConnectionSource
}

/** Fetches a vendor's record as a tag. Throws ActionError; NOT_FOUND if the vendor has no such record. */
export async function fetchRecordTag(
  actions: ProviderActions,
  key: ConnectionKey,
  record: RecordIdentity,
  signal: AbortSignal,
): Promise<FetchedTag> {
  const connection = await actions.openConnection(key)
  const createRequest = () => ({ connectedProvider: connection.connectedProvider, tag: record })
  const outcome = await actions.call('tag', [connection], createRequest, { signal: actions.readDeadline(signal) })
  if (outcome.kind === 'failed' && outcome.error.status === 404) {
    throw new ActionError('NOT_FOUND', 'The record was not found.')
  }
  const result = resultOrThrow(outcome)
  const tag = Array.isArray(result) ? result[0] : result
  if (!tag) throw new ActionError('NOT_FOUND', 'The record was not found.')
  return { tag, source: connection.current }
}
