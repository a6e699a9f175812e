import { sql } from 'kysely'
import type { PageContext } from './page-context.ts'

/**
 * Links records to the tags that represent them at the vendor. Records and external ids of tags are delivered by
 * different syncs in any order, so both syncs call this with what they have saved.
 */
export async function linkRecords(
  page: RecordLinkContext,
  { blockIds = [], externalIds = [] }: RecordLinkKeys,
): Promise<void> {
  if (blockIds.length === 0 && externalIds.length === 0) return
  await page.send(sql`
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
      block_type, archived, date_updated, date_associated, date_created)
    select distinct r.tenant_id, r.block_id, l.tag_id, r.tenant_id, false, 0, 2, r.block_type, r.archived,
      r.date_updated, r.date_associated, ${page.now}::bigint
    from blocks r
    join external_id_links l on l.tenant_id = r.tenant_id and l.provider = r.provider
      and l.application = r.application
      and (l.external_id = r.external_id and l.metadata_type = r.detail ->> 'metadataType'
        or l.external_id = r.detail ->> 'tagExternalId')
    where r.tenant_id = ${page.tenantId} and r.provider = ${page.provider} and r.application = ${page.application}
      and r.block_type = 'record'
      and (r.block_id = any(${blockIds}::uuid[]) or r.external_id = any(${externalIds}::text[]))
    on conflict (tenant_id, block_id, tag_id) do nothing`)
}

type RecordLinkContext = Pick<PageContext, 'send' | 'tenantId' | 'provider' | 'application' | 'now'>

interface RecordLinkKeys {
  /** Records that were saved. */
  blockIds?: readonly string[]
  /** Vendor ids of tags that were saved. */
  externalIds?: readonly string[]
}
