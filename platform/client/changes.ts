import type { Sound } from './answer.ts'
import { type ChangeSubject, ChangesDocument, type ChangesQuery } from './documents.ts'
import type { GraphLive, SubscribeOptions } from './graph-live.ts'
import type { Listening } from './live-socket.ts'
import { type TypedDocument, typed } from './typed-document.ts'

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
  /** The sequence of the last event that is known from an earlier time: what came after it is told first. */
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
const HELLO = typed<unknown, Record<string, never>>('query Hello { __typename }')

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
  /** The highest sequence that was told. Undefined: none yet. */
  #seen: number | undefined
  #hasBegun = false

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
      if (this.#seen !== undefined) yield* this.#catchUp(signal)
      else await this.#live.ask(HELLO, undefined, signal)
      if (this.#seen === undefined && this.#hasBegun) yield { type: 'resync' }
      this.#hasBegun = true
      yield { type: 'ready' }
      yield* this.#events(listening, signal)
    } finally {
      listening.stop()
    }
  }

  async *#events({ events }: Listening<Result>, signal: AbortSignal): AsyncGenerator<LiveChange<Event>> {
    let isSure = false
    for await (const { data } of events) {
      const event = this.#followed.pick(data)
      const sequence = Number(event.sequence)
      if (this.#seen !== undefined && sequence <= this.#seen) continue
      // The platform may have begun to listen after it was asked what was missed. With the first event that is over.
      const hole = !isSure && this.#seen !== undefined && sequence > this.#seen + 1
      if (hole) yield* this.#catchUp(signal, sequence)
      isSure = true
      this.#seen = sequence
      yield { type: 'event', event }
    }
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

  #page(signal: AbortSignal): Promise<Sound<ChangesQuery>> {
    const input = { since: String(this.#seen), size: PAGE }
    return this.#live.ask(ChangesDocument, { input }, signal)
  }

  async #tell(missed: readonly Change[], signal: AbortSignal): Promise<readonly LiveChange<Event>[]> {
    const { tell } = this.#followed
    return tell ? tell(missed, signal) : [{ type: 'missed', changes: missed }]
  }
}
