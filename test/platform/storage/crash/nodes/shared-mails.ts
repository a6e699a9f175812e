import { expect } from '@jest/globals'
import { sql } from 'kysely'
import type { Buckets } from '../../../../../platform/storage/buckets.ts'
import { lockBlock, runMutation } from '../../../../../platform/storage/graph/access/mutation.ts'
import { upsertLinks, upsertPersonTags } from '../../../../../platform/storage/graph/access/shares.ts'
import type { Database } from '../../../../../platform/storage/postgres/database.ts'
import { NOW } from '../../fixtures.ts'
import { changesOf } from '../mailbox.ts'
import type { BucketTenant, MailboxOwner } from './tenants.ts'

/** Each pass of a mailbox changes some of them. */
const SHARED = Array.from({ length: 20 }, (_, i) => i)
const ACCESS = { shared: true, sharing_level: 0, sharing_approach: 0, pinned: false, assigned: false }

/** Shares the first mails of a mailbox with its reader. */
export async function shareMails(buckets: Buckets, owner: MailboxOwner): Promise<void> {
  const { tenantId, reader } = owner
  if (!reader) return
  const db = await buckets.of(tenantId)
  const { rows } = await sql<{ block_id: string }>`
    select block_id from blocks
    where tenant_id = ${tenantId} and external_id = any(${SHARED.map((i) => `item-${i}`)})`.execute(db)
  for (const { block_id } of rows) {
    await runMutation(db, owner, NOW, async (mutation) => {
      const block = await lockBlock(mutation, block_id)
      if (!block) throw new Error('the owner does not see their mail')
      const tags = await upsertPersonTags(mutation, tenantId, [reader.email])
      upsertLinks(mutation, block, [{ ...ACCESS, tenant_id: tenantId, tag_id: tags.get(reader.email) as string }])
      mutation.recordShareChange(block)
    })
  }
}

/** Expects the reader's copies to be equal to the mails, and that the reader was notified of every change once. */
export async function expectShared(buckets: Buckets, owner: MailboxOwner, passes: number): Promise<void> {
  const { tenantId, reader } = owner
  if (!reader) return
  const dbOfReader = await buckets.of(reader.tenantId)
  const copies = await loadShared(dbOfReader, tenantId, reader)
  expect(copies.blocks).toHaveLength(SHARED.length)
  expect(copies).toEqual(await loadShared(await buckets.of(tenantId), tenantId, reader))
  const { rows: events } = await sql`
    select event_type, count(*) from change_events
    where tenant_id = ${reader.tenantId} and subject = 'block' group by 1 order by 1`.execute(dbOfReader)
  const updated = SHARED.reduce((sum, i) => sum + changesOf(i, passes - 1), 0)
  expect(events).toEqual([
    { event_type: 'SHARED', count: SHARED.length },
    { event_type: 'UPDATED', count: updated },
  ])
  const { rows: feeds } = await sql`
    select f.sequence - count(c.*) as missing, f.sequence - max(c.sequence) as newer
    from feeds f left join change_events c using (tenant_id)
    where tenant_id = ${reader.tenantId} group by f.sequence`.execute(dbOfReader)
  expect(feeds).toEqual([{ missing: 0, newer: 0 }])
}

async function loadShared(db: Database, ownerId: string, reader: BucketTenant) {
  const areShared = sql`block_id in (
    select block_id from sharing where tenant_id = ${reader.tenantId} and block_tenant_id = ${ownerId} and shared)`
  const blocks = await sql`
    select to_jsonb(b) as row from blocks b where tenant_id = ${ownerId} and ${areShared} order by block_id`.execute(db)
  const links = await sql`
    select to_jsonb(s) as row from sharing s where block_tenant_id = ${ownerId} and shared and ${areShared}
    order by tenant_id, block_id, tag_id`.execute(db)
  return { blocks: blocks.rows, links: links.rows }
}
