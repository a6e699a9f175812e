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

/** Described if the request names no table: the objects that nearly every org uses. */
const DEFAULT_TABLES = ['Account', 'Contact', 'Lead', 'Opportunity', 'Case']

/** Returns the schema of tables in this org, for this user. A warning names each object that is missing. */
export async function syncMetadata(
  { connectedProvider, tableMetadata }: SyncMetadataRequest,
  call: Call<SalesforceSettings>,
): Promise<StandardSyncResponse<Table>> {
  const org = new Org(connectedProvider.credential, call)
  const requests: TableMetadataRequest[] =
    tableMetadata.length > 0 ? tableMetadata : DEFAULT_TABLES.map((metadataType) => ({ metadataType }))
  const { results, warnings } = await collectResults(
    requests,
    ({ metadataType }) => metadataType,
    async ({ metadataType, fields: requestedFields }) => {
      const type = await org.refreshDescription(metadataType)
      const selection = selectFields(type, requestedFields)
      return { table: toTable(org, type, selection.fields), warnings: selection.warnings }
    },
  )
  return toPage(
    results.map(({ table }) => table),
    [...results.flatMap((result) => result.warnings), ...warnings],
  )
}
