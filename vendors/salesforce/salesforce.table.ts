import type {
  RecordFilter,
  StandardSyncResponse,
  SyncTableRequest,
  Table,
  TableMetadataRequest,
  TableRecord,
} from '../../src/contract/index.ts'
import type { Call } from '../../src/kit/application.ts'
import { toPage } from '../../src/kit/pages.ts'
import type { ObjectType } from './describe.ts'
import { type Selection, selectFields } from './fields.ts'
import { prefixOf, toId } from './ids.ts'
import { Org } from './org.ts'
import type { Row } from './pages.ts'
import { readParts } from './parts.ts'
import { MOST_IDS, readFirstRecords, readRecords } from './records.ts'
import { toRecord, toTable } from './salesforce.map.ts'
import type { SalesforceSettings } from './settings.ts'

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

async function readTable(org: Org, { metadataType, fields, ids, first }: Wanted): Promise<TableRead> {
  const type = await org.describe(metadataType)
  const selection = selectFields(type, fields)
  const listed = await readListed(org, type, selection, ids)
  const rows = first ? await readFirstRecords(org.client, type, selection.fields) : new Map<string, Row>()
  const records = new Map([...rows, ...listed.rows])
  const table: Table = {
    ...toTable(org, type, selection.fields),
    records: [...records].map(([id, row]): TableRecord => toRecord(id, selection, row)),
  }
  return { table, warnings: [...selection.warnings, ...listed.warnings] }
}

async function readListed(org: Org, type: ObjectType, { fields }: Selection, texts: readonly string[]) {
  const { ids, strange } = readIds(type, texts)
  const { results, warnings } = await readParts(
    chunks(ids),
    (part) => `${type.label} ${part.join(', ')}`,
    (part) => readRecords(org.client, type, fields, part),
  )
  const rows = new Map(results.flatMap((found) => [...found]))
  const asked = new Set(warnings.length > 0 ? undefined : ids)
  const missing = [...asked].filter((id) => !rows.has(id))
  return {
    rows,
    warnings: [
      ...naming(`${type.label}: no record of this kind has the id`, strange),
      ...naming(`${type.label}: deleted, or not visible to this user:`, missing),
      ...warnings,
    ],
  }
}
