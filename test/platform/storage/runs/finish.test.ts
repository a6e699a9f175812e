import { describe, expect, test } from '@jest/globals'
import type { SyncState } from '../../../../platform/model/sync.ts'
import { pauseSync, resumeSync } from '../../../../platform/storage/connections/sync-control.ts'
import { claimSync, LEASE_MS, NOW } from '../fixtures.ts'
import { claim, claimFirst, end, fixture, runs, server, useDueSyncs } from './due-syncs.ts'

useDueSyncs()

describe('finishRun', () => {
  test('stores the outcome of the run and the next state of the sync', async () => {
    const { fence, state } = await claimFirst()
    const error = { type: 'x/vendor-error', title: 'Vendor error', detail: 'The vendor does not respond.', status: 502 }
    const next: SyncState = {
      ...state,
      health: 'degraded',
      failureCount: 3,
      deferredCount: 1,
      dateFirstAttempt: NOW,
      trigger: 'retry',
      dateNextRun: NOW + 9,
      dateReadUntil: NOW - 5,
      checkpoint: { dateStart: 1, dateEnd: 2, cursor: 'c' },
    }
    await fixture.store.finishRun(fence, { state: 'failed', error, warnings: ['odd'], next }, NOW + 7)
    expect(await runs()).toMatchObject([
      { state: 'failed', error, warnings: ['odd'], dateStart: NOW, dateEnd: NOW + 7 },
    ])
    const reclaimed = await fixture.store.claimOne('worker', fixture.connection, fence.sync, NOW + 9, LEASE_MS)
    expect(reclaimed?.state).toEqual(next)
    expect(reclaimed?.runId).not.toBe((await runs())[1]?.runId)
  })

  test('does not undo what a person has changed in the meantime', async () => {
    const { fence, state } = await claimSync(fixture, 'email')
    await pauseSync(server.db, fixture.connection, 'email', NOW)
    await fixture.store.finishRun(fence, end({ ...state, dateNextRun: NOW }), NOW)
    expect((await claim(10, NOW + 1)).map(({ fence }) => fence.sync)).not.toContain('email')
    expect(await resumeSync(server.db, fixture.connection, 'email', NOW)).toMatchObject({ pausedByUser: false })
    expect((await claim(10, NOW + 1)).map(({ fence }) => fence.sync)).toContain('email')
  })

  test('raises one alert when health gets worse, and resolves it when the sync recovers', async () => {
    const loadAlerts = async () => {
      const rows = await server.db
        .selectFrom('recommendations')
        .selectAll()
        .where('tenant_id', '=', fixture.tenant.tenantId)
        .orderBy('date_created')
        .execute()
      return rows.map(({ recommendation_type, state, detail }) => `${recommendation_type} ${detail.health} ${state}`)
    }
    const finishWith = async (health: SyncState['health'], now: number) => {
      const { fence, state } = await claimSync(fixture, 'email')
      await fixture.store.finishRun(fence, end({ ...state, health }), now)
      return loadAlerts()
    }
    expect(await finishWith('degraded', NOW)).toEqual([])
    expect(await finishWith('failing', NOW)).toEqual(['sync_paused failing open'])
    await server.db.updateTable('recommendations').set({ state: 'dismissed' }).execute()
    expect(await finishWith('failing', NOW)).toEqual(['sync_paused failing dismissed'])
    const both = ['sync_paused failing dismissed', 'sync_paused paused open']
    expect(await finishWith('paused', NOW + 1)).toEqual(both)
    expect(await finishWith('failing', NOW + 1)).toEqual(both)
    expect(await finishWith('degraded', NOW + 1)).toEqual([both[0], 'sync_paused paused resolved'])
  })

  test('stops the connection when its credential is dead, unless it has been replaced since', async () => {
    const first = await claimSync(fixture, 'email')
    const stale = { reason: 'revoked', credentialVersion: 0 }
    await fixture.store.finishRun(first.fence, end(first.state, { reconnectRequired: stale }), NOW)
    const second = await claimSync(fixture, 'email')
    await fixture.store.finishRun(
      second.fence,
      end(second.state, { reconnectRequired: { ...stale, credentialVersion: 1 } }),
      NOW,
    )
    expect(await claim(10)).toEqual([])
    expect(await fixture.store.claimOne('worker', fixture.connection, 'email', NOW, LEASE_MS)).toBeUndefined()
    const [connection] = await server.db
      .selectFrom('connections')
      .select(['status', 'reason'])
      .where('connection_id', '=', fixture.connection.connectionId)
      .execute()
    expect(connection).toEqual({ status: 'reconnect_required', reason: 'revoked' })
  })
})
