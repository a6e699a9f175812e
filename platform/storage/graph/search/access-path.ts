import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../postgres/conditions.ts'
import type { Database } from '../../postgres/database.ts'
import { allVisibleTo, type Viewer, visibleTo } from '../access/visibility.ts'
import { matchesText, pointerConditions } from './block-conditions.ts'
import { findCandidateLinks } from './candidate-links.ts'
import { denormalizedConditions } from './denormalized-conditions.ts'
import type { BlockFilters } from './filters.ts'
import { findOwnerTenants } from './owner-tenants.ts'
import { isFrequentText, isRareText } from './text-frequency.ts'
import type { TextQuery } from './text-query.ts'

/**
 * How a statement finds candidate blocks. We choose it because PostgreSQL cannot: its plans are made without knowing the
 * tenant (decision 012), so it estimates the rows of one tenant at almost nothing and would read all of them. The plan of
 * each path is the same for all values, so that it can be kept (decision 061).
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
  /** If all matches are read and start from links: selects the `block_id` of each candidate, visible or not. */
  candidates?: RawBuilder<unknown>
}

/**
 * With a limit, only so many matches are read, the last changed first; without one all of them, in any order.
 * `withAssociated` keeps to indexes that contain `date_associated` where many links are read.
 */
export async function chooseAccessPath(
  db: Database,
  viewer: Viewer,
  filters: BlockFilters,
  {
    textQuery,
    limit,
    withAssociated,
  }: { textQuery: TextQuery | undefined; limit: number | undefined; withAssociated: boolean },
): Promise<AccessPath> {
  if (filters.blockIds) return idPath(viewer, filters, filters.blockIds)
  const links = linkPath(viewer, filters, limit === undefined)
  if (links) return links
  if (pointerConditions(filters).length > 0) {
    return blockIndexPath(viewer, filters, textQuery, await findOwnerTenants(db, viewer))
  }
  if (textQuery === undefined) return timePath(viewer, filters)
  if (limit === undefined && !withAssociated && (await isFrequentText(db, textQuery))) {
    return frequentTextPath(viewer, filters, textQuery)
  }
  return limit === undefined || (await isRareText(db, viewer, textQuery, limit))
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

/** Starts from links to tags or from favorites; undefined if no filter requires either. */
function linkPath(viewer: Viewer, filters: BlockFilters, readsAll: boolean): AccessPath | undefined {
  const candidates = findCandidateLinks(viewer, filters)
  if (!candidates) return undefined
  const { links, isSorted, satisfied, where } = candidates
  if (readsAll) {
    const ids = sql`select c.block_id from ${links} c`
    const from = visibleAmongAll(viewer, sql`array(${ids})`)
    return { from, where, dateUpdated: sql`v.date_updated`, satisfied, candidates: ids }
  }
  // Looks up the links that make blocks visible one by one, in the order of the candidates.
  const from = sql`${links} c cross join lateral (
    select * from sharing v where ${visibleTo(viewer)} and v.block_id = c.block_id limit 1
  ) v`
  return { from, where, dateUpdated: isSorted ? sql`c.date_updated` : sql`v.date_updated`, satisfied }
}

/** Starts from the indexes of blocks. `ownerTenants` narrows those indexes that begin with the tenant. */
function blockIndexPath(
  viewer: Viewer,
  filters: BlockFilters,
  textQuery: TextQuery | undefined,
  ownerTenants?: string[],
): AccessPath {
  const pointers = pointerConditions(filters)
  const isOwned = pointers.length > 0 && ownerTenants ? [sql<boolean>`b.tenant_id = any(${ownerTenants}::uuid[])`] : []
  const text = textQuery === undefined ? [] : [matchesText(textQuery, viewer)]
  const isMatch = sql<boolean>`((v.block_tenant_id, v.block_id) in (select tenant_id, block_id from matches)) is true`
  return {
    from: sql`(
      with matches as materialized (
        select b.tenant_id, b.block_id from blocks b where ${allOf([...isOwned, ...pointers, ...text])}
      )
      select * from ${visibleAmongAll(viewer, sql`array(select block_id from matches)`)} where ${isMatch}
    ) v`,
    where: denormalizedConditions('v', filters),
    dateUpdated: sql`v.date_updated`,
    satisfied: [],
    usesBlockIndex: true,
  }
}

/** Reads everything the viewer may see and keeps what the full-text index finds, which is hashed and not looked up. */
function frequentTextPath(viewer: Viewer, filters: BlockFilters, textQuery: TextQuery): AccessPath {
  const isMatch = sql<boolean>`((v.block_tenant_id, v.block_id) in (
    select b.tenant_id, b.block_id from blocks b where ${matchesText(textQuery, viewer)})) is true`
  return {
    from: sql`sharing v`,
    where: [allVisibleTo(viewer), ...denormalizedConditions('v', filters), isMatch],
    dateUpdated: sql`v.date_updated`,
    satisfied: [],
    usesBlockIndex: true,
  }
}

/**
 * A table `v` of the links that make blocks visible, in any order. Finds the links of all blocks with one scan of the index
 * that finds them one by one; `offset 0` keeps other conditions from choosing another index.
 */
export function visibleAmongAll(viewer: Viewer, blockIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select v.* from sharing v where ${visibleTo(viewer)} and v.block_id = any(${blockIds}) offset 0
  ) v`
}
