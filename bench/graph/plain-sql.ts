import type pg from 'pg'

/** The parameters of a query. */
export interface QueryParameters {
  tenantId: string
  ownTagId: string
  tagId?: string
  blockId?: string
  text?: string
}

/** A hand-optimized query that reads only the tables, columns and rows that its result needs. */
type SqlQuery = (pool: pg.Pool, parameters: QueryParameters) => Promise<unknown[]>

const SIZE = 50

/**
 * Looks up by block whether the viewer may see it. In this form, the planner cannot start from the viewer's own tag,
 * which would scan everything that the viewer may see.
 */
const joinVisible = (alias: string) => `cross join lateral (
  select sharing_level from sharing v
  where v.tenant_id = $1 and v.block_id = ${alias}.block_id and (v.tag_id = $2 and v.shared) is true limit 1) v`
const joinBlock = (alias: string, condition = '') => `cross join lateral (
  select * from blocks b where b.tenant_id = ${alias}.block_tenant_id and b.block_id = ${alias}.block_id ${condition} limit 1) b`
const COLUMNS = `b.block_id as "_id", b.block_type as "blockType", b.title, coalesce(b.summary, b.text) as summary,
  b.date_created as "dateCreated", b.date_updated as "dateUpdated"`

const OF_TAG = `select ${COLUMNS} from (
    select s.block_id, s.block_tenant_id, s.date_updated from sharing s ${joinVisible('s')}
    where s.tenant_id = $1 and s.tag_id = $3 and not s.archived order by s.date_updated desc, s.block_id limit ${SIZE}
  ) s ${joinBlock('s')} order by s.date_updated desc, s.block_id`

const NEWEST = `select block_id, block_tenant_id, date_updated from sharing
  where tenant_id = $1 and tag_id = $2 and shared and not archived order by date_updated desc, block_id`

/** The best of the newest thousand matches, for common words. */
const WITH_COMMON = `select ${COLUMNS} from (
    select n.* from (${NEWEST}) n ${joinBlock('n', 'and b.tsv @@ $3::tsquery')} limit 1000
  ) n ${joinBlock('n')}
  order by ts_rank(b.tsv, $3::tsquery) desc, n.date_updated desc, n.block_id limit ${SIZE}`

/** The best of all matches, for rare words. */
const WITH_RARE = `select ${COLUMNS} from blocks b ${joinVisible('b')}
  where b.tsv @@ $3::tsquery and not b.archived
  order by ts_rank(b.tsv, $3::tsquery) desc, b.date_updated desc, b.block_id limit ${SIZE}`

const OWN = `select ${COLUMNS} from (${NEWEST}) n ${joinBlock(
  'n',
  `and (b.creator_id = $1
    or exists (select from sharing l join tags t on t.tenant_id = l.tenant_id and t.tag_id = l.tag_id
      where l.tenant_id = $1 and l.block_id = n.block_id and t.favorite and not t.archived))`,
)} limit ${SIZE}`

/** A prepared statement, because its plan does not depend on the parameters. */
const LINKS = {
  name: 'links',
  text: `select s.block_id, s.tag_id as "tagId", s.shared, s.sharing_level as "sharingLevel", t.alias
    from unnest($2::uuid[]) as k (block_id)
    cross join lateral (select * from sharing s where s.tenant_id = $1 and s.block_id = k.block_id) s
    cross join lateral (select alias from tags t where t.tenant_id = $1 and t.tag_id = s.tag_id limit 1) t
    order by s.date_created, s.tag_id`,
}

const queryRows = async (pool: pg.Pool, text: string, values: unknown[]) => (await pool.query(text, values)).rows

const ofTag: SqlQuery = (pool, { tenantId, ownTagId, tagId }) => queryRows(pool, OF_TAG, [tenantId, ownTagId, tagId])

const withLinks: SqlQuery = async (pool, parameters) => {
  const blocks = (await ofTag(pool, parameters)) as { _id: string }[]
  const { rows } = await pool.query({ ...LINKS, values: [parameters.tenantId, blocks.map(({ _id }) => _id)] })
  const links = Map.groupBy(rows, ({ block_id }) => block_id)
  return blocks.map((row) => ({
    ...row,
    sharingTags: links.get(row._id)?.map(({ alias, tagId, shared, sharingLevel }) => ({
      tagId,
      shared,
      sharingLevel,
      tag: { _id: tagId, alias },
    })),
  }))
}

const BLOCK = `select ${COLUMNS} from sharing s ${joinBlock('s')}
  where s.tenant_id = $1 and s.block_id = $3 and (s.tag_id = $2 and s.shared) is true`

const COUNT = `select count(*)::int as "_id" from sharing s ${joinVisible('s')}
  where s.tenant_id = $1 and s.tag_id = $3 and not s.archived`

const NAMED = `select tag_id as "_id", alias, email, tag_type as "tagType" from tags
  where tenant_id = $1 and not archived and name_search like '%' || $2 || '%' limit ${SIZE}`

/** The tags that occur on the blocks of a tag, with the number of these blocks. */
const COUNTED_TAGS = `select l.tag_id, count(*)::int as blocks from sharing s ${joinVisible('s')}
    join sharing l on l.tenant_id = $1 and l.block_id = s.block_id and l.tag_id <> s.tag_id
    where s.tenant_id = $1 and s.tag_id = $3 and not s.archived
    group by l.tag_id`
const TAG_COLUMNS = 't.tag_id as "_id", t.alias, n.blocks as "occurrenceCount"'
const JOIN_TAG = `cross join lateral (
    select * from tags t where t.tenant_id = $1 and t.tag_id = n.tag_id and not t.archived limit 1) t`

/** The most frequent ones. */
const RELATED_TAGS = `select ${TAG_COLUMNS} from (
    ${COUNTED_TAGS} order by blocks desc, l.tag_id limit ${SIZE}
  ) n ${JOIN_TAG}`

/** The most relevant ones, as the platform sorts them: the links of each tag are counted, up to 5,000. */
const RATED_TAGS = `with counted as materialized (${COUNTED_TAGS})
  select ${TAG_COLUMNS} from counted n ${JOIN_TAG} cross join lateral (select count(*) as total from (
    select from sharing l where l.tenant_id = $1 and l.tag_id = n.tag_id and not l.archived
    order by l.date_associated desc limit 5000
  ) l) l
  where n.tag_id <> $2
  order by n.blocks / sqrt((select blocks from counted where tag_id = $2)::float8 * greatest(l.total, n.blocks)) desc,
    n.blocks desc, t.alias, t.tag_id limit ${SIZE}`

export const SQL_QUERIES = {
  ofTag,
  withLinks,
  withCommonWord: (pool, parameters) =>
    queryRows(pool, WITH_COMMON, [parameters.tenantId, parameters.ownTagId, `${parameters.text}:*`]),
  withRareWord: (pool, parameters) =>
    queryRows(pool, WITH_RARE, [parameters.tenantId, parameters.ownTagId, `${parameters.text}:*`]),
  own: (pool, { tenantId, ownTagId }) => queryRows(pool, OWN, [tenantId, ownTagId]),
  count: (pool, { tenantId, ownTagId, tagId }) => queryRows(pool, COUNT, [tenantId, ownTagId, tagId]),
  block: (pool, { tenantId, ownTagId, blockId }) => queryRows(pool, BLOCK, [tenantId, ownTagId, blockId]),
  named: (pool, { tenantId, text }) => queryRows(pool, NAMED, [tenantId, text]),
  relatedTags: (pool, { tenantId, ownTagId, tagId }) => queryRows(pool, RELATED_TAGS, [tenantId, ownTagId, tagId]),
  ratedTags: (pool, { tenantId, ownTagId, tagId }) => queryRows(pool, RATED_TAGS, [tenantId, ownTagId, tagId]),
} as const satisfies Record<string, SqlQuery>
