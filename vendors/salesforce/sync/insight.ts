import type {
  InsightTypeFilter,
  StandardSyncResponse,
  SyncInsightRequest,
  TagInsightResponse,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { toChunks } from '../api/chunks.ts'
import { Org } from '../api/org.ts'
import { fetchRows } from '../api/pages.ts'
import { collectResults } from '../api/partial-results.ts'
import { MAX_IDS } from '../api/records.ts'
import { toTagIds } from '../search/tag-ids.ts'
import type { SalesforceSettings } from '../settings.ts'
import { soql } from '../soql/statement.ts'
import { fetchInsight, type InsightSubject } from './insight-rows.ts'

/** Returns the open opportunities and cases of accounts and contacts, each row with the id of its tag. */
export async function syncInsight(
  { connectedProvider, filter }: SyncInsightRequest,
  call: Call<SalesforceSettings>,
): Promise<StandardSyncResponse<TagInsightResponse>> {
  const org = new Org(connectedProvider.credential, call)
  const resolved = await Promise.all(filter.insightTypeFilters.map((typeFilter) => resolveSubjects(org, typeFilter)))
  const subjects = resolved.map((filterResult) => filterResult.subjects)
  const { results, warnings } = await collectResults(
    subjects.flat(),
    ({ table, object }) => `${table.metadataType} of ${object}`,
    async (subject) => ({ subject, ...(await fetchInsight(org, subject)) }),
  )
  const items = filter.insightTypeFilters.flatMap(({ blockType = 'table' }, index) => {
    const filterResults = results.filter(({ subject }) => subjects[index]?.includes(subject))
    const tables = filterResults.flatMap(({ table }) => table ?? [])
    return tables.length > 0 ? [{ blockType, tables }] : []
  })
  return toPage(items, [
    ...resolved.flatMap((filterResult) => filterResult.warnings),
    ...results.flatMap((result) => result.warnings),
    ...warnings,
  ])
}

/** Returned if the request names no table. */
const DEFAULT_TABLES = [{ metadataType: 'Opportunity' }, { metadataType: 'Case' }]

/** Resolves the records of the tags, with a warning for those of objects that the user cannot see. */
async function resolveSubjects(
  org: Org,
  { tags, tableMetadata }: InsightTypeFilter,
): Promise<{ subjects: InsightSubject[]; warnings: string[] }> {
  const byObject = new Map<string, Set<string>>()
  const addId = (object: string, id: string) => byObject.set(object, (byObject.get(object) ?? new Set()).add(id))
  const unknownIds = new Set<string>()
  for (const id of tags.flatMap((tag) => toTagIds(org.call, tag))) {
    const object = (await org.findObject(id))?.name
    if (object) addId(object, id)
    else unknownIds.add(id)
  }
  const personAccounts = await fetchPersonAccounts(org, [...(byObject.get('Contact') ?? [])])
  const tagIds = new Map([...personAccounts].filter(([account]) => !byObject.get('Account')?.has(account)))
  for (const account of tagIds.keys()) addId('Account', account)
  const tables = tableMetadata ? [tableMetadata] : DEFAULT_TABLES
  return {
    subjects: [...byObject].flatMap(([object, ids]) =>
      tables.map((table) => ({ table, object, ids: [...ids], tagIds })),
    ),
    warnings: unknownIds.size > 0 ? [`This user cannot see the objects of ${[...unknownIds].join(', ')}.`] : [],
  }
}

/** The accounts of those contacts that belong to a person account, whose records refer to the account. */
async function fetchPersonAccounts(org: Org, contacts: readonly string[]): Promise<Map<string, string>> {
  if (contacts.length === 0 || !(await org.hasPersonAccounts())) return new Map()
  const chunks = toChunks(contacts, MAX_IDS).map((ids) => {
    return fetchRows(
      org.client,
      soql`SELECT Id,AccountId FROM Contact WHERE Id IN ${ids} AND IsPersonAccount = ${true}`,
    )
  })
  return new Map((await Promise.all(chunks)).flat().map((row) => [String(row.AccountId), String(row.Id)]))
}
