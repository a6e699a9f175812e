import { describe, expect, test } from '@jest/globals'
import { ProviderClient } from '../../../platform/provider/client.ts'
import type { SyncEvent } from '../../../platform/provider/events.ts'
import { CALL_RULES } from '../../../platform/provider/options.ts'
import type { CallOutcome } from '../../../platform/provider/outcome.ts'
import { type HttpAnswer, type HttpRequest, NotConnected } from '../../../platform/provider/transport.ts'
import { answer, ok, problem } from '../sync/simulation/faults.ts'
import { VirtualClock } from '../sync/simulation/virtual-clock.ts'
import { CREDENTIAL, NOW, PAGE_OF_NOTHING, PROVIDER } from '../sync/stage.ts'

type Answering = (request: HttpRequest, call: number) => HttpAnswer | Promise<HttpAnswer>

function setUp(answering: Answering, random = () => 1) {
  const clock = new VirtualClock(NOW)
  const requests: (HttpRequest & { at: number })[] = []
  const events: SyncEvent[] = []
  const transport = async (request: HttpRequest) => {
    requests.push({ ...request, at: clock.now() - NOW })
    return answering(request, requests.length)
  }
  const emit = (event: SyncEvent) => void events.push(event)
  const client = new ProviderClient({
    transport,
    platformKey: () => 'the-platform-key',
    clock,
    random,
    rules: CALL_RULES,
    emit,
  })
  return { clock, client, requests, events }
}

const TO = { providerUrl: PROVIDER, connectionId: 'c1', application: 'mail', secrets: ['the-access-token'] }
const BODY = {
  connectedProvider: { connectionId: 'c1', provider: 'acme', application: 'mail', credential: CREDENTIAL },
  filter: {},
}
const NOTES = { connectedProvider: BODY.connectedProvider, externalNotes: [] }

/** What comes of a call when there is time enough for all of it. */
async function outcomeOf<Answer>({ clock }: { clock: VirtualClock }, call: Promise<CallOutcome<Answer>>) {
  await clock.pass(3_600_000)
  return call
}

describe('a call', () => {
  test('carries the platform key, its deadline and nothing else of ours', async () => {
    const scene = setUp(() => PAGE_OF_NOTHING)
    await outcomeOf(scene, scene.client.call('email', TO, BODY))
    expect(scene.requests[0]).toMatchObject({
      ...{ method: 'POST', url: `${PROVIDER}/sync/email`, maxBytes: 50 * 1024 * 1024 },
      headers: { Authorization: 'Bearer the-platform-key', 'x-request-deadline': String(NOW + 60_000) },
    })
    expect(JSON.parse(scene.requests[0]?.body ?? '')).toEqual(BODY)
  })

  test('is given up when its time is over', async () => {
    const hang: Answering = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const scene = setUp(hang, () => 0)
    const outcome = await outcomeOf(scene, scene.client.call('email', TO, BODY))
    expect(outcome).toMatchObject({ kind: 'failed', error: { title: 'Time-out' } })
    expect(scene.requests.map(({ at }) => at)).toEqual([0, 60_000, 120_000])
  })

  test('is called off by whoever made it, wherever it is', async () => {
    const scene = setUp(() => problem(502, 'vendor-error'))
    const controller = new AbortController()
    const call = scene.client.call('email', TO, BODY, { signal: controller.signal })
    await scene.clock.pass(500)
    controller.abort()
    expect(await outcomeOf(scene, call)).toEqual({ kind: 'stopped' })
    expect(scene.requests).toHaveLength(1)
  })

  test('tells no secret that its provider repeats', async () => {
    const body = { type: 'x', title: 'the-access-token', detail: 'the-platform-key and the-access-token' }
    const scene = setUp(() => answer(400, JSON.stringify(body)))
    const outcome = await outcomeOf(scene, scene.client.call('email', TO, BODY))
    expect(outcome).toMatchObject({ error: { title: '[redacted]', detail: '[redacted] and [redacted]' } })
    expect(JSON.stringify(scene.events)).not.toContain('the-')
  })

  test('that finds the platform key refused tells the operator', async () => {
    const scene = setUp(() => problem(401, 'unauthorized'))
    expect(await outcomeOf(scene, scene.client.call('email', TO, BODY))).toMatchObject({ kind: 'misconfigured' })
    expect(scene.events).toContainEqual(expect.objectContaining({ type: 'misconfigured', providerUrl: PROVIDER }))
  })
})

describe('a read that fails for a passing reason', () => {
  test('is tried again, twice, with growing waits', async () => {
    const scene = setUp(() => problem(502, 'vendor-error'))
    const outcome = await outcomeOf(scene, scene.client.call('email', TO, BODY))
    expect(outcome).toMatchObject({ kind: 'failed', error: { status: 502 } })
    expect(scene.requests.map(({ at }) => at)).toEqual([0, 1_000, 3_000])
  })

  test('succeeds when its second try does', async () => {
    const scene = setUp((_, call) => (call === 1 ? problem(429, 'rate-limited', '7') : PAGE_OF_NOTHING))
    expect(await outcomeOf(scene, scene.client.call('email', TO, BODY))).toMatchObject({ kind: 'ok' })
    expect(scene.requests.map(({ at }) => at)).toEqual([0, 7_000])
  })
})

describe('a write', () => {
  test('is sent once, whatever comes of it, and says that it may have been done', async () => {
    const scene = setUp(() => problem(503, 'unavailable'))
    const call = scene.client.call('upsertNotes', TO, NOTES, { idempotencyKey: 'key-1' })
    expect(await outcomeOf(scene, call)).toMatchObject({ kind: 'failed', mayHaveHappened: true })
    expect(scene.requests).toMatchObject([{ headers: { 'Idempotency-Key': 'key-1' } }])
  })

  test('that did not get through has not been done', async () => {
    const scene = setUp(() => Promise.reject(new NotConnected()))
    const outcome = await outcomeOf(scene, scene.client.call('upsertNotes', TO, NOTES))
    expect(outcome).toMatchObject({ kind: 'failed', mayHaveHappened: false })
  })

  test('that was done in part hands over what was done', async () => {
    const body = {
      type: 'p/partial-failure',
      title: 'Partial failure',
      status: 422,
      detail: 'x',
      externalNotes: [{ _id: '1' }],
    }
    const scene = setUp(() => answer(422, JSON.stringify(body)))
    const outcome = await outcomeOf(scene, scene.client.call('upsertNotes', TO, NOTES))
    expect(outcome).toMatchObject({ kind: 'failed', problem: { externalNotes: [{ _id: '1' }] }, mayHaveHappened: true })
  })
})

describe('the path of a call', () => {
  test('names the application where it has to', async () => {
    const document = { provider: 'p', application: 'mail', externalId: '1', url: 'u', title: 't' }
    const scene = setUp(() => ok(document))
    await outcomeOf(scene, scene.client.call('link', TO, { connectedProvider: BODY.connectedProvider, url: 'u' }))
    expect(scene.requests[0]?.url).toBe(`${PROVIDER}/mail/link`)
  })

  test('is looked for among the usual ones, once', async () => {
    const tag = { externalId: '1', tagType: 'person', alias: 'Ada' }
    const scene = setUp(({ url }) => (url.endsWith('/mail/tag') ? ok(tag) : problem(404, 'not-found')))
    const body = { connectedProvider: BODY.connectedProvider, tag: {} }
    expect(await outcomeOf(scene, scene.client.call('tag', TO, body))).toEqual({ kind: 'ok', answer: tag })
    await outcomeOf(scene, scene.client.call('tag', TO, body))
    const paths = scene.requests.map(({ url }) => url.slice(PROVIDER.length))
    expect(paths).toEqual(['/tag/tag', '/tag', '/mail/tag', '/mail/tag'])
  })
})

describe('many calls at once', () => {
  test('are ten to a provider, and two for a connection', async () => {
    const open = { all: 0, most: 0, c1: 0, mostOfC1: 0 }
    const scene = setUp(async ({ body }) => {
      const isC1 = body?.includes('"c1"') ?? false
      open.most = Math.max(open.most, ++open.all)
      if (isC1) open.mostOfC1 = Math.max(open.mostOfC1, ++open.c1)
      await new Promise<void>((resolve) => scene.clock.after(1_000, resolve))
      open.all -= 1
      if (isC1) open.c1 -= 1
      return PAGE_OF_NOTHING
    })
    const calls = Array.from({ length: 60 }, (_, at) => {
      const connectionId = at < 20 ? 'c1' : `c${at}`
      const connectedProvider = { ...BODY.connectedProvider, connectionId }
      return scene.client.call('email', { ...TO, connectionId }, { connectedProvider, filter: {} })
    })
    await scene.clock.pass(60_000)
    expect((await Promise.all(calls)).every(({ kind }) => kind === 'ok')).toBe(true)
    expect([open.most, open.mostOfC1]).toEqual([10, 2])
  })

  test('to a provider that is down end without being made, and are no failures', async () => {
    const scene = setUp(() => Promise.reject(new NotConnected()))
    const calls = Array.from({ length: 200 }, (_, at) =>
      scene.client.call('email', { ...TO, connectionId: `c${at}` }, BODY),
    )
    await scene.clock.pass(20_000)
    const kinds = (await Promise.all(calls)).map(({ kind }) => kind)
    expect(scene.requests.length).toBeLessThan(30)
    expect(kinds.filter((kind) => kind === 'failed').length).toBeLessThan(10)
    expect(scene.client.closedFor(PROVIDER)).toBeGreaterThan(0)
    expect(scene.events).toContainEqual({ type: 'breaker', providerUrl: PROVIDER, state: 'open' })
  })

  test('to a provider that comes back find it again, and spread', async () => {
    const up = NOW + 1_800_000
    const scene = setUp(
      () => (scene.clock.now() < up ? Promise.reject(new NotConnected()) : PAGE_OF_NOTHING),
      Math.random,
    )
    const outcomes: CallOutcome<unknown>[] = []
    // A thousand syncs, each due every five minutes.
    for (let second = 0; second < 3_600; second += 1) {
      for (const at of [1, 2, 3]) {
        const call = scene.client.call('email', { ...TO, connectionId: `c${second} ${at}` }, BODY)
        call.then((outcome) => outcomes.push(outcome))
      }
      await scene.clock.pass(1_000)
    }
    const down = scene.requests.filter(({ at }) => at < 1_800_000).length
    expect(down).toBeLessThan(1.2 * 1_800 * 3)
    expect(outcomes.slice(-3_000).every(({ kind }) => kind === 'ok')).toBe(true)
  })
})
