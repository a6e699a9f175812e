import { type ChangeSubject, ChangesDocument, type ChangesQuery } from './documents.ts'
import type { GraphLive, SubscribeOptions } from './graph-live.ts'
import type { ActiveOperation } from './live-socket.ts'
import type { SuccessfulResult } from './result.ts'
import type { TypedDocument } from './typed-document.ts'

/** An entry of the change feed: what changed and how, without its current content. */
export type Change = NonNullable<ChangesQuery['changes']>['events'][number]

export type LiveChange<Event> =
  /** The subscription is active and missed changes have been yielded. Load now what you want to keep up to date. */
  | { type: 'ready' }
  | { type: 'event'; event: Event }
  /** Changes that were missed. Query the objects for their current content. */
  | { type: 'missed'; changes: readonly Change[] }
  /** Missed changes are no longer available: load everything again. */
  | { type: 'resync' }

export interface ChangesOptions extends SubscribeOptions {
  /** The sequence of the last known event; later ones are yielded first. Default: only events from now on. */
  since?: string | undefined
}

/** A subscription that is followed without gaps. */
export interface FollowedSubscription<Result, Variables, Event> {
  document: TypedDocument<Result, Variables>
  variables: Variables
  pick: (data: Result) => Event
  /** The subject of the events. All missed changes of it are yielded, whatever the subscription filters by. */
  subject: ChangeSubject
  /** Turns missed changes into items of another form. It is called again if it fails because the socket closed. */
  describeMissed?: (changes: readonly Change[], signal: AbortSignal) => Promise<readonly LiveChange<Event>[]>
}

const PAGE_SIZE = 500
/** The subscription may become active only after the feed was read, so the feed is read again after these times. */
const CATCH_UP_DELAYS_MS = [1_000, 10_000]

/**
 * Yields the events of a subscription, and after each interruption the changes that were missed, from the change feed.
 * Each change is yielded once, and those of one object in order. Throws what `subscribe` throws.
 */
export function changes<Result, Variables, Event extends { sequence: string }>(
  live: GraphLive,
  followed: FollowedSubscription<Result, Variables, Event>,
  { since, ...options }: ChangesOptions = {},
): AsyncGenerator<LiveChange<Event>, void, undefined> {
  const follower = new Follower(live, followed, since)
  return live.reconnecting((signal) => follower.follow(signal), options)
}

class Follower<Result, Variables, Event extends { sequence: string }> {
  readonly #live: GraphLive
  readonly #followed: FollowedSubscription<Result, Variables, Event>
  /** The highest sequence that was yielded, or the one that following started from. Undefined before the start. */
  #sequence: number | undefined

  constructor(live: GraphLive, followed: FollowedSubscription<Result, Variables, Event>, since: string | undefined) {
    this.#live = live
    this.#followed = followed
    this.#sequence = since === undefined ? undefined : Number(since)
  }

  /** Follows until the socket closes: first the missed changes, then the events. */
  async *follow(signal: AbortSignal): AsyncGenerator<LiveChange<Event>, void, undefined> {
    const { document, variables } = this.#followed
    const listening = this.#live.listen(document, variables, signal)
    try {
      if (this.#sequence === undefined) this.#sequence = await this.#fetchLatest(signal)
      else yield* this.#catchUp(signal)
      yield { type: 'ready' }
      yield* this.#followEvents(listening, signal)
    } finally {
      listening.stop()
    }
  }

  async *#followEvents({ events }: ActiveOperation<Result>, signal: AbortSignal): AsyncGenerator<LiveChange<Event>> {
    const source = events[Symbol.asyncIterator]()
    const delays = [...CATCH_UP_DELAYS_MS]
    let isActive = false
    for (let next = takeNext(source); ; ) {
      const result = await withTimeout(next, delays.shift())
      if (!result) {
        yield* this.#catchUp(signal)
        continue
      }
      if (result.done) return
      next = takeNext(source)
      yield* this.#emit(this.#followed.pick(result.value.data), isActive, signal)
      // From the first event on, the subscription is active and misses nothing.
      isActive = true
      delays.length = 0
    }
  }

  async *#emit(event: Event, isActive: boolean, signal: AbortSignal): AsyncGenerator<LiveChange<Event>> {
    const sequence = Number(event.sequence)
    if (!isActive && sequence > this.#lastSequence + 1) yield* this.#catchUp(signal, sequence)
    if (sequence <= this.#lastSequence) return
    this.#sequence = sequence
    yield { type: 'event', event }
  }

  get #lastSequence(): number {
    return this.#sequence ?? 0
  }

  /** Yields the missed changes below a sequence, page by page. */
  async *#catchUp(signal: AbortSignal, end = Number.POSITIVE_INFINITY): AsyncGenerator<LiveChange<Event>> {
    for (;;) {
      const { data, warnings } = await this.#fetchPage(signal)
      const isExpired = warnings.some(({ code }) => code === 'CHANGES_EXPIRED')
      if (isExpired) yield { type: 'resync' }
      const missed = (data.changes?.events ?? []).filter(({ sequence }) => Number(sequence) < end)
      const relevant = missed.filter(({ subject }) => subject === this.#followed.subject)
      if (relevant.length > 0) yield* await this.#describeMissed(relevant, signal)
      const last = missed.at(-1)
      // The feed goes on from there, also if it was set back.
      if (!last && isExpired && end === Number.POSITIVE_INFINITY) this.#sequence = Number(data.changes?.next)
      if (!last) return
      this.#sequence = Number(last.sequence)
    }
  }

  async #fetchLatest(signal: AbortSignal): Promise<number> {
    const { data } = await this.#live.query(ChangesDocument, { input: { latest: true } }, signal)
    return Number(data.changes?.next)
  }

  #fetchPage(signal: AbortSignal): Promise<SuccessfulResult<ChangesQuery>> {
    const input = { since: String(this.#lastSequence), size: PAGE_SIZE }
    return this.#live.query(ChangesDocument, { input }, signal)
  }

  async #describeMissed(missed: readonly Change[], signal: AbortSignal): Promise<readonly LiveChange<Event>[]> {
    const { describeMissed } = this.#followed
    return describeMissed ? describeMissed(missed, signal) : [{ type: 'missed', changes: missed }]
  }
}

/** Requests the next item. A rejection is handled when the promise is awaited, which may be later. */
function takeNext<Item>(source: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
  const next = source.next()
  next.catch(() => {})
  return next
}

/** Resolves to undefined when the promise takes longer than `ms`. */
async function withTimeout<Value>(promise: Promise<Value>, ms: number | undefined): Promise<Value | undefined> {
  if (ms === undefined) return promise
  const timeout = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => timeout.resolve(undefined), ms)
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer))
}
