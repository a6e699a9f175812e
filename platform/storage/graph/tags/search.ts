import { type RawBuilder, sql } from 'kysely'
import { ALWAYS, allOf, escapeLike } from '../../postgres/conditions.ts'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import { foldName } from '../../text-normalization.ts'
import type { Viewer } from '../access/visibility.ts'
import { type TagFilter, tagCondition, taskCounts } from './filter.ts'
import { type TagRow, tagColumns } from './rows.ts'

export const TAG_ORDERS = ['alias', 'friendlyName', 'taskCount', 'dateUpdated', 'dateCreated'] as const

export interface TagOrder {
  by: (typeof TAG_ORDERS)[number]
  direction: 'asc' | 'desc'
}

export interface TagSearch extends TagFilter, PageRequest {
  /** Blank: no search. */
  text?: string
  /** Defaults to the last changed first. */
  order?: TagOrder
}

/** Limits of a search text; names are shorter than this. */
const MAX_QUERY_LENGTH = 200
const MAX_QUERY_WORDS = 10

/**
 * Lists one page of the viewer's tags that match. With a text, every word of it must occur in the names of a tag. Tags are
 * ranked by where the text occurs, see `rank`, and then sorted by `order`.
 */
export async function searchTags(
  db: Database,
  viewer: Viewer,
  search: TagSearch,
  columns: RawBuilder<TagRow> = tagColumns,
): Promise<TagRow[]> {
  const { text = '', order = { by: 'dateUpdated', direction: 'desc' }, size, page } = search
  const query = foldName(text.slice(0, MAX_QUERY_LENGTH))
  const ranks = query === '' ? [] : [rank(query)]
  const counts = order.by === 'taskCount' ? sql`left join ${taskCounts(viewer)} n on n.tag_id = t.tag_id` : sql``
  const direction = sql.raw(order.direction)
  const { rows } = await sql<TagRow>`
    select ${columns} from tags t ${counts}
    where ${tagCondition(viewer, search)} and ${query === '' ? ALWAYS : matchesName(query)}
    order by ${sql.join([...ranks, sql`${KEYS[order.by]} ${direction}${NULLS_LAST[order.by] ?? sql``}`, sql`t.tag_id`])}
    limit ${size} offset ${page * size}`.execute(db)
  return rows
}

/** The folded alias of a tag `t`: the first line of its searchable names. */
export const aliasSortKey = sql`split_part(t.name_search, E'\n', 1)`

const KEYS: Record<TagOrder['by'], RawBuilder<unknown>> = {
  alias: aliasSortKey,
  friendlyName: sql`lower(t.friendly_name) collate "C"`,
  taskCount: sql`coalesce(n.count, 0)`,
  dateUpdated: sql`t.date_updated`,
  dateCreated: sql`t.date_created`,
}

/** Only for columns that may be null. For others, `nulls last` would keep indexes from being used. */
const NULLS_LAST: Partial<Record<TagOrder['by'], RawBuilder<unknown>>> = { friendlyName: sql` nulls last` }

function matchesName(query: string): RawBuilder<boolean> {
  const words = [...new Set(query.split(' '))].slice(0, MAX_QUERY_WORDS)
  return allOf(words.map((word) => sql`t.name_search like ${`%${escapeLike(word)}%`}`))
}

/** Matches the position before a word in a name (a POSIX regular expression). */
const WORD_START = `(?:^|[ \\n.,;:\\-_+&/|@()\\[\\]"'])`

/**
 * 0 if a name equals the text, 1 if a name begins with it, 2 if a word does, 3 if a name contains it, 4 if the names only
 * contain its words.
 */
function rank(query: string): RawBuilder<number> {
  const text = escapeLike(query)
  const word = WORD_START + query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return sql`case
    when E'\n' || t.name_search || E'\n' like ${`%\n${text}\n%`} then 0
    when E'\n' || t.name_search like ${`%\n${text}%`} then 1
    when t.name_search ~ ${word} then 2
    when t.name_search like ${`%${text}%`} then 3
    else 4 end`
}
