import { ActionError } from './errors.ts'

/** How long things may take, in ms. */
export interface ActionTimeouts {
  /** A person waits for a provider. */
  waitMs: number
  /** A write may take, its turn in the line included. Shorter than the time after which nobody would expect it any more. */
  writeMs: number
  /** Writes that nobody waits for any more may go on when the platform stops. */
  drainMs: number
}

export const DEFAULT_ACTION_TIMEOUTS: ActionTimeouts = { waitMs: 30_000, writeMs: 200_000, drainMs: 20_000 }

/** Writes that are under way. They go on when nobody waits for them any more: only then is it known what became of them. */
export class InFlightWrites {
  readonly #rules: ActionTimeouts
  readonly #onFault: (error: unknown) => void
  readonly #running = new Set<Promise<void>>()

  constructor(rules: ActionTimeouts, onFault: (error: unknown) => void) {
    this.#rules = rules
    this.#onFault = onFault
  }

  /** Waits for a write for as long as a person would; then `late` is thrown. */
  async waitFor<Result>(write: Promise<Result>, late: () => Error): Promise<Result> {
    const time = Promise.withResolvers<never>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      time.reject(late())
    }, this.#rules.waitMs)
    const done = write.then(
      () => undefined,
      (error: unknown) => {
        if (isLate && !(error instanceof ActionError)) this.#onFault(error)
      },
    )
    this.#running.add(done)
    void done.then(() => this.#running.delete(done))
    return Promise.race([write, time.promise]).finally(() => clearTimeout(timer))
  }

  /** Waits for those that are under way, for a while. What is cut off all the same counts as not known. */
  async drain(): Promise<void> {
    const time = Promise.withResolvers<void>()
    const timer = setTimeout(time.resolve, this.#rules.drainMs)
    await Promise.race([Promise.all(this.#running), time.promise]).finally(() => clearTimeout(timer))
  }
}
