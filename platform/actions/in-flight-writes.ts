import { OutsideFailure } from './failure.ts'

/** How long things may take, in ms. */
export interface OutsideRules {
  /** A person waits for a provider. */
  wait: number
  /** A write may take, its turn in the line included. Shorter than the time after which nobody would expect it any more. */
  write: number
  /** Writes that nobody waits for any more may go on when the platform stops. */
  stop: number
}

export const OUTSIDE_RULES: OutsideRules = { wait: 30_000, write: 200_000, stop: 20_000 }

/** Writes that are under way. They go on when nobody waits for them any more: only then is it known what became of them. */
export class Writes {
  readonly #rules: OutsideRules
  readonly #onFault: (error: unknown) => void
  readonly #running = new Set<Promise<void>>()

  constructor(rules: OutsideRules, onFault: (error: unknown) => void) {
    this.#rules = rules
    this.#onFault = onFault
  }

  /** Waits for a write for as long as a person would; then `late` is thrown. */
  async finish<Result>(write: Promise<Result>, late: () => Error): Promise<Result> {
    const time = Promise.withResolvers<never>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      time.reject(late())
    }, this.#rules.wait)
    const done = write.then(
      () => undefined,
      (error: unknown) => {
        if (isLate && !(error instanceof OutsideFailure)) this.#onFault(error)
      },
    )
    this.#running.add(done)
    void done.then(() => this.#running.delete(done))
    return Promise.race([write, time.promise]).finally(() => clearTimeout(timer))
  }

  /** Waits for those that are under way, for a while. What is cut off all the same counts as not known. */
  async stop(): Promise<void> {
    const time = Promise.withResolvers<void>()
    const timer = setTimeout(time.resolve, this.#rules.stop)
    await Promise.race([Promise.all(this.#running), time.promise]).finally(() => clearTimeout(timer))
  }
}
