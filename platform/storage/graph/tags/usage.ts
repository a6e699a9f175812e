import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../../postgres/database.ts'
import type { Viewer } from '../access/visibility.ts'
import { type TagRow, tagColumns } from './rows.ts'

/** Further uses of a tag within this time are not recorded (ms). */
const USE_INTERVAL_MS = 60_000

/**
 * Records that the viewer has viewed, written or linked tags. Sends no statement if all of them were used recently. The
 * viewer's own tag is ignored, because it takes part in everything they do.
 */
export async function markTagsUsed(
  db: Database | Tx,
  viewer: Viewer,
  tags: readonly Pick<TagRow, 'tag_id' | 'date_used'>[],
  now: number,
): Promise<void> {
  await updateDateUsed(viewer, tags, now)?.execute(db)
}

/** The statement of `markTagsUsed`; undefined if all tags were used recently. */
export function updateDateUsed(
  { tenantId, tagId }: Viewer,
  tags: readonly Pick<TagRow, 'tag_id' | 'date_used'>[],
  now: number,
): RawBuilder<unknown> | undefined {
  const isUse = ({ tag_id, date_used }: (typeof tags)[number]) =>
    tag_id !== tagId && now - (date_used ?? 0) >= USE_INTERVAL_MS
  const ids = tags.filter(isUse).map(({ tag_id }) => tag_id)
  if (ids.length === 0) return undefined
  return sql`
    update tags set date_used = ${now} where tenant_id = ${tenantId} and tag_id = any(${ids}::uuid[])
      and coalesce(date_used, 0) <= ${now - USE_INTERVAL_MS}`
}

/** Lists the viewer's most recently used tags, the latest first. */
export async function listRecentTags(db: Database, { tenantId }: Viewer, size: number): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select ${tagColumns} from tags t
    where t.tenant_id = ${tenantId} and t.date_used is not null and not t.archived
    order by t.date_used desc, t.tag_id limit ${size}`.execute(db)
  return rows
}
