import type { LiveEvents } from '../live/follow.ts'

/** How the events of a subscription reach its client. */
export interface Delivery {
  /** The result of an event, as JSON. */
  result: (event: object) => Promise<string>
  /** Resolves when the client has room for another result. */
  untilReady: () => Promise<void>
  send: (result: string) => void
  /** The error that the client is sent when the subscription fails. */
  toClientError: (error: unknown) => Error
}

/** The maximum number of events of a subscription that are executed at the same time. */
const MAX_PARALLEL = 50

/**
 * Delivers the events of a subscription in their order. What it returns yields nothing: it ends after the last event, or
 * throws the client's error. Returning it ends the subscription.
 */
export function deliverEvents(events: LiveEvents, delivery: Delivery): AsyncIterableIterator<never> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
    return events.end()
  }
  const deliverAll = async () => {
    for (;;) {
      // Events that were delivered are removed from the copy, which releases their results.
      const batch = (await events.nextBatch())?.slice()
      if (!batch) return
      while (batch.length > 0) {
        const results = batch.splice(0, MAX_PARALLEL).map(delivery.result)
        // The first failure ends the subscription; those of later events must not count as unhandled.
        for (const result of results) result.catch(() => undefined)
        for (const result of results) {
          const text = await result
          await delivery.untilReady()
          if (hasEnded) return
          delivery.send(text)
        }
      }
    }
  }
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      try {
        await deliverAll()
        return { done: true, value: undefined }
      } catch (error) {
        await end()
        throw delivery.toClientError(error)
      }
    },
    async return() {
      await end()
      return { done: true, value: undefined }
    },
  }
}
