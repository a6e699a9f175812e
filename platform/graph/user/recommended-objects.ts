import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import type { TagRow } from '../../storage/graph/tags/rows.ts'
import type { RecommendationRow } from '../../storage/graph/user/recommendations.ts'
import { loadBlock } from '../blocks/child-blocks.ts'
import type { GraphContext } from '../context.ts'
import { loadTag } from '../tags/tag.ts'
import type { Details } from './recommendation-details.ts'

/** The members of all details, of which each has some. */
type AnyDetail = Partial<
  Details['upsertRecommendation'] &
    Details['tagRecommendation'] &
    Details['shareRecommendation'] &
    Details['mergeTagsRecommendation'] &
    Details['meetingRecommendation']
>

/** Loads the tags that a recommendation is shown with, and those that its detail names, if they still exist. */
export async function loadNamedTags(context: GraphContext, row: RecommendationRow): Promise<TagRow[]> {
  const { tagId, keepTagId, tagIds = [] } = row.detail as AnyDetail
  return loadAll([...row.tag_ids, ...tagIds, tagId, keepTagId], (id) => loadTag(context, id))
}

/** Loads the blocks that a recommendation's detail names, and that the viewer can see. */
export async function loadNamedBlocks(context: GraphContext, row: RecommendationRow): Promise<BlockRow[]> {
  const { blockId, eventId, tableId, referenceBlock } = row.detail as AnyDetail
  return loadAll([blockId, eventId, tableId, referenceBlock?.id], (id) => loadBlock(context, id))
}

/** Loads each id once, in their order, without what is not found. */
async function loadAll<Row>(
  ids: readonly (string | undefined)[],
  load: (id: string) => Promise<Row | undefined> | Row | undefined,
): Promise<Row[]> {
  const existing = new Set(ids.filter((id) => id !== undefined))
  const rows = await Promise.all([...existing].map(load))
  return rows.filter((row) => row !== undefined)
}
