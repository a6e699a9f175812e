import { expect } from '@jest/globals'
import { sql } from 'kysely'
import type { Database } from '../../../../platform/storage/postgres/database.ts'
import { countersOf, ITEMS, senderOf, subjectOf } from './mailbox.ts'

/** Expects every item once, with the content and links of the last pass, and a change feed with every change once. */
export async function expectMailbox(db: Database, owner: string, pass: number): Promise<void> {
  const { rows: blocks } = await sql<{ external_id: string; title: string; links: string[] }>`
    select b.external_id, b.title, array_agg(coalesce(t.email, t.email_domain) order by 1) as links
    from blocks b join sharing s using (tenant_id, block_id) join tags t using (tenant_id, tag_id)
    group by b.block_id, b.external_id, b.title`.execute(db)
  const expected = Array.from({ length: ITEMS }, (_, i) => {
    const sender = senderOf(i, pass)
    const links = [owner, sender, sender.split('@')[1] as string].sort()
    return { external_id: `item-${i}`, title: subjectOf(i, pass), links }
  })
  const byId = (a: { external_id: string }, b: { external_id: string }) => (a.external_id < b.external_id ? -1 : 1)
  const sorted = blocks.map((block) => ({ ...block, links: block.links.toSorted() })).sort(byId)
  expect(sorted).toEqual(expected.sort(byId))
  const changes = Array.from({ length: pass + 1 }, (_, index) => countersOf(index))
  const { rows: events } = await sql<{ event_type: string; count: number }>`
    select event_type, count(*) from change_events where subject = 'block' group by 1 order by 1`.execute(db)
  expect(events).toEqual([
    { event_type: 'CREATED', count: ITEMS },
    ...(pass > 0 ? [{ event_type: 'UPDATED', count: changes.reduce((sum, { updated }) => sum + updated, 0) }] : []),
  ])
  const { rows: feed } = await sql`
    select max(sequence) = count(*) as whole, max(sequence) = (select sequence from tenants) as newest
    from change_events`.execute(db)
  expect(feed).toEqual([{ whole: true, newest: true }])
}
