import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../access/visibility.ts'
import { allOf, anyOf } from './conditions.ts'
import type { BlockFilters, LinkFilter } from './filters.ts'

/** What links tell of the blocks `v`, unless the lead has told it already. */
export function linkConditions(viewer: Viewer, filters: BlockFilters, satisfied: readonly unknown[]) {
  const { tags = [], orTags, folderIds, favorite } = filters
  return [
    ...tags.filter((filter) => !satisfied.includes(filter)).map((filter) => isLinked(viewer, filter)),
    ...(orTags ? [isLinkedInAnyWay(viewer, orTags)] : []),
    ...(folderIds && !satisfied.includes(folderIds) ? [isInFolders(viewer, folderIds)] : []),
    ...(favorite === undefined ? [] : [isFavorite(viewer, favorite)]),
  ]
}

/** The block `v` has all links of one of the groups. */
function isLinkedInAnyWay(viewer: Viewer, groups: readonly (readonly LinkFilter[])[]): RawBuilder<boolean> {
  const ways = groups.map((filters) => allOf(filters.map((filter) => isLinked(viewer, filter))))
  return anyOf(ways)
}

function isInFolders({ tenantId }: Viewer, folderIds: readonly string[]): RawBuilder<boolean> {
  return sql`exists (select from folder_tags f
    join sharing l on l.tenant_id = f.tenant_id and l.tag_id = f.tag_id
    where f.tenant_id = ${tenantId} and f.folder_id = any(${folderIds}::uuid[]) and l.block_id = v.block_id offset 0)`
}

/** The offset keeps it a look-up for each block: as a join, it would read all links that are like this. */
function isLinked(viewer: Viewer, filter: LinkFilter): RawBuilder<boolean> {
  return sql`exists (select from sharing l where ${isLink(viewer, filter)} and l.block_id = v.block_id offset 0)`
}

function isFavorite({ tenantId }: Viewer, wanted: boolean): RawBuilder<boolean> {
  return sql`${sql.raw(wanted ? 'exists' : 'not exists')} (select from block_marks m
    where m.tenant_id = ${tenantId} and m.block_id = v.block_id and m.favorite offset 0)`
}

/** The link of that alias is one of the viewer's, and as the filter says. */
export function isLink({ tenantId }: Viewer, filter: LinkFilter, alias = 'l'): RawBuilder<boolean> {
  const { tagIds, shared, assigned, pinned, approaches } = filter
  const l = sql.raw(alias)
  return allOf([
    sql`${l}.tenant_id = ${tenantId}`,
    ...(tagIds ? [isOneOf(sql`${l}.tag_id`, tagIds)] : []),
    ...(shared === undefined ? [] : [sql<boolean>`${l}.shared = ${shared}`]),
    ...(assigned === undefined ? [] : [sql<boolean>`${l}.assigned = ${assigned}`]),
    ...(pinned === undefined ? [] : [sql<boolean>`${l}.pinned = ${pinned}`]),
    ...(approaches ? [sql<boolean>`${l}.sharing_approach = any(${approaches}::smallint[])`] : []),
  ])
}

/** One id is written as an equation, so that the planner knows the order of what it finds. */
function isOneOf(column: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<boolean> {
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${ids}::uuid[])`
}
