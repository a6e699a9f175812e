import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { changes } from '../../../platform/client/changes.ts'
import { RecommendationChangedDocument } from '../../../platform/client/documents.ts'
import { SignInRequired } from '../../../platform/client/errors.ts'
import { GraphClient } from '../../../platform/client/graph-client.ts'
import { GraphLive } from '../../../platform/client/graph-live.ts'
import { allOf } from '../../../platform/client/pages.ts'
import { typed } from '../../../platform/client/typed-document.ts'
import { type Asked, type FakeSocket, startFakeSocket } from './fake-socket.ts'
import { listenTo } from './listener.ts'

const EVENTS = typed<{ event: { sequence: string } }, Record<string, never>>('subscription Events { event }')

let fake: FakeSocket
let live: GraphLive
let refreshed: string[]
beforeEach(async () => {
  fake = await startFakeSocket()
  refreshed = ['second', 'third']
  const refresh = () => refreshed.shift() ?? 'last'
  const client = new GraphClient({ url: fake.url, token: 'first', refresh, timeZone: 'Europe/Berlin' })
  live = new GraphLive(client, { retry: { leastMs: 1, mostMs: 4 } })
})
afterEach(async () => {
  live.close()
  await fake.stop()
})

const event = (sequence: number) => ({ data: { event: { sequence: String(sequence) } } })

const follow = (since?: string) =>
  listenTo(
    changes(
      live,
      { document: EVENTS, variables: {}, pick: (data) => data.event, subject: 'tag' },
      since === undefined ? {} : { since },
    ),
  )

/** Answers `changes` from a feed of tags. */
function answerQuery(asked: Asked, feed: readonly number[]): void {
  const { since, latest } = asked.variables?.input ?? {}
  const events = (latest ? [] : feed)
    .filter((sequence) => sequence > Number(since))
    .slice(0, 2)
    .map((sequence) => ({ sequence: String(sequence), subject: 'tag', eventType: 'UPDATED', _id: 'a', date: 0 }))
  asked.next({
    data: { changes: { events, next: String(latest ? (feed.at(-1) ?? 0) : since) } },
  })
  asked.complete()
}

const isEvents = ({ query }: Asked) => query.includes('subscription')

test('what happened between the question what was missed and the beginning of the subscription is told', async () => {
  let feed = [1, 2]
  let happen = () => {}
  fake.answer = (asked) => {
    if (!isEvents(asked)) return answerQuery(asked, feed)
    happen = () => {
      feed = [1, 2, 3, 4, 5, 6]
      asked.next(event(5))
      asked.next(event(6))
    }
  }
  const listener = follow('0')
  await listener.count('ready', 1)
  // 3 and 4 came before the platform listened, and after it was asked.
  happen()
  await listener.count('event', 2)
  expect(listener.told()).toEqual([1, 2, 3, 4, 5, 6])
})

test('it is told also when nothing happens after it', async () => {
  let feed = [1, 2]
  fake.answer = (asked) => {
    if (!isEvents(asked)) answerQuery(asked, feed)
  }
  const listener = follow('0')
  await listener.count('ready', 1)
  feed = [1, 2, 3, 4, 5]
  await listener.until(() => listener.told().length === 5)
  expect(listener.told()).toEqual([1, 2, 3, 4, 5])
})

test('what breaks while the caller is busy is seen when the next is wanted', async () => {
  let subscribed: Asked | undefined
  fake.answer = (asked) => {
    if (isEvents(asked)) subscribed = asked
    else {
      answerQuery(asked, [])
      subscribed?.next(event(asked.socket))
      asked.close(1_013)
    }
  }
  const source = changes(live, { document: EVENTS, variables: {}, pick: (data) => data.event, subject: 'tag' })
  const seen: string[] = []
  for await (const change of source) {
    if (change.type === 'event') seen.push(change.event.sequence)
    if (seen.length === 3) break
    // Long enough for the close to come through.
    await fake.quiet()
  }
  expect(seen).toEqual(['1', '2', '3'])
})

test('what comes twice is told once', async () => {
  fake.answer = (asked) => {
    if (!isEvents(asked)) return answerQuery(asked, [1, 2, 3])
    for (const sequence of [2, 3, 4, 4, 5]) asked.next(event(sequence))
  }
  const listener = follow('1')
  await listener.count('event', 2)
  expect(listener.told()).toEqual([2, 3, 4, 5])
})

test.each([1_000, 1_001, 1_011, 1_013, 4_500])('a socket that is closed with %i is opened again', async (code) => {
  const feed: number[] = []
  fake.answer = (asked) => {
    if (isEvents(asked)) return void feed.push(asked.socket)
    answerQuery(asked, feed)
    const isCaughtUp = Number(asked.variables?.input?.since) === feed.at(-1)
    if (isCaughtUp && asked.socket < 3) asked.close(code)
  }
  const listener = follow('0')
  await listener.until(() => listener.told().length === 3)
  expect(listener.told()).toEqual([1, 2, 3])
})

test.each([4_400, 4_406, 4_409, 4_429])('a socket that is closed with %i would be so again', async (code) => {
  fake.answer = (asked) => asked.close(code)
  expect(await follow().ended).toMatchObject({ message: `The socket was closed with ${code}.` })
  expect(fake.tokens).toHaveLength(1)
})

describe('a socket that is refused for its token', () => {
  test.each([4_401, 4_403])('with %i is opened with a refreshed one', async (code) => {
    fake.admit = (token) => (token === 'Bearer first' ? code : undefined)
    fake.answer = (asked) => answerQuery(asked, [])
    await follow().count('ready', 1)
    expect(fake.tokens).toEqual(['Bearer first', 'Bearer second'])
  })

  test.each([4_401, 4_403])('with %i twice asks for a new sign-in', async (code) => {
    fake.admit = () => code
    expect(await follow().ended).toBeInstanceOf(SignInRequired)
    expect(fake.tokens).toEqual(['Bearer first', 'Bearer second'])
  })

  test('again, after a time in which it was admitted, is refreshed again', async () => {
    fake.admit = (token) => (token === 'Bearer first' ? 4_401 : undefined)
    fake.answer = (asked) => {
      answerQuery(asked, [])
      if (asked.socket === 2) asked.close(4_401)
    }
    await follow('0').until(() => fake.tokens.length === 3)
    expect(fake.tokens).toEqual(['Bearer first', 'Bearer second', 'Bearer third'])
  })
})

test('an error of a subscription ends it, but for a rate that another try may meet', async () => {
  const codes = ['RATE_LIMITED', 'TIMEOUT', 'BAD_USER_INPUT', 'RATE_LIMITED']
  fake.answer = (asked) => asked.error({ message: 'No.', extensions: { code: codes.shift() } })
  const events = live.subscribe(RecommendationChangedDocument)
  await expect(events.next()).rejects.toMatchObject({ name: 'GraphRequestError', code: 'BAD_USER_INPUT' })
  expect(codes).toHaveLength(1)
})

test('an event that could not be read is an error', async () => {
  fake.answer = (asked) => asked.next({ data: null, errors: [{ message: 'No.', extensions: { code: 'FORBIDDEN' } }] })
  await expect(live.subscribe(RecommendationChangedDocument).next()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a subscription that the platform ends has ended', async () => {
  fake.answer = (asked) => {
    asked.next(event(1))
    asked.complete()
  }
  expect(await allOf(live.subscribe(EVENTS))).toEqual([{ event: { sequence: '1' } }])
})

test('a socket that has gone silent is given up, and another is opened', async () => {
  const client = new GraphClient({ url: fake.url, token: 'first' })
  const patient = new GraphLive(client, { retry: { leastMs: 1, mostMs: 4 }, keepAlive: { pingMs: 5, pongMs: 20 } })
  fake.answer = (asked) => (isEvents(asked) ? asked.next(event(asked.socket)) : answerQuery(asked, []))
  const listener = listenTo(
    changes(patient, { document: EVENTS, variables: {}, pick: (data) => data.event, subject: 'tag' }),
  )
  // The fake takes pings and never says a word to them.
  await listener.count('event', 3)
  expect(listener.told()).toEqual([1, 2, 3])
  patient.close()
})

test('several share one socket', async () => {
  fake.answer = (asked) => (isEvents(asked) ? asked.next(event(7)) : answerQuery(asked, []))
  const listeners = [follow(), follow(), follow()]
  await Promise.all(listeners.map((listener) => listener.count('event', 1)))
  expect(fake.tokens).toHaveLength(1)
})

test('who leaves and comes back at once finds the socket open', async () => {
  fake.answer = (asked) => {
    if (isEvents(asked)) asked.next(event(1))
  }
  for (let visit = 0; visit < 3; visit += 1) {
    for await (const data of live.subscribe(EVENTS)) {
      expect(data).toEqual({ event: { sequence: '1' } })
      break
    }
  }
  expect(fake.tokens).toHaveLength(1)
})
