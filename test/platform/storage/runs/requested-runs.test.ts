import { describe, expect, test } from '@jest/globals'
import type { Claim } from '../../../../platform/model/sync.ts'
import { claimSync, DAY_MS, NOW, toCommit } from '../fixtures.ts'
import { end, fixture, server, useDueSyncs } from './due-syncs.ts'

useDueSyncs()

const HOUR_MS = 3_600_000

/** Ends a run of the insight sync as the engine does: the next one is due in a day. */
async function finishInsight(claim: Claim, now: number): Promise<void> {
  const next = { ...claim.state, dateLastSuccess: now, dateNextRun: now + DAY_MS, trigger: 'schedule' as const }
  await fixture.store.finishRun(claim.fence, end(next), now)
}

async function runInsight(now: number): Promise<void> {
  await finishInsight(await claimSync(fixture, 'insight', now), now)
}

/** Runs the identifier sync, which finds these ids of the tenant's own tag. */
async function findIdentifiers(now: number, ...externalIds: string[]): Promise<void> {
  const claim = await claimSync(fixture, 'identifier', now)
  const items = externalIds.map((externalId) => ({
    blockType: 'external_object' as const,
    provider: 'acme',
    application: 'mail',
    metadataType: 'Contact',
    tagType: 'person',
    sourceTagId: fixture.tenant.tagId,
    externalId,
    url: `https://acme.example/${externalId}`,
  }))
  await fixture.store.commitPage(claim.fence, toCommit({ sync: 'identifier', items }), now)
  await fixture.store.finishRun(claim.fence, end({ ...claim.state, dateNextRun: now + DAY_MS }), now)
}

async function findInsight() {
  return server.db
    .selectFrom('syncs')
    .select(['date_due', 'date_next_run'])
    .where('connection_id', '=', fixture.connection.connectionId)
    .where('sync', '=', 'insight')
    .executeTakeFirstOrThrow()
}

const dueAt = (date: number) => ({ date_due: date, date_next_run: date })

describe('insight', () => {
  test('is due at once when identifiers create the first links of a new connection', async () => {
    await runInsight(NOW)
    expect(await findInsight()).toEqual(dueAt(NOW + DAY_MS))
    await findIdentifiers(NOW + 10_000, '1')
    expect(await findInsight()).toEqual(dueAt(NOW + 10_000))
  })

  test('is due an hour after its last success when identifiers create further links', async () => {
    await findIdentifiers(NOW, '1')
    await runInsight(NOW + 1)
    await findIdentifiers(NOW + 60_000, '1', '2')
    expect(await findInsight()).toEqual(dueAt(NOW + 1 + HOUR_MS))
    await findIdentifiers(NOW + 5 * HOUR_MS, '3')
    expect(await findInsight()).toEqual(dueAt(NOW + 1 + HOUR_MS))
    await runInsight(NOW + 6 * HOUR_MS)
    await findIdentifiers(NOW + 9 * HOUR_MS, '4')
    expect(await findInsight()).toEqual(dueAt(NOW + 9 * HOUR_MS))
  })

  test('keeps its schedule when identifiers create no link', async () => {
    await findIdentifiers(NOW, '1')
    await runInsight(NOW + 1)
    await findIdentifiers(NOW + 5 * HOUR_MS, '1')
    expect(await findInsight()).toEqual(dueAt(NOW + 1 + DAY_MS))
  })

  test('runs again when links were created while it ran, and then daily again', async () => {
    const running = await claimSync(fixture, 'insight', NOW)
    const { date_due: leaseUntil } = await findInsight()
    await findIdentifiers(NOW + 10, '1')
    expect(await findInsight()).toMatchObject({ date_due: leaseUntil })
    await finishInsight(running, NOW + 20)
    expect(await findInsight()).toEqual(dueAt(NOW + 10))
    await runInsight(NOW + 30)
    expect(await findInsight()).toEqual(dueAt(NOW + 30 + DAY_MS))
  })

  test('keeps its backoff while it fails', async () => {
    const { fence, state } = await claimSync(fixture, 'insight', NOW)
    const failed = { ...state, failureCount: 1, trigger: 'retry' as const, dateNextRun: NOW + 300_000 }
    await fixture.store.finishRun(fence, end(failed, { state: 'failed' }), NOW)
    await findIdentifiers(NOW + 10, '1')
    expect(await findInsight()).toEqual(dueAt(NOW + 300_000))
  })
})
