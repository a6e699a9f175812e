import type { ApplicationDefinition, ConnectedProvider } from '../../src/contract/index.ts'
import type { SyncConnection, SyncName } from '../model/sync.ts'
import type { SyncStore } from '../model/sync-store.ts'
import { identifierKinds } from '../provider/capabilities.ts'
import type { Asked, SyncRequest } from '../provider/endpoints.ts'
import type { SyncWindow } from './windows.ts'

export interface RequestRules {
  /** Items wanted of each page. */
  pageLimit: number
  /** Rows of each table, tags to look up, and tags to ask insight of, in one run. */
  rows: number
  slots: number
  insightTags: number
}

/** What a request is made of beside the connection; the same for all pages of a run. */
export interface RequestInputs {
  application: ApplicationDefinition
  window?: SyncWindow
  /** Counts the runs. */
  turn: number
  now: number
  rules: RequestRules
}

/** A request that lacks only who asks, which may change in mid-run, and where it goes on. */
export type Question = (connectedProvider: ConnectedProvider, cursor?: string) => SyncRequest

export function toConnectedProvider(connection: SyncConnection): ConnectedProvider {
  const { connectionId, provider, application, credential } = connection
  return { connectionId, provider, application, credential }
}

/** What a run of the sync asks; undefined when there is nothing to ask about. */
export async function questionOf(
  sync: SyncName,
  store: SyncStore,
  connection: SyncConnection,
  inputs: RequestInputs,
): Promise<Question | undefined> {
  const { window, rules } = inputs
  switch (sync) {
    case 'calendar':
      return (connectedProvider) => ({ connectedProvider, calendarFilter: needed(window) })
    case 'email':
      return (connectedProvider, cursor) => ({ connectedProvider, filter: pageFilter(needed(window), rules, cursor) })
    case 'transcription':
      return (connectedProvider, cursor) => ({
        connectedProvider,
        transcriptionFilter: pageFilter(needed(window), rules, cursor),
      })
    case 'metadata':
      return askMetadata(store, connection, inputs)
    case 'table':
      return askTable(store, connection, inputs)
    case 'identifier':
      return askIdentifier(store, connection, inputs)
    case 'insight':
      return askInsight(store, connection, inputs)
  }
}

function pageFilter(window: SyncWindow, { pageLimit }: RequestRules, cursor: string | undefined) {
  return { ...window, limit: pageLimit, ...(cursor === undefined ? {} : { cursor }) }
}

function needed(window: SyncWindow | undefined): SyncWindow {
  if (!window) throw new Error('a sync that reads a window was given none')
  return window
}

/** Known tables are described afresh, with whatever fields they have now; none known: those the provider thinks usual. */
async function askMetadata(store: SyncStore, connection: SyncConnection, { turn }: RequestInputs): Promise<Question> {
  const tables = await store.tablesOf(connection, 1, turn)
  const tableMetadata = tables.map(({ tableMetadata: { metadataType, label } }) => ({
    metadataType,
    ...(label === undefined ? {} : { label }),
  }))
  return (connectedProvider) => ({ connectedProvider, tableMetadata })
}

/** The known rows of each table, and no row, which means: what the vendor would show first. So new rows arrive too. */
async function askTable(
  store: SyncStore,
  connection: SyncConnection,
  { turn, rules }: RequestInputs,
): Promise<Question | undefined> {
  const tables = await store.tablesOf(connection, rules.rows, turn)
  if (tables.length === 0) return undefined
  const recordTypeFilters = tables.flatMap(({ tableMetadata, externalIds }) => [
    ...(externalIds.length > 0 ? [{ tableMetadata, externalIds }] : []),
    { tableMetadata, externalIds: [] },
  ])
  return (connectedProvider) => ({ connectedProvider, recordFilter: { recordTypeFilters } })
}

async function askIdentifier(
  store: SyncStore,
  connection: SyncConnection,
  { application, rules, now }: RequestInputs,
): Promise<Question | undefined> {
  const kinds = identifierKinds(application)
  const externalIdLinkObjects = kinds.length > 0 ? await store.identifierSlots(connection, kinds, rules.slots, now) : []
  if (externalIdLinkObjects.length === 0) return undefined
  return (connectedProvider) => ({ connectedProvider, externalIdLinkObjects })
}

async function askInsight(
  store: SyncStore,
  connection: SyncConnection,
  { application, turn, rules }: RequestInputs,
): Promise<Question | undefined> {
  const kinds = identifierKinds(application)
  const groups = kinds.length > 0 ? await store.insightTags(connection, kinds, rules.insightTags, turn) : []
  if (groups.length === 0) return undefined
  const insightTypeFilters: Asked<'insight'>['filter']['insightTypeFilters'] = groups.map(({ kind, tags }) => ({
    tagType: kind.tagType,
    ...(kind.tagSubType === undefined ? {} : { tagSubType: kind.tagSubType }),
    blockType: 'table',
    tags,
  }))
  return (connectedProvider) => ({ connectedProvider, filter: { insightTypeFilters } })
}
