import { ActionError } from './errors.ts'

export interface ActionTimeouts {
  /** How long a user waits for a provider. */
  waitMs: number
  /** How long a write may take, including the time it is queued. Must be less than RESERVATION_TTL_MS. */
  writeMs: number
  /** How long a shutdown waits for writes that are in flight. */
  drainMs: number
}

export const DEFAULT_ACTION_TIMEOUTS: ActionTimeouts = { waitMs: 30_000, writeMs: 200_000, drainMs: 20_000 }

/** Tracks writes in flight. They go on after their caller has stopped waiting, so that their outcome becomes known. */
export class InFlightWrites {
  readonly timeouts: ActionTimeouts
  readonly #onError: (error: unknown) => void
  readonly #running = new Set<Promise<void>>()

  /** `onError` is called with unexpected errors of writes that fail after their caller has stopped waiting. */
  constructor(onError: (error: unknown) => void, timeouts = DEFAULT_ACTION_TIMEOUTS) {
    this.#onError = onError
    this.timeouts = timeouts
  }

  /**
   * Starts a write and waits for it as long as a user would. Then rejects with `timeoutError()`, while the write goes on.
   * `write` is told whether its caller still waits.
   */
  async waitFor<Result>(
    write: (isAwaited: () => boolean) => Promise<Result>,
    timeoutError: () => Error,
  ): Promise<Result> {
    const timeout = Promise.withResolvers<never>()
    let hasTimedOut = false
    const running = write(() => !hasTimedOut)
    const timer = setTimeout(() => {
      hasTimedOut = true
      timeout.reject(timeoutError())
    }, this.timeouts.waitMs)
    const settled = running.then(
      () => undefined,
      (error: unknown) => {
        if (hasTimedOut && !(error instanceof ActionError)) this.#onError(error)
      },
    )
    this.#running.add(settled)
    void settled.then(() => this.#running.delete(settled))
    return Promise.race([running, timeout.promise]).finally(() => clearTimeout(timer))
  }

  /** Waits up to `drainMs` for the writes in flight. The outcome of writes that are cut off then is unknown. */
  async drain(): Promise<void> {
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, this.timeouts.drainMs)
    await Promise.race([Promise.all(this.#running), timeout.promise]).finally(() => clearTimeout(timer))
  }
}
