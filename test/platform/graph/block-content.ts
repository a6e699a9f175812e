import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { type Database, inTransaction } from '../../../platform/storage/postgres/database.ts'
import type { BlockTable, BlockType, SharingTable } from '../../../platform/storage/postgres/tables/blocks.ts'
import type { TagTable } from '../../../platform/storage/postgres/tables/tags.ts'
import { searchVector } from '../../../platform/storage/search-vector.ts'
import { toNameSearch } from '../../../platform/storage/text-normalization.ts'
import { updateRecipientsAndNotify } from '../storage/shares.ts'
import type { Api } from './api.ts'

/** Where content is written directly, as the syncs and the store write it. */
export interface Content {
  db: Database
  /** The default of all dates (epoch ms). */
  now: number
}

export interface TagSeed extends Partial<Omit<Insertable<TagTable>, 'tenant_id' | 'tag_id' | 'name_search'>> {
  id?: string
}

/** A link to a tag; without a level it only organizes. */
export interface LinkSeed
  extends Partial<
    Pick<Insertable<SharingTable>, 'shared' | 'sharing_level' | 'sharing_approach' | 'pinned' | 'assigned'>
  > {
  tag: string
}

export interface BlockSeed
  extends Partial<Omit<Insertable<BlockTable>, 'tenant_id' | 'block_id' | 'tsv' | 'detail' | 'large'>> {
  id?: string
  links?: readonly LinkSeed[]
  detail?: Record<string, unknown>
  large?: Record<string, unknown>
}

/** Signs a person in and returns their tenant. */
export async function tenantOf(api: Api, email: string): Promise<Tenant> {
  const { data } = await api.execute(email, '{ tenant { _id tagId email } }')
  const { _id, tagId } = data.tenant as { _id: string; tagId: string }
  return { tenantId: _id, tagId, email }
}

export async function addTag({ db, now }: Content, { tenantId }: Tenant, seed: TagSeed = {}): Promise<string> {
  const { id = randomUUID(), alias = `tag ${id.slice(0, 6)}`, ...rest } = seed
  await db
    .insertInto('tags')
    .values({
      tag_type: 'topic',
      date_created: now,
      date_updated: now,
      ...rest,
      tenant_id: tenantId,
      tag_id: id,
      alias,
      name_search: toNameSearch(alias, rest.friendly_name, rest.email),
    })
    .execute()
  return id
}

/** Adds a block of the tenant with its links, and makes it visible to those it is shared with. */
export async function addBlock(
  content: Content,
  owner: Tenant,
  type: BlockType,
  seed: BlockSeed = {},
): Promise<string> {
  const { db, now } = content
  const { id = randomUUID(), links = [], title = '', text, detail = {}, large, ...rest } = seed
  const { tenantId } = owner
  const dates = { date_associated: now, date_created: now, date_updated: now }
  const own: LinkSeed = { tag: owner.tagId, shared: true, sharing_level: 2, sharing_approach: 2 }
  await inTransaction(db, async (tx) => {
    const block = await tx
      .insertInto('blocks')
      .values({
        creator_id: tenantId,
        ...dates,
        ...rest,
        tenant_id: tenantId,
        block_id: id,
        block_type: type,
        title,
        text: text ?? null,
        tsv: searchVector(tenantId, { title, texts: [text] }),
        detail: JSON.stringify(detail),
        large: large ? JSON.stringify(large) : undefined,
      })
      .returning(['archived', 'date_updated', 'date_associated'])
      .executeTakeFirstOrThrow()
    for (const { tag, ...link } of [own, ...links.filter((link) => link.tag !== owner.tagId)]) {
      const levels = { shared: false, sharing_level: 0, sharing_approach: 1, ...link }
      const ids = { tenant_id: tenantId, block_id: id, tag_id: tag, block_tenant_id: tenantId, block_type: type }
      await tx
        .insertInto('sharing')
        .values({ ...ids, ...levels, ...block, date_created: now })
        .execute()
    }
    await updateRecipientsAndNotify(tx, tenantId, [id], now)
  })
  return id
}

/** Finds the tenant's person tag with an email, or adds it. */
export async function addPerson(content: Content, tenant: Tenant, email: string): Promise<string> {
  const person = await content.db
    .selectFrom('tags')
    .select('tag_id')
    .where('tenant_id', '=', tenant.tenantId)
    .where('tag_type', '=', 'person')
    .where('email', '=', email)
    .executeTakeFirst()
  return person?.tag_id ?? addTag(content, tenant, { tag_type: 'person', email, alias: email })
}
