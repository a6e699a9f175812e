import { type RawBuilder, sql } from 'kysely'
import { allOf, anyOf } from '../../postgres/conditions.ts'
import type { Viewer } from '../access/visibility.ts'
import type { BlockFilters, LinkFilter } from './filters.ts'

/** The conditions on links and marks of blocks `v`, without the filters that the access path satisfies already. */
export function linkConditions(viewer: Viewer, filters: BlockFilters, satisfied: readonly unknown[]) {
  const { tags = [], orTags, folderIds, favorite } = filters
  return [
    ...tags.filter((filter) => !satisfied.includes(filter)).map((filter) => isLinked(viewer, filter)),
    ...(orTags ? [hasLinksOfAnyGroup(viewer, orTags)] : []),
    ...(folderIds && !satisfied.includes(folderIds) ? [isInFolders(viewer, folderIds)] : []),
    ...(favorite === undefined ? [] : [isFavorite(viewer, favorite)]),
  ]
}

/** Whether block `v` has all links of at least one group. */
function hasLinksOfAnyGroup(viewer: Viewer, groups: readonly (readonly LinkFilter[])[]): RawBuilder<boolean> {
  const conditions = groups.map((filters) => allOf(filters.map((filter) => isLinked(viewer, filter))))
  return anyOf(conditions)
}

function isInFolders({ tenantId }: Viewer, folderIds: readonly string[]): RawBuilder<boolean> {
  return sql`exists (select from folder_tags f
    join sharing l on l.tenant_id = f.tenant_id and l.tag_id = f.tag_id
    where f.tenant_id = ${tenantId} and f.folder_id = any(${folderIds}::uuid[]) and l.block_id = v.block_id offset 0)`
}

/** `offset 0` keeps this a lookup per block; as a join, it would read all links that match the filter. */
function isLinked(viewer: Viewer, filter: LinkFilter): RawBuilder<boolean> {
  return sql`exists (select from sharing l where ${isLink(viewer, filter)} and l.block_id = v.block_id offset 0)`
}

function isFavorite({ tenantId }: Viewer, favorite: boolean): RawBuilder<boolean> {
  return sql`${sql.raw(favorite ? 'exists' : 'not exists')} (select from block_marks m
    where m.tenant_id = ${tenantId} and m.block_id = v.block_id and m.favorite offset 0)`
}

/** Whether the link with this alias goes to a tag of the viewer and matches the filter. */
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

/** Writes a single id as an equation, so that the planner knows that the index returns its rows in order. */
function isOneOf(column: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<boolean> {
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${ids}::uuid[])`
}
