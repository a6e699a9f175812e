import { sql } from 'kysely'
import type { Database } from '../../postgres/database.ts'
import type { BlockKey } from './changed-blocks.ts'

/** A block, and the person tag of its owner. */
export interface OutdatedAccess extends BlockKey {
  tag_id: string
}

/** A tenant, and the address that others share blocks with. */
export interface Recipient {
  tenantId: string
  tagId: string
  email: string
}

/** `after`: the last block of the page before. */
interface Page {
  after?: BlockKey | undefined
  limit: number
}

/**
 * Of the tenants in a bucket, selects the blocks that they share with the address of a recipient who has no such access, or
 * less, and those to which the recipient has access that nobody gives them any more. Ordered by owner and id.
 */
export async function selectOutdatedAccess(
  db: Database,
  { tenantId, tagId, email }: Recipient,
  { after, limit }: Page,
): Promise<OutdatedAccess[]> {
  const isShared = sql`h.shared and h.tenant_id = h.block_tenant_id and t.tag_type = 'person' and t.email = ${email}`
  const ofTag = sql`t.tenant_id = h.tenant_id and t.tag_id = h.tag_id`
  const isGranted = sql`s.tenant_id = ${tenantId} and s.tag_id = ${tagId} and s.block_tenant_id <> ${tenantId} and s.shared`
  const { rows } = await sql<OutdatedAccess>`
    with access as (
      select h.tenant_id, h.block_id, h.block_type from tags t join sharing h on ${ofTag}
      where ${isShared} and h.tenant_id <> ${tenantId} and not exists (
        select from sharing s
        where ${isGranted} and s.block_tenant_id = h.tenant_id and s.block_id = h.block_id
          and s.sharing_level >= h.sharing_level and s.assigned >= h.assigned
      )
      union
      select s.block_tenant_id, s.block_id, s.block_type from sharing s
      where ${isGranted} and not exists (
        select from sharing h join tags t on ${ofTag}
        where h.tenant_id = s.block_tenant_id and h.block_id = s.block_id and ${isShared}
          and h.sharing_level >= s.sharing_level and h.assigned >= s.assigned
      )
    )
    select a.tenant_id, a.block_id, a.block_type, o.tag_id
    from access a join tenants o on o.tenant_id = a.tenant_id
    where exists (select from feeds f where f.tenant_id = a.tenant_id)
      and ${after ? sql`(a.tenant_id, a.block_id) > (${after.tenant_id}::uuid, ${after.block_id}::uuid)` : sql`true`}
    order by a.tenant_id, a.block_id limit ${limit}`.execute(db)
  return rows
}
