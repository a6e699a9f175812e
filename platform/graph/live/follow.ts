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

/**
 * The events of a subscription: `toEvents` maps each batch of the viewer's changes. While the database is unavailable they
 * are delayed. Returning the iterator unsubscribes immediately. Throws SlowConsumerError when the client falls too far
 * behind.
 */
export function followChanges<Event>(
  { feed, viewer }: Pick<GraphContext, 'feed' | 'viewer'>,
  toEvents: (changes: readonly ChangeEvent[]) => Promise<readonly Event[]> | readonly Event[],
): AsyncIterable<Event> & AsyncIterator<Event> {
  const pending: ChangeEvent[] = []
  let wake = Promise.withResolvers<void>()
  let hasEnded = false
  const stopListening = feed.listen(viewer.tenantId, (changes) => {
    pending.push(...changes)
    wake.resolve()
  })
  async function* events() {
    await stopListening
    while (!hasEnded) {
      if (pending.length > MAX_PENDING_CHANGES) throw new SlowConsumerError()
      const changes = pending.slice()
      if (changes.length > 0) {
        const events = await readEvents(changes)
        pending.splice(0, events ? changes.length : 0)
        if (events) yield* events
      }
      if (pending.length === 0 && !hasEnded) await wake.promise
      wake = Promise.withResolvers()
    }
  }
  /** Undefined if the database is unavailable; then the changes are read again, with those that have followed. */
  async function readEvents(changes: readonly ChangeEvent[]) {
    try {
      return await toEvents(changes)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await Promise.race([pause(RETRY_DELAY_MS), ended.promise])
      return undefined
    }
  }
  const ended = Promise.withResolvers<void>()
  const end = async () => {
    hasEnded = true
    wake.resolve()
    ended.resolve()
    ;(await stopListening)()
  }
  return withCleanup(events(), end)
}

/** Calls `end` before it ends `events`: a generator that awaits something cannot be ended from outside. */
function withCleanup<Event>(events: AsyncGenerator<Event>, end: () => Promise<void>): AsyncGenerator<Event> {
  const finish = async (value: unknown) => {
    await end()
    return events.return(value)
  }
  const ended: AsyncGenerator<Event> = {
    next: () => events.next(),
    return: finish,
    throw: async (error) => {
      await end()
      return events.throw(error)
    },
    [Symbol.asyncIterator]: () => ended,
    [Symbol.asyncDispose]: async () => void (await finish(undefined)),
  }
  return ended
}
