import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../access/visibility.ts'
import { visibleAmongAll } from './access-path.ts'
import type { BlockQuery } from './block-query.ts'

/**
 * The common table expressions `whole`, with the `size` of a scope, and `counted`, with the number of its blocks `count` per
 * `tag_id` and, if asked for, per `block_type`. Tags without blocks have no row. The viewer's own tag is among them.
 *
 * Links have copies of the types of their blocks. The links of all blocks are found with one scan of an index.
 */
export function countTagsOfScope(viewer: Viewer, query: BlockQuery, byType: boolean): RawBuilder<unknown> {
  const group = sql.raw(byType ? 's.tag_id, s.block_type' : 's.tag_id')
  return query.candidates ? ofCandidates(viewer, query.candidates, group) : ofScope(viewer, query, group)
}

function ofScope(viewer: Viewer, { from, where }: BlockQuery, group: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    scope as materialized (select v.block_id from ${from} where ${where}),
    whole as materialized (select count(*)::int as size from scope),
    counted as materialized (
      select ${group}, count(*)::int as count from ${linksOf(viewer, sql`array(select block_id from scope)`)}
      group by ${group}, ${UNSORTED}
    )`
}

/**
 * Reads the links of all candidates once: the viewer's own are among them, so they tell whether the viewer may see all of
 * these blocks. If not, the links of the others are subtracted.
 */
function ofCandidates(
  viewer: Viewer,
  candidates: RawBuilder<unknown>,
  group: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ids = sql`(select ids from candidates)::uuid[]`
  return sql`
    candidates as materialized (select array(${candidates}) as ids),
    linked as materialized (
      select ${group}, count(*)::int as count, (count(*) filter (where s.shared))::int as shared
      from ${linksOf(viewer, ids)} group by ${group}, ${UNSORTED}
    ),
    hidden as materialized (
      select unnest(ids) as block_id from candidates
      where cardinality(ids) > (select coalesce(sum(shared), 0) from linked where tag_id = ${viewer.tagId})
      except select v.block_id from ${visibleAmongAll(viewer, ids)}
    ),
    whole as materialized (select (cardinality(ids) - (select count(*) from hidden))::int as size from candidates),
    counted as materialized (
      select ${group}, s.count from linked s where not exists (select from hidden)
      union all
      select ${group}, sum(s.count)::int from (
        select ${group}, s.count from linked s
        union all
        select ${group}, -1 from ${linksOf(viewer, sql`array(select block_id from hidden)`)}
      ) s where exists (select from hidden) group by ${group} having sum(s.count) > 0
    )`
}

/**
 * A constant to group by, of a type that has no order: PostgreSQL then hashes the links. It expects so few of them that it
 * would sort them otherwise.
 */
const UNSORTED = sql`'0'::xid`

function linksOf({ tenantId }: Viewer, blockIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select * from sharing s where s.tenant_id = ${tenantId} and s.block_id = any(${blockIds})) s`
}
