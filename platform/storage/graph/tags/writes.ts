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

/** What a person may set of a tag; what is left out stays as it is. Addresses and domains are in lower case. */
export type TagFields = Partial<
  Pick<
    Insertable<TagTable>,
    | ('alias' | 'friendly_name' | 'tag_type' | 'tag_sub_type' | 'email' | 'email_domain' | 'url' | 'urls')
    | ('avatar' | 'favicon' | 'phone_number' | 'description' | 'external_id' | 'favorite')
  >
>

export type TagInsert = TagFields & { alias: string; tag_type: TagType }

/** Another tag of the tenant is the person of that address, or the organization of that domain. */
export class DuplicateTagError extends Error {}

const UNIQUE_VIOLATION = '23505'

/** The tenant's tag of that id as it stands; nobody else writes it until the transaction ends. */
export async function lockTag({ tx, viewer }: Mutation, tagId: string): Promise<TagRow | undefined> {
  const { rows } = await sql<TagRow>`
    select ${tagColumns} from tags t where t.tenant_id = ${viewer.tenantId} and t.tag_id = ${tagId} for update`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Creates a tag. A person whose address is known, and an organization whose domain is, exist already: that tag takes
 * what is given, and leaves the archive. Of two that do so in the same moment one creates it. Throws as `writeTag`.
 */
export async function createTag(mutation: Mutation, given: TagInsert): Promise<string> {
  const tag = { ...given, ...toDomainFields(given) }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const id = (await insertTag(mutation, tag)) ?? (await updateDuplicate(mutation, tag))
    if (id) return id
  }
  throw new DuplicateTagError()
}

/** The twin may get another address just when it stands in the way. */
const MAX_ATTEMPTS = 3

async function insertTag(mutation: Mutation, tag: TagInsert): Promise<string | undefined> {
  const { tx, viewer, now } = mutation
  const made = await tx
    .insertInto('tags')
    .values({
      ...tag,
      ...{ tenant_id: viewer.tenantId, tag_id: randomUUID(), name_search: toTagNameSearch(tag) },
      ...{ date_used: now, date_created: now, date_updated: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['tag_id', 'tag_type'])
    .executeTakeFirst()
  if (made) recordTagChange(mutation, 'CREATED', made)
  return made?.tag_id
}

async function updateDuplicate(mutation: Mutation, tag: TagInsert): Promise<string | undefined> {
  const twin = await lockDuplicate(mutation, tag)
  if (!twin) return undefined
  await updateTag(mutation, twin, tag)
  await archiveTag(mutation, twin, false)
  return twin.tag_id
}

/** The tag that is the same person or organization. */
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

/**
 * Writes fields of a tag that is locked. When a person's address changes, what is shared with the tag is shared with
 * whoever has the new one. Throws TagTaken, and NotToBeShared where the viewer could not share it so.
 */
export async function updateTag(mutation: Mutation, tag: TagRow, fields: TagFields): Promise<void> {
  const { tx, now } = mutation
  const domain = losesEmail(tag, fields) ? { email_domain: null } : toDomainFields({ ...tag, ...fields })
  const written = { ...fields, ...domain }
  const next = { ...tag, ...written }
  try {
    await tx
      .updateTable('tags')
      .set({ ...written, name_search: toTagNameSearch(next), date_updated: now, version: sql`version + 1` })
      .where('tenant_id', '=', tag.tenant_id)
      .where('tag_id', '=', tag.tag_id)
      .execute()
  } catch (error) {
    throw error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? new DuplicateTagError() : error
  }
  await markTagsUsed(tx, mutation.viewer, [tag], now)
  if (toRecipientEmail(next) !== toRecipientEmail(tag)) await moveShares(mutation, tag)
  recordTagChange(mutation, 'UPDATED', next)
}

/** Archives or restores a tag that is locked. Its links stay, and what they share stays shared. */
export async function archiveTag(mutation: Mutation, tag: TagRow, archived: boolean): Promise<void> {
  if (tag.archived === archived) return
  await mutation.tx
    .updateTable('tags')
    .set({ archived, date_updated: mutation.now, version: sql`version + 1` })
    .where('tenant_id', '=', tag.tenant_id)
    .where('tag_id', '=', tag.tag_id)
    .execute()
  recordTagChange(mutation, archived ? 'ARCHIVED' : 'RESTORED', tag)
}

/** Who gets what is shared with a tag. */
function toRecipientEmail({ tag_type, email }: Pick<TagFields, 'tag_type' | 'email'>): string | null {
  return tag_type === 'person' ? (email ?? null) : null
}

/** A person's domain is the address's. */
function toDomainFields({ tag_type, email }: Pick<TagFields, 'tag_type' | 'email'>): TagFields {
  return tag_type === 'person' && email != null ? { email_domain: domainOfEmail(email) } : {}
}

/** Whether a person loses the address, and with it the domain. */
function losesEmail({ tag_type, email }: TagRow, fields: TagFields): boolean {
  return tag_type === 'person' && email !== null && fields.email === null && fields.email_domain === undefined
}

/** An organization is found by its domain too, which is its name until it has another. */
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
