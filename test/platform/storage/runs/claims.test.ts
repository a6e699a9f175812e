import { describe, expect, test } from '@jest/globals'
import type { Claim } from '../../../../platform/model/sync.ts'
import { LeaseLost } from '../../../../platform/model/sync-store.ts'
import { onlyBucket } from '../../../../platform/storage/buckets.ts'
import { deriveCredentialKey } from '../../../../platform/storage/connections/credential-encryption.ts'
import { loadSyncsByConnection } from '../../../../platform/storage/connections/lists.ts'
import { pauseSync, resumeSync } from '../../../../platform/storage/connections/sync-control.ts'
import { countSyncsByHealth } from '../../../../platform/storage/runs/sync-rows.ts'
import { createSyncStore } from '../../../../platform/storage/runs/sync-store.ts'
import {
  ALL_SYNCS,
  CREDENTIAL,
  claimSync,
  createConnection,
  createFixture,
  email,
  LEASE_MS,
  NOW,
  toCommit,
} from '../fixtures.ts'
import { claim, claimFirst, DEAD, end, fixture, runs, server, useDueSyncs } from './due-syncs.ts'

useDueSyncs()

describe('claim', () => {
  test('gives each due sync to one worker, however many claim at once', async () => {
    const claims = (await Promise.all([1, 2, 3, 4].map((worker) => claim(3, NOW, `worker ${worker}`)))).flat()
    expect(claims.map(({ fence }) => fence.sync).sort()).toEqual([...ALL_SYNCS].sort())
    expect(await claim(10)).toEqual([])
    expect((await runs()).map(({ state }) => state)).toEqual(ALL_SYNCS.map(() => 'running'))
  })

  test('returns everything that a run needs', async () => {
    expect(await claimFirst()).toMatchObject({
      fence: { tenantId: fixture.tenant.tenantId, connectionId: fixture.connection.connectionId, token: 1 },
      trigger: 'connect',
      state: { health: 'healthy', pausedByUser: false, failureCount: 0, dateNextRun: NOW, trigger: 'connect' },
      connection: {
        provider: 'acme',
        application: 'mail',
        providerUrl: 'https://provider.example',
        credentialVersion: 1,
        credential: { ...CREDENTIAL, email: fixture.tenant.email },
      },
    })
  })

  test('returns the longest overdue first and nothing before its time', async () => {
    expect(await claim(10, NOW - 1)).toEqual([])
    await finishAll(await claim(10), (sync) => NOW + 1_000 * ALL_SYNCS.indexOf(sync))
    expect(await fixture.store.nextDue(NOW)).toBe(NOW)
    const order = (await claim(3, NOW + 99_000)).map(({ fence }) => fence.sync)
    expect(order).toEqual(ALL_SYNCS.slice(0, 3))
  })

  async function finishAll(claims: readonly Claim[], dateNextRun: (sync: Claim['fence']['sync']) => number) {
    for (const { fence, state } of claims) {
      await fixture.store.finishRun(fence, end({ ...state, dateNextRun: dateNextRun(fence.sync) }), NOW)
    }
  }

  test('resumes an abandoned run at its checkpoint, with its original trigger', async () => {
    const abandoned = await claimSync(fixture, 'email')
    await fixture.store.commitPage(
      abandoned.fence,
      toCommit({ sync: 'email', items: [email('1')] }, { checkpoint: { cursor: 'c' } }),
      NOW,
    )
    expect((await claim(10, NOW + LEASE_MS - 1)).map(({ fence }) => fence.sync)).not.toContain('email')
    const resumed = (await claim(10, NOW + LEASE_MS)).find(({ fence }) => fence.sync === 'email')
    expect(resumed).toMatchObject({ runId: abandoned.runId, trigger: 'manual', state: { checkpoint: { cursor: 'c' } } })
    expect(resumed?.fence.token).toBe(abandoned.fence.token + 1)
    const late = fixture.store.commitPage(abandoned.fence, toCommit({ sync: 'email', items: [] }), NOW + LEASE_MS)
    await expect(late).rejects.toThrow(LeaseLost)
    await expect(fixture.store.finishRun(abandoned.fence, end(abandoned.state), NOW + LEASE_MS)).rejects.toThrow(
      LeaseLost,
    )
  })

  test('skips connections whose credential cannot be decrypted, and reports them', async () => {
    const messages: string[] = []
    const onError = (error: Error) => messages.push(error.message)
    const storeWithoutKey = createSyncStore(onlyBucket(server.db), { keys: [deriveCredentialKey('another')], onError })
    expect(await storeWithoutKey.claim('worker', 1, NOW, LEASE_MS)).toEqual([])
    expect(messages).toEqual([`the credential of connection ${fixture.connection.connectionId} cannot be decrypted`])
    expect(await fixture.store.nextDue(NOW)).toBe(NOW)
  })
})

test('syncs are counted by name and health, except those that are paused or stopped', async () => {
  await createFixture(server.db)
  const { fence, state } = await claimSync(fixture, 'email')
  await fixture.store.finishRun(fence, end({ ...state, health: 'failing' }), NOW)
  await pauseSync(server.db, fixture.connection, 'table', NOW)
  const counts = (await countSyncsByHealth(server.db)).map(({ sync, health, count }) => `${count} ${sync} ${health}`)
  const twice = ['calendar', 'transcription', 'metadata', 'identifier', 'insight'].map((sync) => `2 ${sync} healthy`)
  expect(counts.sort()).toEqual([...twice, '1 email failing', '1 email healthy', '1 table healthy'].sort())
})

describe('claimOne', () => {
  test('claims a sync before its time, but not from another worker', async () => {
    expect(await fixture.store.claimOne('a', fixture.connection, 'email', NOW - 5, LEASE_MS)).toMatchObject({
      trigger: 'manual',
    })
    expect(await fixture.store.claimOne('b', fixture.connection, 'email', NOW, LEASE_MS)).toBeUndefined()
  })

  test('claims no sync of another tenant or of a connection that is not active', async () => {
    const otherTenantKey = { ...fixture.connection, tenantId: (await createFixture(server.db)).tenant.tenantId }
    expect(await fixture.store.claimOne('a', otherTenantKey, 'email', NOW, LEASE_MS)).toBeUndefined()
    const unconfirmed = await createConnection(server.db, fixture.tenant, { needsConfirmation: true })
    expect(await fixture.store.claimOne('a', unconfirmed, 'email', NOW, LEASE_MS)).toBeUndefined()
  })
})

describe('a lease', () => {
  test('is extended while it is held, and reported as lost when it is not', async () => {
    const [held, lost] = await claim(2)
    if (!held || !lost) throw new Error('no two syncs are due')
    await fixture.store.release([lost.fence], NOW)
    expect(await fixture.store.heartbeat([held.fence, lost.fence], NOW + LEASE_MS - 1, LEASE_MS)).toEqual({
      held: [held.fence],
      lost: [lost.fence],
    })
    const claimed = (await claim(10, NOW + LEASE_MS)).map(({ fence }) => fence.sync)
    expect(claimed).not.toContain(held.fence.sync)
    expect(claimed).toContain(lost.fence.sync)
  })

  test('that is released leaves the sync due at once, with its run', async () => {
    const [released] = await claim(10)
    if (!released) throw new Error('no sync is due')
    await fixture.store.release([released.fence], NOW + 1)
    expect(await claim(10, NOW + 1)).toMatchObject([{ runId: released.runId, fence: { sync: released.fence.sync } }])
  })
})

describe('an abandoned run of a sync that is not runnable any more', () => {
  const abandonRun = async () => {
    const abandoned = await claimSync(fixture, 'email')
    await fixture.store.commitPage(
      abandoned.fence,
      toCommit({ sync: 'email', items: [email('1')] }, { checkpoint: { cursor: 'c' } }),
      NOW,
    )
    return abandoned
  }
  const stateOfRun = async (runId: string) => (await runs()).find((run) => run.runId === runId)?.state
  const lookForWork = (now: number) => fixture.store.claim('worker', 0, now, LEASE_MS)

  test.each<[string, () => Promise<unknown>]>([
    ['that was paused', () => pauseSync(server.db, fixture.connection, 'email', NOW)],
    ['whose connection requires a reconnect', () => fixture.store.requireReconnect(fixture.connection, DEAD, NOW)],
  ])('%s ends when its lease expires, and is in the feed', async (_, stop) => {
    const abandoned = await abandonRun()
    await stop()
    await lookForWork(NOW + LEASE_MS - 1)
    expect(await stateOfRun(abandoned.runId)).toBe('running')
    await lookForWork(NOW + LEASE_MS)
    const ended = (await runs()).find(({ runId }) => runId === abandoned.runId)
    expect(ended).toMatchObject({
      state: 'deferred',
      dateEnd: NOW + LEASE_MS,
      created: 1,
      error: { title: 'Abandoned' },
    })
    const { connectionId } = fixture.connection
    const syncs = (await loadSyncsByConnection(server.db, fixture.tenant.tenantId, [connectionId])).get(connectionId)
    expect(syncs?.find(({ sync }) => sync === 'email')).toMatchObject({
      health: 'healthy',
      failureCount: 0,
      lastRun: { runId: abandoned.runId },
    })
    const changes = await server.db
      .selectFrom('change_events')
      .select('detail')
      .where('tenant_id', '=', fixture.tenant.tenantId)
      .where('subject', '=', 'sync')
      .orderBy('sequence')
      .execute()
    expect(changes.at(-1)).toEqual({ detail: { runId: abandoned.runId, state: 'deferred', health: 'healthy' } })
    const late = fixture.store.commitPage(
      abandoned.fence,
      toCommit({ sync: 'email', items: [email('2')] }),
      NOW + LEASE_MS,
    )
    await expect(late).rejects.toThrow(LeaseLost)
  })

  test('that was released after the sync was paused ends at once', async () => {
    const abandoned = await abandonRun()
    await pauseSync(server.db, fixture.connection, 'email', NOW)
    await fixture.store.release([abandoned.fence], NOW)
    await lookForWork(NOW)
    expect(await stateOfRun(abandoned.runId)).toBe('deferred')
  })

  test('is continued by a new run at its checkpoint if the sync is resumed', async () => {
    const abandoned = await abandonRun()
    await pauseSync(server.db, fixture.connection, 'email', NOW)
    await lookForWork(NOW + LEASE_MS)
    await resumeSync(server.db, fixture.connection, 'email', NOW)
    const next = (await claim(10, NOW + LEASE_MS)).find(({ fence }) => fence.sync === 'email')
    expect(next).toMatchObject({ trigger: 'connect', state: { checkpoint: { cursor: 'c' } } })
    expect(next?.runId).not.toBe(abandoned.runId)
  })

  test('is not ended while its worker extends the lease', async () => {
    const { fence, runId } = await abandonRun()
    await pauseSync(server.db, fixture.connection, 'email', NOW)
    await fixture.store.heartbeat([fence], NOW + LEASE_MS - 1, LEASE_MS)
    await lookForWork(NOW + LEASE_MS)
    expect(await stateOfRun(runId)).toBe('running')
  })
})
