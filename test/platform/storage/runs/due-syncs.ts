import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import type { Claim, RunEnd, SyncState } from '../../../../platform/model/sync.ts'
import { listRuns } from '../../../../platform/storage/connections/lists.ts'
import { createFixture, LEASE_MS, NOW, type SyncFixture } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

export let server: TestStore
export let fixture: SyncFixture

/** Opens a store with due syncs for the tests of a file. Its exports are set before each test. */
export function useDueSyncs(): void {
  beforeAll(async () => {
    server = await openTestStore()
  })
  beforeEach(async () => {
    await server.db.updateTable('syncs').set({ runnable: false }).execute()
    fixture = await createFixture(server.db)
  })
  afterAll(() => server.close())
}

export const claim = (limit: number, now = NOW, workerId = 'worker') =>
  fixture.store.claim(workerId, limit, now, LEASE_MS)
export const end = (state: SyncState, end: Partial<RunEnd> = {}): RunEnd => ({ state: 'ok', next: state, ...end })
export const DEAD = { reason: 'revoked', credentialVersion: 1 }
export const runs = () => listRuns(server.db, fixture.connection, { size: 50, page: 0 })

export async function claimFirst(now = NOW): Promise<Claim> {
  const [first] = await claim(1, now)
  if (!first) throw new Error('no sync is due')
  return first
}
