import { limitTime } from '../runtime/time-limit.ts'

/**
 * The time that one request may spend on a vendor, including delays, retries and further pages. Once it is used up, a
 * handler returns what it has read with a cursor, or fails with a ProviderError.
 */
export class Budget {
  readonly #deadline: number
  readonly #clock: () => number
  /** Aborts when the budget is used up or `caller` aborts. */
  readonly signal: AbortSignal
  /** Frees what the budget holds, once nothing uses it any more. */
  readonly release: () => void

  /** The budget ends `milliseconds` from now, or earlier when `caller` aborts. */
  constructor(milliseconds: number, clock: () => number = Date.now, caller?: AbortSignal) {
    this.#clock = clock
    this.#deadline = clock() + milliseconds
    const limit = limitTime(Math.max(1, Math.ceil(milliseconds)), caller)
    this.signal = limit.signal
    this.release = limit.release
  }

  /** The rest of this budget for work that may be stopped earlier: it also ends when `signal` aborts. */
  stoppedBy(signal: AbortSignal): Budget {
    return new Budget(this.remainingMs(), this.#clock, AbortSignal.any([this.signal, signal]))
  }

  /** The remaining milliseconds, never below zero. */
  remainingMs(): number {
    return this.signal.aborted ? 0 : Math.max(0, this.#deadline - this.#clock())
  }

  /** Whether more than `milliseconds` remain. */
  allows(milliseconds: number): boolean {
    return this.remainingMs() > milliseconds
  }
}
