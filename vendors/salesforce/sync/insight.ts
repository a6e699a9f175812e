import type {
  InsightTypeFilter,
  StandardSyncResponse,
  SyncInsightRequest,
  TagInsightResponse,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { Org } from '../api/org.ts'
import { collectResults } from '../api/partial-results.ts'
import { toTagIds } from '../search/tag-ids.ts'
import type { SalesforceSettings } from '../settings.ts'
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
  const unknownIds = new Set<string>()
  for (const id of tags.flatMap((tag) => toTagIds(org.call, tag))) {
    const object = (await org.findObject(id))?.name
    if (object) byObject.set(object, (byObject.get(object) ?? new Set()).add(id))
    else unknownIds.add(id)
  }
  const tables = tableMetadata ? [tableMetadata] : DEFAULT_TABLES
  return {
    subjects: [...byObject].flatMap(([object, ids]) => tables.map((table) => ({ table, object, ids: [...ids] }))),
    warnings: unknownIds.size > 0 ? [`This user cannot see the objects of ${[...unknownIds].join(', ')}.`] : [],
  }
}
