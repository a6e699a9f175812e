import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { LeaseLost } from '../../../../platform/model/sync-store.ts'
import { onlyBucket } from '../../../../platform/storage/buckets.ts'
import { signIn } from '../../../../platform/storage/graph/user/sign-in.ts'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { createSyncStore } from '../../../../platform/storage/runs/sync-store.ts'
import { claimSync, createFixture, email, KEYS, NOW, type SyncFixture, toCommit } from '../fixtures.ts'
import { updateRecipientsAndNotify } from '../shares.ts'
import { openTestStore, type TestStore } from '../test-store.ts'
import { findBlock, NO_COUNTS, selectBlocks, startMailRun } from './page-runs.ts'

let server: TestStore
let fixture: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  fixture = await createFixture(server.db)
})
afterAll(() => server.close())

/** Who waits for locks is seen on the server that has the rows, which is not the entrance of a cluster. */
const onOneServer = process.env.TEST_CLUSTER_URL ? test.skip : test

/** More than are written at once. */
const MANY = 120

describe('a page with changes', () => {
  test('is saved completely when its items are written in several parts', async () => {
    const commitMail = await startMailRun(fixture)
    const mails = (subject: string) => Array.from({ length: MANY }, (_, index) => email(`${index}`, { subject }))
    expect(await commitMail(mails('Old'))).toEqual({ ...NO_COUNTS, created: MANY })
    const changed = [...mails('New').slice(0, 70), ...mails('Old').slice(70)]
    expect(await commitMail(changed)).toEqual({ ...NO_COUNTS, updated: 70, unchanged: MANY - 70 })
    const blocks = await selectBlocks(fixture).execute()
    expect(blocks.filter(({ title }) => title === 'New')).toHaveLength(70)
    expect(blocks).toHaveLength(MANY)
  })

  test('is saved without an item of a later part that the database rejects', async () => {
    const commitMail = await startMailRun(fixture)
    const mails = Array.from({ length: MANY }, (_, index) => email(`${1000 + index}`))
    mails[MANY - 10] = email('2000', { dateReceived: 1e300 })
    expect(await commitMail(mails)).toEqual({ ...NO_COUNTS, created: MANY - 1, failedCount: 1 })
    const { rows } = await sql`
      select from change_events where tenant_id = ${fixture.tenant.tenantId} and subject = 'block'`.execute(server.db)
    expect(rows).toHaveLength(MANY - 1)
  })

  test('writes nothing when its fence is lost after it was compared', async () => {
    const { fence } = await claimSync(fixture, 'email')
    let statements = 0
    const db = server.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        if (statements === 1) {
          await sql`update syncs set token = token + 1 where connection_id = ${fence.connectionId}`.execute(server.db)
        }
        return result
      },
    })
    const onError = (error: Error) => {
      throw error
    }
    const store = createSyncStore(onlyBucket(db), { keys: KEYS, onError })
    const committing = store.commitPage(fence, toCommit({ sync: 'email', items: [email('1')] }), NOW)
    await expect(committing).rejects.toThrow(LeaseLost)
    expect(await selectBlocks(fixture).execute()).toEqual([])
  })

  test('is found by its recipients, whose links get its dates, and who are notified', async () => {
    const address = `${crypto.randomUUID()}@guest.example`
    const guest = await signIn(onlyBucket(server.db), { issuer: 'test', subject: address, email: address }, NOW)
    const commitMail = await startMailRun(fixture)
    const to = [{ email: address }]
    await commitMail([email('1', { subject: 'Apollo', to }), email('2', { subject: 'Apollo', to })])
    const { block_id } = await findBlock(fixture, '1')
    await share(block_id, address)
    const changed = ['1', '2'].map((id) => email(id, { subject: 'Gemini', to }))
    expect(await commitMail(changed, {}, NOW + 5)).toMatchObject({ updated: 2 })

    expect(await findWords('1')).toEqual({
      markers: [`=${guest.tenantId}`, `=${fixture.tenant.tenantId}`].sort(),
      isNew: true,
    })
    expect(await findWords('2')).toEqual({ markers: [`=${fixture.tenant.tenantId}`], isNew: true })
    const { rows } = await sql`
      select tenant_id, date_updated from sharing where block_id = ${block_id} and date_updated <> ${NOW + 5}`.execute(
      server.db,
    )
    expect(rows).toEqual([])
    const events = await sql`
      select event_type, subject_id, date from change_events where tenant_id = ${guest.tenantId} and subject = 'block'
      order by sequence`.execute(server.db)
    expect(events.rows).toEqual([
      { event_type: 'SHARED', subject_id: block_id, date: NOW },
      { event_type: 'UPDATED', subject_id: block_id, date: NOW + 5 },
    ])
  })

  onOneServer('locks the tenants whom it notifies in the order of their ids, also its own', async () => {
    const { tenantId } = fixture.tenant
    const guest = await signInAfter(tenantId)
    const commitMail = await startMailRun(fixture)
    const to = [{ email: guest.email }]
    await commitMail([email('1', { subject: 'Apollo', to })])
    const { block_id } = await findBlock(fixture, '1')
    await share(block_id, guest.email)
    const own = Promise.withResolvers<void>()
    const holding = inTransaction(server.db, async (tx) => {
      await sql`select from tenants where tenant_id = ${tenantId} for update`.execute(tx)
      await own.promise
    })
    const committing = commitMail([email('1', { subject: 'Gemini', to })], {}, NOW + 5)
    await untilPageWaits()
    await inTransaction(server.db, async (tx) => {
      await sql`select from tenants where tenant_id = ${guest.tenantId} for update nowait`.execute(tx)
    })
    own.resolve()
    await holding
    expect(await committing).toMatchObject({ updated: 1 })
  })
})

/** A tenant whose id comes after that of another one. */
async function signInAfter(tenantId: string): Promise<{ tenantId: string; email: string }> {
  const address = `${crypto.randomUUID()}@guest.example`
  const guest = await signIn(onlyBucket(server.db), { issuer: 'test', subject: address, email: address }, NOW)
  return guest.tenantId > tenantId ? guest : signInAfter(tenantId)
}

/** Until a statement of this test's database that numbers changes waits for a lock. */
async function untilPageWaits(): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%numbered%'`.execute(server.db)
  if (rows.length === 0) await untilPageWaits()
}

async function share(blockId: string, address: string) {
  const { tenantId } = fixture.tenant
  await inTransaction(server.db, async (tx) => {
    await sql`
      update sharing s set shared = true from tags t
      where s.tenant_id = ${tenantId} and s.block_id = ${blockId} and t.tenant_id = s.tenant_id
        and t.tag_id = s.tag_id and t.email = ${address}`.execute(tx)
    await updateRecipientsAndNotify(tx, tenantId, [blockId], NOW)
  })
}

/** The markers of the tenants who may find a block, and whether it has the new words and not the old ones. */
async function findWords(externalId: string) {
  const { rows } = await sql<{ markers: string[]; isNew: boolean }>`
    select array(select w.lexeme from unnest(tsv) w where w.positions is null order by 1) as markers,
      tsv @@ 'gemini' and not tsv @@ 'apollo' as "isNew"
    from blocks where tenant_id = ${fixture.tenant.tenantId} and external_id = ${externalId}`.execute(server.db)
  return rows[0]
}
