import type { ChangeEvent } from '../../storage/changes.ts'
import type { GraphContext } from '../context.ts'

/** Changes that may wait for a client to take them. One that is further behind catches up by `changes`. */
const MAX_PENDING_CHANGES = 5_000

/** The client takes events more slowly than they come. */
export class SlowConsumerError extends Error {
  constructor() {
    super('The client is too slow for its events.')
    this.name = 'TooSlow'
  }
}

/**
 * The events of a subscription: the viewer's changes, and what `toEvents` makes of those that came together. Ends at
 * once when its reader goes away. Throws TooSlow.
 */
export function followChanges<Event>(
  { feed, viewer }: Pick<GraphContext, 'feed' | 'viewer'>,
  toEvents: (changes: readonly ChangeEvent[]) => Promise<readonly Event[]> | readonly Event[],
): AsyncIterable<Event> & AsyncIterator<Event> {
  const waiting: ChangeEvent[] = []
  let wake = Promise.withResolvers<void>()
  let isOver = false
  const stopListening = feed.listen(viewer.tenantId, (changes) => {
    waiting.push(...changes)
    wake.resolve()
  })
  async function* events() {
    await stopListening
    while (!isOver) {
      if (waiting.length > MAX_PENDING_CHANGES) throw new SlowConsumerError()
      const changes = waiting.splice(0)
      if (changes.length > 0) yield* await toEvents(changes)
      if (waiting.length === 0 && !isOver) await wake.promise
      wake = Promise.withResolvers()
    }
  }
  const end = async () => {
    isOver = true
    wake.resolve()
    ;(await stopListening)()
  }
  return ending(events(), end)
}

/** A generator that waits cannot be ended from outside, so what wakes it is called first. */
function ending<Event>(events: AsyncGenerator<Event>, end: () => Promise<void>): AsyncGenerator<Event> {
  const over = async (value: unknown) => {
    await end()
    return events.return(value)
  }
  const ended: AsyncGenerator<Event> = {
    next: () => events.next(),
    return: over,
    throw: async (error) => {
      await end()
      return events.throw(error)
    },
    [Symbol.asyncIterator]: () => ended,
    [Symbol.asyncDispose]: async () => void (await over(undefined)),
  }
  return ended
}
