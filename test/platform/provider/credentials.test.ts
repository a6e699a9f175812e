import { describe, expect, test } from '@jest/globals'
import type { SyncConnection } from '../../../platform/model/sync.ts'
import type { HttpResponse } from '../../../platform/provider/transport.ts'
import {
  type ConnectOptions,
  createFixture,
  EMPTY_PAGE,
  type EngineFixture,
  type FixtureOptions,
  NOW,
} from '../sync/fixtures.ts'
import { ok, problem } from '../sync/simulation/faults.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A fixture with one connection whose credential is due for a refresh. */
function createFixtureWith(
  refresh: (fixture: EngineFixture) => HttpResponse | Promise<HttpResponse>,
  credential: ConnectOptions['credential'] = { dateExpiry: NOW + MINUTE },
  options: FixtureOptions = {},
): EngineFixture {
  const fixture: EngineFixture = createFixture({
    ...options,
    respond: ({ path }) => (path === '/auth/refresh' ? refresh(fixture) : EMPTY_PAGE),
  })
  fixture.connect('mail', { syncs: ['email'], credential })
  return fixture
}

const RENEWED = ok({ credential: { accessToken: 'new', dateExpiry: NOW + HOUR } })

/** The provider responds after a second. */
async function respondSlowly({ clock }: EngineFixture): Promise<HttpResponse> {
  await new Promise<void>((resolve) => clock.schedule(SECOND, resolve))
  return RENEWED
}

function connectionOf({ store }: EngineFixture): SyncConnection {
  const { syncs: _, items: __, lookedUp: ___, status: ____, tags: _____, ...connection } = stored({ store })
  return connection
}

function stored({ store }: Pick<EngineFixture, 'store'>) {
  const connection = store.connections.get('c1')
  if (!connection) throw new Error('the fixture has no connection')
  return connection
}

async function ensureFresh(fixture: EngineFixture, connection = connectionOf(fixture)) {
  const readiness = fixture.engine.credentials.ensureFresh(connection)
  await fixture.clock.advance(5 * MINUTE)
  return readiness
}

/** Counts the attempts to acquire the refresh lease. */
function countLeaseAttempts({ store }: EngineFixture): () => number {
  const lease = store.leaseRefresh.bind(store)
  let attempts = 0
  store.leaseRefresh = (...args) => {
    attempts += 1
    return lease(...args)
  }
  return () => attempts
}

const refreshesOf = ({ calls }: EngineFixture) => calls.filter(({ path }) => path === '/auth/refresh').length

describe('a credential that expires', () => {
  test('is refreshed, saved and used', async () => {
    const fixture = createFixtureWith(() => RENEWED)
    const { connection, failure } = await ensureFresh(fixture)
    expect(failure).toBeUndefined()
    expect(connection.credential).toMatchObject({ accessToken: 'new', refreshToken: 'the-refresh-token' })
    expect(stored(fixture)).toMatchObject({ credentialVersion: 2, credential: connection.credential })
    expect(fixture.events).toContainEqual(expect.objectContaining({ type: 'refreshed', outcome: 'ok' }))
  })

  test.each([1, 3])('is refreshed once for a hundred runs in %i processes', async (processes) => {
    const fixture = createFixtureWith(respondSlowly, { dateExpiry: NOW - 1 }, { processes })
    const connection = connectionOf(fixture)
    const leaseAttempts = countLeaseAttempts(fixture)
    const runs = Array.from({ length: 100 }, (_, index) =>
      fixture.engines[index % processes]?.credentials.ensureFresh(connection),
    )
    await fixture.clock.advance(MINUTE)
    const tokens = (await Promise.all(runs)).map((readiness) => readiness?.connection.credential.accessToken)
    expect(new Set(tokens)).toEqual(new Set(['new']))
    expect(refreshesOf(fixture)).toBe(1)
    // One process acquires the lease; the others poll a few times until it has finished.
    expect(leaseAttempts()).toBeLessThanOrEqual(1 + 3 * (processes - 1))
  })

  test('is used without waiting while it is still valid', async () => {
    const fixture = createFixtureWith(respondSlowly, { dateExpiry: NOW + MINUTE }, { processes: 2 })
    const [first, second] = fixture.engines.map(({ credentials }) => credentials.ensureFresh(connectionOf(fixture)))
    await fixture.clock.advance(10)
    expect(await second).toEqual({ connection: expect.objectContaining({ credentialVersion: 1 }) })
    await fixture.clock.advance(MINUTE)
    expect((await first)?.connection.credentialVersion).toBe(2)
  })

  test('is saved even if the store fails at first', async () => {
    const fixture = createFixtureWith(() => RENEWED)
    const save = fixture.store.saveCredential.bind(fixture.store)
    let remainingFailures = 3
    fixture.store.saveCredential = async (...args) => {
      remainingFailures -= 1
      if (remainingFailures >= 0) throw new Error('the store is down')
      return save(...args)
    }
    await ensureFresh(fixture)
    expect(stored(fixture).credential.accessToken).toBe('new')
  })

  test('is not refreshed again after the provider returned the same expiry', async () => {
    const fixture = createFixtureWith(() =>
      ok({ credential: { accessToken: 'the-access-token', dateExpiry: NOW + MINUTE } }),
    )
    await ensureFresh(fixture)
    await ensureFresh(fixture)
    expect([refreshesOf(fixture), stored(fixture).credential.dateExpiry]).toEqual([1, undefined])
  })
})

describe('a refresh that fails', () => {
  test('has no effect while the credential is valid, and is not retried immediately', async () => {
    const fixture = createFixtureWith(() => problem(502, 'vendor-error'), { dateExpiry: NOW + 10 * MINUTE })
    expect(await ensureFresh(fixture)).toEqual({ connection: expect.objectContaining({ credentialVersion: 1 }) })
    expect(stored(fixture)).toMatchObject({ refreshFailedSince: NOW, refreshNotBefore: NOW + 30 * SECOND })
    expect(refreshesOf(fixture)).toBe(1)
  })

  test('fails the run when the credential has expired, and defers runs during its backoff', async () => {
    const fixture = createFixtureWith(() => problem(502, 'vendor-error'), { dateExpiry: NOW })
    const first = fixture.engine.credentials.ensureFresh(connectionOf(fixture))
    await fixture.clock.advance(SECOND)
    expect((await first).failure?.kind).toBe('failed')
    const { failure } = await fixture.engine.credentials.ensureFresh(connectionOf(fixture))
    expect(failure).toEqual({ kind: 'deferred', retryAfter: 29 * SECOND })
  })

  test('obeys a Retry-After that is longer than its backoff', async () => {
    const fixture = createFixtureWith(() => problem(429, 'rate-limited', '600'))
    await ensureFresh(fixture)
    expect(stored(fixture).refreshNotBefore).toBe(NOW + 600 * SECOND)
  })

  test('because the vendor rejects it requires a reconnect', async () => {
    const fixture = createFixtureWith(() => problem(401, 'credentials-expired'))
    expect((await ensureFresh(fixture)).failure).toMatchObject({ kind: 'expired' })
  })

  test('because the platform key is rejected requires no reconnect', async () => {
    const fixture = createFixtureWith(() => problem(401, 'unauthorized'), { dateExpiry: NOW })
    expect((await ensureFresh(fixture)).failure).toMatchObject({ kind: 'misconfigured' })
  })

  test('for four days requires a reconnect', async () => {
    const fixture = createFixtureWith(() => problem(502, 'vendor-error'), { dateExpiry: NOW })
    const kinds = new Set<string | undefined>()
    for (let hour = 0; hour < 4 * 24 + 2; hour += 1) {
      const { failure } = await ensureFresh(fixture)
      kinds.add(failure?.kind)
      if (failure?.kind === 'expired') break
      await fixture.clock.advance(HOUR)
    }
    expect([...kinds]).toEqual(['failed', 'expired'])
    expect(fixture.clock.now() - NOW).toBeGreaterThan(4 * DAY - HOUR)
  })
})

describe('after a rejection', () => {
  test('a credential without an expiry is refreshed', async () => {
    const fixture = createFixtureWith(() => RENEWED, {})
    const readiness = fixture.engine.credentials.renewAfterRejection(connectionOf(fixture))
    expect((await readiness).connection.credential.accessToken).toBe('new')
  })

  test('a failed refresh is reported as such: nobody has to sign in again because a provider is down', async () => {
    const fixture = createFixtureWith(() => problem(503, 'unavailable'), {})
    const readiness = fixture.engine.credentials.renewAfterRejection(connectionOf(fixture))
    await fixture.clock.advance(SECOND)
    expect((await readiness).failure?.kind).toBe('failed')
    const next = await fixture.engine.credentials.renewAfterRejection(connectionOf(fixture))
    expect(next.failure).toEqual({ kind: 'deferred', retryAfter: 29 * SECOND })
  })

  test('a credential is refreshed once, although it names a later expiry', async () => {
    const fixture = createFixtureWith(respondSlowly, { dateExpiry: NOW + 8 * HOUR }, { processes: 2 })
    const rejected = connectionOf(fixture)
    const renewals = Array.from({ length: 10 }, (_, index) =>
      fixture.engines[index % 2]?.credentials.renewAfterRejection(rejected),
    )
    await fixture.clock.advance(MINUTE)
    for (const readiness of await Promise.all(renewals)) {
      expect(readiness?.connection.credential).toMatchObject({ accessToken: 'new', dateExpiry: NOW + HOUR })
    }
    expect(refreshesOf(fixture)).toBe(1)
  })

  test('a refresh that is running and fails does not count as one that changes nothing', async () => {
    const fixture = createFixtureWith(async ({ clock }) => {
      await new Promise<void>((resolve) => clock.schedule(SECOND, resolve))
      return problem(502, 'vendor-error', 'Later.')
    })
    const connection = connectionOf(fixture)
    const { credentials } = fixture.engine
    const both = Promise.all([credentials.ensureFresh(connection), credentials.renewAfterRejection(connection)])
    await fixture.clock.advance(5 * MINUTE)
    const [fresh, renewed] = await both
    expect(fresh).toEqual({ connection })
    expect(renewed).toMatchObject({ connection, failure: { kind: 'deferred' } })
  })

  test('a credential without a refresh token is not refreshed', async () => {
    const fixture = createFixtureWith(() => RENEWED, { dateExpiry: NOW + HOUR })
    const { refreshToken: _, ...credential } = stored(fixture).credential
    stored(fixture).credential = credential
    const { connection, failure } = await fixture.engine.credentials.renewAfterRejection(connectionOf(fixture))
    expect([connection.credential.accessToken, failure, refreshesOf(fixture)]).toEqual([
      'the-access-token',
      undefined,
      0,
    ])
  })

  test('a credential that was saved in the meantime is used', async () => {
    const fixture = createFixtureWith(() => RENEWED, { dateExpiry: NOW + HOUR })
    const rejected = connectionOf(fixture)
    stored(fixture).credential = { ...rejected.credential, accessToken: 'newer' }
    const { connection } = await fixture.engine.credentials.renewAfterRejection(rejected)
    expect([connection.credential.accessToken, refreshesOf(fixture)]).toEqual(['newer', 0])
  })
})
