import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { allVisibleTo, type Viewer, visibleTo } from '../access/visibility.ts'
import { matchesText, pointerConditions } from './block-conditions.ts'
import { allOf } from './conditions.ts'
import { inRange } from './date-conditions.ts'
import type { BlockFilters, LinkFilter } from './filters.ts'
import { isLink } from './link-conditions.ts'
import { findOwnerTenants } from './owner-tenants.ts'
import { isRareText } from './text-frequency.ts'

/**
 * What a statement about blocks begins with. The planner cannot choose it: it knows no tenant (decision 012), so it
 * takes what one tenant has for next to nothing and would read all of it.
 */
export interface AccessPath {
  /** Up to the link `v` that makes a block visible. */
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>[]
  dateUpdated: RawBuilder<number>
  /** Filters that hold for all that it leads to. */
  satisfied: readonly unknown[]
  /** What blocks point at and their words hold, too. */
  usesBlockIndex?: boolean
}

const MAX_JOINED_LINKS = 3

export async function chooseAccessPath(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  { words, isWhole }: { words: string | undefined; isWhole: boolean },
): Promise<AccessPath> {
  if (filters.blockIds) return idPath(viewer, filters, filters.blockIds)
  const links = linkPath(viewer, filters)
  if (links) return links
  if (pointerConditions(filters).length > 0)
    return blockIndexPath(viewer, filters, words, await findOwnerTenants(db, viewer))
  if (words === undefined) return timePath(viewer, filters)
  return isWhole || (await isRareText(db, viewer, words))
    ? blockIndexPath(viewer, filters, words)
    : timePath(viewer, filters)
}

function idPath(viewer: Viewer, filters: BlockFilters, blockIds: readonly string[]): AccessPath {
  const isMeant = sql<boolean>`v.block_id = any(${blockIds}::uuid[])`
  const where = [visibleTo(viewer), isMeant, ...denormalizedConditions('v', filters)]
  return { from: sql`sharing v`, where, dateUpdated: sql`v.date_updated`, satisfied: [] }
}

/** All that the viewer sees, what has changed last first. */
function timePath(viewer: Viewer, filters: BlockFilters): AccessPath {
  const fits = allOf([allVisibleTo(viewer), ...denormalizedConditions('v', filters)])
  const from = sql`(select v.* from sharing v where ${fits} order by v.date_updated desc) v`
  return { from, where: [], dateUpdated: sql`v.date_updated`, satisfied: [] }
}

/** What is linked to tags, or marked. Links to one tag each are in order by themselves, those to several are put in order. */
function linkPath(viewer: Viewer, filters: BlockFilters): AccessPath | undefined {
  const { tags = [], folderIds, orTags } = filters
  const single = tags.filter(({ tagIds }) => tagIds?.length === 1).slice(0, MAX_JOINED_LINKS)
  if (single.length > 0) return pathThroughLinks(viewer, linksToAll(viewer, single, filters), single)
  const several = tags.find(({ tagIds }) => tagIds !== undefined)
  if (several) return pathThroughLinks(viewer, linksToAny(isLink(viewer, several), filters), [several])
  if (folderIds) return pathThroughLinks(viewer, linksToAny(isInFolder(viewer, folderIds), filters), [folderIds])
  if (filters.favorite) return favoritePath(viewer, filters)
  const ways = orTags?.map((group) => group.find(({ tagIds }) => tagIds !== undefined)?.tagIds)
  if (!ways?.every((tagIds) => tagIds !== undefined)) return undefined
  return pathThroughLinks(viewer, linksToAny(isLink(viewer, { tagIds: ways.flat() }), filters), [])
}

/** `c`, each of which is looked up among what the viewer sees. */
function pathThroughLinks(viewer: Viewer, c: RawBuilder<unknown>, satisfied: readonly unknown[]): AccessPath {
  return { from: sql`${c} c ${visibleLink(viewer)}`, where: [], dateUpdated: sql`c.date_updated`, satisfied }
}

function linksToAll(viewer: Viewer, [first, ...others]: readonly LinkFilter[], filters: BlockFilters) {
  const joins = others.map((filter, at) => {
    const alias = `l${at + 1}`
    return sql`join sharing ${sql.raw(alias)}
      on ${isLink(viewer, filter, alias)} and ${sql.raw(alias)}.block_id = l.block_id`
  })
  const fits = allOf([isLink(viewer, first ?? {}), ...denormalizedConditions('l', filters)])
  return sql`(select l.* from sharing l ${sql.join(joins, sql` `)} where ${fits} order by l.date_updated desc)`
}

function linksToAny(isMeant: RawBuilder<boolean>, filters: BlockFilters): RawBuilder<unknown> {
  return sql`(select l.block_id, max(l.date_updated) as date_updated from sharing l
    where ${allOf([isMeant, ...denormalizedConditions('l', filters)])} group by l.block_id order by 2 desc)`
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

/** What an index of blocks finds. */
function blockIndexPath(
  viewer: Viewer,
  filters: BlockFilters,
  words: string | undefined,
  homes?: string[],
): AccessPath {
  const pointed = pointerConditions(filters)
  const isAtHome = pointed.length > 0 && homes ? [sql<boolean>`b.tenant_id = any(${homes}::uuid[])`] : []
  const fits = allOf([...isAtHome, ...pointed, ...(words === undefined ? [] : [matchesText(words, viewer)])])
  const c = sql`(select b.tenant_id, b.block_id from blocks b where ${fits} offset 0)`
  return {
    from: sql`${c} c ${visibleLink(viewer)}`,
    where: [sql`v.block_tenant_id = c.tenant_id`, ...denormalizedConditions('v', filters)],
    dateUpdated: sql`v.date_updated`,
    ...{ satisfied: [], usesBlockIndex: true },
  }
}

function visibleLink(viewer: Viewer) {
  return sql`cross join lateral (
    select * from sharing v where ${visibleTo(viewer)} and v.block_id = c.block_id limit 1
  ) v`
}

/** What a link's copies of the block's columns tell, as far as they stand in its index. */
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
