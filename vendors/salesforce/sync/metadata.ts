import type {
  StandardSyncResponse,
  SyncMetadataRequest,
  Table,
  TableMetadataRequest,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { Org } from '../api/org.ts'
import { collectResults } from '../api/partial-results.ts'
import { selectFields } from '../mapping/fields.ts'
import { toTable } from '../mapping/records.ts'
import type { SalesforceSettings } from '../settings.ts'

/** Described when the platform names no table: what nearly every org works with. */
const DEFAULT_TABLES = ['Account', 'Contact', 'Lead', 'Opportunity', 'Case']

/** What the tables look like in this org, for this user: fields, labels, choices. An object that is missing is named. */
export async function syncMetadata(
  { connectedProvider, tableMetadata }: SyncMetadataRequest,
  call: Call<SalesforceSettings>,
): Promise<StandardSyncResponse<Table>> {
  const org = new Org(connectedProvider.credential, call)
  const wanted: TableMetadataRequest[] =
    tableMetadata.length > 0 ? tableMetadata : DEFAULT_TABLES.map((metadataType) => ({ metadataType }))
  const { results, warnings } = await collectResults(
    wanted,
    ({ metadataType }) => metadataType,
    async ({ metadataType, fields: listed }) => {
      const type = await org.refreshDescription(metadataType)
      const { fields, warnings: hidden } = selectFields(type, listed)
      return { table: toTable(org, type, fields), hidden }
    },
  )
  return toPage(
    results.map(({ table }) => table),
    [...results.flatMap(({ hidden }) => hidden), ...warnings],
  )
}
