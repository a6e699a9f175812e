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
import { readParts } from '../api/partial-results.ts'
import { readMatching } from '../api/records.ts'
import { selectFields } from '../mapping/fields.ts'
import { toRecord, toTable } from '../mapping/records.ts'
import type { SalesforceSettings } from '../settings.ts'
import { readListed } from './listed-records.ts'

/** The rows with the listed ids, or the ones that changed last; every id is delivered or named in a warning. */
export async function syncTable(
  { connectedProvider, recordFilter }: SyncTableRequest,
  call: Call<SalesforceSettings>,
): Promise<StandardSyncResponse<Table>> {
  const org = new Org(connectedProvider.credential, call)
  const { results, warnings } = await readParts(
    joinFilters(recordFilter),
    ({ metadataType, ids }) => [metadataType, ...ids].join(' '),
    (wanted) => readTable(org, wanted),
  )
  return toPage(
    results.map(({ table }) => table),
    [...results.flatMap(({ warnings: ofTable }) => ofTable), ...warnings],
  )
}

/** What is wanted of one object. */
interface Wanted {
  metadataType: string
  fields: TableMetadataRequest['fields']
  ids: string[]
  /** Whether one of the filters lists no ids, which means: some rows. */
  first: boolean
}

/** Filters of one object are one table, or the later would take the place of the earlier. */
function joinFilters({ recordTypeFilters }: RecordFilter): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const { tableMetadata, externalIds } of recordTypeFilters) {
    const { metadataType, fields } = tableMetadata
    const known = wanted.get(metadataType.toLowerCase())
    wanted.set(metadataType.toLowerCase(), {
      metadataType,
      fields: known ? joinFields(known.fields, fields) : fields,
      ids: [...(known?.ids ?? []), ...externalIds],
      first: (known?.first ?? false) || externalIds.length === 0,
    })
  }
  return [...wanted.values()]
}

/** No list means every field. */
function joinFields(one: Wanted['fields'], other: Wanted['fields']): Wanted['fields'] {
  return one?.length && other?.length ? [...one, ...other] : undefined
}

interface TableRead {
  table: Table
  warnings: string[]
}

/** Rows when none are asked for by id, so that the table is not empty. */
const FIRST_ROWS = 200

async function readTable(org: Org, { metadataType, fields: listed, ids, first }: Wanted): Promise<TableRead> {
  return org.withType(metadataType, async (type) => {
    const selection = selectFields(type, listed)
    const { fields } = selection
    const { rows, warnings } = await readListed(org, type, fields, ids)
    const others = first ? await readMatching(org.client, type, fields, FIRST_ROWS) : []
    const records = [...new Map([...others, ...rows])].map(([id, row]) => toRecord(id, selection, row))
    return { table: { ...toTable(org, type, fields), records }, warnings: [...selection.warnings, ...warnings] }
  })
}
