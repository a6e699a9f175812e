import type {
  InsightTypeFilter,
  StandardSyncResponse,
  SyncInsightRequest,
  TagInsightResponse,
} from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { Org } from '../api/org.ts'
import { readParts } from '../api/partial-results.ts'
import { idsOf } from '../search/tag-ids.ts'
import type { SalesforceSettings } from '../settings.ts'
import { readInsight, type Subject } from './insight-rows.ts'

/** What is going on with accounts and contacts: their open opportunities and cases, each row under its tag. */
export async function syncInsight(
  { connectedProvider, filter }: SyncInsightRequest,
  call: Call<SalesforceSettings>,
): Promise<StandardSyncResponse<TagInsightResponse>> {
  const org = new Org(connectedProvider.credential, call)
  const found = await Promise.all(filter.insightTypeFilters.map((one) => subjectsOf(org, one)))
  const subjects = found.map((one) => one.subjects)
  const { results, warnings } = await readParts(
    subjects.flat(),
    ({ wanted, object }) => `${wanted.metadataType} of ${object}`,
    async (subject) => ({ subject, ...(await readInsight(org, subject)) }),
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
const USUAL_TABLES = [{ metadataType: 'Opportunity' }, { metadataType: 'Case' }]

/** What is to be read about the tags, and a warning for those whose records are of no kind the user can see. */
async function subjectsOf(
  org: Org,
  { tags, tableMetadata }: InsightTypeFilter,
): Promise<{ subjects: Subject[]; strange: string[] }> {
  const byObject = new Map<string, Set<string>>()
  const strange = new Set<string>()
  for (const id of tags.flatMap((tag) => idsOf(org.call, tag))) {
    const object = (await org.objectOf(id))?.name
    if (object) byObject.set(object, (byObject.get(object) ?? new Set()).add(id))
    else strange.add(id)
  }
  const tables = tableMetadata ? [tableMetadata] : USUAL_TABLES
  return {
    subjects: [...byObject].flatMap(([object, ids]) => tables.map((wanted) => ({ wanted, object, ids: [...ids] }))),
    strange: strange.size > 0 ? [`This user sees no records of the kind of ${[...strange].join(', ')}.`] : [],
  }
}
