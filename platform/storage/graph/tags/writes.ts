import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import pg from 'pg'
import { domainOfEmail } from '../../../../src/runtime/web-address.ts'
import type { TagType } from '../../postgres/tables/index.ts'
import type { TagTable } from '../../postgres/tables/tags.ts'
import { toNameSearch } from '../../text-normalization.ts'
import type { Mutation } from '../access/mutation.ts'
import { type TagRow, tagColumns } from './rows.ts'
import { moveShares } from './shares.ts'
import { markTagsUsed } from './usage.ts'

/** The fields of a tag that a person may set; absent fields do not change. Emails and domains are in lower case. */
export type TagFields = Partial<
  Pick<
    Insertable<TagTable>,
    | 'alias'
    | 'friendly_name'
    | 'tag_type'
    | 'tag_sub_type'
    | 'email'
    | 'email_domain'
    | 'url'
    | 'urls'
    | 'avatar'
    | 'favicon'
    | 'phone_number'
    | 'description'
    | 'external_id'
    | 'favorite'
  >
>

export type TagInsert = TagFields & { alias: string; tag_type: TagType }

/** Another tag of the tenant already stands for the person with this email or the organization with this domain. */
export class DuplicateTagError extends Error {}

const UNIQUE_VIOLATION = '23505'

/** Locks a tag of the viewer until the transaction ends. Returns undefined if there is no tag with this id. */
export async function lockTag({ tx, viewer }: Mutation, tagId: string): Promise<TagRow | undefined> {
  const { rows } = await sql<TagRow>`
    select ${tagColumns} from tags t where t.tenant_id = ${viewer.tenantId} and t.tag_id = ${tagId} for update`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Creates a tag and returns its id. If a tag for the same person (by email) or organization (by domain) exists, that tag is
 * updated and restored from the archive instead, also when it is created concurrently. Throws what `updateTag` throws.
 */
export async function createTag(mutation: Mutation, input: TagInsert): Promise<string> {
  const tag = { ...input, ...toDomainFields(input) }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const id = (await insertTag(mutation, tag)) ?? (await updateDuplicate(mutation, tag))
    if (id) return id
  }
  throw new DuplicateTagError()
}

/** Insert and update may both fail if the existing tag changes its email in between. */
const MAX_ATTEMPTS = 3

async function insertTag(mutation: Mutation, tag: TagInsert): Promise<string | undefined> {
  const { tx, viewer, now } = mutation
  const created = await tx
    .insertInto('tags')
    .values({
      ...tag,
      tenant_id: viewer.tenantId,
      tag_id: randomUUID(),
      name_search: toTagNameSearch(tag),
      date_used: now,
      date_created: now,
      date_updated: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['tag_id', 'tag_type'])
    .executeTakeFirst()
  if (created) recordTagChange(mutation, 'CREATED', created)
  return created?.tag_id
}

async function updateDuplicate(mutation: Mutation, tag: TagInsert): Promise<string | undefined> {
  const duplicate = await lockDuplicate(mutation, tag)
  if (!duplicate) return undefined
  await updateTag(mutation, duplicate, tag)
  await archiveTag(mutation, duplicate, false)
  return duplicate.tag_id
}

/** Locks the existing tag of the same person or organization. */
async function lockDuplicate(
  { tx, viewer }: Mutation,
  { tag_type, email, email_domain }: TagInsert,
): Promise<TagRow | undefined> {
  const isSame =
    tag_type === 'person'
      ? sql`t.tag_type = 'person' and t.email = ${email ?? null}`
      : sql`t.tag_type = 'topic' and t.tag_sub_type = 'organization' and t.email_domain = ${email_domain ?? null}`
  const { rows } = await sql<TagRow>`
    select ${tagColumns} from tags t where t.tenant_id = ${viewer.tenantId} and ${isSame} for update`.execute(tx)
  return rows[0]
}

/** The viewer's own tag stands for them: all that they have is shared with its email. */
export class OwnTagError extends Error {}

/**
 * Updates fields of a locked tag. If a person's email changes, everything shared with the tag is shared with the new email
 * instead. Throws DuplicateTagError, ShareForbiddenError if the viewer may not share all of it, and OwnTagError if the viewer's own
 * tag would become another person.
 */
export async function updateTag(mutation: Mutation, tag: TagRow, fields: TagFields): Promise<void> {
  const { tx, now } = mutation
  if (tag.tag_id === mutation.viewer.tagId && !isSamePerson(tag, fields)) throw new OwnTagError()
  const domain = losesEmail(tag, fields) ? { email_domain: null } : toDomainFields({ ...tag, ...fields })
  const changes = { ...fields, ...domain }
  const updated = { ...tag, ...changes }
  try {
    await tx
      .updateTable('tags')
      .set({ ...changes, name_search: toTagNameSearch(updated), date_updated: now, version: sql`version + 1` })
      .where('tenant_id', '=', tag.tenant_id)
      .where('tag_id', '=', tag.tag_id)
      .execute()
  } catch (error) {
    throw error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? new DuplicateTagError() : error
  }
  await markTagsUsed(tx, mutation.viewer, [tag], now)
  if (toRecipientEmail(updated) !== toRecipientEmail(tag)) await moveShares(mutation, tag)
  recordTagChange(mutation, 'UPDATED', updated)
}

function isSamePerson(tag: TagRow, { tag_type = tag.tag_type, email = tag.email }: TagFields): boolean {
  return tag_type === tag.tag_type && email === tag.email
}

/** Archives or restores a locked tag. Its links remain, and so does the access they give. */
export async function archiveTag(mutation: Mutation, tag: TagRow, archived: boolean): Promise<void> {
  if (tag.archived === archived) return
  await mutation.tx
    .updateTable('tags')
    // A tag that is restored stands for itself again.
    .set({
      archived,
      date_updated: mutation.now,
      version: sql`version + 1`,
      ...(archived ? {} : { merged_into: null }),
    })
    .where('tenant_id', '=', tag.tenant_id)
    .where('tag_id', '=', tag.tag_id)
    .execute()
  recordTagChange(mutation, archived ? 'ARCHIVED' : 'RESTORED', tag)
}

/** The email of the person that blocks linked to the tag are shared with; null if the tag is not a person. */
function toRecipientEmail({ tag_type, email }: Pick<TagFields, 'tag_type' | 'email'>): string | null {
  return tag_type === 'person' ? (email ?? null) : null
}

/** The email domain of a person is derived from the email. */
function toDomainFields({ tag_type, email }: Pick<TagFields, 'tag_type' | 'email'>): TagFields {
  return tag_type === 'person' && email != null ? { email_domain: domainOfEmail(email) } : {}
}

/** Whether the update removes a person's email, and with it the domain derived from it. */
function losesEmail({ tag_type, email }: TagRow, fields: TagFields): boolean {
  return tag_type === 'person' && email !== null && fields.email === null && fields.email_domain === undefined
}

/** The names by which a tag is found. Organizations are also found by their domain. */
function toTagNameSearch({ alias, friendly_name, email, tag_sub_type, email_domain }: TagFields): string {
  return toNameSearch(alias, friendly_name, email, tag_sub_type === 'organization' ? email_domain : null)
}

type EventType = 'CREATED' | 'UPDATED' | 'ARCHIVED' | 'RESTORED'

function recordTagChange(
  mutation: Mutation,
  event_type: EventType,
  { tag_id, tag_type }: Pick<TagRow, 'tag_id' | 'tag_type'>,
): void {
  mutation.recordTenantChange({ event_type, subject: 'tag', subject_id: tag_id, subject_type: tag_type })
}
