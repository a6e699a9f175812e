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

/** What is going on with accounts and contacts: their open opportunities and cases, each row under its tag. */
export async function syncInsight(
  { connectedProvider, filter }: SyncInsightRequest,
  call: Call<SalesforceSettings>,
): Promise<StandardSyncResponse<TagInsightResponse>> {
  const org = new Org(connectedProvider.credential, call)
  const found = await Promise.all(filter.insightTypeFilters.map((one) => resolveSubjects(org, one)))
  const subjects = found.map((one) => one.subjects)
  const { results, warnings } = await collectResults(
    subjects.flat(),
    ({ table, object }) => `${table.metadataType} of ${object}`,
    async (subject) => ({ subject, ...(await fetchInsight(org, subject)) }),
  )
  const items = filter.insightTypeFilters.flatMap(({ blockType = 'table' }, index) => {
    const own = results.filter(({ subject }) => subjects[index]?.includes(subject))
    const tables = own.flatMap(({ table }) => table ?? [])
    return tables.length > 0 ? [{ blockType, tables }] : []
  })
  return toPage(items, [
    ...found.flatMap(({ strange }) => strange),
    ...results.flatMap((result) => result.warnings),
    ...warnings,
  ])
}

/** What is told when the platform names no table. */
const DEFAULT_TABLES = [{ metadataType: 'Opportunity' }, { metadataType: 'Case' }]

/** What is to be read about the tags, and a warning for those whose records are of no kind the user can see. */
async function resolveSubjects(
  org: Org,
  { tags, tableMetadata }: InsightTypeFilter,
): Promise<{ subjects: InsightSubject[]; strange: string[] }> {
  const byObject = new Map<string, Set<string>>()
  const strange = new Set<string>()
  for (const id of tags.flatMap((tag) => toTagIds(org.call, tag))) {
    const object = (await org.findObject(id))?.name
    if (object) byObject.set(object, (byObject.get(object) ?? new Set()).add(id))
    else strange.add(id)
  }
  const tables = tableMetadata ? [tableMetadata] : DEFAULT_TABLES
  return {
    subjects: [...byObject].flatMap(([object, ids]) => tables.map((table) => ({ table, object, ids: [...ids] }))),
    strange: strange.size > 0 ? [`This user sees no records of the kind of ${[...strange].join(', ')}.`] : [],
  }
}
