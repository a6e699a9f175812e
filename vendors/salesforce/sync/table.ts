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

/** The rows with the listed ids, or the ones that changed last; every id is delivered or named in a warning. */
export async function syncTable(
  { connectedProvider, recordFilter }: SyncTableRequest,
  call: Call<SalesforceSettings>,
): Promise<StandardSyncResponse<Table>> {
  const org = new Org(connectedProvider.credential, call)
  const { results, warnings } = await collectResults(
    mergeFilters(recordFilter),
    ({ metadataType, ids }) => [metadataType, ...ids].join(' '),
    (wanted) => fetchTable(org, wanted),
  )
  return toPage(
    results.map(({ table }) => table),
    [...results.flatMap(({ warnings: ofTable }) => ofTable), ...warnings],
  )
}

/** What is wanted of one object. */
interface TableRequest {
  metadataType: string
  fields: TableMetadataRequest['fields']
  ids: string[]
  /** Whether one of the filters lists no ids, which means: some rows. */
  includeNewest: boolean
}

/** Filters of one object are one table, or the later would take the place of the earlier. */
function mergeFilters({ recordTypeFilters }: RecordFilter): TableRequest[] {
  const wanted = new Map<string, TableRequest>()
  for (const { tableMetadata, externalIds } of recordTypeFilters) {
    const { metadataType, fields } = tableMetadata
    const known = wanted.get(metadataType.toLowerCase())
    wanted.set(metadataType.toLowerCase(), {
      metadataType,
      fields: known ? mergeFields(known.fields, fields) : fields,
      ids: [...(known?.ids ?? []), ...externalIds],
      includeNewest: (known?.includeNewest ?? false) || externalIds.length === 0,
    })
  }
  return [...wanted.values()]
}

/** No list means every field. */
function mergeFields(one: TableRequest['fields'], other: TableRequest['fields']): TableRequest['fields'] {
  return one?.length && other?.length ? [...one, ...other] : undefined
}

interface TableResult {
  table: Table
  warnings: string[]
}

/** Rows when none are asked for by id, so that the table is not empty. */
const MAX_NEWEST_ROWS = 200

async function fetchTable(
  org: Org,
  { metadataType, fields: listed, ids, includeNewest }: TableRequest,
): Promise<TableResult> {
  return org.withType(metadataType, async (type) => {
    const selection = selectFields(type, listed)
    const { fields } = selection
    const { rows, warnings } = await fetchListed(org, type, fields, ids)
    const others = includeNewest ? await fetchMatching(org.client, type, fields, MAX_NEWEST_ROWS) : []
    const records = [...new Map([...others, ...rows])].map(([id, row]) => toRecord(id, selection, row))
    return { table: { ...toTable(org, type, fields), records }, warnings: [...selection.warnings, ...warnings] }
  })
}
