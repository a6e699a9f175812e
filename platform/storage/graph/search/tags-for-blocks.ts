import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import type { Viewer } from '../access/visibility.ts'
import { taskCounts } from '../tags/filter.ts'
import { type TagRow, tagColumns } from '../tags/rows.ts'
import { aliasSortKey } from '../tags/search.ts'
import { buildBlockQuery } from './block-query.ts'
import type { BlockFilters } from './filters.ts'

export interface BlockTagSearch extends PageRequest {
  filters: BlockFilters
  /** If true, only tags that blocks are shared with; otherwise also tags that only organize them. */
  sharedOnly?: boolean
  /** Defaults to the tags on the most blocks first. */
  order?: { by: 'alias' | 'taskCount'; direction: 'asc' | 'desc' }
}

/** Lists the viewer's tags on the matching blocks, each once. Archived tags are left out. */
export async function searchTagsOfBlocks(db: Database, viewer: Viewer, search: BlockTagSearch): Promise<TagRow[]> {
  const { filters, sharedOnly = false, order, size, page } = search
  const { from, where } = await buildBlockQuery(db, viewer, filters)
  const counts = order?.by === 'taskCount' ? sql`left join ${taskCounts(viewer)} n on n.tag_id = t.tag_id` : sql``
  const { rows } = await sql<TagRow>`
    with scope as materialized (select v.block_id from ${from} where ${where}),
    used as (
      select s.tag_id, count(*) as blocks from scope
      join sharing s on s.tenant_id = ${viewer.tenantId} and s.block_id = scope.block_id
      ${sharedOnly ? sql`where s.shared` : sql``} group by s.tag_id
    )
    select ${tagColumns} from used
    join tags t on t.tenant_id = ${viewer.tenantId} and t.tag_id = used.tag_id and not t.archived ${counts}
    order by ${order ? sortKey(order) : sql`used.blocks desc`}, ${aliasSortKey}, t.tag_id
    limit ${size} offset ${size * page}`.execute(db)
  return rows
}

function sortKey({ by, direction }: NonNullable<BlockTagSearch['order']>): RawBuilder<unknown> {
  return sql`${by === 'alias' ? aliasSortKey : sql`coalesce(n.count, 0)`} ${sql.raw(direction)}`
}
