import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { PageRequest } from '../../postgres/paging.ts'
import { foldName } from '../../text-normalization.ts'
import type { Viewer } from '../access/visibility.ts'
import { ALWAYS, allOf, escapeLike } from '../search/conditions.ts'
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
  /** Absent: what has changed last comes first. */
  order?: TagOrder
}

/** Longer names do not exist, and more words are no name. */
const MAX_QUERY_LENGTH = 200
const MAX_QUERY_WORDS = 10

/**
 * The tenant's tags that fit. A text is looked for in their names: every word of it stands somewhere in them, and where
 * it stands decides what comes first. Tags that fit equally well come in the order that is asked for.
 */
export async function searchTags(db: Database, viewer: Viewer, search: TagSearch): Promise<TagRow[]> {
  const { text = '', order = { by: 'dateUpdated', direction: 'desc' }, size, page } = search
  const wanted = foldName(text.slice(0, MAX_QUERY_LENGTH))
  const ranks = wanted === '' ? [] : [rank(wanted)]
  const counts = order.by === 'taskCount' ? sql`left join ${taskCounts(viewer)} n on n.tag_id = t.tag_id` : sql``
  const direction = sql.raw(order.direction)
  const { rows } = await sql<TagRow>`
    select ${tagColumns} from tags t ${counts}
    where ${tagCondition(viewer, search)} and ${wanted === '' ? ALWAYS : matchesName(wanted)}
    order by ${sql.join([...ranks, sql`${KEYS[order.by]} ${direction}${NULLS_LAST[order.by] ?? sql``}`, sql`t.tag_id`])}
    limit ${size} offset ${page * size}`.execute(db)
  return rows
}

/** The name that is shown, folded: the first line. */
export const aliasSortKey = sql`split_part(t.name_search, E'\n', 1)`

const KEYS: Record<TagOrder['by'], RawBuilder<unknown>> = {
  alias: aliasSortKey,
  friendlyName: sql`lower(t.friendly_name) collate "C"`,
  taskCount: sql`coalesce(n.count, 0)`,
  dateUpdated: sql`t.date_updated`,
  dateCreated: sql`t.date_created`,
}

/** What only some tags have: those without come last. Where all have it, an index may serve the order. */
const NULLS_LAST: Partial<Record<TagOrder['by'], RawBuilder<unknown>>> = { friendlyName: sql` nulls last` }

function matchesName(wanted: string): RawBuilder<boolean> {
  const words = [...new Set(wanted.split(' '))].slice(0, MAX_QUERY_WORDS)
  return allOf(words.map((word) => sql`t.name_search like ${`%${escapeLike(word)}%`}`))
}

/** What a word of a name begins after. */
const WORD_START = `(?:^|[ \\n.,;:\\-_+&/|@()\\[\\]"'])`

/** 0: one of the names is the text. 1: one begins with it. 2: a word does. 3: it is in them. 4: only its words are. */
function rank(wanted: string): RawBuilder<number> {
  const text = escapeLike(wanted)
  const word = WORD_START + wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return sql`case
    when E'\n' || t.name_search || E'\n' like ${`%\n${text}\n%`} then 0
    when E'\n' || t.name_search like ${`%\n${text}%`} then 1
    when t.name_search ~ ${word} then 2
    when t.name_search like ${`%${text}%`} then 3
    else 4 end`
}
