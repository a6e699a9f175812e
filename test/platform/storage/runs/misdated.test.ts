import { describe, expect, test } from '@jest/globals'
import type { SyncState } from '../../../../platform/model/sync.ts'
import { bringForwardMisdatedSyncs } from '../../../../platform/storage/runs/misdated.ts'
import { DEFAULT_SYNC_POLICY, maxDelays } from '../../../../platform/sync/policy.ts'
import { ALL_SYNCS, claimSync, DAY_MS, email, LEASE_MS, NOW, toCommit } from '../fixtures.ts'
import { claim, end, fixture, server, useDueSyncs } from './due-syncs.ts'

useDueSyncs()

const DELAYS = maxDelays(DEFAULT_SYNC_POLICY)

describe.each([1, 400])('after a clock that was %i days ahead', (days) => {
  const ahead = NOW + days * DAY_MS

  test('leases that it wrote are over', async () => {
    const lost = await claim(10, ahead, 'ahead')
    expect(lost).toHaveLength(ALL_SYNCS.length)
    const again = await claim(10, NOW + 5_000)
    expect(again.map(({ fence }) => fence.sync).sort()).toEqual([...ALL_SYNCS].sort())
    const [first] = lost
    if (!first) throw new Error('nothing was claimed')
    const page = toCommit({ sync: 'email', items: [email('1')] })
    await expect(fixture.store.commitPage(first.fence, page, NOW + 5_000)).rejects.toThrow('another worker')
  })

  test('a sync whose lease it wrote can be run by a person', async () => {
    await claim(10, ahead, 'ahead')
    expect(await fixture.store.claimOne('worker', fixture.connection, 'email', NOW, LEASE_MS)).toBeDefined()
  })

  test('a lease that it wrote for a refresh is over, and so is a delay of the next one', async () => {
    const { store, connection } = fixture
    const { credentialVersion } = await store.leaseRefresh(connection, 'ahead', ahead, LEASE_MS)
    const used = { ...connection, credentialVersion }
    expect(await store.leaseRefresh(connection, 'worker', NOW, LEASE_MS)).toMatchObject({ granted: true })
    await store.recordRefreshFailure(used, 'worker', ahead + 30_000, ahead)
    expect(await store.leaseRefresh(connection, 'worker', NOW, LEASE_MS)).toMatchObject({ granted: true })
  })

  test('syncs that it scheduled are due', async () => {
    await finish('email', { dateNextRun: ahead + 300_000 })
    await finish('metadata', { dateNextRun: ahead + DAY_MS })
    expect(await bringForwardMisdatedSyncs(server.db, DELAYS, NOW)).toBe(2)
    expect(await due()).toMatchObject({ email: NOW, metadata: NOW })
  })
})

test('a lease of another process, whose clock is a little ahead, is respected', async () => {
  expect(await claim(10, NOW + LEASE_MS / 2)).toHaveLength(ALL_SYNCS.length)
  expect(await claim(10, NOW)).toEqual([])
})

test('syncs that are due when their schedule says are not brought forward', async () => {
  await finish('email', { dateNextRun: NOW + 6 * 3_600_000, deferredCount: 1 })
  await finish('metadata', { dateNextRun: NOW + 1.1 * DAY_MS })
  await finish('table', { health: 'paused', dateNextRun: NOW + 1.1 * DAY_MS })
  await claimSync(fixture, 'calendar')
  expect(await bringForwardMisdatedSyncs(server.db, DELAYS, NOW)).toBe(0)
})

async function finish(sync: (typeof ALL_SYNCS)[number], next: Partial<SyncState>): Promise<void> {
  const { fence, state } = await claimSync(fixture, sync)
  await fixture.store.finishRun(fence, end({ ...state, ...next }), NOW)
}

async function due(): Promise<Record<string, number | null>> {
  const rows = await server.db
    .selectFrom('syncs')
    .select(['sync', 'date_due'])
    .where('connection_id', '=', fixture.connection.connectionId)
    .execute()
  return Object.fromEntries(rows.map(({ sync, date_due }) => [sync, date_due]))
}
