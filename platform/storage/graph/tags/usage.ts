import { sql } from 'kysely'
import type { Database, Tx } from '../../postgres/database.ts'
import type { Viewer } from '../access/visibility.ts'
import { type TagRow, tagColumns } from './rows.ts'

/** Who comes back within this time has not used the tag once more (ms). */
const USE_INTERVAL_MS = 60_000

/**
 * Notes that a person has used tags: looked at them, written them, linked them. Costs nothing so soon after the last
 * time. One's own tag is not used, it is always there.
 */
export async function markTagsUsed(
  db: Database | Tx,
  { tenantId, tagId }: Viewer,
  tags: readonly Pick<TagRow, 'tag_id' | 'date_used'>[],
  now: number,
): Promise<void> {
  const isUse = ({ tag_id, date_used }: (typeof tags)[number]) =>
    tag_id !== tagId && now - (date_used ?? 0) >= USE_INTERVAL_MS
  const ids = tags.filter(isUse).map(({ tag_id }) => tag_id)
  if (ids.length === 0) return
  await sql`
    update tags set date_used = ${now} where tenant_id = ${tenantId} and tag_id = any(${ids}::uuid[])
      and coalesce(date_used, 0) <= ${now - USE_INTERVAL_MS}`.execute(db)
}

/** What was used last, the most recent first. */
export async function listRecentTags(db: Database, { tenantId }: Viewer, size: number): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select ${tagColumns} from tags t
    where t.tenant_id = ${tenantId} and t.date_used is not null and not t.archived
    order by t.date_used desc, t.tag_id limit ${size}`.execute(db)
  return rows
}

/** The address that a tenant signs in with. */
export async function findTenantEmail(db: Database, tenantId: string): Promise<string | undefined> {
  const tenant = await db.selectFrom('tenants').select('email').where('tenant_id', '=', tenantId).executeTakeFirst()
  return tenant?.email
}
