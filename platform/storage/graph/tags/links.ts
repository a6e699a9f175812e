import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { linkRecords } from '../../ingest/record-links.ts'
import type { Mutation } from '../access/mutation.ts'
import type { BusinessObjectIdentity } from '../blocks/business-objects.ts'
import type { ExternalIdLinkRow } from './rows.ts'

export type TagIdentity = Pick<ExternalIdLinkRow, 'provider' | 'application' | 'metadata_type' | 'external_id' | 'url'>

/** Attaches objects of vendors to a tag that is locked. One that is attached, by its id at the vendor or its url, is written anew. */
export async function attachBusinessObjects(
  mutation: Mutation,
  tagId: string,
  objects: readonly BusinessObjectIdentity[],
): Promise<void> {
  for (const object of objects) {
    const known = await findAttached(mutation, tagId, object)
    const given = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
    if (known) await updateAttached(mutation, known, given)
    else {
      const ids = {
        tenant_id: mutation.viewer.tenantId,
        link_id: randomUUID(),
        tag_id: tagId,
        date_created: mutation.now,
      }
      await mutation.tx
        .insertInto('business_objects')
        .values({ ...object, ...ids })
        .execute()
    }
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

async function updateAttached(
  { tx, viewer }: Mutation,
  linkId: string,
  given: Partial<BusinessObjectIdentity>,
): Promise<void> {
  await tx
    .updateTable('business_objects')
    .set(given)
    .where('tenant_id', '=', viewer.tenantId)
    .where('link_id', '=', linkId)
    .execute()
}

/** Notes who a tag that is locked is at vendors, and links the rows that have come from there under that id. */
export async function saveTagIdentities(
  mutation: Mutation,
  tagId: string,
  identities: readonly TagIdentity[],
): Promise<void> {
  if (identities.length === 0) return
  const { tx, viewer, now } = mutation
  // Of what is given twice the last counts: a statement writes a row once.
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
  for (const some of Map.groupBy(identities, (one) => JSON.stringify([one.provider, one.application])).values()) {
    const [{ provider, application }] = some as [TagIdentity]
    const externalIds = some.map(({ external_id }) => external_id)
    await linkRecords({ tx, tenantId: viewer.tenantId, provider, application, now }, { externalIds })
  }
}
