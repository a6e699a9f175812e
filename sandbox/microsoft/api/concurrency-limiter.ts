/** Runs at most `maxConcurrent` tasks at a time; further tasks wait in order of arrival. */
export class ConcurrencyLimiter {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(maxConcurrent: number) {
    this.#free = maxConcurrent
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
