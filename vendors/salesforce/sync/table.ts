import type {
  RecordFilter,
  StandardSyncResponse,
  SyncTableRequest,
  Table,
  TableMetadataRequest,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { Org } from '../api/org.ts'
import { collectResults } from '../api/partial-results.ts'
import { fetchMatching } from '../api/records.ts'
import { selectFields } from '../mapping/fields.ts'
import { toRecord, toTable } from '../mapping/records.ts'
import type { SalesforceSettings } from '../settings.ts'
import { fetchListed } from './listed-records.ts'

/** Returns the rows with the listed ids, or the last modified ones. A warning names each id without a row. */
export async function syncTable(
  { connectedProvider, recordFilter }: SyncTableRequest,
  call: Call<SalesforceSettings>,
): Promise<StandardSyncResponse<Table>> {
  const org = new Org(connectedProvider.credential, call)
  const { results, warnings } = await collectResults(
    mergeFilters(recordFilter),
    ({ metadataType, ids }) => [metadataType, ...ids].join(' '),
    (request) => fetchTable(org, request),
  )
  return toPage(
    results.map(({ table }) => table),
    [...results.flatMap((result) => result.warnings), ...warnings],
  )
}

/** The merged filters of one object. */
interface TableRequest {
  metadataType: string
  fields: TableMetadataRequest['fields']
  ids: string[]
  /** Whether one of the filters lists no ids, which requests the last modified rows. */
  includeNewest: boolean
}

/** Merges the filters of each object: two tables of one object would have the same external id. */
function mergeFilters({ recordTypeFilters }: RecordFilter): TableRequest[] {
  const requests = new Map<string, TableRequest>()
  for (const { tableMetadata, externalIds } of recordTypeFilters) {
    const { metadataType, fields } = tableMetadata
    const previous = requests.get(metadataType.toLowerCase())
    requests.set(metadataType.toLowerCase(), {
      metadataType,
      fields: previous ? mergeFields(previous.fields, fields) : fields,
      ids: [...(previous?.ids ?? []), ...externalIds],
      includeNewest: (previous?.includeNewest ?? false) || externalIds.length === 0,
    })
  }
  return [...requests.values()]
}

/** Merges lists of fields. Undefined and empty lists mean all fields. */
function mergeFields(first: TableRequest['fields'], second: TableRequest['fields']): TableRequest['fields'] {
  return first?.length && second?.length ? [...first, ...second] : undefined
}

interface TableResult {
  table: Table
  warnings: string[]
}

/** Rows of a table without listed ids. */
const MAX_NEWEST_ROWS = 200

async function fetchTable(
  org: Org,
  { metadataType, fields: requestedFields, ids, includeNewest }: TableRequest,
): Promise<TableResult> {
  return org.withType(metadataType, async (type) => {
    const selection = selectFields(type, requestedFields)
    const { fields } = selection
    const { rows, warnings } = await fetchListed(org, type, fields, ids)
    const newest = includeNewest ? await fetchMatching(org.client, type, fields, MAX_NEWEST_ROWS) : []
    const records = [...new Map([...newest, ...rows])].map(([id, row]) => toRecord(id, selection, row))
    return { table: { ...toTable(org, type, fields), records }, warnings: [...selection.warnings, ...warnings] }
  })
}
