import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import { isVisible, type Viewer } from '../access/visibility.ts'
import { type TagRow, tagColumns } from './rows.ts'

/**
 * When the viewer was last in contact with tags, by tag id (epoch ms): the latest email, message, event or transcription
 * until `now` that is linked to the tag and that the viewer may see. Tags without any have no entry.
 */
export async function findLastContacts(
  db: Database,
  viewer: Viewer,
  tagIds: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ tag_id: string; date: number }>`
    select k.tag_id, latest.date from unnest(${[...new Set(tagIds)]}::uuid[]) as k (tag_id)
    cross join lateral (
      select s.date_associated as date from sharing s
      where s.tenant_id = ${viewer.tenantId} and s.tag_id = k.tag_id and not s.archived
        and s.block_type in ('email', 'event', 'message', 'transcription')
        and s.date_associated <= ${now} and ${isVisible(viewer)}
      order by s.date_associated desc limit 1
    ) latest`.execute(db)
  return new Map(rows.map(({ tag_id, date }) => [tag_id, date]))
}

/** Finds the viewer's organizations by their domain, in lower case. Archived ones are left out. */
export async function findOrganizations(
  db: Database,
  { tenantId }: Viewer,
  domains: readonly string[],
): Promise<Map<string, TagRow>> {
  const { rows } = await sql<TagRow & { email_domain: string }>`
    select ${tagColumns} from unnest(${[...new Set(domains)]}::text[]) as k (domain)
    cross join lateral (
      select * from tags where tenant_id = ${tenantId} and email_domain = k.domain and tag_type = 'topic'
        and tag_sub_type = 'organization' and not archived limit 1
    ) t`.execute(db)
  return new Map(rows.map((row) => [row.email_domain, row]))
}
