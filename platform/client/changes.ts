import type { Sound } from './answer.ts'
import { type ChangeSubject, ChangesDocument, type ChangesQuery } from './documents.ts'
import type { GraphLive, SubscribeOptions } from './graph-live.ts'
import type { Listening } from './live-socket.ts'
import type { TypedDocument } from './typed-document.ts'

/** An entry of the feed: what changed and how, without what it is now. */
export type Change = NonNullable<ChangesQuery['changes']>['events'][number]

export type LiveChange<Event> =
  /** The socket listens, and what was missed has been told. Read now what is to be kept up to date. */
  | { type: 'ready' }
  | { type: 'event'; event: Event }
  /** What happened while nobody listened. What it is now is read by its own query. */
  | { type: 'missed'; changes: readonly Change[] }
  /** Something may have happened that cannot be told any more: read everything anew. */
  | { type: 'resync' }

export interface ChangesOptions extends SubscribeOptions {
  /** The sequence of the last event that is known from an earlier time: what came after it is told first. Absent: now. */
  since?: string | undefined
}

/** A subscription that is followed without holes. */
export interface Followed<Result, Variables, Event> {
  document: TypedDocument<Result, Variables>
  variables: Variables
  pick: (data: Result) => Event
  /** What the events are about. Missed changes of it are told whatever the filters of the subscription. */
  subject: ChangeSubject
  /** Tells what was missed in another way. It is asked again if that fails because the socket breaks. */
  tell?: (changes: readonly Change[], signal: AbortSignal) => Promise<readonly LiveChange<Event>[]>
}

const PAGE = 500
/** The platform may begin to listen later than it is asked what was missed, so it is asked again after this time (ms). */
const ASK_AGAIN_MS = [1_000, 10_000]

/**
 * The events of a subscription; after each break of the socket also what was missed, from the feed of changes. Each
 * change comes once and those of one object in their order. Throws what `subscribe` throws.
 */
export function changes<Result, Variables, Event extends { sequence: string }>(
  live: GraphLive,
  followed: Followed<Result, Variables, Event>,
  { since, ...options }: ChangesOptions = {},
): AsyncGenerator<LiveChange<Event>, void, undefined> {
  const follower = new Follower(live, followed, since)
  return live.reconnecting((signal) => follower.follow(signal), options)
}

class Follower<Result, Variables, Event extends { sequence: string }> {
  readonly #live: GraphLive
  readonly #followed: Followed<Result, Variables, Event>
  /** The highest sequence that was told, or where following began. Undefined: it has not yet. */
  #seen: number | undefined

  constructor(live: GraphLive, followed: Followed<Result, Variables, Event>, since: string | undefined) {
    this.#live = live
    this.#followed = followed
    this.#seen = since === undefined ? undefined : Number(since)
  }

  /** One socket's time: what was missed before, then what comes. */
  async *follow(signal: AbortSignal): AsyncGenerator<LiveChange<Event>, void, undefined> {
    const { document, variables } = this.#followed
    const listening = this.#live.listen(document, variables, signal)
    try {
      if (this.#seen === undefined) this.#seen = await this.#latest(signal)
      else yield* this.#catchUp(signal)
      yield { type: 'ready' }
      yield* this.#events(listening, signal)
    } finally {
      listening.stop()
    }
  }

  async *#events({ events }: Listening<Result>, signal: AbortSignal): AsyncGenerator<LiveChange<Event>> {
    const source = events[Symbol.asyncIterator]()
    const pauses = [...ASK_AGAIN_MS]
    let isSure = false
    for (let coming = nextOf(source); ; ) {
      const came = await within(coming, pauses.shift())
      if (!came) {
        yield* this.#catchUp(signal)
        continue
      }
      if (came.done) return
      coming = nextOf(source)
      yield* this.#take(this.#followed.pick(came.value.data), isSure, signal)
      // From its first event on a socket tells everything.
      isSure = true
      pauses.length = 0
    }
  }

  async *#take(event: Event, isSure: boolean, signal: AbortSignal): AsyncGenerator<LiveChange<Event>> {
    const sequence = Number(event.sequence)
    if (!isSure && sequence > this.#told + 1) yield* this.#catchUp(signal, sequence)
    if (sequence <= this.#told) return
    this.#seen = sequence
    yield { type: 'event', event }
  }

  get #told(): number {
    return this.#seen ?? 0
  }

  /** What was missed, up to but without a sequence, page by page. */
  async *#catchUp(signal: AbortSignal, end = Number.POSITIVE_INFINITY): AsyncGenerator<LiveChange<Event>> {
    for (;;) {
      const { data, warnings } = await this.#page(signal)
      if (warnings.some(({ code }) => code === 'CHANGES_EXPIRED')) yield { type: 'resync' }
      const missed = (data.changes?.events ?? []).filter(({ sequence }) => Number(sequence) < end)
      const ours = missed.filter(({ subject }) => subject === this.#followed.subject)
      if (ours.length > 0) yield* await this.#tell(ours, signal)
      const last = missed.at(-1)
      if (!last) return
      this.#seen = Number(last.sequence)
    }
  }

  async #latest(signal: AbortSignal): Promise<number> {
    const { data } = await this.#live.ask(ChangesDocument, { input: { latest: true } }, signal)
    return Number(data.changes?.next)
  }

  #page(signal: AbortSignal): Promise<Sound<ChangesQuery>> {
    const input = { since: String(this.#told), size: PAGE }
    return this.#live.ask(ChangesDocument, { input }, signal)
  }

  async #tell(missed: readonly Change[], signal: AbortSignal): Promise<readonly LiveChange<Event>[]> {
    const { tell } = this.#followed
    return tell ? tell(missed, signal) : [{ type: 'missed', changes: missed }]
  }
}

/** What comes next; that it fails is told when it is waited for, which may be later. */
function nextOf<Item>(source: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
  const next = source.next()
  next.catch(() => {})
  return next
}

/** A promise, as long as it may take (ms); undefined: that time is over. */
async function within<Value>(promise: Promise<Value>, ms: number | undefined): Promise<Value | undefined> {
  if (ms === undefined) return promise
  const over = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => over.resolve(undefined), ms)
  return Promise.race([promise, over.promise]).finally(() => clearTimeout(timer))
}
