import { sql } from 'kysely'
import type { SyncName } from '../../../../platform/model/sync.ts'
import type { PageCommit, SyncItems } from '../../../../platform/model/sync-store.ts'
import type { Email } from '../../../../src/contract/index.ts'
import { claimSync, NOW, type SyncFixture, toCommit } from '../fixtures.ts'

export const NO_COUNTS = { created: 0, updated: 0, unchanged: 0, skipped: 0, failedCount: 0 }

/** Starts a run. Returns a function that commits one page of it and returns the page's counters. */
export async function startRun(fixture: SyncFixture, sync: SyncName) {
  const { fence } = await claimSync(fixture, sync)
  return (page: SyncItems, commit: Partial<PageCommit> = {}, now = NOW) =>
    fixture.store.commitPage(fence, toCommit(page, commit), now)
}

/** The same for pages of mail. */
export async function startMailRun(fixture: SyncFixture) {
  const commitPage = await startRun(fixture, 'email')
  return (items: Email[], commit: Partial<PageCommit> = {}, now = NOW) =>
    commitPage({ sync: 'email', items }, commit, now)
}

/** The role in which each tag is linked to a block, by the tag's e-mail or domain. */
export async function findLinks({ db, tenant }: SyncFixture, externalId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; shared: boolean; level: number; approach: number; assigned: boolean }>`
    select coalesce(t.email, t.email_domain) as name, s.shared, s.sharing_level as level,
      s.sharing_approach as approach, s.assigned
    from blocks b join sharing s using (tenant_id, block_id) join tags t using (tenant_id, tag_id)
    where b.tenant_id = ${tenant.tenantId} and b.external_id = ${externalId}`.execute(db)
  const role = (row: (typeof rows)[number]) =>
    row.assigned ? 'assigned' : row.shared ? `shared ${row.level}` : 'linked'
  return Object.fromEntries(rows.map((row) => [row.name, role(row)]))
}

export function selectBlocks({ db, tenant }: SyncFixture) {
  return db.selectFrom('blocks').selectAll().where('tenant_id', '=', tenant.tenantId)
}

export function findBlock(fixture: SyncFixture, externalId: string) {
  return selectBlocks(fixture).where('external_id', '=', externalId).executeTakeFirstOrThrow()
}

export function findTag({ db, tenant }: SyncFixture, email: string) {
  return db
    .selectFrom('tags')
    .selectAll()
    .where('tenant_id', '=', tenant.tenantId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}
