import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { startConnection } from '../../../../platform/storage/connections/lifecycle.ts'
import { findConnection, listRuns } from '../../../../platform/storage/connections/lists.ts'
import {
  CHANGE_RETENTION_MS,
  PENDING_CONNECTION_RETENTION_MS,
  RUN_RETENTION_MS,
  sweep,
} from '../../../../platform/storage/runs/housekeeping.ts'
import { claimSync, createFixture, email, NEW_CONNECTION, NOW, type SyncFixture, toCommit } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let server: TestStore
let fixture: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  fixture = await createFixture(server.db)
})
afterAll(() => server.close())

test('sweep deletes old runs, old changes and connections that were never completed, and nothing else', async () => {
  const pending = await startConnection(server.db, fixture.tenant.tenantId, NEW_CONNECTION, NOW)
  const runs = () => listRuns(server.db, fixture.connection, { size: 50, page: 0 })
  for (const now of [NOW, NOW + 1]) {
    const { fence, state } = await claimSync(fixture, 'email', now)
    await fixture.store.commitPage(fence, toCommit({ sync: 'email', items: [email(String(now))] }), now)
    await fixture.store.finishRun(fence, { state: 'ok', next: state }, now)
  }
  const { runId } = await claimSync(fixture, 'calendar', NOW - 1)
  const [last] = await runs()
  await sweep(server.db, NOW + 2 + PENDING_CONNECTION_RETENTION_MS)
  expect(await runs()).toHaveLength(3)
  await sweep(
    server.db,
    NEW_CONNECTION.registrationUntil +
      1 +
      Math.max(RUN_RETENTION_MS, CHANGE_RETENTION_MS, PENDING_CONNECTION_RETENTION_MS),
  )
  expect((await runs()).map((run) => run.runId)).toEqual([last?.runId, runId])
  expect(await findConnection(server.db, pending)).toBeUndefined()
  expect(await findConnection(server.db, fixture.connection)).toBeDefined()
  expect(await server.db.selectFrom('change_events').selectAll().execute()).toEqual([])
})
