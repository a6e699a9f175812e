import { describe, expect, test } from '@jest/globals'
import type { SyncName } from '../../../platform/model/sync.ts'
import type { StoredSync } from './simulation/memory-store.ts'
import {
  email,
  NOW,
  OTHER_PROVIDER,
  PAGE_OF_NOTHING,
  PROVIDER,
  pageOf,
  type Stage,
  type StageSettings,
  setStage,
} from './stage.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A stage with so many connections, whose provider takes so long for each answer. */
function stageWith(connections: number, answerMs: number, settings: StageSettings = {}): Stage {
  const stage: Stage = setStage({
    answer: async ({ request }) => {
      await new Promise<void>((resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
        stage.clock.after(answerMs, resolve)
      })
      return PAGE_OF_NOTHING
    },
    ...settings,
  })
  for (let at = 0; at < connections; at += 1) {
    stage.connect('mail', { connectionId: `c${at}`, syncs: ['email'] satisfies SyncName[] })
  }
  return stage
}

function syncsOf({ store }: Stage): StoredSync[] {
  return [...store.connections.values()].flatMap(({ syncs }) => [...syncs.values()])
}

async function start({ engines }: Stage): Promise<void> {
  for (const { definitions, worker } of engines) {
    await definitions.start()
    worker.start()
  }
}

describe('a worker', () => {
  test('runs what is due, each again when its cadence has passed', async () => {
    const stage = stageWith(30, 100, { random: Math.random })
    await start(stage)
    await stage.clock.pass(60 * MINUTE)
    const runs = stage.events.filter(({ type }) => type === 'run-ended').length / 30
    expect(runs).toBeGreaterThan(10)
    expect(runs).toBeLessThan(14)
    expect(syncsOf(stage).every(({ state }) => (state.dateLastSuccess ?? 0) > NOW + 54 * MINUTE)).toBe(true)
  })

  test('shares the work: no sync is run twice at a time', async () => {
    const running = new Set<string>()
    const stage: Stage = stageWith(40, 0, {
      processes: 3,
      random: Math.random,
      answer: async ({ body }) => {
        const name = body.connectedProvider?.connectionId ?? ''
        expect(running.has(name)).toBe(false)
        running.add(name)
        await new Promise<void>((resolve) => stage.clock.after(2 * SECOND, resolve))
        running.delete(name)
        return PAGE_OF_NOTHING
      },
    })
    await start(stage)
    await stage.clock.pass(20 * MINUTE)
    expect(stage.calls.length).toBeGreaterThan(120)
    expect(syncsOf(stage).every(({ state }) => state.failureCount === 0)).toBe(true)
  })

  test('keeps a long run for itself by its heartbeat', async () => {
    const stage: Stage = stageWith(1, 50 * SECOND, {
      processes: 2,
      answer: async ({ body }) => {
        await new Promise<void>((resolve) => stage.clock.after(50 * SECOND, resolve))
        const { cursor } = body.filter as { cursor?: string }
        return pageOf([email('1')], { hasMore: cursor !== 'c4', cursor: `c${Number(cursor?.slice(1) ?? 0) + 1}` })
      },
    })
    await start(stage)
    await stage.clock.pass(4 * MINUTE + 20 * SECOND)
    expect(stage.calls).toHaveLength(5)
    expect(stage.events.map(({ type }) => type)).not.toContain('run-lost')
  })

  test('asks rarely when there is nothing to do, and is there when there is', async () => {
    const stage = stageWith(1, 10)
    let claims = 0
    const claim = stage.store.claim.bind(stage.store)
    stage.store.claim = (...given) => {
      claims += 1
      return claim(...given)
    }
    await start(stage)
    await stage.clock.pass(60 * MINUTE)
    expect(claims).toBeLessThan(60 * 12 + 60)
    const lags = stage.events.flatMap((event) =>
      event.type === 'run-ended' && event.lagMs !== undefined ? [event.lagMs] : [],
    )
    expect(Math.max(...lags)).toBeLessThanOrEqual(500)
  })

  test('goes on when the store was away', async () => {
    const stage = stageWith(1, 10)
    const { claim } = stage.store
    stage.store.claim = () => Promise.reject(new Error('the store is away'))
    await start(stage)
    await stage.clock.pass(MINUTE)
    stage.store.claim = claim
    await stage.clock.pass(MINUTE)
    expect(stage.calls).toHaveLength(1)
    const failures = stage.events.filter((event) => event.type === 'store-failed' && event.doing === 'claim').length
    expect(failures).toBeGreaterThan(5)
    expect(failures).toBeLessThan(30)
  })
})

describe('a slow provider', () => {
  test('fills its own lane only: those of another run as ever', async () => {
    const stage: Stage = stageWith(400, 0, {
      answer: async ({ request }) => {
        const takes = request.url.startsWith(OTHER_PROVIDER) ? 100 : 40 * SECOND
        await new Promise<void>((resolve) => stage.clock.after(takes, resolve))
        return PAGE_OF_NOTHING
      },
    })
    for (let at = 0; at < 20; at += 1) {
      const settings = { connectionId: `quick${at}`, providerUrl: OTHER_PROVIDER, syncs: ['email'] as const }
      stage.connect('mail', settings)
    }
    await start(stage)
    await stage.clock.pass(15 * MINUTE)
    const [slow, quick] = [PROVIDER, OTHER_PROVIDER].map((url) => {
      return stage.calls.filter(({ request }) => request.url.startsWith(url)).length
    })
    // Ten calls at a time, forty seconds each.
    expect(slow).toBeLessThanOrEqual((10 * 15 * 60) / 40 + 10)
    expect(slow).toBeGreaterThan(150)
    expect(quick).toBeGreaterThanOrEqual(20 * 3)
    const lags = stage.events.flatMap((event) => {
      return event.type === 'run-ended' && event.run.connectionId.startsWith('quick') ? [event.lagMs ?? 0] : []
    })
    expect(Math.max(...lags)).toBeLessThan(30 * SECOND)
    expect(syncsOf(stage).every(({ state }) => state.failureCount === 0)).toBe(true)
  })
})

describe('a worker that stops', () => {
  test('finishes the page it is at, and gives everything back', async () => {
    const stage = stageWith(60, 3 * SECOND)
    await start(stage)
    await stage.clock.pass(SECOND)
    const held = syncsOf(stage).filter(({ leaseUntil }) => leaseUntil !== undefined).length
    const stopped = stage.engine.worker.stop()
    await stage.clock.pass(20 * SECOND)
    await stopped
    expect(held).toBeGreaterThan(20)
    expect(syncsOf(stage).filter(({ leaseUntil }) => leaseUntil !== undefined)).toEqual([])
    const calls = stage.calls.length
    await stage.clock.pass(10 * MINUTE)
    expect(stage.calls).toHaveLength(calls)
  })

  test('breaks off what takes too long, and gives it back too', async () => {
    const stage = stageWith(1, 10 * MINUTE)
    await start(stage)
    await stage.clock.pass(SECOND)
    const stopped = stage.engine.worker.stop()
    await stage.clock.pass(10 * SECOND)
    await stopped
    expect(syncsOf(stage)[0]).toMatchObject({ dateDue: NOW + 9 * SECOND, state: { failureCount: 0 } })
    expect(stage.events).toContainEqual(expect.objectContaining({ type: 'run-left' }))
  })

  test('runs nothing any more', async () => {
    const stage = stageWith(1, 10)
    await stage.engine.worker.stop()
    expect(await stage.engine.worker.runNow({ tenantId: 'tenant', connectionId: 'c0' }, 'email')).toBeUndefined()
  })
})

describe('a lease that is lost', () => {
  test('ends the run quietly with the next heartbeat, and whoever has it now goes on', async () => {
    const stage = stageWith(1, MINUTE, { processes: 2 })
    const [first] = stage.engines
    await first?.definitions.start()
    first?.worker.start()
    await stage.clock.pass(SECOND)
    const [sync] = syncsOf(stage)
    if (sync) sync.token += 1
    await stage.clock.pass(16 * SECOND)
    expect(stage.events.map(({ type }) => type)).toContain('run-lost')
    expect(stage.events.map(({ type }) => type)).not.toContain('run-left')
    expect(sync?.state.dateLastSuccess).toBeUndefined()
  })

  test.each([
    ['fails', () => Promise.reject(new Error('the store is away'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('is given up before anybody can take it when the heartbeat %s', async (_, heartbeat) => {
    const stage = stageWith(1, 110 * SECOND)
    stage.store.heartbeat = heartbeat
    await start(stage)
    await stage.clock.pass(44 * SECOND)
    expect(stage.events.map(({ type }) => type)).not.toContain('run-lost')
    await stage.clock.pass(15 * SECOND)
    expect(stage.events.map(({ type }) => type)).toContain('run-lost')
  })
})

test('a sync that is being run cannot be run a second time', async () => {
  const stage = stageWith(1, 30 * SECOND)
  await stage.engine.definitions.start()
  const key = { tenantId: 'tenant', connectionId: 'c0' }
  const run = await stage.engine.worker.runNow(key, 'email')
  expect(await stage.engine.worker.runNow(key, 'email')).toBeUndefined()
  await stage.clock.pass(MINUTE)
  await run?.done
  expect(await stage.engine.worker.runNow(key, 'email')).toBeDefined()
})
