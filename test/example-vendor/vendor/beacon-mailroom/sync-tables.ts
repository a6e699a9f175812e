import type {
  StandardSyncResponse,
  SyncMetadataRequest,
  SyncTableRequest,
  Table,
  TableMetadataRequest,
} from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { toPage } from '../../../../src/kit/pages.ts'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import { type Account, fetchJson, type List } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'
import { type BeaconRecord, toTableRecord } from './map/record.ts'
import { type BeaconTable, toTable } from './map/table.ts'

/** Maximum number of ids in one request, and of rows that make the first selection. */
const MAX_ROWS = 100

/** The tables that are synced at first: when somebody connects, the platform knows none yet. */
const FIRST_TABLES = [{ metadataType: 'Account' }, { metadataType: 'Contact' }]

/** Describes tables, without records. A table that does not exist is named in a warning. */
export async function syncMetadata(
  { connectedProvider: { credential }, tableMetadata }: SyncMetadataRequest,
  call: Call<BeaconSettings>,
): Promise<StandardSyncResponse<Table>> {
  return readTables(tableMetadata.length > 0 ? tableMetadata : FIRST_TABLES, async ({ metadataType }) =>
    toTable(await fetchTable(metadataType, credential, call), credential, call),
  )
}

/** Returns the rows with these ids; without ids, those that were changed last. */
export async function syncTables(
  { connectedProvider: { credential }, recordFilter }: SyncTableRequest,
  call: Call<BeaconSettings>,
): Promise<StandardSyncResponse<Table>> {
  const { recordTypeFilters } = recordFilter
  const ids = new Map(recordTypeFilters.map(({ tableMetadata, externalIds }) => [tableMetadata, externalIds]))
  return readTables([...ids.keys()], async (request) => {
    const { metadataType, fields = [] } = request
    const names = fields.length > 0 ? fields.map(({ name }) => name) : undefined
    const description = await fetchTable(metadataType, credential, call)
    const rows = await fetchRows(metadataType, ids.get(request) ?? [], credential, call)
    const table = toTable(description, credential, call, names)
    return { ...table, records: rows.map((row) => toTableRecord(row, names)) }
  })
}

async function readTables(
  requests: readonly TableMetadataRequest[],
  read: (request: TableMetadataRequest) => Promise<Table>,
): Promise<StandardSyncResponse<Table>> {
  const tables: Table[] = []
  const warnings: string[] = []
  for (const request of requests) {
    try {
      tables.push(await read(request))
    } catch (error) {
      if (!(error instanceof VendorError) || !error.concernsItem) throw error
      warnings.push(`${request.metadataType}: ${error.message}`)
    }
  }
  return toPage(tables, warnings)
}

function fetchTable(type: string, account: Account, call: Call<BeaconSettings>): Promise<BeaconTable> {
  return fetchJson(`/v1/tables/${encodeURIComponent(type)}`, {}, account, call)
}

async function fetchRows(type: string, ids: readonly string[], account: Account, call: Call<BeaconSettings>) {
  const path = `/v1/tables/${encodeURIComponent(type)}/records`
  const rows: BeaconRecord[] = []
  for (let from = 0; from === 0 || from < ids.length; from += MAX_ROWS) {
    const query = { ids: ids.slice(from, from + MAX_ROWS).join(',') || undefined, limit: String(MAX_ROWS) }
    rows.push(...(await fetchJson<List<BeaconRecord>>(path, query, account, call)).items)
  }
  return rows
}
