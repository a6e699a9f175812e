import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../postgres/conditions.ts'
import type { Database } from '../../postgres/database.ts'
import { allVisibleTo, type Viewer, visibleTo } from '../access/visibility.ts'
import { matchesText, pointerConditions } from './block-conditions.ts'
import { inRange } from './date-conditions.ts'
import type { BlockFilters, LinkFilter } from './filters.ts'
import { isLink } from './link-conditions.ts'
import { findOwnerTenants } from './owner-tenants.ts'
import { isRareText } from './text-frequency.ts'

/**
 * How a statement finds candidate blocks. We choose it because PostgreSQL cannot: its plans are made without knowing the
 * tenant (decision 012), so it estimates the rows of one tenant at almost nothing and would read all of them.
 */
export interface AccessPath {
  /** The FROM clause, ending with the link `v` that makes a block visible. */
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>[]
  dateUpdated: RawBuilder<number>
  /** Filters that all candidates already match. */
  satisfied: readonly unknown[]
  /** Whether the candidates already match the pointer and text filters, because an index of blocks found them. */
  usesBlockIndex?: boolean
}

/** Maximum number of link filters joined by the access path itself. */
const MAX_JOINED_LINKS = 3

/** `readsAll`: all matches will be read, not only the first ones of a sorted list. */
export async function chooseAccessPath(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  { textQuery, readsAll }: { textQuery: string | undefined; readsAll: boolean },
): Promise<AccessPath> {
  if (filters.blockIds) return idPath(viewer, filters, filters.blockIds)
  const links = linkPath(viewer, filters)
  if (links) return links
  if (pointerConditions(filters).length > 0) {
    return blockIndexPath(viewer, filters, textQuery, await findOwnerTenants(db, viewer))
  }
  if (textQuery === undefined) return timePath(viewer, filters)
  return readsAll || (await isRareText(db, viewer, textQuery))
    ? blockIndexPath(viewer, filters, textQuery)
    : timePath(viewer, filters)
}

function idPath(viewer: Viewer, filters: BlockFilters, blockIds: readonly string[]): AccessPath {
  const hasId = sql<boolean>`v.block_id = any(${blockIds}::uuid[])`
  const where = [visibleTo(viewer), hasId, ...denormalizedConditions('v', filters)]
  return { from: sql`sharing v`, where, dateUpdated: sql`v.date_updated`, satisfied: [] }
}

/** Reads everything the viewer may see, the last changed first. */
function timePath(viewer: Viewer, filters: BlockFilters): AccessPath {
  const condition = allOf([allVisibleTo(viewer), ...denormalizedConditions('v', filters)])
  const from = sql`(select v.* from sharing v where ${condition} order by v.date_updated desc) v`
  return { from, where: [], dateUpdated: sql`v.date_updated`, satisfied: [] }
}

/**
 * Starts from links to tags, or from favorites; undefined if no filter requires either. The links of one tag come out of
 * the index in order; those of several tags must be sorted.
 */
function linkPath(viewer: Viewer, filters: BlockFilters): AccessPath | undefined {
  const { tags = [], folderIds, orTags } = filters
  const single = tags.filter(({ tagIds }) => tagIds?.length === 1).slice(0, MAX_JOINED_LINKS)
  if (single.length > 0) return throughLinks(viewer, linksToAll(viewer, single, filters), single)
  const multiple = tags.find(({ tagIds }) => tagIds !== undefined)
  if (multiple) return throughLinks(viewer, linksToAny(isLink(viewer, multiple), filters), [multiple])
  if (folderIds) return throughLinks(viewer, linksToAny(isInFolder(viewer, folderIds), filters), [folderIds])
  if (filters.favorite) return favoritePath(viewer, filters)
  const tagIdsByGroup = orTags?.map((group) => group.find(({ tagIds }) => tagIds !== undefined)?.tagIds)
  if (!tagIdsByGroup?.every((tagIds) => tagIds !== undefined)) return undefined
  return throughLinks(viewer, linksToAny(isLink(viewer, { tagIds: tagIdsByGroup.flat() }), filters), [])
}

/** Looks up the visible link of each candidate `c`. */
function throughLinks(viewer: Viewer, c: RawBuilder<unknown>, satisfied: readonly unknown[]): AccessPath {
  return { from: sql`${c} c ${visibleLink(viewer)}`, where: [], dateUpdated: sql`c.date_updated`, satisfied }
}

function linksToAll(viewer: Viewer, [first, ...others]: readonly LinkFilter[], filters: BlockFilters) {
  const joins = others.map((filter, index) => {
    const alias = `l${index + 1}`
    return sql`join sharing ${sql.raw(alias)}
      on ${isLink(viewer, filter, alias)} and ${sql.raw(alias)}.block_id = l.block_id`
  })
  const condition = allOf([isLink(viewer, first ?? {}), ...denormalizedConditions('l', filters)])
  return sql`(select l.* from sharing l ${sql.join(joins, sql` `)} where ${condition} order by l.date_updated desc)`
}

function linksToAny(condition: RawBuilder<boolean>, filters: BlockFilters): RawBuilder<unknown> {
  return sql`(select l.block_id, max(l.date_updated) as date_updated from sharing l
    where ${allOf([condition, ...denormalizedConditions('l', filters)])} group by l.block_id order by 2 desc)`
}

function isInFolder({ tenantId }: Viewer, folderIds: readonly string[]): RawBuilder<boolean> {
  return sql`l.tenant_id = ${tenantId} and l.tag_id = any(array(
    select f.tag_id from folder_tags f where f.tenant_id = ${tenantId} and f.folder_id = any(${folderIds}::uuid[])))`
}

function favoritePath(viewer: Viewer, filters: BlockFilters): AccessPath {
  const c = sql`(select m.block_id from block_marks m where m.tenant_id = ${viewer.tenantId} and m.favorite offset 0)`
  const from = sql`${c} c ${visibleLink(viewer)}`
  return { from, where: denormalizedConditions('v', filters), dateUpdated: sql`v.date_updated`, satisfied: [] }
}

/** Starts from the indexes of blocks. `ownerTenants` narrows those indexes that begin with the tenant. */
function blockIndexPath(
  viewer: Viewer,
  filters: BlockFilters,
  textQuery: string | undefined,
  ownerTenants?: string[],
): AccessPath {
  const pointers = pointerConditions(filters)
  const isOwned = pointers.length > 0 && ownerTenants ? [sql<boolean>`b.tenant_id = any(${ownerTenants}::uuid[])`] : []
  const text = textQuery === undefined ? [] : [matchesText(textQuery, viewer)]
  const c = sql`(select b.tenant_id, b.block_id from blocks b where ${allOf([...isOwned, ...pointers, ...text])} offset 0)`
  return {
    from: sql`${c} c ${visibleLink(viewer)}`,
    where: [sql`v.block_tenant_id = c.tenant_id`, ...denormalizedConditions('v', filters)],
    dateUpdated: sql`v.date_updated`,
    satisfied: [],
    usesBlockIndex: true,
  }
}

function visibleLink(viewer: Viewer) {
  return sql`cross join lateral (
    select * from sharing v where ${visibleTo(viewer)} and v.block_id = c.block_id limit 1
  ) v`
}

/** Conditions on columns that links copy from their blocks and that the indexes of links cover. */
function denormalizedConditions(
  alias: 'l' | 'v',
  { archived, blockTypes, dates, tasks }: BlockFilters,
): RawBuilder<boolean>[] {
  const link = sql.raw(alias)
  return [
    ...(archived ? [] : [sql<boolean>`not ${link}.archived`]),
    ...(blockTypes ? [sql<boolean>`${link}.block_type = any(${blockTypes}::text[])`] : []),
    ...(tasks ? [sql<boolean>`${link}.block_type = 'task'`] : []),
    ...(dates?.updated ? [inRange(sql`${link}.date_updated`, dates.updated)] : []),
  ]
}
