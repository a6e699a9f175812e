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
let fixture: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  fixture = await createFixture(server.db)
})
afterAll(() => server.close())

const lease = (workerId: string, now = NOW) => fixture.store.leaseRefresh(fixture.connection, workerId, now, LEASE_MS)
const credentialWith = (accessToken: string) => ({ ...CREDENTIAL, accessToken })
/** The connection and its first credential. */
const used = () => ({ ...fixture.connection, credentialVersion: 1 })

async function signInAgain(): Promise<void> {
  await startReconnect(server.db, fixture.connection, { needsConfirmation: false, registrationUntil: NOW + 9 })
  const credential = { ...credentialWith('signed in again'), email: fixture.tenant.email }
  const { connectionId } = fixture.connection
  await completeRegistration(server.db, CONNECTION_DEPS, { connectionId, credential }, NOW)
}

describe('the refresh lease of a credential', () => {
  test('is granted to one of many workers, and all receive the stored credential', async () => {
    const leases = await Promise.all(['a', 'b', 'c', 'd'].map((worker) => lease(worker)))
    expect(leases.map(({ granted }) => granted).sort()).toEqual([false, false, false, true])
    expect(leases.every(({ credential }) => credential.accessToken === CREDENTIAL.accessToken)).toBe(true)
  })

  test('ends when the refreshed credential is saved, which the next one receives', async () => {
    const { credentialVersion } = await lease('a')
    await fixture.store.saveCredential(fixture.connection, credentialWith('new'), credentialVersion, NOW)
    expect(await lease('b')).toMatchObject({ granted: true, credential: credentialWith('new'), credentialVersion: 2 })
  })

  test('expires when its holder is gone', async () => {
    await lease('a')
    expect((await lease('b', NOW + LEASE_MS - 1)).granted).toBe(false)
    expect((await lease('b', NOW + LEASE_MS)).granted).toBe(true)
  })

  test('is not granted for a while after a failure, and reports when the failures began', async () => {
    await lease('a')
    await fixture.store.recordRefreshFailure(used(), 'a', NOW + 30, NOW)
    expect(await lease('b', NOW + 29)).toMatchObject({ granted: false, failedSince: NOW, notBefore: NOW + 30 })
    expect((await lease('b', NOW + 30)).granted).toBe(true)
    await fixture.store.recordRefreshFailure(used(), 'b', NOW + 90, NOW + 31)
    expect(await lease('b', NOW + 90)).toMatchObject({ granted: true, failedSince: NOW })
    await fixture.store.saveCredential(fixture.connection, credentialWith('new'), 1, NOW + 91)
    expect(await lease('b', NOW + 92)).not.toHaveProperty('failedSince')
  })
})

describe('the date of a credential', () => {
  const MINUTE_MS = 60_000
  const callable = async () => {
    const decrypt = createCredentialDecryptor(KEYS, (fault) => {
      throw fault
    })
    return await findCallableConnection(server.db, decrypt, fixture.connection)
  }

  test('is not known after a registration, set by each refresh, and available to runs, refreshes and calls on demand', async () => {
    expect([(await lease('a')).dateCredential, (await callable())?.dateCredential]).toEqual([undefined, undefined])
    await fixture.store.saveCredential(fixture.connection, credentialWith('new'), 1, NOW + 5)
    expect([(await lease('a')).dateCredential, (await callable())?.dateCredential]).toEqual([NOW + 5, NOW + 5])
    expect((await claimSync(fixture, 'email', NOW + 6)).connection.dateCredential).toBe(NOW + 5)
  })

  test('is not changed by a repeated registration or by a refresh that is too late', async () => {
    const registration = {
      connectionId: fixture.connection.connectionId,
      credential: { ...CREDENTIAL, email: fixture.tenant.email },
    }
    await completeRegistration(server.db, CONNECTION_DEPS, registration, NOW + 7)
    await fixture.store.saveCredential(fixture.connection, credentialWith('late'), 0, NOW + 8)
    expect((await callable())?.dateCredential).toBeUndefined()
  })

  test('that a provider registered with little time left makes it due at once', async () => {
    const registration = {
      connectionId: fixture.connection.connectionId,
      credential: { ...credentialWith('short'), email: fixture.tenant.email, dateExpiry: NOW + 45_000 },
    }
    const attempt = { needsConfirmation: false, registrationUntil: NOW + 1 }
    await startReconnect(server.db, fixture.connection, attempt)
    await completeRegistration(server.db, CONNECTION_DEPS, registration, NOW)
    const connection = await callable()
    expect(connection && isDue(connection, NOW, DEFAULT_ENGINE_OPTIONS.refresh)).toBe(true)
  })

  test('makes a short-lived credential due for refresh when a fifth of its lifetime is left, not at every run', async () => {
    const dateExpiry = NOW + 10 * MINUTE_MS
    await fixture.store.saveCredential(fixture.connection, { ...credentialWith('short'), dateExpiry }, 1, NOW)
    const isDueAfter = async (minutes: number) => {
      const now = NOW + minutes * MINUTE_MS
      const credential = { ...(await callable()), ...(await lease(`worker ${minutes}`, now)) }
      return isDue(credential, now, DEFAULT_ENGINE_OPTIONS.refresh)
    }
    expect([await isDueAfter(1), await isDueAfter(7), await isDueAfter(9)]).toEqual([false, false, true])
  })

  test('is deleted with the credential', async () => {
    await disconnect(server.db, fixture.connection, NOW + 1)
    const { connectionId } = fixture.connection
    const row = server.db.selectFrom('connections').select('date_credential').where('connection_id', '=', connectionId)
    expect(await row.executeTakeFirst()).toEqual({ date_credential: null })
  })
})

describe('a credential', () => {
  test('of a new sign-in is not overwritten by a refresh of the old one', async () => {
    const { credentialVersion } = await lease('a')
    await startReconnect(server.db, fixture.connection, { needsConfirmation: false, registrationUntil: NOW + 9 })
    const { connectionId } = fixture.connection
    const signedIn = { ...credentialWith('signed in'), email: fixture.tenant.email }
    await completeRegistration(server.db, CONNECTION_DEPS, { connectionId, credential: signedIn }, NOW)
    await fixture.store.saveCredential(fixture.connection, credentialWith('late'), credentialVersion, NOW)
    expect(await lease('b')).toMatchObject({ granted: true, credential: signedIn })
  })

  test('is not stored if its user has disconnected while it was being refreshed', async () => {
    const { credentialVersion } = await lease('a')
    await disconnect(server.db, fixture.connection, NOW)
    await fixture.store.saveCredential(fixture.connection, credentialWith('late'), credentialVersion, NOW)
    const { connectionId } = fixture.connection
    const row = server.db.selectFrom('connections').select(['credential', 'credential_key_id'])
    expect(await row.where('connection_id', '=', connectionId).executeTakeFirst()).toEqual({
      credential: null,
      credential_key_id: null,
    })
  })

  test('is not readable in any column', async () => {
    const row = await server.db
      .selectFrom('connections')
      .selectAll()
      .where('connection_id', '=', fixture.connection.connectionId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify({ ...row, credential: row.credential?.toString('latin1') })).not.toContain(
      CREDENTIAL.accessToken,
    )
  })

  test('that was rejected stops its connection only while it is the stored one', async () => {
    await fixture.store.requireReconnect(fixture.connection, { reason: 'old', credentialVersion: 7 }, NOW)
    const status = async () =>
      await server.db
        .selectFrom('connections')
        .select(['status', 'reason'])
        .where('connection_id', '=', fixture.connection.connectionId)
        .executeTakeFirst()
    expect(await status()).toMatchObject({ status: 'active' })
    await fixture.store.requireReconnect(fixture.connection, { reason: 'revoked', credentialVersion: 1 }, NOW)
    expect(await status()).toEqual({ status: 'reconnect_required', reason: 'revoked' })
    await fixture.store.requireReconnect(fixture.connection, { reason: 'again', credentialVersion: 1 }, NOW)
    const alerts = await server.db
      .selectFrom('recommendations')
      .select(['recommendation_type', 'display_description'])
      .where('tenant_id', '=', fixture.tenant.tenantId)
      .execute()
    expect(alerts).toEqual([{ recommendation_type: 'reconnect_required', display_description: 'revoked' }])
  })
})

describe('what a call with an old credential leads to', () => {
  const load = async () => ({
    connection: await server.db
      .selectFrom('connections')
      .selectAll()
      .where('connection_id', '=', fixture.connection.connectionId)
      .executeTakeFirstOrThrow(),
    alerts: await server.db
      .selectFrom('recommendations')
      .selectAll()
      .where('tenant_id', '=', fixture.tenant.tenantId)
      .execute(),
    changes: await server.db
      .selectFrom('change_events')
      .selectAll()
      .where('tenant_id', '=', fixture.tenant.tenantId)
      .orderBy('sequence')
      .execute(),
  })
  const result = { scopeMessage: 'Allow mail', accountId: 'old', dateConnectionEnd: NOW + 9, dateNextCheck: NOW + 9 }
  const end = {
    'the user has signed in again': signInAgain,
    'the connection was disconnected': () => disconnect(server.db, fixture.connection, NOW),
    'the user has to sign in again': () =>
      fixture.store.requireReconnect(fixture.connection, { reason: 'revoked', credentialVersion: 1 }, NOW),
  }

  test.each(Object.entries(end))('a check has no effect after %s', async (_name, endUse) => {
    await endUse()
    const before = await load()
    await fixture.store.saveCheckResult(used(), result, NOW + 5)
    expect(await load()).toEqual(before)
  })

  test.each(Object.entries(end))('a failed refresh has no effect after %s', async (_name, endUse) => {
    await lease('a')
    await endUse()
    const before = await load()
    await fixture.store.recordRefreshFailure(used(), 'a', NOW + 30, NOW + 5)
    expect(await load()).toEqual(before)
  })

  test('a failed refresh does not end the lease that another worker has acquired since', async () => {
    await lease('a')
    expect((await lease('b', NOW + LEASE_MS)).granted).toBe(true)
    await fixture.store.recordRefreshFailure(used(), 'a', NOW + 30, NOW + LEASE_MS)
    expect((await lease('c', NOW + LEASE_MS)).granted).toBe(false)
  })

  test('a failed refresh does not end the lease of the new credential', async () => {
    await lease('a')
    await signInAgain()
    expect((await lease('b')).granted).toBe(true)
    await fixture.store.recordRefreshFailure(used(), 'a', NOW + 30, NOW + 5)
    expect((await lease('c')).granted).toBe(false)
    expect(await lease('c', NOW + LEASE_MS)).not.toHaveProperty('failedSince')
  })
})

test('a check stores the missing permission and raises an alert, until nothing is missing', async () => {
  const loadConnection = async () =>
    await server.db
      .selectFrom('connections')
      .select(['scope_message', 'date_next_check', 'account_id'])
      .where('connection_id', '=', fixture.connection.connectionId)
      .executeTakeFirst()
  const countOpenAlerts = async () =>
    (
      await server.db
        .selectFrom('recommendations')
        .select('recommendation_type')
        .where('tenant_id', '=', fixture.tenant.tenantId)
        .where('state', '=', 'open')
        .execute()
    ).length
  const countConnectionChanges = async () =>
    (
      await server.db
        .selectFrom('change_events')
        .select('sequence')
        .where('tenant_id', '=', fixture.tenant.tenantId)
        .where('subject', '=', 'connection')
        .execute()
    ).length
  const before = await countConnectionChanges()
  await fixture.store.saveCheckResult(
    used(),
    { scopeMessage: 'Allow mail', accountId: '7', dateNextCheck: NOW + 5 },
    NOW,
  )
  expect([await loadConnection(), await countOpenAlerts()]).toEqual([
    { scope_message: 'Allow mail', date_next_check: NOW + 5, account_id: '7' },
    1,
  ])
  await fixture.store.saveCheckResult(used(), { scopeMessage: 'Allow mail', dateNextCheck: NOW + 7 }, NOW + 3)
  expect(await countConnectionChanges()).toBe(before + 1)
  await fixture.store.saveCheckResult(used(), { dateNextCheck: NOW + 9 }, NOW + 5)
  expect(await countConnectionChanges()).toBe(before + 2)
  expect([await loadConnection(), await countOpenAlerts()]).toEqual([
    { scope_message: null, date_next_check: NOW + 9, account_id: '7' },
    0,
  ])
})

test.each([
  ['connection that the vendor ends', 'oauth', 'This connection ends on 2026-03-20. Sign in again before.'],
  [
    'connection whose certificate ends',
    'key',
    'The certificate of this connection ends on 2026-03-20. Connect again with a new one before.',
  ],
] as const)('a %s soon reminds its person once, until they connect again', async (_name, method, sentence) => {
  const { connection, tenant } = fixture
  await server.db
    .updateTable('connections')
    .set({ connect_method: method })
    .where('connection_id', '=', connection.connectionId)
    .execute()
  const dateConnectionEnd = Date.parse('2026-03-20T10:00:00Z')
  for (const now of [NOW, NOW + 5]) {
    await fixture.store.saveCheckResult(used(), { dateConnectionEnd, dateNextCheck: NOW + 9 }, now)
  }
  const openAlerts = () =>
    server.db
      .selectFrom('recommendations')
      .select(['recommendation_type', 'display_description'])
      .where('tenant_id', '=', tenant.tenantId)
      .where('state', '=', 'open')
      .execute()
  expect(await openAlerts()).toEqual([{ recommendation_type: 'reconnect_required', display_description: sentence }])
  await startReconnect(server.db, connection, { needsConfirmation: false, registrationUntil: NOW + 9 })
  const credential = { ...CREDENTIAL, accessToken: 'signed in again' }
  await completeRegistration(server.db, CONNECTION_DEPS, { connectionId: connection.connectionId, credential }, NOW)
  expect(await openAlerts()).toEqual([])
})
