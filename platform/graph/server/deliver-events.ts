/** How the events of a subscription reach its client. */
export interface Delivery {
  /** The result of an event, as JSON. */
  result: (event: object) => Promise<string>
  send: (result: string) => void
  /** The error that the client is sent when the subscription fails. */
  toClientError: (error: unknown) => Error
}

/**
 * Delivers the events of a subscription in their order. What it returns yields nothing: it ends after the last event, or
 * throws the client's error. Returning it ends the subscription.
 */
export function deliverEvents(source: AsyncIterable<object>, delivery: Delivery): AsyncIterableIterator<never> {
  const { result, send, toClientError } = delivery
  const events = source[Symbol.asyncIterator]()
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      try {
        for (;;) {
          const { done, value } = await events.next()
          if (done) return { done, value: undefined }
          send(await result(value))
        }
      } catch (error) {
        await events.return?.()
        throw toClientError(error)
      }
    },
    async return() {
      await events.return?.()
      return { done: true, value: undefined }
    },
  }
}
