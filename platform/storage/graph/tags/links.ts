import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { omitNullish } from '../../../../src/runtime/omit.ts'
import { linkRecords } from '../../ingest/record-links.ts'
import { requestInsight } from '../../runs/requested-runs.ts'
import type { Mutation } from '../access/mutation.ts'
import type { BusinessObjectIdentity } from '../blocks/business-objects.ts'
import type { ExternalIdLinkRow } from './rows.ts'

export type TagIdentity = Pick<ExternalIdLinkRow, 'provider' | 'application' | 'metadata_type' | 'external_id' | 'url'>

/** Attaches vendor objects to a locked tag. An object that is attached already, by its vendor id or URL, is updated. */
export async function attachBusinessObjects(
  mutation: Mutation,
  tagId: string,
  objects: readonly BusinessObjectIdentity[],
): Promise<void> {
  for (const object of objects) {
    const linkId = await findAttached(mutation, tagId, object)
    if (linkId) await updateAttached(mutation, linkId, object)
    else await insertAttached(mutation, tagId, object)
  }
}

async function findAttached(
  { tx, viewer }: Mutation,
  tagId: string,
  object: BusinessObjectIdentity,
): Promise<string | undefined> {
  const { rows } = await sql<{ link_id: string }>`
    select link_id from business_objects where tenant_id = ${viewer.tenantId} and tag_id = ${tagId}
      and (url = ${object.url} or external_id = ${object.external_id}
        and provider is not distinct from ${object.provider} and metadata_type is not distinct from ${object.metadata_type})
    order by date_created, link_id limit 1`.execute(tx)
  return rows[0]?.link_id
}

async function insertAttached(
  { tx, viewer, now }: Mutation,
  tagId: string,
  object: BusinessObjectIdentity,
): Promise<void> {
  await tx
    .insertInto('business_objects')
    .values({ ...object, tenant_id: viewer.tenantId, link_id: randomUUID(), tag_id: tagId, date_created: now })
    .execute()
}

async function updateAttached({ tx, viewer }: Mutation, linkId: string, object: BusinessObjectIdentity): Promise<void> {
  await tx
    .updateTable('business_objects')
    .set(omitNullish(object))
    .where('tenant_id', '=', viewer.tenantId)
    .where('link_id', '=', linkId)
    .execute()
}

/** Saves the ids that a locked tag has at vendors, and links the tag to the records that were imported with these ids. */
export async function saveTagIdentities(
  mutation: Mutation,
  tagId: string,
  identities: readonly TagIdentity[],
): Promise<void> {
  if (identities.length === 0) return
  const { tx, viewer, now } = mutation
  // Of duplicates the last one counts: ON CONFLICT cannot update a row twice in one statement.
  const rows = new Map(identities.map(({ url, ...identity }) => [JSON.stringify(identity), { url, ...identity }]))
  await sql`
    insert into external_id_links (tenant_id, link_id, tag_id, provider, application, metadata_type, external_id, url,
      date_created, date_updated)
    select ${viewer.tenantId}, gen_random_uuid(), ${tagId}, i.provider, i.application, i.metadata_type, i.external_id,
      i.url, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb)
      as i (provider text, application text, metadata_type text, external_id text, url text)
    on conflict (tenant_id, tag_id, provider, application, metadata_type, external_id)
    do update set url = coalesce(excluded.url, external_id_links.url), date_updated = excluded.date_updated`.execute(tx)
  const groups = Map.groupBy(identities, ({ provider, application }) => JSON.stringify([provider, application]))
  for (const group of groups.values()) {
    const [{ provider, application }] = group as [TagIdentity]
    const externalIds = group.map(({ external_id }) => external_id)
    const tenantApplication = { tenantId: viewer.tenantId, provider, application }
    await linkRecords({ send: mutation.send, ...tenantApplication, now }, { externalIds })
    await requestInsight(tx, tenantApplication, false, now)
  }
}
