import { sql } from 'kysely'
import { ALWAYS, numberCondition } from '../../postgres/conditions.ts'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import type { BlockType } from '../../postgres/tables/index.ts'
import { isVisible, type Viewer } from '../access/visibility.ts'
import { inRange } from '../search/date-conditions.ts'
import type { NumberFilter } from '../search/filters.ts'
import { isOpen } from '../user/recommendations.ts'
import { type TagFilter, tagCondition } from './filter.ts'
import { aliasSortKey } from './search.ts'

/** A block that is linked to a tag, with its associated date (epoch ms). */
export interface TagActivity {
  block_id: string
  block_type: BlockType
  date: number
}

export interface TagActivityFilter extends PageRequest {
  blockTypes?: readonly BlockType[]
  associated?: NumberFilter
  created?: NumberFilter
}

/** Lists the blocks linked to a tag that the viewer may see, the newest first. */
export async function listTagActivity(
  db: Database,
  viewer: Viewer,
  tagId: string,
  { blockTypes, associated, created, size, page }: TagActivityFilter,
): Promise<TagActivity[]> {
  const { rows } = await sql<TagActivity>`
    select s.block_id, s.block_type, s.date_associated as date from sharing s
    where s.tenant_id = ${viewer.tenantId} and s.tag_id = ${tagId} and not s.archived and ${isVisible(viewer)}
      and ${blockTypes ? sql`s.block_type = any(${blockTypes})` : ALWAYS}
      and ${associated ? inRange(sql`s.date_associated`, associated) : ALWAYS}
      and ${created ? wasCreated(created) : ALWAYS}
    order by s.date_associated desc, s.block_id limit ${size} offset ${page * size}`.execute(db)
  return rows
}

/** Whether the block of link `s` was created in a range. The link's own date is that of the link. */
function wasCreated(range: NumberFilter) {
  return sql<boolean>`exists (
    select from blocks b where b.tenant_id = s.block_tenant_id and b.block_id = s.block_id
      and ${numberCondition(sql`b.date_created`, range)} offset 0
  )`
}

export interface TagWithActivity {
  tag_id: string
  recommendations: number
}

/** Lists the tags of open recommendations, those with the most recommendations first. */
export async function listTagsWithActivity(
  db: Database,
  viewer: Viewer,
  filter: TagFilter & { limit: number },
  now: number,
): Promise<TagWithActivity[]> {
  const { rows } = await sql<TagWithActivity>`
    select t.tag_id, count(*)::int as recommendations
    from recommendations r
    join recommendation_tags rt on rt.tenant_id = r.tenant_id and rt.recommendation_id = r.recommendation_id
    join tags t on t.tenant_id = rt.tenant_id and t.tag_id = rt.tag_id
    where r.tenant_id = ${viewer.tenantId} and ${isOpen(now)} and ${tagCondition(viewer, filter)}
    group by t.tenant_id, t.tag_id
    order by recommendations desc, ${aliasSortKey}, t.tag_id limit ${filter.limit}`.execute(db)
  return rows
}
