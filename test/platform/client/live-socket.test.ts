import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { changes } from '../../../platform/client/changes.ts'
import { RecommendationChangedDocument } from '../../../platform/client/documents.ts'
import { GraphRequestError, SignInRequired } from '../../../platform/client/errors.ts'
import { GraphClient } from '../../../platform/client/graph-client.ts'
import { GraphLive } from '../../../platform/client/graph-live.ts'
import { collect } from '../../../platform/client/pages.ts'
import { typed } from '../../../platform/client/typed-document.ts'
import { recordChanges } from './change-recorder.ts'
import { type FakeSocket, type ReceivedOperation, startFakeSocket } from './fake-socket.ts'

const EVENTS = typed<{ event: { sequence: string } }, Record<string, never>>('subscription Events { event }')

let fake: FakeSocket
let live: GraphLive
let refreshed: string[]
beforeEach(async () => {
  fake = await startFakeSocket()
  refreshed = ['second', 'third']
  const refresh = () => refreshed.shift() ?? 'last'
  const client = new GraphClient({ url: fake.url, token: 'first', refresh, timeZone: 'Europe/Berlin' })
  live = new GraphLive(client, { retry: { minMs: 1, maxMs: 4 } })
})
afterEach(async () => {
  live.close()
  await fake.stop()
})

const event = (sequence: number) => ({ data: { event: { sequence: String(sequence) } } })

const follow = (since?: string) =>
  recordChanges(
    changes(
      live,
      { document: EVENTS, variables: {}, pick: (data) => data.event, subject: 'tag' },
      since === undefined ? {} : { since },
    ),
  )

/** Responds to the query `changes` from a feed of tags. */
function respondToQuery(operation: ReceivedOperation, feed: readonly number[]): void {
  const { since, latest } = operation.variables?.input ?? {}
  const events = (latest ? [] : feed)
    .filter((sequence) => sequence > Number(since))
    .slice(0, 2)
    .map((sequence) => ({ sequence: String(sequence), subject: 'tag', eventType: 'UPDATED', _id: 'a', date: 0 }))
  operation.next({
    data: { changes: { events, next: String(latest ? (feed.at(-1) ?? 0) : since) } },
  })
  operation.complete()
}

const isSubscription = ({ query }: ReceivedOperation) => query.includes('subscription')

test('changes between reading the feed and the start of the subscription are yielded', async () => {
  let feed = [1, 2]
  let emit = () => {}
  fake.onOperation = (operation) => {
    if (!isSubscription(operation)) return respondToQuery(operation, feed)
    emit = () => {
      feed = [1, 2, 3, 4, 5, 6]
      operation.next(event(5))
      operation.next(event(6))
    }
  }
  const recorder = follow('0')
  await recorder.untilCount('ready', 1)
  // 3 and 4 occurred after the feed was read and before the subscription was active.
  emit()
  await recorder.untilCount('event', 2)
  expect(recorder.sequences()).toEqual([1, 2, 3, 4, 5, 6])
})

test('changes before the start of the subscription are yielded even if no event follows them', async () => {
  let feed = [1, 2]
  fake.onOperation = (operation) => {
    if (!isSubscription(operation)) respondToQuery(operation, feed)
  }
  const recorder = follow('0')
  await recorder.untilCount('ready', 1)
  feed = [1, 2, 3, 4, 5]
  await recorder.until(() => recorder.sequences().length === 5)
  expect(recorder.sequences()).toEqual([1, 2, 3, 4, 5])
})

test('a socket that closes while the caller is busy is noticed at the next change', async () => {
  let subscription: ReceivedOperation | undefined
  fake.onOperation = (operation) => {
    if (isSubscription(operation)) subscription = operation
    else {
      respondToQuery(operation, [])
      subscription?.next(event(operation.socket))
      operation.close(1_013)
    }
  }
  const source = changes(live, { document: EVENTS, variables: {}, pick: (data) => data.event, subject: 'tag' })
  const sequences: string[] = []
  for await (const change of source) {
    if (change.type === 'event') sequences.push(change.event.sequence)
    if (sequences.length === 3) break
    // The close reaches the client meanwhile.
    await fake.untilClosed()
  }
  expect(sequences).toEqual(['1', '2', '3'])
})

test('an event that arrives twice is yielded once', async () => {
  fake.onOperation = (operation) => {
    if (!isSubscription(operation)) return respondToQuery(operation, [1, 2, 3])
    for (const sequence of [2, 3, 4, 4, 5]) operation.next(event(sequence))
  }
  const recorder = follow('1')
  await recorder.untilCount('event', 2)
  expect(recorder.sequences()).toEqual([2, 3, 4, 5])
})

test.each([1_000, 1_001, 1_011, 1_013, 4_500])('a socket that is closed with %i is reopened', async (code) => {
  const feed: number[] = []
  fake.onOperation = (operation) => {
    if (isSubscription(operation)) return void feed.push(operation.socket)
    respondToQuery(operation, feed)
    const isCaughtUp = Number(operation.variables?.input?.since) === feed.at(-1)
    if (isCaughtUp && operation.socket < 3) operation.close(code)
  }
  const recorder = follow('0')
  await recorder.until(() => recorder.sequences().length === 3)
  expect(recorder.sequences()).toEqual([1, 2, 3])
})

test.each([4_400, 4_406, 4_409, 4_429])('a socket that is closed with %i is not reopened', async (code) => {
  fake.onOperation = (operation) => operation.close(code)
  expect(await follow().ended).toMatchObject({ message: `The socket was closed with ${code}.` })
  expect(fake.tokens).toHaveLength(1)
})

describe('a socket that is closed because of its token', () => {
  test.each([4_401, 4_403])('with %i is reopened with a refreshed one', async (code) => {
    fake.getCloseCode = (token) => (token === 'Bearer first' ? code : undefined)
    fake.onOperation = (operation) => respondToQuery(operation, [])
    await follow().untilCount('ready', 1)
    expect(fake.tokens).toEqual(['Bearer first', 'Bearer second'])
  })

  test.each([4_401, 4_403])('twice with %i throws SignInRequired', async (code) => {
    fake.getCloseCode = () => code
    expect(await follow().ended).toBeInstanceOf(SignInRequired)
    expect(fake.tokens).toEqual(['Bearer first', 'Bearer second'])
  })

  test('is reopened until the token can be refreshed', async () => {
    const errors = [{ code: 'SERVICE_UNAVAILABLE', message: 'The issuer cannot be reached.', extensions: {} }]
    let refreshes = 0
    const refresh = () => {
      refreshes += 1
      if (refreshes < 4) throw new GraphRequestError({ errors })
      return 'second'
    }
    live.close()
    const client = new GraphClient({ url: fake.url, token: 'first', refresh })
    live = new GraphLive(client, { retry: { minMs: 1, maxMs: 4 } })
    fake.getCloseCode = (token) => (token === 'Bearer first' ? 4_401 : undefined)
    fake.onOperation = (operation) => respondToQuery(operation, [])
    await follow().untilCount('ready', 1)
    expect(fake.tokens).toEqual([...Array<string>(4).fill('Bearer first'), 'Bearer second'])
  })

  test('again after it was accepted is reopened with another refreshed one', async () => {
    fake.getCloseCode = (token) => (token === 'Bearer first' ? 4_401 : undefined)
    fake.onOperation = (operation) => {
      respondToQuery(operation, [])
      if (operation.socket === 2) operation.close(4_401)
    }
    await follow('0').until(() => fake.tokens.length === 3)
    expect(fake.tokens).toEqual(['Bearer first', 'Bearer second', 'Bearer third'])
  })
})

test('an error ends a subscription, unless a later attempt may succeed', async () => {
  const codes = ['RATE_LIMITED', 'TIMEOUT', 'BAD_USER_INPUT', 'RATE_LIMITED']
  fake.onOperation = (operation) => operation.error({ message: 'No.', extensions: { code: codes.shift() } })
  const events = live.subscribe(RecommendationChangedDocument)
  await expect(events.next()).rejects.toMatchObject({ name: 'GraphRequestError', code: 'BAD_USER_INPUT' })
  expect(codes).toHaveLength(1)
})

test('an event with errors throws them', async () => {
  fake.onOperation = (operation) =>
    operation.next({ data: null, errors: [{ message: 'No.', extensions: { code: 'FORBIDDEN' } }] })
  await expect(live.subscribe(RecommendationChangedDocument).next()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a subscription ends when the platform completes it', async () => {
  fake.onOperation = (operation) => {
    operation.next(event(1))
    operation.complete()
  }
  expect(await collect(live.subscribe(EVENTS))).toEqual([{ event: { sequence: '1' } }])
})

test('a socket without pongs is closed and reopened', async () => {
  const client = new GraphClient({ url: fake.url, token: 'first' })
  const liveWithPings = new GraphLive(client, { retry: { minMs: 1, maxMs: 4 }, keepAlive: { pingMs: 5, pongMs: 250 } })
  fake.onOperation = (operation) =>
    isSubscription(operation) ? operation.next(event(operation.socket)) : respondToQuery(operation, [])
  const recorder = recordChanges(
    changes(liveWithPings, { document: EVENTS, variables: {}, pick: (data) => data.event, subject: 'tag' }),
  )
  // The fake platform does not reply to pings. Until a socket is closed there is time for its event, on a busy machine too.
  await recorder.untilCount('event', 3)
  expect(recorder.sequences()).toEqual([1, 2, 3])
  liveWithPings.close()
})

test('subscriptions share one socket', async () => {
  fake.onOperation = (operation) =>
    isSubscription(operation) ? operation.next(event(7)) : respondToQuery(operation, [])
  const recorders = [follow(), follow(), follow()]
  await Promise.all(recorders.map((recorder) => recorder.untilCount('event', 1)))
  expect(fake.tokens).toHaveLength(1)
})

test('a new subscription right after the last one uses the same socket', async () => {
  fake.onOperation = (operation) => {
    if (isSubscription(operation)) operation.next(event(1))
  }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    for await (const data of live.subscribe(EVENTS)) {
      expect(data).toEqual({ event: { sequence: '1' } })
      break
    }
  }
  expect(fake.tokens).toHaveLength(1)
})
