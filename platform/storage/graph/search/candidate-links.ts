import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../postgres/conditions.ts'
import type { Viewer } from '../access/visibility.ts'
import { denormalizedConditions } from './denormalized-conditions.ts'
import type { BlockFilters, LinkFilter } from './filters.ts'
import { isLink } from './link-conditions.ts'

/** Links of the viewer that lead to the blocks of a search. The viewer need not see these blocks. */
export interface CandidateLinks {
  /** A table with the column block_id and, if it is sorted by it, date_updated. */
  links: RawBuilder<unknown>
  isSorted: boolean
  /** Filters that all candidates match. */
  satisfied: readonly unknown[]
  /** What remains to be checked of the links `v` that make blocks visible. */
  where: RawBuilder<boolean>[]
}

/** Maximum number of link filters joined by the access path itself. */
const MAX_JOINED_LINKS = 3

/**
 * Finds the links to tags, or the favorites, that a search requires; undefined if it requires neither. The links of one tag
 * come out of the index in order; those of several tags must be sorted.
 */
export function findCandidateLinks(viewer: Viewer, filters: BlockFilters): CandidateLinks | undefined {
  const { tags = [], folderIds, orTags } = filters
  const single = tags.filter(({ tagIds }) => tagIds?.length === 1).slice(0, MAX_JOINED_LINKS)
  if (single.length > 0) return sorted(linksToAll(viewer, single, filters), single)
  const multiple = tags.find(({ tagIds }) => tagIds !== undefined)
  if (multiple) return sorted(linksToAny(isLink(viewer, multiple), filters), [multiple])
  if (folderIds) return sorted(linksToAny(isInFolder(viewer, folderIds), filters), [folderIds])
  if (filters.favorite) return favorites(viewer, filters)
  const tagIdsByGroup = orTags?.map((group) => group.find(({ tagIds }) => tagIds !== undefined)?.tagIds)
  if (!tagIdsByGroup?.every((tagIds) => tagIds !== undefined)) return undefined
  return sorted(linksToAny(isLink(viewer, { tagIds: tagIdsByGroup.flat() }), filters), [])
}

function sorted(links: RawBuilder<unknown>, satisfied: readonly unknown[]): CandidateLinks {
  return { links, isSorted: true, satisfied, where: [] }
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

function favorites({ tenantId }: Viewer, filters: BlockFilters): CandidateLinks {
  const links = sql`(select m.block_id from block_marks m where m.tenant_id = ${tenantId} and m.favorite offset 0)`
  return { links, isSorted: false, satisfied: [], where: denormalizedConditions('v', filters) }
}
