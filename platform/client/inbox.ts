/** What comes of itself, kept until it is taken: in its order, and then how it ended. */
export class Inbox<Item> {
  readonly #items: Item[] = []
  #end: { error?: unknown } | undefined
  #wake = Promise.withResolvers<void>()

  put(item: Item): void {
    if (this.#end) return
    this.#items.push(item)
    this.#wake.resolve()
  }

  /** Nothing more comes. What is there is still to be taken. */
  end(): void {
    this.#finish({})
  }

  /** Nothing more comes, because of this error; it is thrown after what is there was taken. */
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
