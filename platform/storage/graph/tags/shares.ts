import { sql } from 'kysely'
import type { BlockKey, Mutation } from '../access/mutation.ts'
import { byBucket } from '../access/shares.ts'
import { visibleTo } from '../access/visibility.ts'
import type { TagRow } from './rows.ts'

/** Blocks are shared with the person that the viewer may not share with others. */
export class ShareForbiddenError extends Error {}

/**
 * Moves what is shared with a person tag to the email that was just written to the tag. This shares the viewer's blocks
 * with somebody else, so it throws ShareForbiddenError unless the viewer may share all of them in these roles. Shares of
 * other tenants' blocks remain with the old email.
 */
export async function moveShares(mutation: Mutation, { tenant_id, tag_id }: TagRow): Promise<void> {
  const { tx, viewer } = mutation
  const { rows } = await sql<BlockKey & { is_allowed: boolean }>`
    select s.block_tenant_id as tenant_id, s.block_id, s.block_type, exists (
      select from sharing v where ${visibleTo(viewer)} and v.block_id = s.block_id
        and v.sharing_level >= greatest(s.sharing_level, 1)
    ) as is_allowed
    from sharing s
    where s.tenant_id = ${tenant_id} and s.tag_id = ${tag_id} and s.block_tenant_id = ${tenant_id} and s.shared`.execute(
    tx,
  )
  if (rows.some(({ is_allowed }) => !is_allowed)) throw new ShareForbiddenError()
  for (const block of rows) mutation.recordShareChange(block)
  await sql`
    update sharing set shared = false, sharing_level = 0
    where tenant_id = ${tenant_id} and tag_id = ${tag_id} and block_tenant_id <> ${tenant_id} and shared`.execute(tx)
}

/** Locks tags against changes of their email until the transaction ends, so that shares go to the email they have now. */
export function lockTagKeys(mutation: Mutation, tags: readonly Pick<TagRow, 'tenant_id' | 'tag_id'>[]): void {
  for (const [send, ofBucket] of byBucket(mutation, tags)) {
    send(sql`
    select from jsonb_to_recordset(${JSON.stringify(ofBucket)}::jsonb) as i (tenant_id uuid, tag_id uuid)
    join tags t on t.tenant_id = i.tenant_id and t.tag_id = i.tag_id for key share of t`)
  }
}
