import { expect } from '@jest/globals'
import { sql } from 'kysely'
import type { Database } from '../../../../../platform/storage/postgres/database.ts'
import { expectMailbox } from '../expect-mailbox.ts'
import { countersOf } from '../mailbox.ts'
import { PAGES, SIZE } from './read-mailbox.ts'
import type { MailboxOwner } from './tenants.ts'

/**
 * Expects that each pass of a tenant's mailbox was one run with its counters, that no lease is left, and the mailbox as the last
 * pass has found it. Returns the number of passes.
 */
export async function expectTenant(db: Database, tenant: MailboxOwner): Promise<number> {
  const { rows: syncs } = await sql<{ passes: number; run_id: string | null; lease_until: number | null }>`
    select coalesce(date_read_until, 0) as passes, run_id, lease_until, worker from syncs
    where tenant_id = ${tenant.tenantId} and sync = 'email'`.execute(db)
  const passes = syncs[0]?.passes ?? 0
  expect(syncs).toEqual([{ passes, run_id: null, lease_until: null, worker: null }])
  const { rows: runs } = await sql`
    select state, pages, created, updated, unchanged, skipped, failed_count as "failedCount" from sync_runs
    where tenant_id = ${tenant.tenantId} order by date_start`.execute(db)
  expect(runs).toEqual(
    Array.from({ length: passes }, (_, pass) => ({ state: 'ok', pages: PAGES, ...countersOf(pass, SIZE) })),
  )
  await expectMailbox(db, tenant, passes - 1, { size: SIZE, reader: tenant.reader?.email ?? '' })
  return passes
}
