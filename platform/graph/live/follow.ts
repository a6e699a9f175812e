import { setTimeout as pause } from 'node:timers/promises'
import type { ChangeEvent } from '../../storage/changes.ts'
import { isUnavailable } from '../../storage/postgres/database.ts'
import type { GraphContext } from '../context.ts'

/** The maximum number of undelivered changes of a subscription; a client further behind catches up by `changes`. */
const MAX_PENDING_CHANGES = 5_000
/** The delay until events are read again after the database was unavailable (ms). */
const RETRY_DELAY_MS = 500

/** The client reads events more slowly than they occur. */
export class SlowConsumerError extends Error {
  constructor() {
    super('The client is too slow for its events.')
    this.name = 'SlowConsumerError'
  }
}

/** Maps changes to events. What it reads is read after the changes were committed. */
type ToEvents<Event> = (changes: readonly ChangeEvent[]) => Promise<readonly Event[]> | readonly Event[]

/** The events of a subscription, from now on. `toEvents` maps each batch of the viewer's changes. */
export function followChanges<Event extends object>(
  { feed, viewer }: Pick<GraphContext, 'feed' | 'viewer'>,
  toEvents: ToEvents<Event>,
): LiveEvents<Event> {
  return new LiveEvents(toEvents, (listener) => feed.listen(viewer.tenantId, listener))
}

/** The events of a subscription, in the batches in which they are read. While the database is unavailable they are delayed. */
export class LiveEvents<Event extends object = object> implements AsyncIterable<Event> {
  readonly #toEvents: ToEvents<Event>
  readonly #listening: Promise<() => void>
  readonly #pending: ChangeEvent[] = []
  #waiting: PromiseWithResolvers<void> | undefined
  #hasEnded = false

  constructor(
    toEvents: ToEvents<Event>,
    listen: (listener: (changes: readonly ChangeEvent[]) => void) => Promise<() => void>,
  ) {
    this.#toEvents = toEvents
    this.#listening = listen((changes) => {
      this.#pending.push(...changes)
      this.#waiting?.resolve()
    })
  }

  /**
   * Resolves to the next events, at least one, or to undefined after `end`. Throws SlowConsumerError when the client has
   * fallen too far behind.
   */
  async nextBatch(): Promise<readonly Event[] | undefined> {
    await this.#listening
    while (!this.#hasEnded) {
      const { length } = this.#pending
      if (length > MAX_PENDING_CHANGES) throw new SlowConsumerError()
      const events = length === 0 ? [] : await this.#read(this.#pending.slice())
      if (!events) continue
      this.#pending.splice(0, length)
      if (events.length > 0 && !this.#hasEnded) return events
      if (this.#pending.length === 0) await this.#untilChanged()
    }
    return undefined
  }

  /** Unsubscribes immediately. Does not fail if the subscription could not start: `nextBatch` reports that. */
  async end(): Promise<void> {
    this.#hasEnded = true
    this.#waiting?.resolve()
    const stopListening = await this.#listening.catch(() => undefined)
    stopListening?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    for (;;) {
      const events = await this.nextBatch()
      if (!events) return
      yield* events
    }
  }

  /** Undefined if the database is unavailable; then the changes are read again, with those that have followed. */
  async #read(changes: readonly ChangeEvent[]): Promise<readonly Event[] | undefined> {
    try {
      return await this.#toEvents(changes)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await pause(RETRY_DELAY_MS, undefined, { ref: false })
      return undefined
    }
  }

  async #untilChanged(): Promise<void> {
    if (this.#hasEnded) return
    this.#waiting = Promise.withResolvers()
    await this.#waiting.promise
    this.#waiting = undefined
  }
}
