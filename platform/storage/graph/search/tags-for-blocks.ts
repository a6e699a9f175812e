import { type RawBuilder, sql } from 'kysely'
import type { Slice } from '../../connections/lists.ts'
import type { Database } from '../../postgres/database.ts'
import { type BlockFilters, scopeOf } from './block-query.ts'
import { taskCounts } from '../tags/filter.ts'
import { type TagRow, tagColumns } from '../tags/rows.ts'
import { aliasKey } from '../tags/search.ts'
import type { Viewer } from '../access/visibility.ts'

export interface ScopeTagSearch extends Slice {
  filters: BlockFilters
  /** Only tags that blocks are shared with; else also those that organize them. */
  sharedOnly?: boolean
  /** Absent: the tags of the most blocks come first. */
  order?: { by: 'alias' | 'taskCount'; direction: 'asc' | 'desc' }
}

/** The viewer's tags on the blocks that fit, each once, without archived ones. */
export async function searchScopeTags(db: Database, viewer: Viewer, search: ScopeTagSearch): Promise<TagRow[]> {
  const { filters, sharedOnly = false, order, size, page } = search
  const { from, where } = await scopeOf(db, viewer, filters, { isWhole: true })
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
    order by ${order ? keyOf(order) : sql`used.blocks desc`}, ${aliasKey}, t.tag_id
    limit ${size} offset ${size * page}`.execute(db)
  return rows
}

function keyOf({ by, direction }: NonNullable<ScopeTagSearch['order']>): RawBuilder<unknown> {
  return sql`${by === 'alias' ? aliasKey : sql`coalesce(n.count, 0)`} ${sql.raw(direction)}`
}
