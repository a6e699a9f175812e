import { sql } from 'kysely'
import { findOrCreatePersonTags } from '../../ingest/people-tags.ts'
import type { Database, Tx } from '../../postgres/database.ts'
import type { Send } from '../../postgres/pipelining.ts'
import type { SharingRow } from '../blocks/links.ts'
import { type TagRow, tagColumns } from '../tags/rows.ts'
import type { BlockKey, Mutation } from './mutation.ts'

/** A link of a block to a tag of `tenant_id`, to be inserted or updated. */
export interface LinkInsert {
  tenant_id: string
  tag_id: string
  shared: boolean
  sharing_level: number
  sharing_approach: number
  pinned: boolean
  assigned: boolean
}

type LinkKey = Pick<LinkInsert, 'tenant_id' | 'tag_id'>

/** Loads the links of a block to the viewer's own tags, by tag id. */
export async function loadViewerLinks(
  { send, viewer }: Mutation,
  { block_id }: Pick<BlockKey, 'block_id'>,
): Promise<Map<string, SharingRow>> {
  const rows = await send(sql<SharingRow>`
    select * from sharing where tenant_id = ${viewer.tenantId} and block_id = ${block_id}`)
  return new Map(rows.map((row) => [row.tag_id, row]))
}

/** Loads the viewer's own tags that a block is linked to. */
export function loadLinkedTags({ send, viewer }: Mutation, block_id: string): Promise<TagRow[]> {
  return send(sql<TagRow>`
    select ${tagColumns} from sharing s join tags t on t.tenant_id = s.tenant_id and t.tag_id = s.tag_id
    where s.tenant_id = ${viewer.tenantId} and s.block_id = ${block_id}`)
}

/** Loads the links of a block to person tags of the tenant that owns it, by email. */
export async function loadOwnerLinks(
  mutation: Mutation,
  { tenant_id, block_id }: BlockKey,
  emails: readonly string[],
): Promise<Map<string, SharingRow>> {
  const rows = await mutation.sendHome(tenant_id)(sql<SharingRow & { email: string }>`
    select s.*, t.email from tags t
    join sharing s on s.tenant_id = t.tenant_id and s.tag_id = t.tag_id and s.block_id = ${block_id}
    where t.tenant_id = ${tenant_id} and t.tag_type = 'person' and t.email = any(${emails}::text[])`)
  return new Map(rows.map(({ email, ...row }) => [email, row]))
}

/** Returns the ids of a tenant's person tags by email. Missing tags are created. */
export async function upsertPersonTags(
  mutation: Mutation,
  tenantId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const changes: Parameters<Mutation['recordTenantChange']>[0][] = []
  const people = [...new Set(emails)].map((email) => ({ email }))
  const tags = await findOrCreatePersonTags(
    { send: mutation.sendHome(tenantId), tenantId, now: mutation.now, changes },
    people,
  )
  for (const change of changes) mutation.recordTenantChange(change, tenantId)
  return tags
}

/** Inserts or updates links of a block, with the columns that links copy from their block. */
export function upsertLinks(mutation: Mutation, block: BlockKey, links: readonly LinkInsert[]): void {
  for (const [send, ofBucket] of byBucket(mutation, links)) send(insertLinks(mutation, block, ofBucket))
}

/** Links by the bucket whose tags they refer to, with what sends there; on one PostgreSQL all together. */
export function byBucket<Link extends LinkKey>(mutation: Mutation, links: readonly Link[]): [Send, Link[]][] {
  const groups = Map.groupBy(links, ({ tenant_id }) => (mutation.isElsewhere(tenant_id) ? tenant_id : undefined))
  return [...groups].map(([tenantId, ofBucket]) => [
    tenantId === undefined ? mutation.send : mutation.sendHome(tenantId),
    ofBucket,
  ])
}

function insertLinks({ now }: Mutation, { tenant_id, block_id }: BlockKey, links: readonly LinkInsert[]) {
  const column = (name: keyof LinkInsert) => links.map((link) => link[name])
  return sql`
    insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
      pinned, assigned, block_type, archived, date_updated, date_associated, date_created)
    select i.tenant_id, b.block_id, i.tag_id, b.tenant_id, i.shared, i.sharing_level, i.sharing_approach,
      i.pinned, i.assigned, b.block_type, b.archived, b.date_updated, b.date_associated, ${now}
    from unnest(${column('tenant_id')}::uuid[], ${column('tag_id')}::uuid[], ${column('shared')}::boolean[],
      ${column('sharing_level')}::smallint[], ${column('sharing_approach')}::smallint[], ${column('pinned')}::boolean[],
      ${column('assigned')}::boolean[])
      as i (tenant_id, tag_id, shared, sharing_level, sharing_approach, pinned, assigned)
    join blocks b on b.tenant_id = ${tenant_id} and b.block_id = ${block_id}
    on conflict (tenant_id, block_id, tag_id) do update set shared = excluded.shared,
      sharing_level = excluded.sharing_level, sharing_approach = excluded.sharing_approach,
      pinned = excluded.pinned, assigned = excluded.assigned
    where sharing.block_tenant_id = excluded.block_tenant_id`
}

/** `is true` makes the planner look up links by block: a tag may have very many. */
export function deleteLinks(mutation: Mutation, { tenant_id, block_id }: BlockKey, links: readonly LinkKey[]): void {
  for (const [send, ofBucket] of byBucket(mutation, links)) {
    send(sql`
    delete from sharing s using jsonb_to_recordset(${JSON.stringify(ofBucket)}::jsonb) as i (tenant_id uuid, tag_id uuid)
    where s.tenant_id = i.tenant_id and (s.tag_id = i.tag_id) is true and s.block_id = ${block_id}
      and s.block_tenant_id = ${tenant_id}`)
  }
}

/** Whether the block has an owner who has signed in. People who were invited as owners but never signed in do not count. */
export async function hasOwner(mutation: Mutation, { tenant_id, block_id }: BlockKey): Promise<boolean> {
  const rows = await mutation.sendHome(tenant_id)(sql`
    select from sharing h
    join tags t on t.tenant_id = h.tenant_id and t.tag_id = h.tag_id and t.tag_type = 'person'
    join tenants owner on owner.email = t.email
    where h.tenant_id = ${tenant_id} and h.block_id = ${block_id} and h.shared and h.sharing_level = 2
    limit 1`)
  return rows.length > 0
}

/**
 * Makes the viewer an owner of a block they have just created, in whichever tenant's graph it is stored. Returns the link that
 * was written to that graph.
 */
export async function grantOwnership(mutation: Mutation, block: BlockKey): Promise<LinkInsert> {
  const { tenant_id } = block
  const tag_id = await viewerTagIn(mutation, tenant_id)
  const level = { shared: true, sharing_level: 2, sharing_approach: 2 }
  const link = { tenant_id, tag_id, ...level, pinned: false, assigned: false }
  upsertLinks(mutation, block, [link])
  if (tenant_id !== mutation.viewer.tenantId) mutation.recordShareChange(block)
  return link
}

/** The id of the tag that stands for the viewer in a tenant's graph. */
async function viewerTagIn(mutation: Mutation, tenantId: string): Promise<string> {
  if (tenantId === mutation.viewer.tenantId) return mutation.viewer.tagId
  const email = await loadTenantEmail(mutation, mutation.viewer.tenantId)
  return (await upsertPersonTags(mutation, tenantId, [email])).get(email) as string
}

/** Loads the email address that a tenant signs in with. Throws if the tenant does not exist. */
export async function loadTenantEmail({ tx }: Mutation, tenantId: string): Promise<string> {
  const email = await findTenantEmail(tx, tenantId)
  if (email === undefined) throw new Error(`tenant ${tenantId} does not exist`)
  return email
}

/** Finds the email address that a tenant signs in with. */
export async function findTenantEmail(db: Database | Tx, tenantId: string): Promise<string | undefined> {
  const tenant = await db.selectFrom('tenants').select('email').where('tenant_id', '=', tenantId).executeTakeFirst()
  return tenant?.email
}
