import { expect } from '@jest/globals'
import { sql } from 'kysely'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import type { Database } from '../../../../platform/storage/postgres/database.ts'
import { countersOf, LARGE, type MailboxSize, senderOf, subjectOf } from './mailbox.ts'

/** Expects every item once, with the content and links of the last pass, and a change feed with every change once. */
export async function expectMailbox(
  db: Database,
  { tenantId, email }: Pick<Tenant, 'tenantId' | 'email'>,
  pass: number,
  { size = LARGE, reader = '' }: { size?: MailboxSize; reader?: string } = {},
): Promise<void> {
  const { rows: blocks } = await sql<{ external_id: string; title: string; links: string[] }>`
    select b.external_id, b.title, array_agg(coalesce(t.email, t.email_domain) order by 1) as links
    from blocks b join sharing s using (tenant_id, block_id) join tags t using (tenant_id, tag_id)
    where b.tenant_id = ${tenantId} and b.block_type = 'email' and t.email is distinct from ${reader}
    group by b.block_id, b.external_id, b.title`.execute(db)
  const expected = Array.from({ length: size.items }, (_, i) => {
    const sender = senderOf(i, pass)
    const links = [email, sender, sender.split('@')[1] as string].sort()
    return { external_id: `item-${i}`, title: subjectOf(i, pass), links }
  })
  const byId = (a: { external_id: string }, b: { external_id: string }) => (a.external_id < b.external_id ? -1 : 1)
  const sorted = blocks.map((block) => ({ ...block, links: block.links.toSorted() })).sort(byId)
  expect(sorted).toEqual(expected.sort(byId))
  const changes = Array.from({ length: pass + 1 }, (_, index) => countersOf(index, size))
  const { rows: events } = await sql<{ event_type: string; count: number }>`
    select event_type, count(*) from change_events
    where tenant_id = ${tenantId} and subject = 'block' and subject_type = 'email' and actor_id is null group by 1 order by 1`.execute(
    db,
  )
  expect(events).toEqual([
    { event_type: 'CREATED', count: size.items },
    ...(pass > 0 ? [{ event_type: 'UPDATED', count: changes.reduce((sum, { updated }) => sum + updated, 0) }] : []),
  ])
  const { rows: feed } = await sql`
    select max(sequence) = count(distinct sequence) and min(sequence) = 1 as whole,
      max(sequence) = (select sequence from feeds where tenant_id = ${tenantId}) as newest
    from change_events where tenant_id = ${tenantId}`.execute(db)
  expect(feed).toEqual([{ whole: true, newest: true }])
}
