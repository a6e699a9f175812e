import { beforeEach, describe, expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import type { SyncCount } from '../../../platform/model/sync.ts'
import { registerHealthMetrics } from '../../../platform/sync/health-metrics.ts'
import { NOW } from './fixtures.ts'
import { VirtualClock } from './simulation/virtual-clock.ts'

const FAILING: SyncCount = { sync: 'email', health: 'failing', count: 3 }
const SECOND = 1_000

let clock: VirtualClock
let registry: Registry
let reads: number
beforeEach(() => {
  clock = new VirtualClock(NOW)
  registry = new Registry()
  reads = 0
})

function register(read: () => Promise<SyncCount[]>): void {
  const countSyncs = () => {
    reads += 1
    return read()
  }
  registerHealthMetrics({ registry, clock, countSyncs })
}

/** The values that /metrics returns, by sync and health. */
async function scrape(): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('platform_sync_health')?.get()
  return Object.fromEntries(metric?.values.map(({ labels, value }) => [`${labels.sync} ${labels.health}`, value]) ?? [])
}

describe('the health metric', () => {
  test('has a value for every sync and health, zero included', async () => {
    register(async () => [FAILING])
    const values = await scrape()
    expect([values['email failing'], values['email healthy'], values['insight paused']]).toEqual([3, 0, 0])
    expect(Object.keys(values)).toHaveLength(7 * 4)
  })

  test('is read once for all scrapes within half a minute', async () => {
    register(async () => [{ ...FAILING, count: reads }])
    expect((await Promise.all([scrape(), scrape()])).map((values) => values['email failing'])).toEqual([1, 1])
    await clock.advance(30 * SECOND - 1)
    expect((await scrape())['email failing']).toBe(1)
    await clock.advance(1)
    expect((await scrape())['email failing']).toBe(2)
  })

  test('takes at most a hundredth of the time to read', async () => {
    register(async () => {
      await new Promise<void>((resolve) => clock.schedule(SECOND, resolve))
      return [FAILING]
    })
    const pending = scrape()
    await clock.advance(SECOND)
    expect((await pending)['email failing']).toBe(3)
    await clock.advance(99 * SECOND)
    await scrape()
    expect(reads).toBe(1)
    await clock.advance(SECOND)
    void scrape()
    expect(reads).toBe(2)
  })

  test('has no values while the store fails, and a scrape does not wait long', async () => {
    register(() => (reads < 2 ? Promise.reject(new Error('down')) : new Promise(() => undefined)))
    expect(await scrape()).toEqual({})
    await clock.advance(30 * SECOND)
    const pending = scrape()
    await clock.advance(2 * SECOND)
    expect([await pending, reads]).toEqual([{}, 2])
  })

  test('is read again after ten minutes, however long the last read took', async () => {
    register(async () => {
      await new Promise<void>((resolve) => clock.schedule(60 * SECOND, resolve))
      throw new Error('down')
    })
    void scrape()
    await clock.advance(60 * SECOND)
    await clock.advance(600 * SECOND - 1)
    await scrape()
    expect(reads).toBe(1)
    await clock.advance(1)
    void scrape()
    expect(reads).toBe(2)
  })
})
