import { sql } from 'kysely'
import type { Mutation } from '../access/mutation.ts'

/**
 * Copies the links, vendor ids and folders of tags to a target tag, which also gets what is synced for them from now on. Access
 * belongs to people and not to tags, so nobody gains or loses access: the copied links share nothing, and the shares of
 * the merged tags stay as they are.
 */
export async function mergeIntoTag(
  { tx, viewer, now }: Mutation,
  tagIds: readonly string[],
  targetId: string,
): Promise<void> {
  const { tenantId } = viewer
  await sql`
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
      pinned, assigned, block_type, archived, date_updated, date_associated, date_created)
    select s.tenant_id, s.block_id, ${targetId}, s.block_tenant_id, false, 0, min(s.sharing_approach), bool_or(s.pinned),
      bool_or(s.assigned), s.block_type, s.archived, s.date_updated, s.date_associated, ${now}
    from sharing s where s.tenant_id = ${tenantId} and s.tag_id = any(${tagIds}::uuid[])
    group by s.tenant_id, s.block_id, s.block_tenant_id, s.block_type, s.archived, s.date_updated, s.date_associated
    on conflict (tenant_id, block_id, tag_id) do update set pinned = sharing.pinned or excluded.pinned,
      assigned = sharing.assigned or excluded.assigned`.execute(tx)
  await sql`
    insert into external_id_links (tenant_id, link_id, tag_id, provider, application, metadata_type, external_id, url,
      date_created, date_updated)
    select tenant_id, gen_random_uuid(), ${targetId}, provider, application, metadata_type, external_id, max(url), ${now}, ${now}
    from external_id_links where tenant_id = ${tenantId} and tag_id = any(${tagIds}::uuid[])
    group by tenant_id, provider, application, metadata_type, external_id
    on conflict do nothing`.execute(tx)
  await sql`
    insert into folder_tags (tenant_id, folder_id, tag_id, date_created)
    select distinct tenant_id, folder_id, ${targetId}::uuid, ${now}::bigint from folder_tags
    where tenant_id = ${tenantId} and tag_id = any(${tagIds}::uuid[])
    on conflict do nothing`.execute(tx)
  await sql`
    update tags set merged_into = case when tag_id = ${targetId} then null else ${targetId}::uuid end
    where tenant_id = ${tenantId}
      and (tag_id = ${targetId} or tag_id = any(${tagIds}::uuid[]) or merged_into = any(${tagIds}::uuid[]))`.execute(tx)
}
