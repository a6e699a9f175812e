/** A queue that is read by `for await`: items in order, then the end or the error. */
export class AsyncQueue<Item> {
  readonly #items: Item[] = []
  #end: { error?: unknown } | undefined
  #wake = Promise.withResolvers<void>()

  push(item: Item): void {
    if (this.#end) return
    this.#items.push(item)
    this.#wake.resolve()
  }

  /** Ends the queue after the items that it holds. */
  end(): void {
    this.#finish({})
  }

  /** Ends the queue with an error, thrown after the items that it holds. */
  fail(error: unknown): void {
    this.#finish({ error })
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (;;) {
      while (this.#items.length > 0) yield this.#items.shift() as Item
      if (this.#end && 'error' in this.#end) throw this.#end.error
      if (this.#end) return
      await this.#wake.promise
      this.#wake = Promise.withResolvers()
    }
  }

  #finish(end: { error?: unknown }): void {
    this.#end ??= end
    this.#wake.resolve()
  }
}
