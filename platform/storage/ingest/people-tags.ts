import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { domainOfEmail } from '../../../src/runtime/web-address.ts'
import type { Person } from '../../model/people.ts'
import type { Change } from '../changes.ts'
import { toNameSearch } from '../text-normalization.ts'
import type { PageContext } from './page-context.ts'

type TagContext = Pick<PageContext, 'send' | 'tenantId' | 'now' | 'changes'>

interface NewTag {
  id: string
  /** The e-mail of a person, the domain of an organization: unique within the kind. */
  key: string
  alias: string
  friendly_name?: string | undefined
  name_search: string
}

/** A kind of tag that is identified by one column, which has a unique index per tenant. */
interface TagKind {
  tagType: 'person' | 'topic'
  tagSubType: string | null
  column: 'email' | 'email_domain'
  where: ReturnType<typeof sql>
  columns: (key: string) => { email: string | null; email_domain: string; url: string | null }
}

const PERSON: TagKind = {
  tagType: 'person',
  tagSubType: null,
  column: 'email',
  where: sql`tag_type = 'person' and email is not null`,
  columns: (email) => ({ email, email_domain: domainOfEmail(email), url: null }),
}

const ORGANIZATION: TagKind = {
  tagType: 'topic',
  tagSubType: 'organization',
  column: 'email_domain',
  where: sql`tag_type = 'topic' and tag_sub_type = 'organization' and email_domain is not null`,
  columns: (domain) => ({ email: null, email_domain: domain, url: `https://${domain}` }),
}

/** A tag that was found by its key. */
export interface StoredTag {
  tagId: string
  /** Whether it has only its address as a name. */
  isUnnamed: boolean
}

/** Tags that have been looked up, by key. */
type StoredTags = ReadonlyMap<string, StoredTag>

/**
 * The tag ids of people, by e-mail; missing tags are created. A person tag that has only its address gets the first name
 * that is delivered; later names do not replace it. Absent `stored`: the tags are looked up.
 */
export async function findOrCreatePersonTags(
  context: TagContext,
  people: readonly Person[],
  stored?: StoredTags,
): Promise<Map<string, string>> {
  const newTags = people.map(({ email, friendlyName }) => ({
    id: randomUUID(),
    key: email,
    alias: friendlyName ?? email,
    friendly_name: friendlyName,
    name_search: toNameSearch(friendlyName, email),
  }))
  const tagIds = await findOrCreateTags(context, PERSON, newTags, stored)
  const found = newTags.filter(({ key, id }) => tagIds.get(key) !== id)
  await nameUnnamedPeople(
    context,
    found.filter(({ key }) => stored?.get(key)?.isUnnamed !== false),
  )
  return tagIds
}

/** The tag ids of organizations, by domain; missing tags are created, with the domain as their name. */
export async function findOrCreateOrganizationTags(
  context: TagContext,
  domains: readonly string[],
  stored?: StoredTags,
): Promise<Map<string, string>> {
  const newTags = domains.map((domain) => ({
    id: randomUUID(),
    key: domain,
    alias: domain,
    name_search: toNameSearch(domain),
  }))
  return findOrCreateTags(context, ORGANIZATION, newTags, stored)
}

async function findOrCreateTags(
  context: TagContext,
  kind: TagKind,
  newTags: readonly NewTag[],
  stored?: StoredTags,
): Promise<Map<string, string>> {
  const tagIds = stored
    ? new Map([...stored].map(([key, { tagId }]) => [key, tagId]))
    : await findTags(context, kind, newTags)
  const missing = newTags.filter(({ key }) => !tagIds.has(key))
  if (missing.length === 0) return tagIds
  for (const [key, tagId] of await createTags(context, kind, missing)) tagIds.set(key, tagId)
  // Another worker may have created some of them in the meantime.
  const conflicting = missing.filter(({ key }) => !tagIds.has(key))
  if (conflicting.length > 0) {
    for (const [key, tagId] of await findTags(context, kind, conflicting)) tagIds.set(key, tagId)
  }
  return tagIds
}

async function findTags({ send, tenantId }: TagContext, { column, where }: TagKind, newTags: readonly NewTag[]) {
  const rows = await send(sql<{ key: string; tag_id: string }>`
    select k.key, t.tag_id from unnest(${newTags.map(({ key }) => key)}::text[]) as k (key)
    cross join lateral (
      select tag_id from tags where tenant_id = ${tenantId} and ${sql.ref(column)} = k.key and ${where} limit 1
    ) t`)
  return new Map(rows.map(({ key, tag_id }) => [key, tag_id]))
}

/** Inserts in the order of keys, so that workers that create the same tags do not deadlock. */
async function createTags({ send, tenantId, now, changes }: TagContext, kind: TagKind, newTags: readonly NewTag[]) {
  const ordered = newTags.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const newRows = ordered.map((tag) => ({ ...tag, ...kind.columns(tag.key) }))
  const rows = await send(sql<{ key: string; tag_id: string }>`
    insert into tags (tenant_id, tag_id, tag_type, tag_sub_type, alias, friendly_name, email, email_domain, url,
      name_search, date_created, date_updated)
    select ${tenantId}, i.id, ${kind.tagType}, ${kind.tagSubType}, i.alias, i.friendly_name, i.email, i.email_domain,
      i.url, i.name_search, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(newRows)}::jsonb) as i (id uuid, key text, alias text,
      friendly_name text, email text, email_domain text, url text, name_search text)
    on conflict (tenant_id, ${sql.ref(kind.column)}) where ${kind.where} do nothing
    returning ${sql.ref(kind.column)} as key, tag_id`)
  changes.push(...rows.map(({ tag_id }) => tagChange('CREATED', tag_id, kind.tagType)))
  return new Map(rows.map(({ key, tag_id }) => [key, tag_id]))
}

/** Names person tags that so far have only their address. */
async function nameUnnamedPeople(
  { send, tenantId, now, changes }: TagContext,
  newTags: readonly NewTag[],
): Promise<void> {
  const named = newTags.filter(({ friendly_name }) => friendly_name !== undefined)
  if (named.length === 0) return
  const rows = await send(sql<{ tag_id: string }>`
    update tags t set alias = i.alias, friendly_name = i.alias, name_search = i.name_search, date_updated = ${now},
      version = t.version + 1
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as i (key text, alias text, name_search text)
    where t.tenant_id = ${tenantId} and t.tag_type = 'person' and t.email = i.key and t.alias in ('', t.email)
    returning t.tag_id`)
  changes.push(...rows.map(({ tag_id }) => tagChange('UPDATED', tag_id, 'person')))
}

function tagChange(event_type: 'CREATED' | 'UPDATED', subject_id: string, subject_type: string): Change {
  return { event_type, subject: 'tag', subject_id, subject_type }
}
