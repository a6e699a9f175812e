import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { BlockType } from '../../postgres/tables/index.ts'
import { allOf, type StringFilter } from './conditions.ts'
import { blockConditions, hasWords, pointers } from './block-conditions.ts'
import { type DateFilters, inRange } from './date-conditions.ts'
import { leadOf } from './access-path.ts'
import { type LinkFilter, linkConditions } from './link-conditions.ts'
import { type TaskScope, taskConditions } from './task-conditions.ts'
import { searchQuery } from './text-query.ts'
import type { Viewer } from '../access/visibility.ts'

/**
 * Which blocks; all that is given must hold, what is left out does not restrict. A list is fulfilled by any of its
 * entries, so an empty one by nothing; of `tags` each must hold. Ids are lower-cased UUIDs, times epoch ms.
 */
export interface BlockFilters {
  blockIds?: readonly string[]
  blockTypes?: readonly BlockType[]
  /** Links that the block has, each of them. */
  tags?: readonly LinkFilter[]
  /** Groups of links: the block has all links of one of them. */
  orTags?: readonly (readonly LinkFilter[])[]
  /** The viewer's folders: the block is linked to one of their tags. */
  folderIds?: readonly string[]
  /** Words, all of which stand in the block; the last one may be the beginning of one. */
  text?: string
  threadIds?: readonly string[]
  uris?: readonly string[]
  /** One of the addresses of the people on the block is like this. */
  emails?: readonly StringFilter[]
  parent?: BlockReferenceFilter
  origin?: BlockReferenceFilter
  originTagId?: string
  statuses?: readonly string[]
  /** As the viewer has marked it. */
  favorite?: boolean
  snoozed?: boolean
  template?: boolean
  proposed?: boolean
  generated?: boolean
  /** True: archived blocks too. */
  archived?: boolean
  dates?: DateFilters
  tasks?: TaskScope
  /** Only what the viewer has created, and what is linked to one of the viewer's favorite tags. */
  isDefault?: boolean
}

export type { LinkFilter } from './link-conditions.ts'

export interface BlockReferenceFilter {
  id?: string
  blockType?: BlockType
}

/** Blocks that the viewer may see, as parts of a statement: `select … from ${from} where ${where}`. */
export interface Scope {
  /** `v` is the link that makes a block visible, and each block comes once. */
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
  /** When the block has changed: the order that comes by itself, where there is one. */
  dateUpdated: RawBuilder<number>
  /** The words of the search as a tsquery, to rank by. */
  words?: RawBuilder<unknown>
}

/**
 * Those of the blocks that the viewer may see that fit. What else is to be known of them is joined to `v`:
 *
 *     const { from, where } = await scopeOf(db, viewer, filters)
 *     sql`with scope as materialized (select v.block_tenant_id, v.block_id, v.block_type from ${from} where ${where})
 *       select s.tag_id, count(*)::int from scope
 *       join sharing s on s.tenant_id = ${viewer.tenantId} and s.block_id = scope.block_id group by s.tag_id`
 *
 * The blocks' own rows are there, as `b`, only with `withBlocks`: many questions are answered by links alone. `isWhole`:
 * all that fit will be read, and not only the first ones in their order.
 */
export async function scopeOf(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  { withBlocks = false, isWhole = false } = {},
): Promise<Scope> {
  const words = filters.text === undefined ? undefined : await searchQuery(db, filters.text)
  const lead = await leadOf(db, viewer, filters, { words, isWhole })
  const onLinks = [...(filters.dates?.associated ? [inRange(sql`v.date_associated`, filters.dates.associated)] : [])]
  const onBlocks = [
    ...(lead.isByBlocks ? [] : [...pointers(filters), ...(words === undefined ? [] : [hasWords(words)])]),
    ...blockConditions(viewer, filters),
    ...taskConditions(viewer, filters.tasks),
  ]
  return {
    from: withBlocks || onBlocks.length > 0 ? sql`${lead.from} ${BLOCK}` : lead.from,
    where: allOf([...lead.where, ...onLinks, ...linkConditions(viewer, filters, lead), ...onBlocks]),
    dateUpdated: lead.dateUpdated,
    ...(words === undefined ? {} : { words: sql`${words}::tsquery` }),
  }
}

/** Looked up one by one, in the order of what leads to them. */
const BLOCK = sql`cross join lateral (
  select * from blocks b where b.tenant_id = v.block_tenant_id and b.block_id = v.block_id limit 1
) b`
