import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { LeaseLost } from '../../../../platform/model/sync-store.ts'
import {
  completeRegistration,
  confirmConnection,
  disconnect,
  startConnection,
  startReconnect,
} from '../../../../platform/storage/connections/lifecycle.ts'
import { findConnection, listRuns, loadSyncsByConnection } from '../../../../platform/storage/connections/lists.ts'
import { pauseSync } from '../../../../platform/storage/connections/sync-control.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import {
  ALL_SYNCS,
  CONNECTION_DEPS,
  CREDENTIAL,
  claimSync,
  createFixture,
  createTenant,
  email,
  LEASE_MS,
  NEW_CONNECTION,
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

const register = (connectionId: string, credential = {}, now = NOW) =>
  completeRegistration(server.db, CONNECTION_DEPS, { connectionId, credential: { ...CREDENTIAL, ...credential } }, now)

describe('a registration', () => {
  const start = (options = {}) =>
    startConnection(server.db, fixture.tenant.tenantId, { ...NEW_CONNECTION, ...options }, NOW)

  test('is accepted for a pending connection, and starts its syncs', async () => {
    const { connectionId } = await start()
    const connection = await register(connectionId)
    expect(connection).toMatchObject({ connectionId, status: 'active', email: CREDENTIAL.email })
    const started = await loadSyncsByConnection(server.db, fixture.tenant.tenantId, [connectionId])
    expect(started.get(connectionId)?.map(({ sync }) => sync)).toEqual(ALL_SYNCS)
  })

  test('is refused without a pending connection, or when its time is up', async () => {
    const { connectionId } = await start()
    expect(await register(randomUUID())).toBeUndefined()
    expect(await register('not an id')).toBeUndefined()
    expect(await register(connectionId, {}, NEW_CONNECTION.registrationUntil)).toBeUndefined()
    await disconnect(server.db, { ...fixture.tenant, connectionId }, NOW)
    expect(await register(connectionId)).toBeUndefined()
  })

  test('that is repeated has no effect', async () => {
    const { connectionId } = await start()
    const first = await register(connectionId)
    const claimed = await fixture.store.claimOne('w', { ...fixture.tenant, connectionId }, 'email', NOW, LEASE_MS)
    expect(await register(connectionId, {}, NOW + 1)).toEqual(first)
    expect(await fixture.store.heartbeat(claimed ? [claimed.fence] : [], NOW, LEASE_MS)).toMatchObject({ lost: [] })
  })

  test('waits for confirmation where it is required; nothing is synced until then', async () => {
    const { connectionId } = await start({ needsConfirmation: true })
    const key = { ...fixture.tenant, connectionId }
    expect(await confirmConnection(server.db, CONNECTION_DEPS, key, NOW)).toBeUndefined()
    expect(await register(connectionId)).toMatchObject({ status: 'unconfirmed' })
    expect(await loadSyncsByConnection(server.db, fixture.tenant.tenantId, [connectionId])).toEqual(new Map())
    const otherTenantKey = {
      ...key,
      tenantId: (await createTenant(server.db, `eve-${randomUUID()}@x.example`)).tenantId,
    }
    expect(await confirmConnection(server.db, CONNECTION_DEPS, otherTenantKey, NOW)).toBeUndefined()
    expect(await confirmConnection(server.db, CONNECTION_DEPS, key, NOW)).toMatchObject({ status: 'active' })
    expect(await fixture.store.claimOne('w', key, 'email', NOW, LEASE_MS)).toBeDefined()
  })
})

describe('the time in which an account may be registered', () => {
  const other = { email: 'mallory@x.example', accessToken: 'stolen turn' }

  test('ends when the person confirms the account', async () => {
    const { connectionId } = await startConnection(
      server.db,
      fixture.tenant.tenantId,
      { ...NEW_CONNECTION, needsConfirmation: true },
      NOW,
    )
    await register(connectionId)
    await confirmConnection(server.db, CONNECTION_DEPS, { ...fixture.tenant, connectionId }, NOW)
    expect(await register(connectionId, other)).toBeUndefined()
    expect(await findConnection(server.db, { ...fixture.tenant, connectionId })).toMatchObject({
      status: 'active',
      email: CREDENTIAL.email,
    })
  })

  test('ends when the account needs no confirmation, but its registration may be repeated', async () => {
    const { connectionId } = await startConnection(server.db, fixture.tenant.tenantId, NEW_CONNECTION, NOW)
    await register(connectionId)
    expect(await register(connectionId, other)).toBeUndefined()
    expect(await register(connectionId)).toMatchObject({ status: 'active', email: CREDENTIAL.email })
  })

  test('begins again with a reconnect, and goes on until the new account is confirmed', async () => {
    await startReconnect(server.db, fixture.connection, { needsConfirmation: true, registrationUntil: NOW + 9 })
    const { connectionId } = fixture.connection
    expect(await register(connectionId, other)).toMatchObject({ status: 'unconfirmed' })
    expect(await register(connectionId, { accessToken: 'right' })).toMatchObject({ email: CREDENTIAL.email })
  })
})

test('a registration of another application is refused; one that names none is accepted', async () => {
  const { connectionId, application } = await startConnection(server.db, fixture.tenant.tenantId, NEW_CONNECTION, NOW)
  const complete = (name?: string) =>
    completeRegistration(
      server.db,
      CONNECTION_DEPS,
      { connectionId, credential: CREDENTIAL, ...omitUndefined({ application: name }) },
      NOW,
    )
  expect(await complete(`another-than-${application}`)).toBeUndefined()
  expect(await complete(application)).toMatchObject({ status: 'active' })
  expect(await complete()).toMatchObject({ status: 'active' })
})

describe('a reconnect', () => {
  const reconnect = async (credential: object, needsConfirmation = true) => {
    await startReconnect(server.db, fixture.connection, { needsConfirmation, registrationUntil: NOW + 9 })
    return register(fixture.connection.connectionId, credential)
  }
  const sameAccount = () => ({ email: fixture.tenant.email.toUpperCase(), accessToken: 'new' })

  /** Ends a run of a sync that has read a page with a rejected credential. */
  async function failRun() {
    const { fence, state } = await claimSync(fixture, 'email')
    await fixture.store.commitPage(fence, toCommit({ sync: 'email', items: [email('1')] }), NOW)
    const position = { checkpoint: { cursor: 'c' }, dateReadUntil: NOW }
    const reconnectRequired = { reason: 'revoked', credentialVersion: 1 }
    await fixture.store.finishRun(
      fence,
      { state: 'failed', reconnectRequired, next: { ...state, ...position, health: 'failing' } },
      NOW,
    )
  }

  test.each([
    ['the same way', {}],
    ['a key instead of a sign-in', { method: 'key', accountId: 'another id of the same account' }],
  ])(
    '(%s) keeps the connection, its blocks and the checkpoints of its syncs, and resumes them',
    async (_way, profile) => {
      await failRun()
      const blocks = await server.db
        .selectFrom('blocks')
        .select('block_id')
        .where('tenant_id', '=', fixture.tenant.tenantId)
        .execute()
      const connection = await reconnect({ ...sameAccount(), profile })
      expect(connection).toMatchObject({ status: 'active', connectionId: fixture.connection.connectionId })
      expect(connection).not.toHaveProperty('reason')
      const {
        state,
        connection: { credential },
        fence,
      } = await claimSync(fixture, 'email')
      expect(state).toMatchObject({
        health: 'healthy',
        checkpoint: { cursor: 'c' },
        dateReadUntil: NOW,
        trigger: 'connect',
      })
      expect(credential.accessToken).toBe('new')
      const counters = await fixture.store.commitPage(fence, toCommit({ sync: 'email', items: [email('1')] }), NOW)
      expect(counters).toMatchObject({ unchanged: 1, created: 0 })
      expect(blocks).toHaveLength(1)
      const openAlerts = await server.db
        .selectFrom('recommendations')
        .selectAll()
        .where('tenant_id', '=', fixture.tenant.tenantId)
        .where('state', '=', 'open')
        .execute()
      expect(openAlerts).toEqual([])
    },
  )

  test('with another account waits for confirmation and then starts from the beginning', async () => {
    await failRun()
    expect(await reconnect({ email: 'other@x.example' })).toMatchObject({
      status: 'unconfirmed',
      email: 'other@x.example',
    })
    expect(await fixture.store.claimOne('w', fixture.connection, 'email', NOW, LEASE_MS)).toBeUndefined()
    await confirmConnection(server.db, CONNECTION_DEPS, fixture.connection, NOW)
    const { state } = await claimSync(fixture, 'email')
    expect(state).not.toHaveProperty('checkpoint')
    expect(state).not.toHaveProperty('dateReadUntil')
  })

  test('cancels runs of workers that still have the old credential', async () => {
    const { fence, state } = await claimSync(fixture, 'email')
    await reconnect(sameAccount())
    await expect(fixture.store.finishRun(fence, { state: 'failed', next: state }, NOW)).rejects.toThrow(LeaseLost)
    const [run] = await listRuns(server.db, fixture.connection, { size: 1, page: 0 })
    expect(run).toMatchObject({ state: 'deferred', error: { title: 'Cancelled' } })
  })

  test('leaves syncs paused that a person has paused', async () => {
    await pauseSync(server.db, fixture.connection, 'email', NOW)
    await reconnect(sameAccount())
    const due = await fixture.store.claim('w', 1_000, NOW, LEASE_MS)
    const own = due.filter(({ fence }) => fence.connectionId === fixture.connection.connectionId)
    expect(own.map(({ fence }) => fence.sync)).toEqual(expect.not.arrayContaining(['email']))
    expect(own).toHaveLength(ALL_SYNCS.length - 1)
  })
})
