import { describe, expect, test } from '@jest/globals'
import { ProviderClient } from '../../../platform/provider/client.ts'
import { Definitions } from '../../../platform/provider/definitions.ts'
import type { SyncEvent } from '../../../platform/provider/events.ts'
import { CALL_RULES } from '../../../platform/provider/options.ts'
import type { HttpAnswer, HttpRequest } from '../../../platform/provider/transport.ts'
import { ENGINE_RULES } from '../../../platform/sync/engine-options.ts'
import { answer, ok } from '../sync/simulation/faults.ts'
import { DEFINITION } from '../sync/simulation/provider.ts'
import { VirtualClock } from '../sync/simulation/virtual-clock.ts'
import { NOW, PROVIDER } from '../sync/stage.ts'

const MINUTE = 60_000

function setUp(
  answering: () => HttpAnswer | Promise<HttpAnswer>,
  keep?: (url: string, definition: unknown) => Promise<void>,
) {
  const clock = new VirtualClock(NOW)
  const events: SyncEvent[] = []
  const reads: number[] = []
  const emit = (event: SyncEvent) => void events.push(event)
  const transport = ({ signal }: HttpRequest) => {
    reads.push((clock.now() - NOW) / MINUTE)
    const calledOff = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return Promise.race([answering(), calledOff])
  }
  const parts = { clock, emit, random: () => 0, platformKey: () => 'key' }
  const client = new ProviderClient({ ...parts, transport, rules: CALL_RULES })
  const rules = ENGINE_RULES.definition
  const definitions = new Definitions({ urls: [PROVIDER], client, clock, emit, rules, ...(keep ? { keep } : {}) })
  return { clock, definitions, events, reads }
}

describe('what a provider offers', () => {
  test('is known once it was read, and read again every ten minutes', async () => {
    const scene = setUp(() => ok(DEFINITION))
    expect(scene.definitions.offerOf(PROVIDER)).toHaveProperty('retryAfter')
    await scene.definitions.start()
    expect(scene.definitions.applicationOf(PROVIDER, 'mail')).toMatchObject({ sobjects: { email: true } })
    expect(scene.definitions.applicationOf(PROVIDER, 'nothing')).toBeUndefined()
    await scene.clock.pass(25 * MINUTE)
    expect(scene.reads).toEqual([0, 10, 20])
    await scene.definitions.stop()
    await scene.clock.pass(60 * MINUTE)
    expect(scene.reads).toHaveLength(3)
  })

  test.each([
    ['refuses', () => answer(403, '')],
    ['answers something else', () => ok({ name: 'acme' })],
  ])('is not known of one that %s, which is asked again sooner', async (_, answering) => {
    const scene = setUp(answering)
    await scene.definitions.start()
    expect(scene.definitions.offerOf(PROVIDER)).toEqual({ retryAfter: 30_000 })
    await scene.clock.pass(40 * MINUTE)
    expect(scene.reads).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 25.5, 35.5])
    expect(scene.events).toContainEqual(expect.objectContaining({ type: 'provider-unreadable', providerUrl: PROVIDER }))
  })

  test('is forgotten of one that cannot be read any more, and known again when it can', async () => {
    let isThere = true
    const scene = setUp(() => (isThere ? ok(DEFINITION) : answer(404, '')))
    await scene.definitions.start()
    isThere = false
    await scene.clock.pass(10 * MINUTE)
    expect(scene.definitions.offerOf(PROVIDER)).toHaveProperty('retryAfter')
    isThere = true
    await scene.clock.pass(MINUTE)
    expect(scene.definitions.offerOf(PROVIDER)).toHaveProperty('definition')
  })

  test('is handed over to be kept, and counts even if it cannot be', async () => {
    const kept: unknown[] = []
    const keep = async (_: string, definition: unknown) => {
      kept.push(definition)
      throw new Error('the store is away')
    }
    const scene = setUp(() => ok(DEFINITION), keep)
    await scene.definitions.start()
    expect(kept).toEqual([DEFINITION])
    expect(scene.definitions.offerOf(PROVIDER)).toHaveProperty('definition')
    expect(scene.events).toContainEqual(expect.objectContaining({ type: 'store-failed', doing: 'keep definition' }))
  })

  test('is not forgotten because the process stops in the middle of asking', async () => {
    const kept: unknown[] = []
    let isSlow = false
    const answering = () => (isSlow ? new Promise<never>(() => {}) : ok(DEFINITION))
    const scene = setUp(answering, async (_, definition) => void kept.push(definition))
    await scene.definitions.start()
    isSlow = true
    await scene.clock.pass(10 * MINUTE)
    await scene.definitions.stop()
    expect(kept).toEqual([DEFINITION])
  })

  test('of an address that was not configured is nothing', async () => {
    const scene = setUp(() => ok(DEFINITION))
    await scene.definitions.start()
    expect(scene.definitions.offerOf('https://elsewhere.example')).toEqual({ retryAfter: 10 * MINUTE })
  })
})
