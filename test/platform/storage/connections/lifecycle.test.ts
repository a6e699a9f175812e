import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { LeaseLost } from '../../../../platform/model/sync-store.ts'
import { createCredentialDecryptor, findCallableConnection } from '../../../../platform/storage/connections/callable.ts'
import { disconnect } from '../../../../platform/storage/connections/lifecycle.ts'
import {
  findConnection,
  listConnections,
  listRuns,
  loadSyncsByConnection,
} from '../../../../platform/storage/connections/lists.ts'
import {
  listProviders,
  markProviderUnreachable,
  saveProvider,
} from '../../../../platform/storage/connections/providers.ts'
import { addSyncs, pauseSync } from '../../../../platform/storage/connections/sync-control.ts'
import {
  ALL_SYNCS,
  claimSync,
  createConnection,
  createFixture,
  email,
  KEYS,
  NOW,
  type SyncFixture,
  toCommit,
} from '../fixtures.ts'
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

const loadSyncs = async () =>
  (await loadSyncsByConnection(server.db, fixture.tenant.tenantId, [fixture.connection.connectionId])).get(
    fixture.connection.connectionId,
  ) ?? []

describe('disconnecting', () => {
  test('deletes the credential, stops all syncs and keeps the synced data', async () => {
    const { fence } = await claimSync(fixture, 'email')
    await fixture.store.commitPage(fence, toCommit({ sync: 'email', items: [email('1')] }), NOW)
    expect(await disconnect(server.db, fixture.connection, NOW)).toMatchObject({ status: 'disconnected' })
    const late = fixture.store.commitPage(fence, toCommit({ sync: 'email', items: [email('2')] }), NOW)
    await expect(late).rejects.toThrow(LeaseLost)
    const row = await server.db
      .selectFrom('connections')
      .select('credential')
      .where('connection_id', '=', fixture.connection.connectionId)
      .executeTakeFirst()
    expect(row).toEqual({ credential: null })
    const decrypt = createCredentialDecryptor(KEYS, () => undefined)
    expect(await findCallableConnection(server.db, decrypt, fixture.connection)).toBeUndefined()
    expect(
      await server.db
        .selectFrom('blocks')
        .select('external_id')
        .where('tenant_id', '=', fixture.tenant.tenantId)
        .execute(),
    ).toEqual([{ external_id: '1' }])
  })

  test('is refused for connections of another tenant', async () => {
    const otherTenantKey = { ...fixture.connection, tenantId: randomUUID() }
    expect(await disconnect(server.db, otherTenantKey, NOW)).toBeUndefined()
    expect(await pauseSync(server.db, otherTenantKey, 'email', NOW)).toBeUndefined()
    expect(await findConnection(server.db, fixture.connection)).toMatchObject({ status: 'active' })
  })
})

describe('lists', () => {
  test('of connections have only the tenant’s own, newest first, filtered by application and status, in pages', async () => {
    const unconfirmed = await createConnection(server.db, fixture.tenant, {
      application: 'files',
      needsConfirmation: true,
    })
    const list = async (filter: object) =>
      (await listConnections(server.db, fixture.tenant.tenantId, { size: 10, page: 0, ...filter })).map(
        ({ connectionId }) => connectionId,
      )
    expect((await list({})).sort()).toEqual([unconfirmed.connectionId, fixture.connection.connectionId].sort())
    expect(await list({ application: 'files' })).toEqual([unconfirmed.connectionId])
    expect(await list({ status: 'active' })).toEqual([fixture.connection.connectionId])
    expect([...(await list({ size: 1 })), ...(await list({ size: 1, page: 1 }))].sort()).toEqual(
      (await list({})).sort(),
    )
    expect(await listConnections(server.db, randomUUID(), { size: 10, page: 0 })).toEqual([])
  })

  test('of syncs and runs show current runs and the last ones', async () => {
    const { fence, state, runId } = await claimSync(fixture, 'email')
    expect((await loadSyncs()).find(({ sync }) => sync === 'email')).toMatchObject({
      health: 'healthy',
      lastRun: { runId, state: 'running' },
    })
    await fixture.store.finishRun(fence, { state: 'ok', next: { ...state, dateLastSuccess: NOW } }, NOW)
    expect((await loadSyncs()).find(({ sync }) => sync === 'email')).toMatchObject({
      dateLastSuccess: NOW,
      lastRun: { runId, state: 'ok' },
    })
    await claimSync(fixture, 'calendar', NOW + 1)
    const runs = await listRuns(server.db, fixture.connection, { size: 10, page: 0 })
    expect(runs.map(({ sync }) => sync)).toEqual(['calendar', 'email'])
    expect(await listRuns(server.db, fixture.connection, { sync: 'email', size: 10, page: 0 })).toHaveLength(1)
  })

  test('never contain a token', async () => {
    const listed = [await findConnection(server.db, fixture.connection), await loadSyncs()]
    expect(JSON.stringify(listed)).not.toMatch(/token|credential/i)
  })
})

test('syncs for new capabilities of a provider are added once', async () => {
  await server.db
    .deleteFrom('syncs')
    .where('connection_id', '=', fixture.connection.connectionId)
    .where('sync', '=', 'insight')
    .execute()
  const initialSyncs = [
    { sync: 'insight', dateNextRun: NOW },
    { sync: 'email', dateNextRun: NOW },
  ] as const
  await Promise.all([
    addSyncs(server.db, fixture.connection, initialSyncs),
    addSyncs(server.db, fixture.connection, initialSyncs),
  ])
  expect((await loadSyncs()).map(({ sync }) => sync)).toEqual(ALL_SYNCS)
})

test('connections follow a provider to its new address, and it is unreachable until it is read again', async () => {
  const [provider] = await listProviders(server.db)
  if (!provider) throw new Error('no provider is stored')
  await markProviderUnreachable(server.db, provider.url, NOW)
  expect(await listProviders(server.db)).toMatchObject([{ provider: 'acme', reachable: false }])
  await saveProvider(server.db, { url: 'https://moved.example', definition: provider.definition }, NOW)
  expect(await listProviders(server.db)).toMatchObject([{ reachable: true }])
  expect((await claimSync(fixture, 'email')).connection.providerUrl).toBe('https://moved.example')
})
