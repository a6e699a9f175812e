import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { isDue } from '../../../../platform/provider/refresh-policy.ts'
import { createCredentialDecryptor, findCallableConnection } from '../../../../platform/storage/connections/callable.ts'
import { completeRegistration, disconnect, startReconnect } from '../../../../platform/storage/connections/lifecycle.ts'
import { DEFAULT_ENGINE_OPTIONS } from '../../../../platform/sync/engine-options.ts'
import {
  CONNECTION_DEPS,
  CREDENTIAL,
  claimSync,
  createFixture,
  KEYS,
  LEASE_MS,
  NOW,
  type SyncFixture,
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

const lease = (worker: string, now = NOW) => scene.store.leaseRefresh(scene.connection, worker, now, LEASE_MS)
const fresh = (accessToken: string) => ({ ...CREDENTIAL, accessToken })

describe('the right to refresh a credential', () => {
  test('is given to one of many, and all see what is stored', async () => {
    const leases = await Promise.all(['a', 'b', 'c', 'd'].map((worker) => lease(worker)))
    expect(leases.map(({ granted }) => granted).sort()).toEqual([false, false, false, true])
    expect(leases.every(({ credential }) => credential.accessToken === CREDENTIAL.accessToken)).toBe(true)
  })

  test('ends with the refreshed credential, which everybody then finds', async () => {
    const { credentialVersion } = await lease('a')
    await scene.store.saveCredential(scene.connection, fresh('new'), credentialVersion, NOW)
    expect(await lease('b')).toMatchObject({ granted: true, credential: fresh('new'), credentialVersion: 2 })
  })

  test('ends by itself when its holder is gone', async () => {
    await lease('a')
    expect((await lease('b', NOW + LEASE_MS - 1)).granted).toBe(false)
    expect((await lease('b', NOW + LEASE_MS)).granted).toBe(true)
  })

  test('is withheld for a while after a failure, whose beginning is remembered', async () => {
    await lease('a')
    await scene.store.recordRefreshFailure(scene.connection, NOW + 30, NOW)
    expect(await lease('b', NOW + 29)).toMatchObject({ granted: false, failedSince: NOW, notBefore: NOW + 30 })
    expect((await lease('b', NOW + 30)).granted).toBe(true)
    await scene.store.recordRefreshFailure(scene.connection, NOW + 90, NOW + 31)
    expect(await lease('b', NOW + 90)).toMatchObject({ granted: true, failedSince: NOW })
    await scene.store.saveCredential(scene.connection, fresh('new'), 1, NOW + 91)
    expect(await lease('b', NOW + 92)).not.toHaveProperty('failedSince')
  })
})

describe('since when there is a credential', () => {
  const MINUTE = 60_000
  const callable = async () => {
    const open = createCredentialDecryptor(KEYS, (fault) => {
      throw fault
    })
    return await findCallableConnection(server.db, open, scene.connection)
  }

  test('is known from its registration, then from each refresh, to runs, refreshes and calls on demand', async () => {
    expect([(await lease('a')).dateCredential, (await callable())?.dateCredential]).toEqual([NOW, NOW])
    await scene.store.saveCredential(scene.connection, fresh('new'), 1, NOW + 5)
    expect([(await lease('a')).dateCredential, (await callable())?.dateCredential]).toEqual([NOW + 5, NOW + 5])
    expect((await claimSync(scene, 'email', NOW + 6)).connection.dateCredential).toBe(NOW + 5)
  })

  test('is not moved by the same registration again or by a refresh that came too late', async () => {
    const again = {
      connectionId: scene.connection.connectionId,
      credential: { ...CREDENTIAL, email: scene.tenant.email },
    }
    await completeRegistration(server.db, CONNECTION_DEPS, again, NOW + 7)
    await scene.store.saveCredential(scene.connection, fresh('late'), 0, NOW + 8)
    expect((await callable())?.dateCredential).toBe(NOW)
  })

  test('has one with a short life renewed when a fifth of that is left, and not before every run', async () => {
    const dateExpiry = NOW + 10 * MINUTE
    await scene.store.saveCredential(scene.connection, { ...fresh('short'), dateExpiry }, 1, NOW)
    const isDueAfter = async (minutes: number) => {
      const now = NOW + minutes * MINUTE
      const held = { ...(await callable()), ...(await lease(`worker ${minutes}`, now)) }
      return isDue(held, now, DEFAULT_ENGINE_OPTIONS.refresh)
    }
    expect([await isDueAfter(1), await isDueAfter(7), await isDueAfter(9)]).toEqual([false, false, true])
  })

  test('is forgotten with it', async () => {
    await disconnect(server.db, scene.connection, NOW + 1)
    const { connectionId } = scene.connection
    const row = server.db.selectFrom('connections').select('date_credential').where('connection_id', '=', connectionId)
    expect(await row.executeTakeFirst()).toEqual({ date_credential: null })
  })
})

describe('a credential', () => {
  test('that somebody has brought meanwhile is not overwritten by a refresh of the old one', async () => {
    const { credentialVersion } = await lease('a')
    await startReconnect(server.db, scene.connection, { needsConfirmation: false, registrationUntil: NOW + 9 })
    const { connectionId } = scene.connection
    const signedIn = { ...fresh('signed in'), email: scene.tenant.email }
    await completeRegistration(server.db, CONNECTION_DEPS, { connectionId, credential: signedIn }, NOW)
    await scene.store.saveCredential(scene.connection, fresh('late'), credentialVersion, NOW)
    expect(await lease('b')).toMatchObject({ granted: true, credential: signedIn })
  })

  test('is kept in no column that can be read', async () => {
    const row = await server.db
      .selectFrom('connections')
      .selectAll()
      .where('connection_id', '=', scene.connection.connectionId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify({ ...row, credential: row.credential?.toString('latin1') })).not.toContain(
      CREDENTIAL.accessToken,
    )
  })

  test('that was refused stops its connection, and only while it is the one', async () => {
    await scene.store.requireReconnect(scene.connection, { reason: 'old', credentialVersion: 7 }, NOW)
    const status = async () =>
      await server.db
        .selectFrom('connections')
        .select(['status', 'reason'])
        .where('connection_id', '=', scene.connection.connectionId)
        .executeTakeFirst()
    expect(await status()).toMatchObject({ status: 'active' })
    await scene.store.requireReconnect(scene.connection, { reason: 'revoked', credentialVersion: 1 }, NOW)
    expect(await status()).toEqual({ status: 'reconnect_required', reason: 'revoked' })
    await scene.store.requireReconnect(scene.connection, { reason: 'again', credentialVersion: 1 }, NOW)
    const told = await server.db
      .selectFrom('recommendations')
      .select(['recommendation_type', 'display_description'])
      .where('tenant_id', '=', scene.tenant.tenantId)
      .execute()
    expect(told).toEqual([{ recommendation_type: 'reconnect_required', display_description: 'revoked' }])
  })
})

test('a check keeps what is missing, until nothing is', async () => {
  const row = async () =>
    await server.db
      .selectFrom('connections')
      .select(['scope_message', 'date_next_check', 'account_id'])
      .where('connection_id', '=', scene.connection.connectionId)
      .executeTakeFirst()
  const open = async () =>
    (
      await server.db
        .selectFrom('recommendations')
        .select('recommendation_type')
        .where('tenant_id', '=', scene.tenant.tenantId)
        .where('state', '=', 'open')
        .execute()
    ).length
  await scene.store.saveCheckResult(
    scene.connection,
    { scopeMessage: 'Allow mail', accountId: '7', dateNextCheck: NOW + 5 },
    NOW,
  )
  expect([await row(), await open()]).toEqual([
    { scope_message: 'Allow mail', date_next_check: NOW + 5, account_id: '7' },
    1,
  ])
  await scene.store.saveCheckResult(scene.connection, { dateNextCheck: NOW + 9 }, NOW + 5)
  expect([await row(), await open()]).toEqual([{ scope_message: null, date_next_check: NOW + 9, account_id: '7' }, 0])
})
