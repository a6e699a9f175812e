import { sql } from 'kysely'
import type { Tag } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { domainOfEmail, domainOfUrl } from '../../src/runtime/web-address.ts'
import { organizationDomain, toEmail } from '../model/people.ts'
import { FREE_MAIL_DOMAINS } from '../storage/free-mail-domains.ts'
import type { Mutation } from '../storage/graph/access/mutation.ts'
import { saveTagIdentities } from '../storage/graph/tags/links.ts'
import type { PageContext } from '../storage/ingest/page-context.ts'
import { findOrCreateOrganizationTags, findOrCreatePersonTags } from '../storage/ingest/people-tags.ts'
import type { TagType } from '../storage/postgres/tables/index.ts'
import { toNameSearch } from '../storage/text-normalization.ts'
import { type ConnectionSource, toPageContext } from './external-blocks.ts'
import { uuidFromText } from './hashes.ts'
import type { RecordIdentity } from './query.ts'

/**
 * Finds or creates the tag of a vendor's record and returns its id. An existing tag is found by the record's id, by a
 * person's email or by an organization's domain. The record's id is saved with the tag.
 */
export async function upsertRecordTag(
  mutation: Mutation,
  source: ConnectionSource,
  record: RecordIdentity,
  tag: Tag,
): Promise<string> {
  const page = toPageContext(mutation, source)
  const linkedId = await findLinked(page, record)
  const tagId = linkedId ?? (await findOrCreate(page, record, tag))
  await restoreTag(page, tagId)
  if (linkedId === undefined) await reportLinked(page, tagId)
  const { provider, application } = source
  const identity = { provider, application, metadata_type: record.metadataType, external_id: record.externalId }
  await saveTagIdentities(mutation, tagId, [{ ...identity, url: tag.uri ?? tag.url ?? null }])
  for (const change of page.changes) mutation.recordTenantChange(change)
  return tagId
}

/** A tag that gets its first link to the record has changed, unless it is reported for something else already. */
async function reportLinked({ tx, tenantId, changes }: PageContext, tagId: string): Promise<void> {
  if (changes.some(({ subject_id }) => subject_id === tagId)) return
  const { rows } = await sql<{ tag_type: string }>`
    select tag_type from tags where tenant_id = ${tenantId} and tag_id = ${tagId}`.execute(tx)
  for (const { tag_type } of rows) {
    changes.push({ event_type: 'UPDATED', subject: 'tag', subject_id: tagId, subject_type: tag_type })
  }
}

/** The tag of a record. Several have it after a merge, which archives all but one. */
async function findLinked(
  page: PageContext,
  { metadataType, externalId }: RecordIdentity,
): Promise<string | undefined> {
  const { rows } = await sql<{ tag_id: string }>`
    select l.tag_id from external_id_links l join tags t on t.tenant_id = l.tenant_id and t.tag_id = l.tag_id
    where l.tenant_id = ${page.tenantId} and l.provider = ${page.provider} and l.application = ${page.application}
      and l.metadata_type = ${metadataType} and l.external_id = ${externalId}
    order by t.archived, l.date_created, l.tag_id limit 1`.execute(page.tx)
  return rows[0]?.tag_id
}

async function findOrCreate(page: PageContext, record: RecordIdentity, tag: Tag): Promise<string> {
  const alias = tag.alias.trim()
  const email = tag.email && toEmail(tag.email)
  if (tag.tagType === 'person' && email) {
    const people = await findOrCreatePersonTags(page, [omitUndefined({ email, friendlyName: alias || undefined })])
    return people.get(email) as string
  }
  const domain = tag.tagSubType === 'organization' ? toOrganizationDomain(tag) : undefined
  if (domain === undefined) return createTag(page, record, tag)
  const organizations = await findOrCreateOrganizationTags(page, [domain])
  const tagId = organizations.get(domain) as string
  await nameOrganization(page, tagId, alias, domain)
  return tagId
}

/** The domain of an organization's website, or else of its email address; undefined for free mail domains. */
function toOrganizationDomain({ url, email }: Tag): string | undefined {
  const site = url ? URL.parse(url) : null
  const mail = email && toEmail(email)
  const domain = (site && domainOfUrl(site)) || (mail && domainOfEmail(mail))
  return domain ? organizationDomain(`@${domain.toLowerCase()}`, FREE_MAIL_DOMAINS) : undefined
}

/** Names an organization that has had no other name than its domain so far. */
async function nameOrganization(
  { tx, tenantId, now, changes }: PageContext,
  tagId: string,
  alias: string,
  domain: string,
) {
  if (!alias) return
  const { rows } = await sql`
    update tags set alias = ${alias}, name_search = ${toNameSearch(alias, domain)}, date_updated = ${now},
      version = version + 1
    where tenant_id = ${tenantId} and tag_id = ${tagId} and alias in ('', email_domain)
    returning tag_id`.execute(tx)
  if (rows.length > 0) changes.push({ event_type: 'UPDATED', subject: 'tag', subject_id: tagId, subject_type: 'topic' })
}

const TAG_TYPES: readonly string[] = ['person', 'topic', 'date', 'location'] satisfies TagType[]

/** Creates a tag whose id is derived from the record's id, so that concurrent requests create it once. */
async function createTag(page: PageContext, { metadataType, externalId }: RecordIdentity, tag: Tag): Promise<string> {
  const { tx, tenantId, now, changes, provider, application } = page
  const tagId = uuidFromText(`tag ${tenantId} ${provider} ${application} ${metadataType} ${externalId}`)
  const tag_type = (TAG_TYPES.includes(tag.tagType) ? tag.tagType : 'topic') as TagType
  const alias = tag.alias.trim() || externalId
  const created = await tx
    .insertInto('tags')
    .values({
      tenant_id: tenantId,
      tag_id: tagId,
      tag_type,
      tag_sub_type: tag.tagSubType ?? null,
      alias,
      url: tag.url ?? null,
      external_id: externalId,
      name_search: toNameSearch(alias),
      date_used: now,
      date_created: now,
      date_updated: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'tag_id']).doNothing())
    .returning('tag_id')
    .executeTakeFirst()
  if (created) changes.push({ event_type: 'CREATED', subject: 'tag', subject_id: tagId, subject_type: tag_type })
  return tagId
}

/** Restores the tag from the archive: a user who requests it wants to see it. */
async function restoreTag({ tx, tenantId, now, changes }: PageContext, tagId: string): Promise<void> {
  const { rows } = await sql<{ tag_type: string }>`
    update tags set archived = false, merged_into = null, date_updated = ${now}, version = version + 1
    where tenant_id = ${tenantId} and tag_id = ${tagId} and archived
    returning tag_type`.execute(tx)
  for (const { tag_type } of rows) {
    changes.push({ event_type: 'RESTORED', subject: 'tag', subject_id: tagId, subject_type: tag_type })
  }
}
