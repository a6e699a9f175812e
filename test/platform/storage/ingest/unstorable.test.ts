import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { DEFAULT_SYNC_POLICY } from '../../../../platform/sync/policy.ts'
import { toRunEnd } from '../../../../platform/sync/run-outcome.ts'
import {
  calendar,
  claimSync,
  createFixture,
  email,
  event,
  NOW,
  type SyncFixture,
  table,
  toCommit,
  transcription,
} from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'
import { findBlock, NO_COUNTS, selectBlocks, startMailRun, startRun } from './page-runs.ts'

let server: TestStore
let fixture: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  fixture = await createFixture(server.db)
})
afterAll(() => server.close())

/** Beyond what a bigint holds. */
const TOO_LATE = 1e300

describe('a page with an item that the database rejects', () => {
  test('is saved without it, and the run names it', async () => {
    const commitMail = await startMailRun(fixture)
    const items = ['1', '2', '3', '4', '5'].map((id) => email(id))
    items[3] = email('the bad one', { dateReceived: TOO_LATE })
    expect(await commitMail(items)).toEqual({ ...NO_COUNTS, created: 4, failedCount: 1 })
    const blocks = await selectBlocks(fixture).orderBy('external_id').execute()
    expect(blocks.map(({ external_id }) => external_id)).toEqual(['1', '2', '3', '5'])
    const run = await findRun()
    expect(run).toMatchObject({ pages: 1, created: 4, failed_count: 1 })
    expect(run.warnings).toEqual([expect.stringMatching(/^the bad one was omitted: .*22003/)])
  })

  test('is followed by the next page', async () => {
    const commitMail = await startMailRun(fixture)
    await commitMail([email('bad', { dateReceived: TOO_LATE })], { checkpoint: { cursor: 'a' } })
    expect(await commitMail([email('1')], { checkpoint: { cursor: 'b' } })).toEqual({ ...NO_COUNTS, created: 1 })
  })

  test('links the people of the others, and appends one change of each to the feed', async () => {
    const commitMail = await startMailRun(fixture)
    await commitMail([email('1'), email('bad', { dateReceived: TOO_LATE }), email('2')])
    const { rows } = await fixture.db
      .selectFrom('change_events')
      .select(({ fn }) => ['subject_id', fn.countAll().as('count')])
      .where('tenant_id', '=', fixture.tenant.tenantId)
      .where('subject', '=', 'block')
      .groupBy('subject_id')
      .execute()
      .then((rows) => ({ rows }))
    expect(rows.map(({ count }) => Number(count))).toEqual([1, 1])
    const { block_id } = await findBlock(fixture, '2')
    const links = await fixture.db.selectFrom('sharing').selectAll().where('block_id', '=', block_id).execute()
    expect(links.length).toBeGreaterThan(1)
  })

  test('leaves out one event of a calendar, and cancels none', async () => {
    const commitPage = await startRun(fixture, 'calendar')
    const window = { dateStart: NOW - 1, dateEnd: NOW + 10_000_000 }
    await commitPage({ sync: 'calendar', items: [calendar('c', [event('1'), event('2')])] }, { checkpoint: window })
    const events = [event('1'), event('3'), event('bad', { dateEnd: -TOO_LATE })]
    const counters = await commitPage({ sync: 'calendar', items: [calendar('c', events)] }, { checkpoint: window })
    expect(counters).toEqual({ ...NO_COUNTS, created: 1, unchanged: 2, failedCount: 1 })
    expect(await findBlock(fixture, '2')).toMatchObject({ status: 'confirmed' })
    expect(await findBlock(fixture, '3')).toMatchObject({ parent_id: (await findBlock(fixture, 'c')).block_id })
  })

  test('leaves out the tasks of a transcription that was left out', async () => {
    const commitPage = await startRun(fixture, 'transcription')
    const bad = transcription('bad', { duration: TOO_LATE, tasks: [{ title: 'call', externalId: 't' }] })
    const counters = await commitPage({ sync: 'transcription', items: [bad, transcription('1')] })
    expect(counters).toEqual({ ...NO_COUNTS, created: 1, failedCount: 2 })
    expect((await findRun()).warnings).toEqual([
      expect.stringMatching(/^bad was omitted/),
      'bad.task.t was omitted, because bad was',
    ])
  })

  test('keeps the records of the other tables', async () => {
    const commitPage = await startRun(fixture, 'table')
    const words = Array.from({ length: 60_000 }, (_, index) => `w${index.toString(36)}`).join(' ')
    const items = [table('Account', { a: { Name: 'one' } }), table('Lead', { b: { Name: 'two' }, c: { Name: words } })]
    const counters = await commitPage({ sync: 'table', items })
    expect(counters).toMatchObject({ created: 5, failedCount: 0 })
  })
})

describe('what cannot be stored as text', () => {
  test.each(['\0', 'a\0b', '\ud800', 'x\udc00y'])('a cursor %j is returned as it was received', async (cursor) => {
    const claim = await claimSync(fixture, 'email')
    const page = { sync: 'email' as const, items: [email('1')] }
    await fixture.store.commitPage(claim.fence, toCommit(page, { checkpoint: { cursor, dateStart: 1 } }), NOW)
    await fixture.store.release([claim.fence], NOW)
    const resumed = await claimSync(fixture, 'email')
    expect(resumed.state.checkpoint).toEqual({ cursor, dateStart: 1 })
    const end = toRunEnd(
      { kind: 'failed', error: { type: 'about:blank', title: 'No\0', detail: 'half \ud83d', status: 500 } },
      resumed,
      { checkpoint: { cursor }, warnings: ['\0'] },
      { sync: 'email', now: NOW, policy: DEFAULT_SYNC_POLICY, random: () => 0 },
    )
    await fixture.store.finishRun(resumed.fence, end, NOW)
    expect((await claimSync(fixture, 'email')).state.checkpoint).toEqual({ cursor })
  })

  test('is removed from the reason to sign in again and from the message about a permission', async () => {
    const { store, connection } = fixture
    const used = { ...connection, credentialVersion: 1 }
    await store.saveCheckResult(used, { scopeMessage: 'a\0b\ud800', accountId: '\0', dateNextCheck: NOW }, NOW)
    await store.requireReconnect(connection, { reason: 'gone\0', credentialVersion: 1 }, NOW)
    const row = await fixture.db
      .selectFrom('connections')
      .selectAll()
      .where('connection_id', '=', connection.connectionId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'reconnect_required', reason: 'gone', scope_message: 'ab�' })
  })
})

function findRun() {
  return fixture.db
    .selectFrom('sync_runs')
    .selectAll()
    .where('connection_id', '=', fixture.connection.connectionId)
    .executeTakeFirstOrThrow()
}
