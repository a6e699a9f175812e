import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { allOf } from './conditions.ts'
import type { BlockFilters } from './block-query.ts'
import { hasWords, pointers } from './block-conditions.ts'
import { inRange } from './date-conditions.ts'
import { homesOf } from './owner-tenants.ts'
import { isLink, type LinkFilter } from './link-conditions.ts'
import { isRare } from './text-frequency.ts'
import { allVisibleTo, type Viewer, visibleTo } from '../access/visibility.ts'

/**
 * What a statement about blocks begins with. The planner cannot choose it: it knows no tenant (decision 012), so it
 * takes what one tenant has for next to nothing and would read all of it.
 */
export interface Lead {
  /** Up to the link `v` that makes a block visible. */
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>[]
  dateUpdated: RawBuilder<number>
  /** Filters that hold for all that it leads to. */
  told: readonly unknown[]
  /** What blocks point at and their words hold, too. */
  isByBlocks?: boolean
}

const MOST_JOINED = 3

export async function leadOf(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  { words, isWhole }: { words: string | undefined; isWhole: boolean },
): Promise<Lead> {
  if (filters.blockIds) return byIds(viewer, filters, filters.blockIds)
  const links = byLinks(viewer, filters)
  if (links) return links
  if (pointers(filters).length > 0) return byBlocks(viewer, filters, words, await homesOf(db, viewer))
  if (words === undefined) return byTime(viewer, filters)
  return isWhole || (await isRare(db, viewer, words)) ? byBlocks(viewer, filters, words) : byTime(viewer, filters)
}

function byIds(viewer: Viewer, filters: BlockFilters, blockIds: readonly string[]): Lead {
  const isMeant = sql<boolean>`v.block_id = any(${blockIds}::uuid[])`
  const where = [visibleTo(viewer), isMeant, ...copies('v', filters)]
  return { from: sql`sharing v`, where, dateUpdated: sql`v.date_updated`, told: [] }
}

/** All that the viewer sees, what has changed last first. */
function byTime(viewer: Viewer, filters: BlockFilters): Lead {
  const fits = allOf([allVisibleTo(viewer), ...copies('v', filters)])
  const from = sql`(select v.* from sharing v where ${fits} order by v.date_updated desc) v`
  return { from, where: [], dateUpdated: sql`v.date_updated`, told: [] }
}

/** What is linked to tags, or marked. Links to one tag each are in order by themselves, those to several are put in order. */
function byLinks(viewer: Viewer, filters: BlockFilters): Lead | undefined {
  const { tags = [], folderIds, orTags } = filters
  const single = tags.filter(({ tagIds }) => tagIds?.length === 1).slice(0, MOST_JOINED)
  if (single.length > 0) return linkedTo(viewer, ofEach(viewer, single, filters), single)
  const several = tags.find(({ tagIds }) => tagIds !== undefined)
  if (several) return linkedTo(viewer, ofAny(isLink(viewer, several), filters), [several])
  if (folderIds) return linkedTo(viewer, ofAny(isInFolder(viewer, folderIds), filters), [folderIds])
  if (filters.favorite) return byMarks(viewer, filters)
  const ways = orTags?.map((group) => group.find(({ tagIds }) => tagIds !== undefined)?.tagIds)
  if (!ways?.every((tagIds) => tagIds !== undefined)) return undefined
  return linkedTo(viewer, ofAny(isLink(viewer, { tagIds: ways.flat() }), filters), [])
}

/** `c`, each of which is looked up among what the viewer sees. */
function linkedTo(viewer: Viewer, c: RawBuilder<unknown>, told: readonly unknown[]): Lead {
  return { from: sql`${c} c ${visibleLink(viewer)}`, where: [], dateUpdated: sql`c.date_updated`, told }
}

function ofEach(viewer: Viewer, [first, ...others]: readonly LinkFilter[], filters: BlockFilters) {
  const joins = others.map((filter, at) => {
    const alias = `l${at + 1}`
    return sql`join sharing ${sql.raw(alias)}
      on ${isLink(viewer, filter, alias)} and ${sql.raw(alias)}.block_id = l.block_id`
  })
  const fits = allOf([isLink(viewer, first ?? {}), ...copies('l', filters)])
  return sql`(select l.* from sharing l ${sql.join(joins, sql` `)} where ${fits} order by l.date_updated desc)`
}

function ofAny(isMeant: RawBuilder<boolean>, filters: BlockFilters): RawBuilder<unknown> {
  return sql`(select l.block_id, max(l.date_updated) as date_updated from sharing l
    where ${allOf([isMeant, ...copies('l', filters)])} group by l.block_id order by 2 desc)`
}

function isInFolder({ tenantId }: Viewer, folderIds: readonly string[]): RawBuilder<boolean> {
  return sql`l.tenant_id = ${tenantId} and l.tag_id = any(array(
    select f.tag_id from folder_tags f where f.tenant_id = ${tenantId} and f.folder_id = any(${folderIds}::uuid[])))`
}

function byMarks(viewer: Viewer, filters: BlockFilters): Lead {
  const c = sql`(select m.block_id from block_marks m where m.tenant_id = ${viewer.tenantId} and m.favorite offset 0)`
  const from = sql`${c} c ${visibleLink(viewer)}`
  return { from, where: copies('v', filters), dateUpdated: sql`v.date_updated`, told: [] }
}

/** What an index of blocks finds. */
function byBlocks(viewer: Viewer, filters: BlockFilters, words: string | undefined, homes?: string[]): Lead {
  const pointed = pointers(filters)
  const isAtHome = pointed.length > 0 && homes ? [sql<boolean>`b.tenant_id = any(${homes}::uuid[])`] : []
  const fits = allOf([...isAtHome, ...pointed, ...(words === undefined ? [] : [hasWords(words, viewer)])])
  const c = sql`(select b.tenant_id, b.block_id from blocks b where ${fits} offset 0)`
  return {
    from: sql`${c} c ${visibleLink(viewer)}`,
    where: [sql`v.block_tenant_id = c.tenant_id`, ...copies('v', filters)],
    dateUpdated: sql`v.date_updated`,
    ...{ told: [], isByBlocks: true },
  }
}

function visibleLink(viewer: Viewer) {
  return sql`cross join lateral (
    select * from sharing v where ${visibleTo(viewer)} and v.block_id = c.block_id limit 1
  ) v`
}

/** What a link's copies of the block's columns tell, as far as they stand in its index. */
function copies(alias: 'l' | 'v', { archived, blockTypes, dates, tasks }: BlockFilters): RawBuilder<boolean>[] {
  const link = sql.raw(alias)
  return [
    ...(archived ? [] : [sql<boolean>`not ${link}.archived`]),
    ...(blockTypes ? [sql<boolean>`${link}.block_type = any(${blockTypes}::text[])`] : []),
    ...(tasks ? [sql<boolean>`${link}.block_type = 'task'`] : []),
    ...(dates?.updated ? [inRange(sql`${link}.date_updated`, dates.updated)] : []),
  ]
}
