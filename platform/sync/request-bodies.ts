import type { ApplicationDefinition, ConnectedProvider } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { SyncConnection, SyncName } from '../model/sync.ts'
import type { SyncStore } from '../model/sync-store.ts'
import { identifierKinds } from '../provider/capabilities.ts'
import type { RequestOf, SyncRequest } from '../provider/endpoints.ts'
import type { SyncWindow } from './windows.ts'

export interface RequestOptions {
  /** The requested number of items per page. */
  pageSize: number
  /** The maximum number, per run, of rows of each table, tags to look up, and tags to request insight about. */
  maxRows: number
  maxIdentifierTags: number
  maxInsightTags: number
}

/** What requests depend on besides the connection. It is the same for all pages of a run. */
export interface RequestContext {
  application: ApplicationDefinition
  window?: SyncWindow | undefined
  /** Counts the runs. */
  turn: number
  now: number
  options: RequestOptions
}

/** Builds the request for a page. The credential may change between pages, so `connectedProvider` is a parameter. */
export type RequestBuilder = (connectedProvider: ConnectedProvider, cursor?: string) => SyncRequest

/** Returns the request builder for a run of the sync; undefined when there is nothing to request. */
export async function createRequestBuilder(
  sync: SyncName,
  store: SyncStore,
  connection: SyncConnection,
  context: RequestContext,
): Promise<RequestBuilder | undefined> {
  const { window, options } = context
  switch (sync) {
    case 'calendar':
      return (connectedProvider) => ({ connectedProvider, calendarFilter: requireWindow(window) })
    case 'email':
      return (connectedProvider, cursor) => ({
        connectedProvider,
        filter: pageFilter(requireWindow(window), options, cursor),
      })
    case 'transcription':
      return (connectedProvider, cursor) => ({
        connectedProvider,
        transcriptionFilter: pageFilter(requireWindow(window), options, cursor),
      })
    case 'metadata':
      return metadataRequest(store, connection, context)
    case 'table':
      return tableRequest(store, connection, context)
    case 'identifier':
      return identifierRequest(store, connection, context)
    case 'insight':
      return insightRequest(store, connection, context)
  }
}

function pageFilter(window: SyncWindow, { pageSize }: RequestOptions, cursor: string | undefined) {
  return { ...window, ...omitUndefined({ limit: pageSize, cursor }) }
}

function requireWindow(window: SyncWindow | undefined): SyncWindow {
  if (!window) throw new Error('this sync requires a window')
  return window
}

/**
 * Requests all current fields, by an empty list of fields, of the known tables. An empty list of tables requests the
 * provider's default tables.
 */
async function metadataRequest(
  store: SyncStore,
  connection: SyncConnection,
  { turn }: RequestContext,
): Promise<RequestBuilder> {
  const tables = await store.loadTables(connection, 1, turn)
  const tableMetadata = tables.map(({ tableMetadata: { metadataType, label = metadataType } }) => ({
    metadataType,
    label,
    fields: [],
  }))
  return (connectedProvider) => ({ connectedProvider, tableMetadata })
}

/**
 * Requests the known rows of each table, and, by an empty list of ids, the rows that the vendor would show first, among
 * which are new ones.
 */
async function tableRequest(
  store: SyncStore,
  connection: SyncConnection,
  { turn, options }: RequestContext,
): Promise<RequestBuilder | undefined> {
  const tables = await store.loadTables(connection, options.maxRows, turn)
  if (tables.length === 0) return undefined
  const recordTypeFilters = tables.flatMap(({ tableMetadata, externalIds }) => {
    const firstRows = { tableMetadata, externalIds: [] }
    return externalIds.length > 0 ? [{ tableMetadata, externalIds }, firstRows] : [firstRows]
  })
  return (connectedProvider) => ({ connectedProvider, recordFilter: { recordTypeFilters } })
}

async function identifierRequest(
  store: SyncStore,
  connection: SyncConnection,
  { application, options, now }: RequestContext,
): Promise<RequestBuilder | undefined> {
  const kinds = identifierKinds(application)
  if (kinds.length === 0) return undefined
  const externalIdLinkObjects = await store.loadIdentifierSlots(connection, kinds, options.maxIdentifierTags, now)
  if (externalIdLinkObjects.length === 0) return undefined
  return (connectedProvider) => ({ connectedProvider, externalIdLinkObjects })
}

async function insightRequest(
  store: SyncStore,
  connection: SyncConnection,
  { application, turn, options }: RequestContext,
): Promise<RequestBuilder | undefined> {
  const kinds = identifierKinds(application)
  if (kinds.length === 0) return undefined
  const groups = await store.loadInsightTags(connection, kinds, options.maxInsightTags, turn)
  if (groups.length === 0) return undefined
  const insightTypeFilters: RequestOf<'insight'>['filter']['insightTypeFilters'] = groups.map(({ kind, tags }) =>
    omitUndefined({ tagType: kind.tagType, tagSubType: kind.tagSubType, blockType: 'table' as const, tags }),
  )
  return (connectedProvider) => ({ connectedProvider, filter: { insightTypeFilters } })
}
