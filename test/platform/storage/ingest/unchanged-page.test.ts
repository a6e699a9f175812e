import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { SyncItems } from '../../../../platform/model/sync-store.ts'
import { onlyBucket } from '../../../../platform/storage/buckets.ts'
import { createSyncStore } from '../../../../platform/storage/runs/sync-store.ts'
import {
  calendar,
  claimSync,
  createFixture,
  DAY_MS,
  email,
  event,
  KEYS,
  NOW,
  type SyncFixture,
  table,
  toCommit,
  transcription,
} from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'
import { NO_COUNTS, selectBlocks } from './page-runs.ts'

let server: TestStore
let fixture: SyncFixture
let statements: number
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  fixture = await createFixture(server.db)
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const onError = (error: Error) => {
    throw error
  }
  fixture = { ...fixture, store: createSyncStore(onlyBucket(db), { keys: KEYS, onError }) }
})
afterAll(() => server.close())

const WINDOW = { dateStart: NOW - DAY_MS, dateEnd: NOW + DAY_MS }
const CELLS = { Name: 'Apollo' }

describe('a page that is stored as it is', () => {
  test.each<[string, number, number, SyncItems]>([
    ['mail', 2, 1, { sync: 'email', items: [email('1'), email('2')] }],
    ['calendars', 3, 1, { sync: 'calendar', items: [calendar('c', [event('c/1'), event('c/2')])] }],
    ['tables', 2, 1, { sync: 'table', items: [table('Deal', { 1: CELLS })] }],
    ['table descriptions', 1, 1, { sync: 'metadata', items: [table('Deal')] }],
    // The time zone is read before.
    ['transcriptions', 1, 2, { sync: 'transcription', items: [transcription('t')] }],
  ])('costs one statement: %s', async (_, unchanged, expected, page) => {
    const { fence, runId } = await claimSync(fixture, page.sync)
    await fixture.store.commitPage(fence, toCommit(page, { checkpoint: WINDOW }), NOW)
    const blocks = await selectBlocks(fixture).execute()
    const checkpoint = { ...WINDOW, cursor: '2' }
    statements = 0
    const commit = toCommit(page, { checkpoint, skipped: 1, warnings: ['odd'] })
    expect(await fixture.store.commitPage(fence, commit, NOW + 1)).toEqual({ ...NO_COUNTS, unchanged, skipped: 1 })
    expect(statements).toBe(expected)
    expect(await selectBlocks(fixture).execute()).toEqual(blocks)
    expect(await loadProgress(runId)).toMatchObject({
      checkpoint,
      run: { pages: 2, created: unchanged, unchanged, skipped: 1, warnings: ['odd'] },
    })
  })

  test.each<SyncItems>([
    { sync: 'email', items: [] },
    { sync: 'calendar', items: [] },
    { sync: 'transcription', items: [] },
    { sync: 'identifier', items: [] },
    { sync: 'insight', items: [] },
  ])('costs one statement without items: $sync', async (page) => {
    const { fence, runId, state } = await claimSync(fixture, page.sync)
    statements = 0
    const commit = toCommit(page, { checkpoint: WINDOW, invalid: 2 })
    expect(await fixture.store.commitPage(fence, commit, NOW)).toEqual({ ...NO_COUNTS, failedCount: 2 })
    expect(statements).toBe(1)
    expect(await loadProgress(runId)).toMatchObject({ checkpoint: WINDOW, run: { pages: 1, failed_count: 2 } })
    await fixture.store.finishRun(fence, { state: 'ok', next: state }, NOW)
    expect(statements).toBe(2)
    expect(await loadProgress(runId)).toMatchObject({ checkpoint: null, run: { state: 'ok', pages: 1 } })
  })

  test('is compared with the blocks of its own connection', async () => {
    const page = toCommit({ sync: 'email', items: [email('1')] })
    const other = await createFixture(server.db)
    await other.store.commitPage((await claimSync(other, 'email')).fence, page, NOW)
    const { fence } = await claimSync(fixture, 'email')
    expect(await fixture.store.commitPage(fence, page, NOW)).toEqual({ ...NO_COUNTS, created: 1 })
  })

  test('counts an item that is delivered twice once, and compares the last one', async () => {
    const { fence } = await claimSync(fixture, 'email')
    const commit = (...items: ReturnType<typeof email>[]) =>
      fixture.store.commitPage(fence, toCommit({ sync: 'email', items }), NOW)
    const [old, current] = [email('1', { subject: 'Old' }), email('1')]
    await commit(current)
    expect(await commit(old, current)).toEqual({ ...NO_COUNTS, unchanged: 1, skipped: 1 })
    expect(await commit(current, old)).toEqual({ ...NO_COUNTS, updated: 1, skipped: 1 })
  })
})

async function loadProgress(runId: string) {
  const run = await server.db.selectFrom('sync_runs').selectAll().where('run_id', '=', runId).executeTakeFirstOrThrow()
  const { checkpoint } = await server.db
    .selectFrom('syncs')
    .select('checkpoint')
    .where('connection_id', '=', run.connection_id)
    .where('sync', '=', run.sync)
    .executeTakeFirstOrThrow()
  return { checkpoint, run }
}
