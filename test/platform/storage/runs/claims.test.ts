import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Claim, RunEnd, SyncState } from '../../../../platform/model/sync.ts'
import { LeaseLost } from '../../../../platform/model/sync-store.ts'
import { deriveCredentialKey } from '../../../../platform/storage/connections/credential-encryption.ts'
import { listRuns, loadSyncsByConnection } from '../../../../platform/storage/connections/lists.ts'
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
  type SyncFixture,
  toCommit,
} from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let server: TestStore
let scene: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  await server.db.updateTable('syncs').set({ runnable: false }).execute()
  scene = await createFixture(server.db)
})
afterAll(() => server.close())

const take = (limit: number, now = NOW, worker = 'worker') => scene.store.claim(worker, limit, now, LEASE_MS)
const end = (state: SyncState, end: Partial<RunEnd> = {}): RunEnd => ({ state: 'ok', next: state, ...end })
const DEAD = { reason: 'revoked', credentialVersion: 1 }
const runs = () => listRuns(server.db, scene.connection, { size: 50, page: 0 })

async function takeOne(now = NOW): Promise<Claim> {
  const [claim] = await take(1, now)
  if (!claim) throw new Error('nothing is due')
  return claim
}

describe('claim', () => {
  test('gives each due sync to one worker, however many ask at once', async () => {
    const claims = (await Promise.all([1, 2, 3, 4].map((worker) => take(3, NOW, `worker ${worker}`)))).flat()
    expect(claims.map(({ fence }) => fence.sync).sort()).toEqual([...ALL_SYNCS].sort())
    expect(await take(10)).toEqual([])
    expect((await runs()).map(({ state }) => state)).toEqual(ALL_SYNCS.map(() => 'running'))
  })

  test('hands over all that a run needs', async () => {
    expect(await takeOne()).toMatchObject({
      fence: { tenantId: scene.tenant.tenantId, connectionId: scene.connection.connectionId, token: 1 },
      trigger: 'connect',
      state: { health: 'healthy', pausedByUser: false, failureCount: 0, dateNextRun: NOW, trigger: 'connect' },
      connection: {
        ...{ provider: 'acme', application: 'mail', providerUrl: 'https://provider.example', credentialVersion: 1 },
        credential: { ...CREDENTIAL, email: scene.tenant.email },
        dateCredential: NOW,
      },
    })
  })

  test('takes the longest due first and nothing before its time', async () => {
    expect(await take(10, NOW - 1)).toEqual([])
    await finishAll(await take(10), (sync) => NOW + 1_000 * ALL_SYNCS.indexOf(sync))
    expect(await scene.store.nextDue(NOW)).toBe(NOW)
    const order = (await take(3, NOW + 99_000)).map(({ fence }) => fence.sync)
    expect(order).toEqual(ALL_SYNCS.slice(0, 3))
  })

  async function finishAll(claims: readonly Claim[], dateNextRun: (sync: Claim['fence']['sync']) => number) {
    for (const { fence, state } of claims) {
      await scene.store.finishRun(fence, end({ ...state, dateNextRun: dateNextRun(fence.sync) }), NOW)
    }
  }

  test('goes on with a run that was left behind, at its checkpoint and for the reason it began with', async () => {
    const lost = await claimSync(scene, 'email')
    await scene.store.commitPage(
      lost.fence,
      toCommit({ sync: 'email', items: [email('1')] }, { checkpoint: { cursor: 'c' } }),
      NOW,
    )
    expect((await take(10, NOW + LEASE_MS - 1)).map(({ fence }) => fence.sync)).not.toContain('email')
    const found = (await take(10, NOW + LEASE_MS)).find(({ fence }) => fence.sync === 'email')
    expect(found).toMatchObject({ runId: lost.runId, trigger: 'manual', state: { checkpoint: { cursor: 'c' } } })
    expect(found?.fence.token).toBe(lost.fence.token + 1)
    const late = scene.store.commitPage(lost.fence, toCommit({ sync: 'email', items: [] }), NOW + LEASE_MS)
    await expect(late).rejects.toThrow(LeaseLost)
    await expect(scene.store.finishRun(lost.fence, end(lost.state), NOW + LEASE_MS)).rejects.toThrow(LeaseLost)
  })

  test('passes over connections whose credential does not open, and says so', async () => {
    const faults: string[] = []
    const onFault = (error: Error) => faults.push(error.message)
    const blind = createSyncStore(server.db, { keys: [deriveCredentialKey('another')], onFault })
    expect(await blind.claim('worker', 1, NOW, LEASE_MS)).toEqual([])
    expect(faults).toEqual([`the credential of connection ${scene.connection.connectionId} cannot be decrypted`])
    expect(await scene.store.nextDue(NOW)).toBe(NOW)
  })
})

test('syncs are counted by kind and health, but for those that are paused or stopped', async () => {
  await createFixture(server.db)
  const { fence, state } = await claimSync(scene, 'email')
  await scene.store.finishRun(fence, end({ ...state, health: 'failing' }), NOW)
  await pauseSync(server.db, scene.connection, 'table', NOW)
  const counts = (await countSyncsByHealth(server.db)).map(({ sync, health, count }) => `${count} ${sync} ${health}`)
  const twice = ['calendar', 'transcription', 'metadata', 'identifier', 'insight'].map((sync) => `2 ${sync} healthy`)
  expect(counts.sort()).toEqual([...twice, '1 email failing', '1 email healthy', '1 table healthy'].sort())
})

describe('claimOne', () => {
  test('takes a sync before its time, but not from another worker', async () => {
    expect(await scene.store.claimOne('a', scene.connection, 'email', NOW - 5, LEASE_MS)).toMatchObject({
      trigger: 'manual',
    })
    expect(await scene.store.claimOne('b', scene.connection, 'email', NOW, LEASE_MS)).toBeUndefined()
  })

  test('takes nothing of another tenant or of a connection that is not active', async () => {
    const stranger = { ...scene.connection, tenantId: (await createFixture(server.db)).tenant.tenantId }
    expect(await scene.store.claimOne('a', stranger, 'email', NOW, LEASE_MS)).toBeUndefined()
    const waiting = await createConnection(server.db, scene.tenant, { needsConfirmation: true })
    expect(await scene.store.claimOne('a', waiting, 'email', NOW, LEASE_MS)).toBeUndefined()
  })
})

describe('a lease', () => {
  test('is prolonged while it is held, and said to be lost when it is not', async () => {
    const [kept, lost] = await take(2)
    if (!kept || !lost) throw new Error('two are due')
    await scene.store.release([lost.fence], NOW)
    expect(await scene.store.heartbeat([kept.fence, lost.fence], NOW + LEASE_MS - 1, LEASE_MS)).toEqual([lost.fence])
    const taken = (await take(10, NOW + LEASE_MS)).map(({ fence }) => fence.sync)
    expect(taken).not.toContain(kept.fence.sync)
    expect(taken).toContain(lost.fence.sync)
  })

  test('that is given back leaves the sync due at once, with its run', async () => {
    const [before] = await take(10)
    if (!before) throw new Error('one is due')
    await scene.store.release([before.fence], NOW + 1)
    expect(await take(10, NOW + 1)).toMatchObject([{ runId: before.runId, fence: { sync: before.fence.sync } }])
  })
})

describe('a run that its worker left behind, of a sync that is not to be run any more', () => {
  const leave = async () => {
    const left = await claimSync(scene, 'email')
    await scene.store.commitPage(
      left.fence,
      toCommit({ sync: 'email', items: [email('1')] }, { checkpoint: { cursor: 'c' } }),
      NOW,
    )
    return left
  }
  const stateOfRun = async (runId: string) => (await runs()).find((run) => run.runId === runId)?.state
  const seeDue = (now: number) => scene.store.claim('worker', 0, now, LEASE_MS)

  test.each<[string, () => Promise<unknown>]>([
    ['that was paused', () => pauseSync(server.db, scene.connection, 'email', NOW)],
    ['whose connection has to be signed in again', () => scene.store.requireReconnect(scene.connection, DEAD, NOW)],
  ])('%s ends when its lease has run out, and is told', async (_, stop) => {
    const left = await leave()
    await stop()
    await seeDue(NOW + LEASE_MS - 1)
    expect(await stateOfRun(left.runId)).toBe('running')
    await seeDue(NOW + LEASE_MS)
    const ended = (await runs()).find(({ runId }) => runId === left.runId)
    expect(ended).toMatchObject({
      state: 'deferred',
      dateEnd: NOW + LEASE_MS,
      created: 1,
      error: { title: 'Abandoned' },
    })
    const { connectionId } = scene.connection
    const syncs = (await loadSyncsByConnection(server.db, scene.tenant.tenantId, [connectionId])).get(connectionId)
    expect(syncs?.find(({ sync }) => sync === 'email')).toMatchObject({
      health: 'healthy',
      failureCount: 0,
      lastRun: { runId: left.runId },
    })
    const told = await server.db
      .selectFrom('change_events')
      .select('detail')
      .where('tenant_id', '=', scene.tenant.tenantId)
      .where('subject', '=', 'sync')
      .orderBy('sequence')
      .execute()
    expect(told.at(-1)).toEqual({ detail: { runId: left.runId, state: 'deferred', health: 'healthy' } })
    const late = scene.store.commitPage(left.fence, toCommit({ sync: 'email', items: [email('2')] }), NOW + LEASE_MS)
    await expect(late).rejects.toThrow(LeaseLost)
  })

  test('that was given back and then paused ends at once', async () => {
    const left = await leave()
    await pauseSync(server.db, scene.connection, 'email', NOW)
    await scene.store.release([left.fence], NOW)
    await seeDue(NOW)
    expect(await stateOfRun(left.runId)).toBe('deferred')
  })

  test('is gone on with by a new run at its checkpoint, should the sync be resumed', async () => {
    const left = await leave()
    await pauseSync(server.db, scene.connection, 'email', NOW)
    await seeDue(NOW + LEASE_MS)
    await resumeSync(server.db, scene.connection, 'email', NOW)
    const next = (await take(10, NOW + LEASE_MS)).find(({ fence }) => fence.sync === 'email')
    expect(next).toMatchObject({ trigger: 'connect', state: { checkpoint: { cursor: 'c' } } })
    expect(next?.runId).not.toBe(left.runId)
  })

  test('goes on undisturbed while its worker lives', async () => {
    const { fence, runId } = await leave()
    await pauseSync(server.db, scene.connection, 'email', NOW)
    await scene.store.heartbeat([fence], NOW + LEASE_MS - 1, LEASE_MS)
    await seeDue(NOW + LEASE_MS)
    expect(await stateOfRun(runId)).toBe('running')
  })
})

describe('finish', () => {
  test('keeps how the run ended and what the sync is now', async () => {
    const { fence, state } = await takeOne()
    const error = { type: 'x/vendor-error', title: 'Vendor error', detail: 'It does not answer.', status: 502 }
    const next: SyncState = {
      ...{ ...state, health: 'degraded', failureCount: 3, deferredCount: 1, dateFirstAttempt: NOW, trigger: 'retry' },
      ...{ dateNextRun: NOW + 9, dateReadUntil: NOW - 5, checkpoint: { dateStart: 1, dateEnd: 2, cursor: 'c' } },
    }
    await scene.store.finishRun(fence, { state: 'failed', error, warnings: ['odd'], next }, NOW + 7)
    expect(await runs()).toMatchObject([
      { state: 'failed', error, warnings: ['odd'], dateStart: NOW, dateEnd: NOW + 7 },
    ])
    const again = await scene.store.claimOne('worker', scene.connection, fence.sync, NOW + 9, LEASE_MS)
    expect(again?.state).toEqual(next)
    expect(again?.runId).not.toBe((await runs())[1]?.runId)
  })

  test('does not undo what a person did meanwhile', async () => {
    const { fence, state } = await claimSync(scene, 'email')
    await pauseSync(server.db, scene.connection, 'email', NOW)
    await scene.store.finishRun(fence, end({ ...state, dateNextRun: NOW }), NOW)
    expect((await take(10, NOW + 1)).map(({ fence }) => fence.sync)).not.toContain('email')
    expect(await resumeSync(server.db, scene.connection, 'email', NOW)).toMatchObject({ pausedByUser: false })
    expect((await take(10, NOW + 1)).map(({ fence }) => fence.sync)).toContain('email')
  })

  test('tells once of a sync that gets more serious, and takes it back when it is well', async () => {
    const told = async () => {
      const rows = await server.db
        .selectFrom('recommendations')
        .selectAll()
        .where('tenant_id', '=', scene.tenant.tenantId)
        .orderBy('date_created')
        .execute()
      return rows.map(({ recommendation_type, state, detail }) => `${recommendation_type} ${detail.health} ${state}`)
    }
    const become = async (health: SyncState['health'], now: number) => {
      const { fence, state } = await claimSync(scene, 'email')
      await scene.store.finishRun(fence, end({ ...state, health }), now)
      return told()
    }
    expect(await become('degraded', NOW)).toEqual([])
    expect(await become('failing', NOW)).toEqual(['sync_paused failing open'])
    await server.db.updateTable('recommendations').set({ state: 'dismissed' }).execute()
    expect(await become('failing', NOW)).toEqual(['sync_paused failing dismissed'])
    const both = ['sync_paused failing dismissed', 'sync_paused paused open']
    expect(await become('paused', NOW + 1)).toEqual(both)
    expect(await become('failing', NOW + 1)).toEqual(both)
    expect(await become('degraded', NOW + 1)).toEqual([both[0], 'sync_paused paused resolved'])
  })

  test('stops the connection when its credential is dead, unless it was replaced meanwhile', async () => {
    const first = await claimSync(scene, 'email')
    const stale = { reason: 'revoked', credentialVersion: 0 }
    await scene.store.finishRun(first.fence, end(first.state, { reconnectRequired: stale }), NOW)
    const second = await claimSync(scene, 'email')
    await scene.store.finishRun(
      second.fence,
      end(second.state, { reconnectRequired: { ...stale, credentialVersion: 1 } }),
      NOW,
    )
    expect(await take(10)).toEqual([])
    expect(await scene.store.claimOne('worker', scene.connection, 'email', NOW, LEASE_MS)).toBeUndefined()
    const [connection] = await server.db
      .selectFrom('connections')
      .select(['status', 'reason'])
      .where('connection_id', '=', scene.connection.connectionId)
      .execute()
    expect(connection).toEqual({ status: 'reconnect_required', reason: 'revoked' })
  })
})
