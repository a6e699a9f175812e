import { describe, expect, test } from '@jest/globals'
import { ProviderClient } from '../../../platform/provider/client.ts'
import type { SyncEvent } from '../../../platform/provider/events.ts'
import { DEFAULT_PROVIDER_OPTIONS } from '../../../platform/provider/options.ts'
import type { CallOutcome } from '../../../platform/provider/outcome.ts'
import { type HttpRequest, type HttpResponse, NotConnected } from '../../../platform/provider/transport.ts'
import { CREDENTIAL, EMPTY_PAGE, NOW, PROVIDER } from '../sync/fixtures.ts'
import { httpResponse, ok, problem } from '../sync/simulation/faults.ts'
import { VirtualClock } from '../sync/simulation/virtual-clock.ts'

type Respond = (request: HttpRequest, call: number) => HttpResponse | Promise<HttpResponse>

function setUp(respond: Respond, random = () => 1) {
  const clock = new VirtualClock(NOW)
  const requests: (HttpRequest & { sentAt: number })[] = []
  const events: SyncEvent[] = []
  const transport = async (request: HttpRequest) => {
    requests.push({ ...request, sentAt: clock.now() - NOW })
    return respond(request, requests.length)
  }
  const emit = (event: SyncEvent) => void events.push(event)
  const client = new ProviderClient({
    transport,
    platformKey: () => 'the-platform-key',
    clock,
    random,
    options: DEFAULT_PROVIDER_OPTIONS,
    emit,
  })
  return { clock, client, requests, events }
}

const TARGET = { providerUrl: PROVIDER, connectionId: 'c1', application: 'mail', secrets: ['the-access-token'] }
const BODY = {
  connectedProvider: { connectionId: 'c1', provider: 'acme', application: 'mail', credential: CREDENTIAL },
  filter: {},
}
const NOTES = { connectedProvider: BODY.connectedProvider, externalNotes: [] }

/** The outcome of a call after an hour. */
async function outcomeOf<Result>({ clock }: { clock: VirtualClock }, call: Promise<CallOutcome<Result>>) {
  await clock.advance(3_600_000)
  return call
}

describe('a call', () => {
  test('sends the platform key, its deadline and the body', async () => {
    const setup = setUp(() => EMPTY_PAGE)
    await outcomeOf(setup, setup.client.call('email', TARGET, BODY))
    expect(setup.requests[0]).toMatchObject({
      method: 'POST',
      url: `${PROVIDER}/sync/email`,
      maxBytes: 50 * 1024 * 1024,
      headers: { Authorization: 'Bearer the-platform-key', 'x-request-deadline': String(NOW + 60_000) },
    })
    expect(JSON.parse(setup.requests[0]?.body ?? '')).toEqual(BODY)
  })

  test('is aborted when it times out', async () => {
    const hang: Respond = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const setup = setUp(hang, () => 0)
    const outcome = await outcomeOf(setup, setup.client.call('email', TARGET, BODY))
    expect(outcome).toMatchObject({ kind: 'failed', error: { title: 'Timeout' } })
    expect(setup.requests.map(({ sentAt }) => sentAt)).toEqual([0, 60_000, 120_000])
  })

  test('is aborted by the caller at any stage', async () => {
    const setup = setUp(() => problem(502, 'vendor-error'))
    const controller = new AbortController()
    const call = setup.client.call('email', TARGET, BODY, { signal: controller.signal })
    await setup.clock.advance(500)
    controller.abort()
    expect(await outcomeOf(setup, call)).toEqual({ kind: 'aborted' })
    expect(setup.requests).toHaveLength(1)
  })

  test('tells no secret that its provider repeats', async () => {
    const body = { type: 'x', title: 'the-access-token', detail: 'the-platform-key and the-access-token' }
    const setup = setUp(() => httpResponse(400, JSON.stringify(body)))
    const outcome = await outcomeOf(setup, setup.client.call('email', TARGET, BODY))
    expect(outcome).toMatchObject({ error: { title: '[redacted]', detail: '[redacted] and [redacted]' } })
    expect(JSON.stringify(setup.events)).not.toContain('the-')
  })

  test('emits an event when the platform key is rejected', async () => {
    const setup = setUp(() => problem(401, 'unauthorized'))
    expect(await outcomeOf(setup, setup.client.call('email', TARGET, BODY))).toMatchObject({ kind: 'misconfigured' })
    expect(setup.events).toContainEqual(expect.objectContaining({ type: 'misconfigured', providerUrl: PROVIDER }))
  })
})

describe('a read that fails temporarily', () => {
  test('is retried twice with growing delays', async () => {
    const setup = setUp(() => problem(502, 'vendor-error'))
    const outcome = await outcomeOf(setup, setup.client.call('email', TARGET, BODY))
    expect(outcome).toMatchObject({ kind: 'failed', error: { status: 502 } })
    expect(setup.requests.map(({ sentAt }) => sentAt)).toEqual([0, 1_000, 3_000])
  })

  test('succeeds when the second attempt does', async () => {
    const setup = setUp((_, call) => (call === 1 ? problem(429, 'rate-limited', '7') : EMPTY_PAGE))
    expect(await outcomeOf(setup, setup.client.call('email', TARGET, BODY))).toMatchObject({ kind: 'ok' })
    expect(setup.requests.map(({ sentAt }) => sentAt)).toEqual([0, 7_000])
  })
})

describe('a write', () => {
  test('is never retried, and may have been executed when it fails', async () => {
    const setup = setUp(() => problem(503, 'unavailable'))
    const call = setup.client.call('upsertNotes', TARGET, NOTES, { idempotencyKey: 'key-1' })
    expect(await outcomeOf(setup, call)).toMatchObject({ kind: 'failed', mayHaveHappened: true })
    expect(setup.requests).toMatchObject([{ headers: { 'Idempotency-Key': 'key-1' } }])
  })

  test('that was not sent has not been executed', async () => {
    const setup = setUp(() => Promise.reject(new NotConnected()))
    const outcome = await outcomeOf(setup, setup.client.call('upsertNotes', TARGET, NOTES))
    expect(outcome).toMatchObject({ kind: 'failed', mayHaveHappened: false })
  })

  test('that partially failed returns the complete problem', async () => {
    const body = {
      type: 'p/partial-failure',
      title: 'Partial failure',
      status: 422,
      detail: 'x',
      externalNotes: [{ _id: '1' }],
    }
    const setup = setUp(() => httpResponse(422, JSON.stringify(body)))
    const outcome = await outcomeOf(setup, setup.client.call('upsertNotes', TARGET, NOTES))
    expect(outcome).toMatchObject({ kind: 'failed', problem: { externalNotes: [{ _id: '1' }] }, mayHaveHappened: true })
  })
})

describe('the path of a call', () => {
  test('contains the application where documented', async () => {
    const document = { provider: 'p', application: 'mail', externalId: '1', url: 'u', title: 't' }
    const setup = setUp(() => ok(document))
    await outcomeOf(setup, setup.client.call('link', TARGET, { connectedProvider: BODY.connectedProvider, url: 'u' }))
    expect(setup.requests[0]?.url).toBe(`${PROVIDER}/mail/link`)
  })

  test('is searched once among the known ones', async () => {
    const tag = { externalId: '1', tagType: 'person', alias: 'Ada' }
    const setup = setUp(({ url }) => (url.endsWith('/mail/tag') ? ok(tag) : problem(404, 'not-found')))
    const body = { connectedProvider: BODY.connectedProvider, tag: {} }
    expect(await outcomeOf(setup, setup.client.call('tag', TARGET, body))).toEqual({ kind: 'ok', result: tag })
    await outcomeOf(setup, setup.client.call('tag', TARGET, body))
    const paths = setup.requests.map(({ url }) => url.slice(PROVIDER.length))
    expect(paths).toEqual(['/tag/tag', '/tag', '/mail/tag', '/mail/tag'])
  })
})

describe('many concurrent calls', () => {
  test('are limited to ten per provider and two per connection', async () => {
    const running = { all: 0, max: 0, c1: 0, maxOfC1: 0 }
    const setup = setUp(async ({ body }) => {
      const isC1 = body?.includes('"c1"') ?? false
      running.max = Math.max(running.max, ++running.all)
      if (isC1) running.maxOfC1 = Math.max(running.maxOfC1, ++running.c1)
      await new Promise<void>((resolve) => setup.clock.schedule(1_000, resolve))
      running.all -= 1
      if (isC1) running.c1 -= 1
      return EMPTY_PAGE
    })
    const calls = Array.from({ length: 60 }, (_, index) => {
      const connectionId = index < 20 ? 'c1' : `c${index}`
      const connectedProvider = { ...BODY.connectedProvider, connectionId }
      return setup.client.call('email', { ...TARGET, connectionId }, { connectedProvider, filter: {} })
    })
    await setup.clock.advance(60_000)
    expect((await Promise.all(calls)).every(({ kind }) => kind === 'ok')).toBe(true)
    expect([running.max, running.maxOfC1]).toEqual([10, 2])
  })

  test('to a provider that is down are deferred', async () => {
    const setup = setUp(() => Promise.reject(new NotConnected()))
    const calls = Array.from({ length: 200 }, (_, index) =>
      setup.client.call('email', { ...TARGET, connectionId: `c${index}` }, BODY),
    )
    await setup.clock.advance(20_000)
    const kinds = (await Promise.all(calls)).map(({ kind }) => kind)
    expect(setup.requests.length).toBeLessThan(30)
    expect(kinds.filter((kind) => kind === 'failed').length).toBeLessThan(10)
    expect(setup.client.openForMs(PROVIDER)).toBeGreaterThan(0)
    expect(setup.events).toContainEqual({ type: 'breaker', providerUrl: PROVIDER, state: 'open' })
  })

  test('to a provider that recovers succeed again, and do not exceed the budget before', async () => {
    const recovery = NOW + 1_800_000
    const setup = setUp(
      () => (setup.clock.now() < recovery ? Promise.reject(new NotConnected()) : EMPTY_PAGE),
      Math.random,
    )
    const outcomes: CallOutcome<unknown>[] = []
    // The load of about a thousand syncs that are due every five minutes.
    for (let second = 0; second < 3_600; second += 1) {
      for (const index of [1, 2, 3]) {
        const call = setup.client.call('email', { ...TARGET, connectionId: `c${second} ${index}` }, BODY)
        call.then((outcome) => outcomes.push(outcome))
      }
      await setup.clock.advance(1_000)
    }
    const requestsWhileDown = setup.requests.filter(({ sentAt }) => sentAt < 1_800_000).length
    expect(requestsWhileDown).toBeLessThan(1.2 * 1_800 * 3)
    expect(outcomes.slice(-3_000).every(({ kind }) => kind === 'ok')).toBe(true)
  })
})
