import { describe, expect, test } from '@jest/globals'
import { ProviderClient } from '../../../platform/provider/client.ts'
import { Definitions } from '../../../platform/provider/definitions.ts'
import type { SyncEvent } from '../../../platform/provider/events.ts'
import { DEFAULT_PROVIDER_OPTIONS } from '../../../platform/provider/options.ts'
import type { HttpRequest, HttpResponse } from '../../../platform/provider/transport.ts'
import { DEFAULT_ENGINE_OPTIONS } from '../../../platform/sync/engine-options.ts'
import { NOW, PROVIDER } from '../sync/fixtures.ts'
import { httpResponse, ok } from '../sync/simulation/faults.ts'
import { DEFINITION } from '../sync/simulation/provider.ts'
import { VirtualClock } from '../sync/simulation/virtual-clock.ts'

const MINUTE = 60_000

function setUp(
  respond: () => HttpResponse | Promise<HttpResponse>,
  save?: (url: string, definition: unknown) => Promise<void>,
) {
  const clock = new VirtualClock(NOW)
  const events: SyncEvent[] = []
  const reads: number[] = []
  const emit = (event: SyncEvent) => void events.push(event)
  const transport = ({ signal }: HttpRequest) => {
    reads.push((clock.now() - NOW) / MINUTE)
    const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return Promise.race([respond(), aborted])
  }
  const client = new ProviderClient({
    transport,
    platformKey: () => 'key',
    clock,
    random: () => 0,
    options: DEFAULT_PROVIDER_OPTIONS,
    emit,
  })
  const options = DEFAULT_ENGINE_OPTIONS.definition
  const definitions = new Definitions({ urls: [PROVIDER], client, clock, emit, options, save })
  return { clock, definitions, events, reads }
}

describe('the definition of a provider', () => {
  test('is available after the first read, and read again every ten minutes', async () => {
    const setup = setUp(() => ok(DEFINITION))
    expect(setup.definitions.get(PROVIDER)).toHaveProperty('retryAfter')
    await setup.definitions.start()
    expect(setup.definitions.getApplication(PROVIDER, 'mail')).toMatchObject({ sobjects: { email: true } })
    expect(setup.definitions.getApplication(PROVIDER, 'nothing')).toBeUndefined()
    await setup.clock.advance(25 * MINUTE)
    expect(setup.reads).toEqual([0, 10, 20])
    await setup.definitions.stop()
    await setup.clock.advance(60 * MINUTE)
    expect(setup.reads).toHaveLength(3)
  })

  test.each([
    ['refuses the request', () => httpResponse(403, '')],
    ['returns something else', () => ok({ name: 'acme' })],
  ])('is not available when it %s, and is read again sooner', async (_, respond) => {
    const setup = setUp(respond)
    await setup.definitions.start()
    expect(setup.definitions.get(PROVIDER)).toEqual({ retryAfter: 30_000 })
    await setup.clock.advance(40 * MINUTE)
    expect(setup.reads).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 25.5, 35.5])
    expect(setup.events).toContainEqual(expect.objectContaining({ type: 'provider-unreadable', providerUrl: PROVIDER }))
  })

  test('is unavailable while it cannot be read, and available again afterwards', async () => {
    let isAvailable = true
    const setup = setUp(() => (isAvailable ? ok(DEFINITION) : httpResponse(404, '')))
    await setup.definitions.start()
    isAvailable = false
    await setup.clock.advance(10 * MINUTE)
    expect(setup.definitions.get(PROVIDER)).toHaveProperty('retryAfter')
    isAvailable = true
    await setup.clock.advance(MINUTE)
    expect(setup.definitions.get(PROVIDER)).toHaveProperty('definition')
  })

  test('is saved, and is used even if that fails', async () => {
    const saved: unknown[] = []
    const save = async (_: string, definition: unknown) => {
      saved.push(definition)
      throw new Error('the store is down')
    }
    const setup = setUp(() => ok(DEFINITION), save)
    await setup.definitions.start()
    expect(saved).toEqual([DEFINITION])
    expect(setup.definitions.get(PROVIDER)).toHaveProperty('definition')
    expect(setup.events).toContainEqual(expect.objectContaining({ type: 'store-failed', operation: 'save definition' }))
  })

  test('is not removed when the process stops during a read', async () => {
    const saved: unknown[] = []
    let isSlow = false
    const respond = () => (isSlow ? new Promise<never>(() => {}) : ok(DEFINITION))
    const setup = setUp(respond, async (_, definition) => void saved.push(definition))
    await setup.definitions.start()
    isSlow = true
    await setup.clock.advance(10 * MINUTE)
    await setup.definitions.stop()
    expect(saved).toEqual([DEFINITION])
  })

  test('is unavailable for a URL that is not configured', async () => {
    const setup = setUp(() => ok(DEFINITION))
    await setup.definitions.start()
    expect(setup.definitions.get('https://elsewhere.example')).toEqual({ retryAfter: 10 * MINUTE })
  })
})
