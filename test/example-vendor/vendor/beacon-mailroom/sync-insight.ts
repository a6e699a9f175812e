import type {
  InsightTypeFilter,
  StandardSyncResponse,
  SyncInsightRequest,
  TagInsightResponse,
} from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { toPage } from '../../../../src/kit/pages.ts'
import { toWebUrl } from '../account.ts'
import { fetchList } from '../lists.ts'
import type { BeaconSettings } from '../settings.ts'

/** Something that happened with a record, in Beacon's API. */
export interface BeaconActivity {
  id: string
  /** The id of the record. */
  about: string
  summary: string
  /** ISO 8601. */
  time: string
}

const FIELDS = [
  { name: 'About', label: 'About', fieldType: 'reference' },
  { name: 'Summary', label: 'Summary', fieldType: 'string' },
  { name: 'Time', label: 'Time', fieldType: 'datetime' },
]

/** The maximum number of activities of one filter. If there are more, a warning says so. */
export const MAX_ACTIVITIES = 5000

/** Returns the activities about tags. Each row has the id of its tag in the field About. */
export async function syncInsight(
  { connectedProvider: { credential }, filter }: SyncInsightRequest,
  call: Call<BeaconSettings>,
): Promise<StandardSyncResponse<TagInsightResponse>> {
  const { provider, application } = call
  const items: TagInsightResponse[] = []
  const warnings: string[] = []
  for (const { blockType = 'table', tags } of filter.insightTypeFilters) {
    const ids = toIds(tags, call)
    if (ids.length === 0) continue
    const query = { about: ids.join(',') }
    const activities = await fetchList<BeaconActivity>('/v1/activities', query, credential, call, MAX_ACTIVITIES + 1)
    if (activities.length > MAX_ACTIVITIES) {
      warnings.push(`Beacon has more than ${MAX_ACTIVITIES} activities about these tags. The others are missing.`)
    }
    const records = activities.slice(0, MAX_ACTIVITIES).map(({ id, about, summary, time }) => ({
      externalId: id,
      values: [
        { name: 'About', value: about },
        { name: 'Summary', value: summary },
        { name: 'Time', value: time },
      ],
    }))
    const metadata = { metadataType: 'Activity', label: 'Activity', fields: FIELDS }
    const uri = toWebUrl(credential, 'activities')
    const externalId = `${application}.Activity`
    const table = { blockType: 'table' as const, provider, application, externalId, uri, metadata, records }
    items.push({ blockType, tables: [table] })
  }
  return toPage(items, warnings)
}

/** The ids of tags at Beacon: their own, and those by which they are linked to this application. */
function toIds(tags: InsightTypeFilter['tags'], { application }: Call<BeaconSettings>): string[] {
  const ids = tags.flatMap(({ externalId, externalIdLinks = [] }) => {
    const links = externalIdLinks.filter((link) => link.application === application).map((link) => link.externalId)
    return externalId ? [externalId, ...links] : links
  })
  return [...new Set(ids)]
}
