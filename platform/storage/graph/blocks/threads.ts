import { sql } from 'kysely'
import type { Database, Tx } from '../../postgres/database.ts'
import { type Viewer, visibleTo } from '../access/visibility.ts'
import { visibleParents } from './children.ts'

/** A summary of the messages in a thread that the viewer may see. */
export interface ThreadSummary {
  count: number
  /** When the last message was created (epoch ms); null if there is none. */
  date_last: number | null
}

/** Selects the messages `b` of a thread `w`. To be used in a lateral join: only a lookup per thread uses the indexes. */
function threadMessages(viewer: Viewer) {
  return sql`from blocks b join sharing v on v.block_tenant_id = b.tenant_id and v.block_id = b.block_id
    where b.tenant_id = any(w.homes) and (b.thread_id = w.block_id::text or b.parent_id = w.block_id)
      and b.block_type = 'message' and not b.archived and ${visibleTo(viewer)}`
}

export async function loadThreadSummaries(
  db: Database | Tx,
  viewer: Viewer,
  threadIds: readonly string[],
): Promise<Map<string, ThreadSummary>> {
  const { rows } = await sql<ThreadSummary & { thread_id: string }>`
    select w.block_id as thread_id, facts.* from ${visibleParents(viewer, threadIds)}
    cross join lateral (
      select count(*)::int as count, max(b.date_created) as date_last ${threadMessages(viewer)}
    ) facts`.execute(db)
  return new Map(rows.map(({ thread_id, ...facts }) => [thread_id, facts]))
}

/** Loads the viewer's tags of the authors of each thread, by thread id, in the order of their first messages. */
export async function loadThreadAuthors(
  db: Database | Tx,
  viewer: Viewer,
  threadIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ thread_id: string; tag_id: string }>`
    select w.block_id as thread_id, t.tag_id from ${visibleParents(viewer, threadIds)}
    cross join lateral (
      select b.creator_id, min(b.date_created) as date_first ${threadMessages(viewer)} group by b.creator_id
    ) wrote
    join tenants author on author.tenant_id = wrote.creator_id
    join tags t on t.tenant_id = ${viewer.tenantId} and t.email = author.email and t.tag_type = 'person'
    order by wrote.date_first, t.tag_id`.execute(db)
  const byThread = Map.groupBy(rows, ({ thread_id }) => thread_id)
  return new Map([...byThread].map(([id, authors]) => [id, authors.map(({ tag_id }) => tag_id)]))
}
