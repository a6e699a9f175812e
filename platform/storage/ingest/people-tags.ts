import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { domainOfEmail } from '../../../src/runtime/web-address.ts'
import type { Person } from '../../model/people.ts'
import type { Change } from '../changes.ts'
import { toNameSearch } from '../text-normalization.ts'
import type { PageContext } from './page-context.ts'

type TagContext = Pick<PageContext, 'tx' | 'tenantId' | 'now' | 'changes'>

interface NewTag {
  id: string
  /** E-mail of a person, domain of an organization: what makes it one of its kind. */
  key: string
  alias: string
  friendly_name?: string | undefined
  name_search: string
}

/** A kind of tag that is recognised by one column: the arbiter of its unique index decides who comes first. */
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

/** The tag of each person, by e-mail; those that are missing are made. The first name that is seen stays. */
export async function findOrCreatePersonTags(
  writing: TagContext,
  people: readonly Person[],
): Promise<Map<string, string>> {
  const drafts = people.map(({ email, friendlyName }) => ({
    id: randomUUID(),
    key: email,
    alias: friendlyName ?? email,
    friendly_name: friendlyName,
    name_search: toNameSearch(friendlyName, email),
  }))
  const tags = await findOrCreateTags(writing, PERSON, drafts)
  await nameUnnamedPeople(writing, drafts)
  return tags
}

/** The tag of each organization, by domain. It is called by its domain until someone names it. */
export async function findOrCreateOrganizationTags(
  writing: TagContext,
  domains: readonly string[],
): Promise<Map<string, string>> {
  const drafts = domains.map((domain) => ({
    ...{ id: randomUUID(), key: domain, alias: domain },
    name_search: toNameSearch(domain),
  }))
  return findOrCreateTags(writing, ORGANIZATION, drafts)
}

async function findOrCreateTags(
  writing: TagContext,
  kind: TagKind,
  drafts: readonly NewTag[],
): Promise<Map<string, string>> {
  const tags = await findTags(writing, kind, drafts)
  const missing = drafts.filter(({ key }) => !tags.has(key))
  if (missing.length === 0) return tags
  for (const [key, tagId] of await createTags(writing, kind, missing)) tags.set(key, tagId)
  // Another worker may have made some of them in between.
  const late = missing.filter(({ key }) => !tags.has(key))
  if (late.length > 0) for (const [key, tagId] of await findTags(writing, kind, late)) tags.set(key, tagId)
  return tags
}

async function findTags({ tx, tenantId }: TagContext, { column, where }: TagKind, drafts: readonly NewTag[]) {
  const { rows } = await sql<{ key: string; tag_id: string }>`
    select k.key, t.tag_id from unnest(${drafts.map(({ key }) => key)}::text[]) as k (key)
    cross join lateral (
      select tag_id from tags where tenant_id = ${tenantId} and ${sql.ref(column)} = k.key and ${where} limit 1
    ) t`.execute(tx)
  return new Map(rows.map(({ key, tag_id }) => [key, tag_id]))
}

/** In the order of their keys, so that workers who make the same tags wait for each other and not in a circle. */
async function createTags({ tx, tenantId, now, changes }: TagContext, kind: TagKind, drafts: readonly NewTag[]) {
  const ordered = drafts.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const rowsToMake = ordered.map((draft) => ({ ...draft, ...kind.columns(draft.key) }))
  const { rows } = await sql<{ key: string; tag_id: string }>`
    insert into tags (tenant_id, tag_id, tag_type, tag_sub_type, alias, friendly_name, email, email_domain, url,
      name_search, date_created, date_updated)
    select ${tenantId}, i.id, ${kind.tagType}, ${kind.tagSubType}, i.alias, i.friendly_name, i.email, i.email_domain,
      i.url, i.name_search, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rowsToMake)}::jsonb) as i (id uuid, key text, alias text,
      friendly_name text, email text, email_domain text, url text, name_search text)
    on conflict (tenant_id, ${sql.ref(kind.column)}) where ${kind.where} do nothing
    returning ${sql.ref(kind.column)} as key, tag_id`.execute(tx)
  changes.push(...rows.map(({ tag_id }) => tagChange('CREATED', tag_id, kind.tagType)))
  return new Map(rows.map(({ key, tag_id }) => [key, tag_id]))
}

/** A person who has been known by the address only gets the first name that comes along. */
async function nameUnnamedPeople({ tx, tenantId, now, changes }: TagContext, drafts: readonly NewTag[]): Promise<void> {
  const named = drafts.filter(({ friendly_name }) => friendly_name !== undefined)
  if (named.length === 0) return
  const { rows } = await sql<{ tag_id: string }>`
    update tags t set alias = i.alias, friendly_name = i.alias, name_search = i.name_search, date_updated = ${now},
      version = t.version + 1
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as i (key text, alias text, name_search text)
    where t.tenant_id = ${tenantId} and t.tag_type = 'person' and t.email = i.key and t.alias in ('', t.email)
    returning t.tag_id`.execute(tx)
  changes.push(...rows.map(({ tag_id }) => tagChange('UPDATED', tag_id, 'person')))
}

function tagChange(event_type: 'CREATED' | 'UPDATED', subject_id: string, subject_type: string): Change {
  return { event_type, subject: 'tag', subject_id, subject_type }
}
