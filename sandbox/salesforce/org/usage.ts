const DAY_MS = 24 * 60 * 60_000

/** Counts the API calls of an org within the last 24 hours. */
export class Usage {
  readonly #now: () => number
  readonly #limit: () => number
  /** The times of the calls in epoch ms, oldest first. Calls before index `#from` are older than a day. */
  readonly #calls: number[] = []
  #from = 0

  constructor(now: () => number, limit: () => number) {
    this.#now = now
    this.#limit = limit
  }

  get limit(): number {
    return this.#limit()
  }

  get used(): number {
    const since = this.#now() - DAY_MS
    while (this.#from < this.#calls.length && (this.#calls[this.#from] as number) <= since) this.#from++
    return this.#calls.length - this.#from
  }

  /** Counts a call. Returns false without counting it when the limit is reached. */
  tryConsume(): boolean {
    if (this.used >= this.limit) return false
    this.#calls.push(this.#now())
    return true
  }
}
