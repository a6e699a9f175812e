import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { LeaseLost } from '../../../../platform/model/sync-store.ts'
import {
  createCredentialDecryptor,
  findCallableConnection,
  findUnavailableKeyIds,
} from '../../../../platform/storage/connections/callable.ts'
import { deriveCredentialKey } from '../../../../platform/storage/connections/credential-encryption.ts'
import {
  completeRegistration,
  confirmConnection,
  disconnect,
  startConnection,
  startReconnect,
} from '../../../../platform/storage/connections/lifecycle.ts'
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
  CHANGE_RETENTION_MS,
  PENDING_CONNECTION_RETENTION_MS,
  RUN_RETENTION_MS,
  sweep,
} from '../../../../platform/storage/runs/housekeeping.ts'
import {
  ALL_SYNCS,
  CONNECTION_DEPS,
  CREDENTIAL,
  claimSync,
  createConnection,
  createFixture,
  createTenant,
  email,
  KEYS,
  LEASE_MS,
  NEW_CONNECTION,
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
  scene = await createFixture(server.db)
})
afterAll(() => server.close())

const give = (connectionId: string, credential = {}, now = NOW) =>
  completeRegistration(server.db, CONNECTION_DEPS, { connectionId, credential: { ...CREDENTIAL, ...credential } }, now)

const syncs = async () =>
  (await loadSyncsByConnection(server.db, scene.tenant.tenantId, [scene.connection.connectionId])).get(
    scene.connection.connectionId,
  ) ?? []

describe('a registration', () => {
  const start = (attempt = {}) =>
    startConnection(server.db, scene.tenant.tenantId, { ...NEW_CONNECTION, ...attempt }, NOW)

  test('is taken for a connection that waits for it, and starts its syncs', async () => {
    const { connectionId } = await start()
    const connection = await give(connectionId)
    expect(connection).toMatchObject({ connectionId, status: 'active', email: CREDENTIAL.email })
    const started = await loadSyncsByConnection(server.db, scene.tenant.tenantId, [connectionId])
    expect(started.get(connectionId)?.map(({ sync }) => sync)).toEqual(ALL_SYNCS)
  })

  test('is refused for what nobody waits for, or not any more', async () => {
    const { connectionId } = await start()
    expect(await give(randomUUID())).toBeUndefined()
    expect(await give('not an id')).toBeUndefined()
    expect(await give(connectionId, {}, NEW_CONNECTION.registrationUntil)).toBeUndefined()
    await disconnect(server.db, { ...scene.tenant, connectionId }, NOW)
    expect(await give(connectionId)).toBeUndefined()
  })

  test('that comes twice changes nothing', async () => {
    const { connectionId } = await start()
    const first = await give(connectionId)
    const claimed = await scene.store.claimOne('w', { ...scene.tenant, connectionId }, 'email', NOW, LEASE_MS)
    expect(await give(connectionId, {}, NOW + 1)).toEqual(first)
    expect(await scene.store.heartbeat(claimed ? [claimed.fence] : [], NOW, LEASE_MS)).toEqual([])
  })

  test('waits for consent where that was asked for; nothing syncs until then', async () => {
    const { connectionId } = await start({ needsConfirmation: true })
    const key = { ...scene.tenant, connectionId }
    expect(await confirmConnection(server.db, CONNECTION_DEPS, key, NOW)).toBeUndefined()
    expect(await give(connectionId)).toMatchObject({ status: 'unconfirmed' })
    expect(await loadSyncsByConnection(server.db, scene.tenant.tenantId, [connectionId])).toEqual(new Map())
    const stranger = { ...key, tenantId: (await createTenant(server.db, `eve-${randomUUID()}@x.example`)).tenantId }
    expect(await confirmConnection(server.db, CONNECTION_DEPS, stranger, NOW)).toBeUndefined()
    expect(await confirmConnection(server.db, CONNECTION_DEPS, key, NOW)).toMatchObject({ status: 'active' })
    expect(await scene.store.claimOne('w', key, 'email', NOW, LEASE_MS)).toBeDefined()
  })
})

describe('a reconnect', () => {
  const again = async (credential: object, needsConfirmation = true) => {
    await startReconnect(server.db, scene.connection, { needsConfirmation, registrationUntil: NOW + 9 })
    return give(scene.connection.connectionId, credential)
  }
  const sameAccount = () => ({ email: scene.tenant.email.toUpperCase(), accessToken: 'new' })

  /** A sync that has read something and then got into trouble. */
  async function trouble() {
    const { fence, state } = await claimSync(scene, 'email')
    await scene.store.commitPage(fence, toCommit({ sync: 'email', items: [email('1')] }), NOW)
    const place = { checkpoint: { cursor: 'c' }, dateReadUntil: NOW }
    const reconnectRequired = { reason: 'revoked', credentialVersion: 1 }
    await scene.store.finishRun(
      fence,
      { state: 'failed', reconnectRequired, next: { ...state, ...place, health: 'failing' } },
      NOW,
    )
  }

  test('keeps the connection, its blocks and the place its syncs were left at, and resumes them', async () => {
    await trouble()
    const before = await server.db
      .selectFrom('blocks')
      .select('block_id')
      .where('tenant_id', '=', scene.tenant.tenantId)
      .execute()
    const connection = await again(sameAccount())
    expect(connection).toMatchObject({ status: 'active', connectionId: scene.connection.connectionId })
    expect(connection).not.toHaveProperty('reason')
    const {
      state,
      connection: { credential },
      fence,
    } = await claimSync(scene, 'email')
    expect(state).toMatchObject({
      health: 'healthy',
      checkpoint: { cursor: 'c' },
      dateReadUntil: NOW,
      trigger: 'connect',
    })
    expect(credential.accessToken).toBe('new')
    const counters = await scene.store.commitPage(fence, toCommit({ sync: 'email', items: [email('1')] }), NOW)
    expect(counters).toMatchObject({ unchanged: 1, created: 0 })
    expect(before).toHaveLength(1)
    const open = await server.db
      .selectFrom('recommendations')
      .selectAll()
      .where('tenant_id', '=', scene.tenant.tenantId)
      .where('state', '=', 'open')
      .execute()
    expect(open).toEqual([])
  })

  test('with another account waits for consent, and then begins from the beginning', async () => {
    await trouble()
    expect(await again({ email: 'other@x.example' })).toMatchObject({ status: 'unconfirmed', email: 'other@x.example' })
    expect(await scene.store.claimOne('w', scene.connection, 'email', NOW, LEASE_MS)).toBeUndefined()
    await confirmConnection(server.db, CONNECTION_DEPS, scene.connection, NOW)
    const { state } = await claimSync(scene, 'email')
    expect(state).not.toHaveProperty('checkpoint')
    expect(state).not.toHaveProperty('dateReadUntil')
  })

  test('takes runs from workers that still have the old credential', async () => {
    const { fence, state } = await claimSync(scene, 'email')
    await again(sameAccount())
    await expect(scene.store.finishRun(fence, { state: 'failed', next: state }, NOW)).rejects.toThrow(LeaseLost)
    const [run] = await listRuns(server.db, scene.connection, { size: 1, page: 0 })
    expect(run).toMatchObject({ state: 'deferred', error: { title: 'Cancelled' } })
  })

  test('leaves paused what a person has paused', async () => {
    await pauseSync(server.db, scene.connection, 'email', NOW)
    await again(sameAccount())
    const due = await scene.store.claim('w', 100, NOW, LEASE_MS)
    const own = due.filter(({ fence }) => fence.connectionId === scene.connection.connectionId)
    expect(own.map(({ fence }) => fence.sync)).toEqual(expect.not.arrayContaining(['email']))
    expect(own).toHaveLength(ALL_SYNCS.length - 1)
  })
})

describe('disconnecting', () => {
  test('forgets the credential, stops everything and keeps what came in', async () => {
    const { fence } = await claimSync(scene, 'email')
    await scene.store.commitPage(fence, toCommit({ sync: 'email', items: [email('1')] }), NOW)
    expect(await disconnect(server.db, scene.connection, NOW)).toMatchObject({ status: 'disconnected' })
    const late = scene.store.commitPage(fence, toCommit({ sync: 'email', items: [email('2')] }), NOW)
    await expect(late).rejects.toThrow(LeaseLost)
    const row = await server.db
      .selectFrom('connections')
      .select('credential')
      .where('connection_id', '=', scene.connection.connectionId)
      .executeTakeFirst()
    expect(row).toEqual({ credential: null })
    const open = createCredentialDecryptor(KEYS, () => undefined)
    expect(await findCallableConnection(server.db, open, scene.connection)).toBeUndefined()
    expect(
      await server.db
        .selectFrom('blocks')
        .select('external_id')
        .where('tenant_id', '=', scene.tenant.tenantId)
        .execute(),
    ).toEqual([{ external_id: '1' }])
  })

  test('is not for strangers', async () => {
    const stranger = { ...scene.connection, tenantId: randomUUID() }
    expect(await disconnect(server.db, stranger, NOW)).toBeUndefined()
    expect(await pauseSync(server.db, stranger, 'email', NOW)).toBeUndefined()
    expect(await findConnection(server.db, scene.connection)).toMatchObject({ status: 'active' })
  })
})

describe('lists', () => {
  test('of connections are the tenant’s own, newest first, by application and status, in pages', async () => {
    const other = await createConnection(server.db, scene.tenant, { application: 'files', needsConfirmation: true })
    const list = async (filter: object) =>
      (await listConnections(server.db, scene.tenant.tenantId, { size: 10, page: 0, ...filter })).map(
        ({ connectionId }) => connectionId,
      )
    expect((await list({})).sort()).toEqual([other.connectionId, scene.connection.connectionId].sort())
    expect(await list({ application: 'files' })).toEqual([other.connectionId])
    expect(await list({ status: 'active' })).toEqual([scene.connection.connectionId])
    expect([...(await list({ size: 1 })), ...(await list({ size: 1, page: 1 }))].sort()).toEqual(
      (await list({})).sort(),
    )
    expect(await listConnections(server.db, randomUUID(), { size: 10, page: 0 })).toEqual([])
  })

  test('of syncs and runs show what is going on', async () => {
    const { fence, state, runId } = await claimSync(scene, 'email')
    expect((await syncs()).find(({ sync }) => sync === 'email')).toMatchObject({
      health: 'healthy',
      lastRun: { runId, state: 'running' },
    })
    await scene.store.finishRun(fence, { state: 'ok', next: { ...state, dateLastSuccess: NOW } }, NOW)
    expect((await syncs()).find(({ sync }) => sync === 'email')).toMatchObject({
      dateLastSuccess: NOW,
      lastRun: { runId, state: 'ok' },
    })
    await claimSync(scene, 'calendar', NOW + 1)
    const runs = await listRuns(server.db, scene.connection, { size: 10, page: 0 })
    expect(runs.map(({ sync }) => sync)).toEqual(['calendar', 'email'])
    expect(await listRuns(server.db, scene.connection, { sync: 'email', size: 10, page: 0 })).toHaveLength(1)
  })

  test('never hold a token', async () => {
    const shown = [await findConnection(server.db, scene.connection), await syncs()]
    expect(JSON.stringify(shown)).not.toMatch(/token|credential/i)
  })
})

test('syncs that a provider comes to offer are added once', async () => {
  await server.db
    .deleteFrom('syncs')
    .where('connection_id', '=', scene.connection.connectionId)
    .where('sync', '=', 'insight')
    .execute()
  const starts = [
    { sync: 'insight', dateNextRun: NOW },
    { sync: 'email', dateNextRun: NOW },
  ] as const
  await Promise.all([addSyncs(server.db, scene.connection, starts), addSyncs(server.db, scene.connection, starts)])
  expect((await syncs()).map(({ sync }) => sync)).toEqual(ALL_SYNCS)
})

test('a provider that moves takes its connections along, and is unreachable until it is seen again', async () => {
  const [known] = await listProviders(server.db)
  if (!known) throw new Error('there is a provider')
  await markProviderUnreachable(server.db, known.url, NOW)
  expect(await listProviders(server.db)).toMatchObject([{ provider: 'acme', reachable: false }])
  await saveProvider(server.db, { url: 'https://moved.example', definition: known.definition }, NOW)
  expect(await listProviders(server.db)).toMatchObject([{ reachable: true }])
  expect((await claimSync(scene, 'email')).connection.providerUrl).toBe('https://moved.example')
})

test('keys that are missing are known before they are needed', async () => {
  expect(await findUnavailableKeyIds(server.db, KEYS)).toEqual([])
  expect(await findUnavailableKeyIds(server.db, [deriveCredentialKey('another')])).toEqual([KEYS[0].id])
})

test('sweeping takes old runs and changes, attempts that came to nothing, and nothing else', async () => {
  const waiting = await startConnection(server.db, scene.tenant.tenantId, NEW_CONNECTION, NOW)
  const runs = () => listRuns(server.db, scene.connection, { size: 50, page: 0 })
  for (const now of [NOW, NOW + 1]) {
    const { fence, state } = await claimSync(scene, 'email', now)
    await scene.store.commitPage(fence, toCommit({ sync: 'email', items: [email(String(now))] }), now)
    await scene.store.finishRun(fence, { state: 'ok', next: state }, now)
  }
  const { runId } = await claimSync(scene, 'calendar', NOW - 1)
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
  expect(await findConnection(server.db, waiting)).toBeUndefined()
  expect(await findConnection(server.db, scene.connection)).toBeDefined()
  expect(await server.db.selectFrom('change_events').selectAll().execute()).toEqual([])
})
