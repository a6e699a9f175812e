import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { linkRecords } from '../../ingest/record-links.ts'
import type { BusinessObject } from '../blocks/business-objects.ts'
import type { Edit } from '../access/mutation.ts'
import type { ExternalIdLinkRow } from './rows.ts'

export type IdentityOfTag = Pick<
  ExternalIdLinkRow,
  'provider' | 'application' | 'metadata_type' | 'external_id' | 'url'
>

/** Attaches objects of vendors to a tag that is locked. One that is attached, by its id at the vendor or its url, is written anew. */
export async function attachToTag(edit: Edit, tagId: string, objects: readonly BusinessObject[]): Promise<void> {
  for (const object of objects) {
    const known = await findAttached(edit, tagId, object)
    const given = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
    if (known) await rewrite(edit, known, given)
    else {
      const ids = { tenant_id: edit.viewer.tenantId, link_id: randomUUID(), tag_id: tagId, date_created: edit.now }
      await edit.tx
        .insertInto('business_objects')
        .values({ ...object, ...ids })
        .execute()
    }
  }
}

async function findAttached({ tx, viewer }: Edit, tagId: string, object: BusinessObject): Promise<string | undefined> {
  const { rows } = await sql<{ link_id: string }>`
    select link_id from business_objects where tenant_id = ${viewer.tenantId} and tag_id = ${tagId}
      and (url = ${object.url} or external_id = ${object.external_id}
        and provider is not distinct from ${object.provider} and metadata_type is not distinct from ${object.metadata_type})
    order by date_created, link_id limit 1`.execute(tx)
  return rows[0]?.link_id
}

async function rewrite({ tx, viewer }: Edit, linkId: string, given: Partial<BusinessObject>): Promise<void> {
  await tx
    .updateTable('business_objects')
    .set(given)
    .where('tenant_id', '=', viewer.tenantId)
    .where('link_id', '=', linkId)
    .execute()
}

/** Notes who a tag that is locked is at vendors, and links the rows that have come from there under that id. */
export async function identifyTag(edit: Edit, tagId: string, identities: readonly IdentityOfTag[]): Promise<void> {
  if (identities.length === 0) return
  const { tx, viewer, now } = edit
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
    const [{ provider, application }] = some as [IdentityOfTag]
    const externalIds = some.map(({ external_id }) => external_id)
    await linkRecords({ tx, tenantId: viewer.tenantId, provider, application, now }, { externalIds })
  }
}
