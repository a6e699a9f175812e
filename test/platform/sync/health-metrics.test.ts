import { beforeEach, describe, expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import type { SyncCount } from '../../../platform/model/sync.ts'
import { measureHealth } from '../../../platform/sync/health-metrics.ts'
import { VirtualClock } from './simulation/virtual-clock.ts'
import { NOW } from './stage.ts'

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

function measure(read: () => Promise<SyncCount[]>): void {
  const counted = () => {
    reads += 1
    return read()
  }
  measureHealth({ registry, clock, read: counted })
}

/** The figures as /metrics shows them, by sync and health. */
async function figures(): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('platform_sync_health')?.get()
  return Object.fromEntries(metric?.values.map(({ labels, value }) => [`${labels.sync} ${labels.health}`, value]) ?? [])
}

describe('the figures of health', () => {
  test('are of every sync and health, those that nobody has being zero', async () => {
    measure(async () => [FAILING])
    const shown = await figures()
    expect([shown['email failing'], shown['email healthy'], shown['insight paused']]).toEqual([3, 0, 0])
    expect(Object.keys(shown)).toHaveLength(7 * 4)
  })

  test('are read once for all who ask within half a minute', async () => {
    measure(async () => [{ ...FAILING, count: reads }])
    expect((await Promise.all([figures(), figures()])).map((shown) => shown['email failing'])).toEqual([1, 1])
    await clock.pass(30 * SECOND - 1)
    expect((await figures())['email failing']).toBe(1)
    await clock.pass(1)
    expect((await figures())['email failing']).toBe(2)
  })

  test('take no more than a hundredth of the time to be read', async () => {
    measure(async () => {
      await new Promise<void>((resolve) => clock.after(SECOND, resolve))
      return [FAILING]
    })
    const asked = figures()
    await clock.pass(SECOND)
    expect((await asked)['email failing']).toBe(3)
    await clock.pass(99 * SECOND)
    await figures()
    expect(reads).toBe(1)
    await clock.pass(SECOND)
    void figures()
    expect(reads).toBe(2)
  })

  test('are not there while the store cannot say, and nobody waits long for them', async () => {
    measure(() => (reads < 2 ? Promise.reject(new Error('away')) : new Promise(() => undefined)))
    expect(await figures()).toEqual({})
    await clock.pass(30 * SECOND)
    const asked = figures()
    await clock.pass(2 * SECOND)
    expect([await asked, reads]).toEqual([{}, 2])
  })

  test('are read again after ten minutes, however long that took', async () => {
    measure(async () => {
      await new Promise<void>((resolve) => clock.after(60 * SECOND, resolve))
      throw new Error('away')
    })
    void figures()
    await clock.pass(60 * SECOND)
    await clock.pass(600 * SECOND - 1)
    await figures()
    expect(reads).toBe(1)
    await clock.pass(1)
    void figures()
    expect(reads).toBe(2)
  })
})
