import { describe, expect, test } from '@jest/globals'
import type { SyncName } from '../../../platform/model/sync.ts'
import {
  createFixture,
  EMPTY_PAGE,
  type EngineFixture,
  email,
  type FixtureOptions,
  NOW,
  OTHER_PROVIDER,
  PROVIDER,
  pageOf,
} from './fixtures.ts'
import type { StoredSync } from './memory-store/stored.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A fixture with a number of connections, whose provider takes `responseMs` for each response. */
function createFixtureWith(connections: number, responseMs: number, options: FixtureOptions = {}): EngineFixture {
  const fixture: EngineFixture = createFixture({
    respond: async ({ request }) => {
      await new Promise<void>((resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
        fixture.clock.schedule(responseMs, resolve)
      })
      return EMPTY_PAGE
    },
    ...options,
  })
  for (let index = 0; index < connections; index += 1) {
    fixture.connect('mail', { connectionId: `c${index}`, syncs: ['email'] satisfies SyncName[] })
  }
  return fixture
}

function syncsOf({ store }: EngineFixture): StoredSync[] {
  return [...store.connections.values()].flatMap(({ syncs }) => [...syncs.values()])
}

async function start({ engines }: EngineFixture): Promise<void> {
  for (const { definitions, worker } of engines) {
    await definitions.start()
    worker.start()
  }
}

describe('a worker', () => {
  test('runs what is due, each again when its cadence has passed', async () => {
    const fixture = createFixtureWith(30, 100, { random: Math.random })
    await start(fixture)
    await fixture.clock.advance(60 * MINUTE)
    const runs = fixture.events.filter(({ type }) => type === 'run-ended').length / 30
    expect(runs).toBeGreaterThan(10)
    expect(runs).toBeLessThan(14)
    expect(syncsOf(fixture).every(({ state }) => (state.dateLastSuccess ?? 0) > NOW + 54 * MINUTE)).toBe(true)
  })

  test('never runs a sync twice at a time, however many workers there are', async () => {
    const running = new Set<string>()
    const fixture: EngineFixture = createFixtureWith(40, 0, {
      processes: 3,
      random: Math.random,
      respond: async ({ body }) => {
        const connectionId = body.connectedProvider?.connectionId ?? ''
        expect(running.has(connectionId)).toBe(false)
        running.add(connectionId)
        await new Promise<void>((resolve) => fixture.clock.schedule(2 * SECOND, resolve))
        running.delete(connectionId)
        return EMPTY_PAGE
      },
    })
    await start(fixture)
    await fixture.clock.advance(20 * MINUTE)
    expect(fixture.calls.length).toBeGreaterThan(120)
    expect(syncsOf(fixture).every(({ state }) => state.failureCount === 0)).toBe(true)
  })

  test('extends the lease of a long run by its heartbeat', async () => {
    const fixture: EngineFixture = createFixtureWith(1, 50 * SECOND, {
      processes: 2,
      respond: async ({ body }) => {
        await new Promise<void>((resolve) => fixture.clock.schedule(50 * SECOND, resolve))
        const { cursor } = body.filter as { cursor?: string }
        return pageOf([email('1')], { hasMore: cursor !== 'c4', cursor: `c${Number(cursor?.slice(1) ?? 0) + 1}` })
      },
    })
    await start(fixture)
    await fixture.clock.advance(4 * MINUTE + 20 * SECOND)
    expect(fixture.calls).toHaveLength(5)
    expect(fixture.events.map(({ type }) => type)).not.toContain('run-lost')
  })

  test('rarely queries an idle store, and starts due runs in time', async () => {
    const fixture = createFixtureWith(1, 10)
    let claims = 0
    const claim = fixture.store.claim.bind(fixture.store)
    fixture.store.claim = (...args) => {
      claims += 1
      return claim(...args)
    }
    await start(fixture)
    await fixture.clock.advance(60 * MINUTE)
    expect(claims).toBeLessThan(60 * 12 + 60)
    const lags = fixture.events.flatMap((event) =>
      event.type === 'run-ended' && event.lagMs !== undefined ? [event.lagMs] : [],
    )
    expect(Math.max(...lags)).toBeLessThanOrEqual(500)
  })

  test('recovers after the store was down', async () => {
    const fixture = createFixtureWith(1, 10)
    const { claim } = fixture.store
    fixture.store.claim = () => Promise.reject(new Error('the store is down'))
    await start(fixture)
    await fixture.clock.advance(MINUTE)
    fixture.store.claim = claim
    await fixture.clock.advance(MINUTE)
    expect(fixture.calls).toHaveLength(1)
    const failures = fixture.events.filter(
      (event) => event.type === 'store-failed' && event.operation === 'claim',
    ).length
    expect(failures).toBeGreaterThan(5)
    expect(failures).toBeLessThan(30)
  })
})

describe('a slow provider', () => {
  test('fills its own queue only: the syncs of another run on time', async () => {
    const fixture: EngineFixture = createFixtureWith(400, 0, {
      respond: async ({ request }) => {
        const responseMs = request.url.startsWith(OTHER_PROVIDER) ? 100 : 40 * SECOND
        await new Promise<void>((resolve) => fixture.clock.schedule(responseMs, resolve))
        return EMPTY_PAGE
      },
    })
    for (let index = 0; index < 20; index += 1) {
      fixture.connect('mail', { connectionId: `quick${index}`, providerUrl: OTHER_PROVIDER, syncs: ['email'] })
    }
    await start(fixture)
    await fixture.clock.advance(15 * MINUTE)
    const [slow, quick] = [PROVIDER, OTHER_PROVIDER].map((url) => {
      return fixture.calls.filter(({ request }) => request.url.startsWith(url)).length
    })
    // At most ten concurrent calls, forty seconds each.
    expect(slow).toBeLessThanOrEqual((10 * 15 * 60) / 40 + 10)
    expect(slow).toBeGreaterThan(150)
    expect(quick).toBeGreaterThanOrEqual(20 * 3)
    const lags = fixture.events.flatMap((event) => {
      return event.type === 'run-ended' && event.run.connectionId.startsWith('quick') ? [event.lagMs ?? 0] : []
    })
    expect(Math.max(...lags)).toBeLessThan(30 * SECOND)
    expect(syncsOf(fixture).every(({ state }) => state.failureCount === 0)).toBe(true)
  })
})

describe('a worker that stops', () => {
  test('finishes its current pages, and releases everything', async () => {
    const fixture = createFixtureWith(60, 3 * SECOND)
    await start(fixture)
    await fixture.clock.advance(SECOND)
    const leased = syncsOf(fixture).filter(({ leaseUntil }) => leaseUntil !== undefined).length
    const stopped = fixture.engine.worker.stop()
    await fixture.clock.advance(20 * SECOND)
    await stopped
    expect(leased).toBeGreaterThan(20)
    expect(syncsOf(fixture).filter(({ leaseUntil }) => leaseUntil !== undefined)).toEqual([])
    const calls = fixture.calls.length
    await fixture.clock.advance(10 * MINUTE)
    expect(fixture.calls).toHaveLength(calls)
  })

  test('aborts runs that take too long, and releases them too', async () => {
    const fixture = createFixtureWith(1, 10 * MINUTE)
    await start(fixture)
    await fixture.clock.advance(SECOND)
    const stopped = fixture.engine.worker.stop()
    await fixture.clock.advance(10 * SECOND)
    await stopped
    expect(syncsOf(fixture)[0]).toMatchObject({ dateDue: NOW + 9 * SECOND, state: { failureCount: 0 } })
    expect(fixture.events).toContainEqual(expect.objectContaining({ type: 'run-yielded' }))
  })

  test('starts no more runs', async () => {
    const fixture = createFixtureWith(1, 10)
    await fixture.engine.worker.stop()
    expect(await fixture.engine.worker.runNow({ tenantId: 'tenant', connectionId: 'c0' }, 'email')).toBeUndefined()
  })
})

describe('a lease that is lost', () => {
  test('ends the run with the next heartbeat and without an outcome', async () => {
    const fixture = createFixtureWith(1, MINUTE, { processes: 2 })
    const [first] = fixture.engines
    await first?.definitions.start()
    first?.worker.start()
    await fixture.clock.advance(SECOND)
    const [sync] = syncsOf(fixture)
    if (sync) sync.token += 1
    await fixture.clock.advance(16 * SECOND)
    expect(fixture.events.map(({ type }) => type)).toContain('run-lost')
    expect(fixture.events.map(({ type }) => type)).not.toContain('run-yielded')
    expect(sync?.state.dateLastSuccess).toBeUndefined()
  })

  test.each([
    ['fails', () => Promise.reject(new Error('the store is down'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('is given up before another worker can claim it when the heartbeat %s', async (_, heartbeat) => {
    const fixture = createFixtureWith(1, 110 * SECOND)
    fixture.store.heartbeat = heartbeat
    await start(fixture)
    await fixture.clock.advance(44 * SECOND)
    expect(fixture.events.map(({ type }) => type)).not.toContain('run-lost')
    await fixture.clock.advance(15 * SECOND)
    expect(fixture.events.map(({ type }) => type)).toContain('run-lost')
  })
})

test('a sync that is running cannot be started a second time', async () => {
  const fixture = createFixtureWith(1, 30 * SECOND)
  await fixture.engine.definitions.start()
  const key = { tenantId: 'tenant', connectionId: 'c0' }
  const run = await fixture.engine.worker.runNow(key, 'email')
  expect(await fixture.engine.worker.runNow(key, 'email')).toBeUndefined()
  await fixture.clock.advance(MINUTE)
  await run?.done
  expect(await fixture.engine.worker.runNow(key, 'email')).toBeDefined()
})
